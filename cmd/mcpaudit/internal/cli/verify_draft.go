package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/internal/verify"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/json"
)

// audited returns the report whose findings the run is about: a stored one, a new one, or an empty one.
func (p *Program) audited(ctx context.Context, f *verifyFlags, o *verify.Options, packages []string) (*report.Report, error) {
	nothing := f.scenario == "" && f.server == "" && len(f.urls) == 0
	var r *report.Report
	var err error
	switch {
	case f.audit != "":
		r, err = storedReport(f.in(f.audit))
	case len(packages) > 0 || nothing:
		o.Progress("auditing", 0, 0)
		if len(packages) == 0 {
			packages = []string{"./..."}
		}
		r, err = p.Run(ctx, scan.Options{Dir: f.dir, Patterns: packages, NoFixes: true})
		if err == nil {
			r = r.Filtered(report.Info, report.Likely)
		}
	default:
		r = &report.Report{SchemaVersion: report.SchemaVersion}
	}
	if err != nil {
		return nil, err
	}
	r.Tool = report.Tool{Name: "mcpaudit", Version: build().version}
	return r, nil
}

func storedReport(name string) (*report.Report, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, usagef("--audit: %v", err)
	}
	defer file.Close()
	r, err := json.Read(file)
	if err != nil {
		return nil, usagef("--audit: %s: %v", name, err)
	}
	return r, nil
}

// prepare finds out what was not said: how the server is started, and which calls to make.
func (p *Program) prepare(ctx context.Context, f *verifyFlags, o *verify.Options, r *report.Report) error {
	if f.scenario != "" {
		return nil
	}
	if o.Scenario.Server.Command == "" && len(o.URLs) == 0 {
		if err := p.guess(ctx, f, o, r); err != nil {
			return err
		}
		if err := f.apply(o.Scenario, o.Scenario.Dir); err != nil {
			return err
		}
	}
	o.Progress("drafting a scenario", 0, 0)
	if err := verify.Draft(ctx, o, r.Findings); err != nil {
		return err
	}
	o.Progress("trying the draft", 0, 0)
	if err := verify.Trim(ctx, o); err != nil {
		return err
	}
	o.Assumed = append(o.Assumed, fmt.Sprintf("the scenario is drafted from the server's tools, %s; --suggest writes it to a file", calls(len(o.Scenario.Steps))))
	return nil
}

func calls(n int) string {
	if n == 1 {
		return "1 call"
	}
	return fmt.Sprintf("%d calls", n)
}

// guess builds the program of the module that serves MCP over HTTP and finds out how it is started.
func (p *Program) guess(ctx context.Context, f *verifyFlags, o *verify.Options, r *report.Report) error {
	var programs, others []string
	for _, program := range r.Served.Programs {
		if slices.Contains(program.Transports, report.HTTP) {
			programs = append(programs, program.Package)
		} else {
			others = append(others, fmt.Sprintf("%s (%s)", program.Package, strings.Join(program.Transports, ", ")))
		}
	}
	if len(programs) == 0 {
		message := "no program that serves MCP over HTTP was found"
		if len(others) > 0 {
			message += "; there is " + strings.Join(others, ", ")
		}
		return usagef("%s: give --server 'COMMAND {addr}' or --url", message)
	}
	dir, err := filepath.Abs(f.dir)
	if err != nil {
		return err
	}
	o.Assumed = append(o.Assumed, "the server is "+programs[0])
	if len(programs) > 1 {
		o.Assumed = append(o.Assumed, "and not "+strings.Join(programs[1:], ", "))
	}
	return verify.Guess(ctx, o, "go build -o {bin}/server "+programs[0], dir)
}

// suggest writes the draft.
func (p *Program) suggest(f *verifyFlags, o *verify.Options) error {
	s := *o.Scenario
	if folder, err := filepath.Abs(filepath.Dir(f.output)); err == nil && s.Server.Dir != "" {
		// Paths in a scenario start from its own folder.
		if rel, err := filepath.Rel(folder, s.Server.Dir); err == nil {
			s.Server.Dir = filepath.ToSlash(rel)
		}
	}
	if s.Server.Dir == "." {
		s.Server.Dir = ""
	}
	s.Callers = make(map[string]scenario.Caller)
	for name, c := range o.Scenario.Callers {
		if !strings.HasPrefix(c.Token, "$") {
			c.Token = "$" + strings.ToUpper(name) + "_TOKEN" // a secret does not belong into a file
		}
		s.Callers[name] = c
	}
	env := make(map[string]string)
	for name, value := range s.Server.Env {
		if !slices.ContainsFunc(f.env, func(pair string) bool { return strings.HasPrefix(pair, name+"=") }) {
			env[name] = value
		}
	}
	s.Server.Env = env
	comment := []string{"A draft: arguments are made up. Change them, say what the answers must contain, and mark what writes."}
	comment = append(comment, o.Assumed...)
	for _, pair := range f.env {
		name, _, _ := strings.Cut(pair, "=")
		comment = append(comment, name+" was set with --env; set it in the environment, or in server.env")
	}
	return p.writeScenario(f.output, &s, comment)
}

// record writes what a client says to a server.
func (p *Program) record(ctx context.Context, f *verifyFlags) error {
	target, err := parseURL("--record", f.record)
	if err != nil {
		return err
	}
	s, err := verify.Record(ctx, target, f.listen, func(address string) {
		p.say("recording: connect the client to " + address + ", and press Ctrl-C when it has said enough")
	})
	if err != nil {
		return usagef("--listen: %v", err)
	}
	if len(s.Steps) == 0 {
		p.say("nothing was recorded: no client called a tool, a prompt or a resource")
		p.code = report.ExitIncomplete
		return nil
	}
	return p.writeScenario(f.output, s, []string{
		"Recorded from a client. Say how the server is started, and look through what was taken for a handle and for a write.",
	})
}

// writeScenario writes a scenario to standard output or to a file that does not exist yet: a scenario may hold a person's work.
func (p *Program) writeScenario(output string, s *scenario.Scenario, comment []string) error {
	for i := range comment {
		comment[i] = report.Printable(comment[i])
	}
	data, err := scenario.Marshal(s, comment...)
	if err != nil {
		return err
	}
	if output == "" || output == "-" {
		_, err := p.Stdout.Write(data)
		return err
	}
	file, err := os.OpenFile(output, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return usagef("--output: %v: a scenario that is there is not overwritten", err)
	}
	_, err = file.Write(data)
	if cerr := file.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		p.say(fmt.Sprintf("the scenario with %s is in %s", calls(len(s.Steps)), output))
	}
	return err
}
