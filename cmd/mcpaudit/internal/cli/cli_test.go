package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
)

// program runs args with an audit that returns r and err.
func program(r *report.Report, err error) (p *Program, stdout, stderr *bytes.Buffer, options *scan.Options) {
	stdout, stderr, options = new(bytes.Buffer), new(bytes.Buffer), new(scan.Options)
	p = &Program{
		Run: func(_ context.Context, o scan.Options) (*report.Report, error) {
			*options = o
			return r, err
		},
		Rules:   func() []scan.RuleInfo { return []scan.RuleInfo{{Name: "ambient"}, {Name: "sessionmap", Fixes: true}} },
		Stdout:  stdout,
		Stderr:  stderr,
		Getenv:  func(string) string { return "" },
		Environ: func() []string { return nil },
	}
	return p, stdout, stderr, options
}

func TestOptions(t *testing.T) {
	dir := t.TempDir()
	p, _, stderr, got := program(new(report.Report), nil)
	args := []string{"--tests", "--tags", "paid, eu", "-C", dir, "--enable", "sessionmap, ambient", "--disable=ambient", "./a", "./b/..."}
	if code := p.Main(t.Context(), args); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if got.Progress == nil {
		t.Error("no progress")
	}
	got.Progress = nil
	want := &scan.Options{Dir: dir, Tests: true, Tags: []string{"eu", "paid"}, Enable: []string{"sessionmap", "ambient"}, Disable: []string{"ambient"}, Patterns: []string{"./a", "./b/..."}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("options %+v, want %+v", got, want)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		err    error
		code   int
		stderr string
	}{
		{&scan.UsageError{Msg: "no Go files in x\n"}, report.ExitUsage, "mcpaudit: no Go files in x\n"},
		{errors.New("go list: \x1b[31m"), report.ExitIncomplete, "mcpaudit: go list: \\x1b[31m\n"},
		{nil, report.ExitIncomplete, "mcpaudit: internal error: the audit has no result\n"},
	} {
		p, stdout, stderr, _ := program(nil, test.err)
		if code := p.Main(t.Context(), nil); code != test.code || stderr.String() != test.stderr || stdout.Len() > 0 {
			t.Errorf("%v: exit code %d, %q", test.err, code, stderr)
		}
	}
}

// An interrupt ends the program even when the audit does not look at its context.
func TestInterrupt(t *testing.T) {
	for name, deaf := range map[string]bool{"listening": false, "deaf": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, stdout, stderr, _ := program(nil, nil)
				release := make(chan struct{})
				p.Run = func(ctx context.Context, _ scan.Options) (*report.Report, error) {
					if deaf {
						<-release
						return new(report.Report), nil
					}
					<-ctx.Done()
					return nil, ctx.Err()
				}
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Minute, cancel)
				out := filepath.Join(t.TempDir(), "report.json")
				start := time.Now()
				code := p.Main(ctx, []string{"--output", out})
				close(release)
				if code != 130 || stderr.String() != "mcpaudit: interrupted\n" || stdout.Len() > 0 {
					t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
				}
				if late := time.Since(start) - time.Minute; late > grace {
					t.Errorf("ended %v after the interrupt", late)
				}
				if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("the report was written: %v", err)
				}
			})
		})
	}
}

func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := newProgress(&out, true)
		p.update("loading", 1, 9)
		if out.Len() > 0 {
			t.Errorf("progress at once: %q", &out)
		}
		time.Sleep(progressDelay)
		p.update("loading", 4, 9)
		time.Sleep(2 * progressInterval)
		p.update("loading", 5, 9)
		if got := out.String(); !strings.Contains(got, "loading") || !strings.Contains(got, "5/9") {
			t.Errorf("progress %q", got)
		}
		p.update("judging", 0, 0)
		time.Sleep(2 * progressInterval)
		p.update("judging", 0, 0)
		if got := out.String(); !strings.Contains(got, "judging") {
			t.Errorf("progress %q", got)
		}
		p.close()
		// The last thing is an empty line.
		if _, last, _ := strings.Cut(out.String()[strings.LastIndex(out.String(), "judging"):], "\r"); strings.Trim(last, " \r\x1b[K") != "" {
			t.Errorf("left behind: %q", last)
		}
		n := out.Len()
		time.Sleep(time.Second)
		p.update("judging", 4, 9)
		if out.Len() > n {
			t.Errorf("progress after the end: %q", out.String()[n:])
		}

		out.Reset()
		p = newProgress(&out, false)
		time.Sleep(time.Second)
		p.update("loading", 1, 9)
		p.close()
		if out.Len() > 0 {
			t.Errorf("progress without a terminal: %q", &out)
		}
	})
}

func TestColor(t *testing.T) {
	env := map[string]string{}
	p, _, _, _ := program(nil, nil)
	p.Getenv = func(key string) string { return env[key] }
	if on, err := p.color(colorAuto, ""); on || err != nil {
		t.Errorf("auto into a pipe: %t, %v", on, err)
	}
	env["NO_COLOR"] = "1"
	if on, err := p.color(colorAlways, "file"); !on || err != nil {
		t.Errorf("always: %t, %v", on, err)
	}
	if on, err := p.color(colorNever, ""); on || err != nil {
		t.Errorf("never: %t, %v", on, err)
	}
}

func TestRulesThatRewrite(t *testing.T) {
	p, stdout, _, _ := program(nil, nil)
	if code := p.Main(t.Context(), []string{"rules"}); code != 0 {
		t.Fatal(code)
	}
	lines := strings.Split(stdout.String(), "\n")
	if !strings.Contains(lines[0], "rewrites") || !strings.HasSuffix(lines[2], "yes") || strings.Contains(lines[1], "yes") {
		t.Errorf("rules:\n%s", stdout)
	}
}

func TestReplaceFileLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "report")
	for _, content := range []string{"first", "second"} {
		if err := replaceFile(name, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != content {
			t.Errorf("%q, %v", got, err)
		}
	}
	if err := replaceFile(filepath.Join(dir, "gone", "report"), nil); err == nil {
		t.Error("wrote into a directory that does not exist")
	}
	// A directory stands where the file should go: the rename fails.
	blocked := filepath.Join(dir, "blocked")
	if err := os.MkdirAll(filepath.Join(blocked, "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(blocked, []byte("x")); err == nil {
		t.Error("replaced a directory")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"blocked", "report"}; !slices.Equal(names, want) {
		t.Errorf("left behind: %v", names)
	}
}

func TestBuildFrom(t *testing.T) {
	info := &debug.BuildInfo{
		Main: debug.Module{Version: "v1.2.3"},
		Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-11-29T10:00:00Z"}, {Key: "vcs.modified", Value: "true"},
		},
	}
	for _, test := range []struct {
		linker buildInfo
		info   *debug.BuildInfo
		want   string
	}{
		{buildInfo{goVersion: "go1"}, nil, "mcpaudit (devel) (go1)"},
		{buildInfo{goVersion: "go1"}, info, "mcpaudit v1.2.3 (commit abc with changes, 2026-11-29T10:00:00Z, go1)"},
		{buildInfo{goVersion: "go1"}, &debug.BuildInfo{Main: debug.Module{Version: "v1.2.4-0.20261129101112-0123456789ab"}}, "mcpaudit v1.2.4-0.20261129101112-0123456789ab (commit 0123456789ab, 2026-11-29T10:11:12Z, go1)"},
		{buildInfo{goVersion: "go1"}, &debug.BuildInfo{Main: debug.Module{Version: "v1.2.4"}}, "mcpaudit v1.2.4 (go1)"},
		{buildInfo{"v2.0.0", "def", "today", "go1"}, info, "mcpaudit v2.0.0 (commit def, today, go1)"},
	} {
		if got := buildFrom(test.linker, test.info).String(); got != test.want {
			t.Errorf("version %q, want %q", got, test.want)
		}
	}
}
