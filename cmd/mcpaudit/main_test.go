package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/cmd/mcpaudit/internal/cli"
	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/json"
	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"mcpaudit": main,
		"replay":   replay,
	})
}

func TestScripts(t *testing.T) {
	program, err := exec.LookPath("mcpaudit")
	if err != nil {
		t.Fatal(err)
	}
	samples, err := filepath.Abs("../../report/text/testdata")
	if err != nil {
		t.Fatal(err)
	}
	// Scripts that run the go command share the caches of the machine.
	caches := map[string]string{"GOCACHE": "", "GOMODCACHE": ""}
	for name := range caches {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		caches[name] = strings.TrimSpace(string(out))
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("MCPAUDIT", program)
			env.Setenv("SAMPLES", samples)
			env.Setenv("NO_COLOR", "")
			for name, dir := range caches {
				env.Setenv(name, dir)
			}
			return nil
		},
	})
}

// replay is mcpaudit with the report in $REPORT for the result of every audit: what the command line makes of a report does not
// depend on what today's rules find. $PANIC and $FAIL are audits that end without a report.
func replay() {
	load := func() (*report.Report, error) {
		f, err := os.Open(cmp.Or(os.Getenv("REPORT"), "report.json"))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r, err := json.Read(f)
		if err != nil {
			return nil, err
		}
		report.Rank(r)
		return r, nil
	}
	p := &cli.Program{
		Run: func(context.Context, scan.Options) (*report.Report, error) {
			if msg := os.Getenv("PANIC"); msg != "" {
				panic(msg)
			}
			if msg := os.Getenv("FAIL"); msg != "" {
				return nil, errors.New(msg)
			}
			return load()
		},
		Rules: func() []scan.RuleInfo {
			r, err := load()
			if err != nil {
				panic(err)
			}
			var rules []scan.RuleInfo
			for _, rule := range r.Rules {
				rules = append(rules, scan.RuleInfo{
					Name: rule.Name, Title: rule.Title, Group: rule.Group, URL: rule.URL,
					Doc: "# " + rule.Name + "\n\n" + rule.Title + ".\n\n```go\n# not a heading\n\tx := 1\n```\n",
				})
			}
			return rules
		},
		Stdout:  os.Stdout,
		Stderr:  os.Stderr,
		Getenv:  os.Getenv,
		Environ: os.Environ,
	}
	os.Exit(p.Main(context.Background(), os.Args[1:]))
}

func TestIsVetCall(t *testing.T) {
	for _, test := range []struct {
		args []string
		want bool
	}{
		{[]string{"-V=full"}, true},
		{[]string{"-flags"}, true},
		{[]string{"/tmp/b001/vet.cfg"}, true},
		{[]string{"-json", "-sessionmap", "vet.cfg"}, true},
		{nil, false},
		{[]string{"./..."}, false},
		{[]string{"--version"}, false},
		{[]string{"-V=full", "./..."}, false},
		{[]string{"./...", "vet.cfg"}, false},
		{[]string{"--output=vet.cfg"}, false},
	} {
		if got := isVetCall(test.args); got != test.want {
			t.Errorf("isVetCall(%q) = %t", test.args, got)
		}
	}
}
