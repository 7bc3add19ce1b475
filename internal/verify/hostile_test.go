//go:build unix

package verify_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The test binary is the server under test as well.
func TestMain(m *testing.M) {
	if mode := os.Getenv("SERVER_MODE"); mode != "" {
		serve(mode, os.Args[1])
		return
	}
	os.Exit(m.Run())
}

type nothing struct{}

// serve runs a server that misbehaves in one way.
func serve(mode, addr string) {
	journal := filepath.Join(os.Getenv("DIR"), "journal")
	s := mcp.NewServer(&mcp.Implementation{Name: "hostile", Version: "1"}, nil)
	var calls atomic.Int64
	mcp.AddTool(s, &mcp.Tool{Name: "work"}, func(ctx context.Context, _ *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
		switch {
		case mode == "hang":
			select {}
		case mode == "crash" && calls.Add(1) > 1:
			os.Exit(3)
		case mode == "slow", mode == "stubborn":
			select {
			case <-time.After(600 * time.Millisecond):
			case <-ctx.Done():
				if mode == "slow" {
					return nil, nil, ctx.Err()
				}
				time.Sleep(100 * time.Millisecond) // finishes all the same
			}
			f, err := os.OpenFile(journal, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
			if err != nil {
				return nil, nil, err
			}
			defer f.Close()
			if _, err := fmt.Fprintln(f, "done"); err != nil {
				return nil, nil, err
			}
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "worked"}}}, nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "look"}, func(context.Context, *mcp.CallToolRequest, nothing) (*mcp.CallToolResult, any, error) {
		data, err := os.ReadFile(journal)
		if err != nil && !os.IsNotExist(err) {
			return nil, nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf("%d lines", strings.Count(string(data), "\n"))}}}, nil, nil
	})
	if mode == "flood" {
		go func() {
			for {
				fmt.Println(strings.Repeat("x", 1000))
			}
		}()
	}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
		&mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true})
	panic(http.ListenAndServe(addr, handler))
}

func hostile(t *testing.T, mode string, phases ...string) *report.Report {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Parse("s.yaml", []byte(`
timeout: 3s
steps:
  - tool: look
  - tool: work
    write: true
  - tool: look
`))
	if err != nil {
		t.Fatal(err)
	}
	s.Server = scenario.Server{
		Command: "'" + self + "' {addr}", Path: "/", Ready: scenario.Duration(5 * time.Second),
		Env: map[string]string{"SERVER_MODE": mode, "DIR": "{dir}"},
	}
	r := &report.Report{SchemaVersion: report.SchemaVersion}
	logs := t.TempDir()
	if err := verify.Run(t.Context(), &verify.Options{Scenario: s, Replicas: 2, Phases: phases, LogDir: logs}, r); err != nil {
		t.Fatal(err)
	}
	return r
}

func failures(r *report.Report, phase string) (messages []string) {
	for _, p := range r.Proof.Phases {
		for _, f := range p.Failures {
			if p.Name == phase {
				messages = append(messages, f.Call+": "+f.Message)
			}
		}
	}
	return messages
}

func expect(t *testing.T, got []string, want string) {
	t.Helper()
	if !strings.Contains(strings.Join(got, "\n"), want) {
		t.Errorf("%q does not say %q", got, want)
	}
}

func TestHang(t *testing.T) {
	t.Parallel()
	r := hostile(t, "hang", report.PhaseBaseline)
	expect(t, failures(r, report.PhaseBaseline), "work: work does not do on a single instance what the scenario expects: no answer: no answer within 3s")
	if r.ExitCode(report.Never) != report.ExitFindings {
		t.Errorf("exit code %d", r.ExitCode(report.Never))
	}
}

func TestCrashInACall(t *testing.T) {
	t.Parallel()
	r := hostile(t, "crash", report.PhaseBaseline, report.PhaseReplay)
	expect(t, failures(r, report.PhaseReplay), "ended by itself: exit status 3")
	for _, p := range r.Proof.Phases {
		for _, f := range p.Failures {
			if _, err := os.Stat(filepath.Join(f.Log, "instance-1.log")); err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
	}
}

func TestFlood(t *testing.T) {
	t.Parallel()
	r := hostile(t, "flood")
	if n := r.Proof.FailedPhases(); n > 0 || len(r.Problems) > 0 {
		t.Errorf("%d phases failed, problems %v", n, r.Problems)
	}
}

// A cut stream is a cancellation: the work that was under way is given up, and done once when the call is sent again.
func TestCutInTheMiddle(t *testing.T) {
	t.Parallel()
	r := hostile(t, "slow", report.PhaseBaseline, report.PhaseCut)
	if got := failures(r, report.PhaseCut); len(got) > 0 {
		t.Errorf("a server that gives up cut calls fails: %q", got)
	}
	r = hostile(t, "stubborn", report.PhaseBaseline, report.PhaseCut)
	expect(t, failures(r, report.PhaseCut), `work: work was cut off and sent again: step 3, look, then answers "2 lines"`)
}

// A server that cannot be started is a problem of the run, not a failure of the server, and never a success.
func TestNotStarted(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ command, want string }{
		"crash":   {"sh -c 'echo no database >&2; exit 7'", "instance 1 ended at its start: exit status 7; it printed last: no database"},
		"missing": {"/nowhere/server", "instance 1 cannot be started"},
	} {
		s := &scenario.Scenario{Server: scenario.Server{Command: test.command}, Steps: []scenario.Step{{Tool: "a"}}, Dir: t.TempDir()}
		r := &report.Report{}
		if err := verify.Run(t.Context(), &verify.Options{Scenario: s, Replicas: 2}, r); err != nil {
			t.Fatal(err)
		}
		if len(r.Problems) != 1 || !strings.Contains(r.Problems[0].Message, test.want) || r.ExitCode(report.Never) != report.ExitIncomplete {
			t.Errorf("%s: problems %+v, exit code %d", name, r.Problems, r.ExitCode(report.Never))
		}
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	s := &scenario.Scenario{
		Server: scenario.Server{Command: "'" + self + "' {addr}", Path: "/", Env: map[string]string{"SERVER_MODE": "hang", "DIR": "{dir}"}},
		Steps:  []scenario.Step{{Tool: "work"}}, Timeout: scenario.Duration(time.Minute), Dir: t.TempDir(),
	}
	start := time.Now()
	if err := verify.Run(ctx, &verify.Options{Scenario: s, Replicas: 2}, &report.Report{}); err == nil {
		t.Error("an interrupted run ends without an error")
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %s to end", took)
	}
}
