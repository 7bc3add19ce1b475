package github_test

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/github"
	"github.com/mcpaudit/mcpaudit/report/internal/sample"
)

func TestGolden(t *testing.T) {
	for _, name := range sample.Names {
		sample.Golden(t, name+".golden", sample.Write(t, github.Writer{}, sample.Load(t, name)))
	}
}

// A command is what the runner reads from a line: its name, its properties and its message.
type command struct {
	level      string
	properties map[string]string
	message    string
}

var line = regexp.MustCompile(`^::([a-z-]+) ([^:]*)::(.*)$`)

// commands reads the output as the runner does.
func commands(t *testing.T, out string) (list []command) {
	t.Helper()
	unescape := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	for l := range strings.SplitSeq(strings.TrimSuffix(out, "\n"), "\n") {
		if p := report.Printable(l); p != l {
			t.Errorf("not printable: %s", p)
		}
		if strings.Contains(l, "##[") {
			t.Errorf("a command in the older form: %s", l)
		}
		if !strings.HasPrefix(strings.TrimSpace(l), "::") {
			continue
		}
		m := line.FindStringSubmatch(l)
		if m == nil {
			t.Errorf("not a command: %s", l)
			continue
		}
		c := command{m[1], map[string]string{}, unescape.Replace(m[3])}
		for p := range strings.SplitSeq(m[2], ",") {
			name, value, ok := strings.Cut(p, "=")
			if !ok || name != "file" && name != "line" && name != "col" && name != "title" {
				t.Errorf("property %q in %s", p, l)
			}
			c.properties[name] = unescape.Replace(value)
		}
		list = append(list, c)
	}
	return list
}

// Hostile texts must not become commands, or properties of commands.
func TestHostile(t *testing.T) {
	for _, name := range sample.Names {
		r := sample.Load(t, name)
		levels := map[string]int{}
		for _, c := range commands(t, sample.Write(t, github.Writer{}, r)) {
			levels[c.level]++
			if c.level != "error" && c.level != "warning" && c.level != "notice" {
				t.Errorf("%s: command %s", name, c.level)
			}
			if n, err := strconv.Atoi(c.properties["line"]); c.properties["line"] != "" && (err != nil || n < 1) {
				t.Errorf("%s: line %q", name, c.properties["line"])
			}
			if len([]rune(c.properties["title"])) > 255 || len([]rune(c.message)) > 4096 {
				t.Errorf("%s: too long: %+v", name, c)
			}
		}
		for level, n := range levels {
			if n > 10 {
				t.Errorf("%s: %d annotations of level %s", name, n, level)
			}
		}
	}
}

func TestContent(t *testing.T) {
	for _, c := range commands(t, sample.Write(t, github.Writer{}, sample.Load(t, "full"))) {
		if !strings.Contains(c.properties["title"], "store.Sessions.byID") {
			continue
		}
		want := command{"error", map[string]string{
			"file": "services/deploy/internal/store/sessions.go", "line": "42", "col": "2", "title": "sessionmap (blocker, risk 100): store.Sessions.byID",
		}, ""}
		for name, value := range want.properties {
			if c.properties[name] != value {
				t.Errorf("%s is %q, want %q", name, c.properties[name], value)
			}
		}
		if c.level != want.level || !strings.Contains(c.message, "\nInstead: ") {
			t.Errorf("%+v", c)
		}
		return
	}
	t.Error("no annotation for store.Sessions.byID")
}

// What GitHub would drop is counted.
func TestLimit(t *testing.T) {
	r := sample.Many(200)
	out := sample.Write(t, github.Writer{}, r)
	if got := len(commands(t, out)); got != 30 {
		t.Errorf("%d annotations", got)
	}
	if !strings.Contains(out, "170 more places without an annotation") {
		t.Error("the rest is not counted")
	}
	for i := range r.Findings {
		if !strings.Contains(out, r.Short(r.Findings[i].Object)) {
			t.Errorf("%s is missing from the log", r.Findings[i].Object)
		}
	}
}

var errDisk = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errDisk }

func TestWriteError(t *testing.T) {
	if err := (github.Writer{}).Write(failing{}, &report.Report{}); !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}
