// Package verify proves what an audit can only suspect: it runs a server and shows what several instances, a killed one, a repeated
// call, a second caller and a cut stream do to it. Its folders are the stages:
//
//	scenario ──► replica + proxy + client ──► phases (with compare) ──► join ──► report.Proof
//
// record and suggest write scenarios for servers that have none. Nothing here knows the command line or the rules of the audit.
package verify

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/verify/join"
	"github.com/mcpaudit/mcpaudit/internal/verify/phases"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
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

// Run verifies a server and adds the outcome to a report, whose findings it explains. The report holds what was shown even when the
// error is not nil.
func Run(ctx context.Context, o Options, r *report.Report) error {
	proof, err := phases.Run(ctx, &phases.Options{
		Scenario: o.Scenario, Replicas: o.Replicas, URLs: o.URLs, Phases: o.Phases, LogDir: o.LogDir,
		Progress: o.Progress, Warn: o.Warn,
	})
	if proof == nil {
		return err
	}
	proof.Scenario, proof.Server, proof.Assumed = o.Scenario.File, server(o), o.Assumed
	r.Proof = proof
	join.Findings(r)
	if start, ok := errors.AsType[*phases.StartError](err); ok {
		r.Problems = append(r.Problems, report.Problem{
			Kind: "verify", File: o.Scenario.File, Message: start.Error(),
			Hint: "docs/verify.md tells how a server is started and what must hold for it to count as ready",
		})
		return nil
	}
	return err
}

func server(o Options) string {
	if len(o.URLs) == 0 {
		return o.Scenario.Server.Command
	}
	var list []string
	for _, u := range o.URLs {
		list = append(list, u.String())
	}
	return strings.Join(list, ", ")
}
