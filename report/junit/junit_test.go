package junit_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/internal/sample"
	"github.com/mcpaudit/mcpaudit/report/junit"
)

func TestGolden(t *testing.T) {
	for _, name := range []string{"full", "hostile", "clean", "problems"} {
		sample.Golden(t, name+".golden", sample.Write(t, junit.Writer{}, sample.Load(t, name)))
	}
}

type counts struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
}

type parsed struct {
	counts
	Suites []struct {
		counts
		Name  string `xml:"name,attr"`
		Cases []struct {
			Name    string    `xml:"name,attr"`
			File    string    `xml:"file,attr"`
			Failure *struct{} `xml:"failure"`
			Error   *struct{} `xml:"error"`
			Skipped *struct{} `xml:"skipped"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

// Services trust the counts, and some show nothing when they are wrong.
func TestCounts(t *testing.T) {
	for _, name := range sample.Names {
		r := sample.Load(t, name)
		var p parsed
		if err := xml.Unmarshal([]byte(sample.Write(t, junit.Writer{}, r)), &p); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var sum counts
		for _, s := range p.Suites {
			var own counts
			for _, c := range s.Cases {
				own.Tests++
				if c.Failure != nil {
					own.Failures++
				}
				if c.Error != nil {
					own.Errors++
				}
				if c.Skipped != nil {
					own.Skipped++
				}
			}
			if own != s.counts || own.Tests == 0 {
				t.Errorf("%s: suite %s says %+v and has %+v", name, s.Name, s.counts, own)
			}
			sum.Tests += own.Tests
			sum.Failures += own.Failures
			sum.Errors += own.Errors
			sum.Skipped += own.Skipped
		}
		if sum != p.counts || sum.Failures != len(r.Findings)+r.Proof.FailedPhases() || sum.Errors != len(r.Problems) || sum.Skipped != len(r.Suppressed) {
			t.Errorf("%s: %+v, want %+v and %d findings, %d problems, %d set aside", name, p.counts, sum, len(r.Findings), len(r.Problems), len(r.Suppressed))
		}
		if len(r.Rules) > 0 && sum.Tests < len(r.Rules) {
			t.Errorf("%s: a rule without findings is no test", name)
		}
	}
}

// No text may become an element, or break the document.
func TestHostile(t *testing.T) {
	allowed := map[string]bool{"testsuites": true, "testsuite": true, "testcase": true, "failure": true, "error": true, "skipped": true}
	dec := xml.NewDecoder(strings.NewReader(sample.Write(t, junit.Writer{}, sample.Load(t, "hostile"))))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && !allowed[e.Name.Local] {
			t.Errorf("element %s", e.Name.Local)
		}
	}
}

var errDisk = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errDisk }

func TestWriteError(t *testing.T) {
	if err := (junit.Writer{}).Write(failing{}, &report.Report{}); !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}
