// Package verify proves what an audit can only suspect: it runs a server and shows what several instances, a killed one, a repeated
// call, a second caller and a cut stream do to it. Its folders are the stages:
//
//	scenario ──► replica + proxy + client ──► phases (with compare) ──► join ──► report.Proof
//
// guess, suggest and record help where nobody wrote a scenario. Nothing here knows the command line or the rules of the audit.
package verify

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"os"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/verify/guess"
	"github.com/mcpaudit/mcpaudit/internal/verify/join"
	"github.com/mcpaudit/mcpaudit/internal/verify/phases"
	"github.com/mcpaudit/mcpaudit/internal/verify/proxy"
	"github.com/mcpaudit/mcpaudit/internal/verify/record"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/mcpaudit/mcpaudit/internal/verify/suggest"
	"github.com/mcpaudit/mcpaudit/report"
)

// Options say what to verify. The scenario holds the server's command, and so on, after the command line was heard.
type Options struct {
	Scenario *scenario.Scenario
	Replicas int
	URLs     []*url.URL
	Phases   []string
	LogDir   string
	Assumed  []string
	Progress func(stage string, done, total int)
	Warn     func(string)
}

func (o *Options) phases() *phases.Options {
	return &phases.Options{
		Scenario: o.Scenario, Replicas: o.Replicas, URLs: o.URLs, Phases: o.Phases, LogDir: o.LogDir,
		Progress: o.Progress, Warn: o.Warn,
	}
}

// Run verifies a server and adds the outcome to a report, whose findings it explains. The report holds what was shown even when
// something could not be run; that is a problem of the report. The error is for everything else, such as an interrupt.
func Run(ctx context.Context, o *Options, r *report.Report) error {
	proof, err := phases.Run(ctx, o.phases())
	if proof == nil {
		return err
	}
	proof.Scenario, proof.Server, proof.Assumed = cmp.Or(o.Scenario.File, "drafted"), server(o), o.Assumed
	r.Proof = proof
	join.Findings(r)
	if start, ok := errors.AsType[*phases.StartError](err); ok {
		r.Problems = append(r.Problems, report.Problem{
			Kind: "verify", File: o.Scenario.File, Message: start.Error(),
			Hint: "docs/verify.md tells how a server is started and when it counts as ready",
		})
		return nil
	}
	return err
}

func server(o *Options) string {
	if len(o.URLs) == 0 {
		return o.Scenario.Server.Command
	}
	var list []string
	for _, u := range o.URLs {
		list = append(list, u.String())
	}
	return strings.Join(list, ", ")
}

// Draft fills the scenario with steps for the tools that the server lists, in an order that the findings suggest.
func Draft(ctx context.Context, o *Options, findings []report.Finding) error {
	tools, err := phases.Tools(ctx, o.phases())
	if err != nil {
		return err
	}
	draft := suggest.From(tools, findings)
	o.Scenario.Steps = draft.Steps
	o.Assumed = append(o.Assumed, draft.Notes...)
	return nil
}

// Trim drops the steps of a draft that do not work on a single instance.
func Trim(ctx context.Context, o *Options) error {
	notes, err := phases.Trim(ctx, o.phases(), suggest.Match)
	o.Assumed = append(o.Assumed, notes...)
	return err
}

// Guess finds out how a program is started. Build is the command that builds it, as in guess.Server.
func Guess(ctx context.Context, o *Options, build, dir string) error {
	if o.Progress != nil {
		o.Progress("finding out how the server is started", 0, 0)
	}
	var caller scenario.Caller
	if names := o.Scenario.CallerNames(); len(names) > 0 {
		var err error
		if caller, err = o.Scenario.Callers[names[0]].Resolve(os.Getenv); err != nil {
			return err
		}
	}
	found, err := guess.Server(ctx, build, dir, o.Scenario.Server, caller)
	if err != nil {
		return err
	}
	o.Scenario.Server, o.Scenario.Dir = found.Server, dir
	o.Assumed = append(o.Assumed, found.Assumed...)
	return nil
}

// Record listens in front of a server until the context ends and makes a scenario of what a client says. Ready is called with the
// address to which the client should connect.
func Record(ctx context.Context, target *url.URL, listen string, ready func(address string)) (*scenario.Scenario, error) {
	p, err := proxy.Listen(listen, []proxy.Target{{Scheme: target.Scheme, Host: target.Host}})
	if err != nil {
		return nil, err
	}
	p.KeepBodies(record.BodyLimit)
	ready(p.URL + target.Path)
	<-ctx.Done()
	p.Close() // notes what is on its way
	s := record.Scenario(p.Since(0))
	s.Server.Path = target.Path
	return s, nil
}
