// Package phases runs a scenario again and again, each time under another condition that a server without hidden state does not
// notice: several instances, a killed one, a repeated call, another caller, a cut stream. Each run is compared with the baseline,
// which is the same scenario on a single instance, call by call; the first call that differs is the failure of the run.
package phases

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify/client"
	"github.com/mcpaudit/mcpaudit/internal/verify/replica"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/mcpaudit/mcpaudit/report"
)

const (
	defaultTimeout = 10 * time.Second // of one call
	teardownLimit  = 30 * time.Second
	defaultPath    = "/mcp"
)

// Options say what to run.
type Options struct {
	Scenario *scenario.Scenario
	Replicas int        // instances side by side, at least 2
	URLs     []*url.URL // instances that something else has started; nil starts them
	Phases   []string   // nil is all
	LogDir   string     // where the output of failed runs is kept
	Progress func(stage string, done, total int)
	Warn     func(string)

	callers map[string]scenario.Caller // with their tokens
}

// resolve reads the tokens of the callers.
func (o *Options) resolve() error {
	o.callers = make(map[string]scenario.Caller)
	for name, c := range o.Scenario.Callers {
		c, err := c.Resolve(os.Getenv)
		if err != nil {
			return &StartError{fmt.Errorf("caller %s: %w", name, err)}
		}
		o.callers[name] = c
	}
	return nil
}

func (o *Options) path() string {
	if len(o.URLs) > 0 && o.URLs[0].Path != "" {
		return o.URLs[0].Path
	}
	if p := o.Scenario.Server.Path; p != "" {
		return p
	}
	return defaultPath
}

func (o *Options) warn(s string) {
	if o.Warn != nil {
		o.Warn(s)
	}
}

func (o *Options) progress(stage string, done, total int) {
	if o.Progress != nil {
		o.Progress(stage, done, total)
	}
}

func (o *Options) wants(phase string) bool {
	return len(o.Phases) == 0 || slices.Contains(o.Phases, phase)
}

// verifier is the state of one verification.
type verifier struct {
	o     *Options
	bin   string // what build commands made
	out   *report.Proof
	phase *report.ProofPhase // that is running
}

// Run runs all phases. A StartError means that nothing, or not all, could be shown; the proof holds what was.
func Run(ctx context.Context, o *Options) (*report.Proof, error) {
	v := &verifier{o: o, out: &report.Proof{Replicas: o.Replicas}}
	for i := range o.Scenario.Steps {
		st := &o.Scenario.Steps[i]
		v.out.Calls = append(v.out.Calls, report.ProofCall{Step: i + 1, Call: st.Call(), Line: st.Line, Write: st.Write})
	}
	bin, err := os.MkdirTemp("", "mcpaudit-bin-")
	if err != nil {
		return nil, err
	}
	v.bin = bin
	defer os.RemoveAll(bin)
	if err := o.resolve(); err != nil {
		return v.out, err
	}
	if err := v.build(ctx); err != nil {
		return v.out, err
	}
	bases, err := v.baselines(ctx)
	if err != nil {
		return v.out, err
	}
	for _, b := range bases {
		if err := v.all(ctx, b); err != nil {
			return v.out, err
		}
	}
	return v.out, nil
}

// build runs the build commands, once for all runs.
func (v *verifier) build(ctx context.Context) error {
	s := v.o.Scenario
	fill := map[string]string{"bin": v.bin}
	var builds [][2]string
	if len(v.o.URLs) == 0 && s.Server.Build != "" {
		builds = append(builds, [2]string{"the server", s.Server.Build})
	}
	for name, sv := range s.Services {
		if sv.Build != "" {
			builds = append(builds, [2]string{"service " + name, sv.Build})
		}
	}
	for i, b := range builds {
		v.o.progress("building "+b[0], i, len(builds))
		if err := replica.Run(ctx, b[1], s.Dir, nil, fill); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return &StartError{fmt.Errorf("building %s: %w", b[0], err)}
		}
	}
	return nil
}

// all runs the phases after the baseline.
func (v *verifier) all(ctx context.Context, b *base) error {
	for _, phase := range []struct {
		name string
		run  func(context.Context, *base) error
	}{
		{report.PhaseRoundRobin, v.roundRobin},
		{report.PhaseKill, v.kill},
		{report.PhaseReplay, v.replay},
		{report.PhaseCallers, v.callers},
		{report.PhaseLists, v.lists},
		{report.PhaseCut, v.cut},
	} {
		if !v.o.wants(phase.name) {
			continue
		}
		if err := v.run(phase.name, b.agreed, func() error { return phase.run(ctx, b) }); err != nil {
			return err
		}
	}
	return nil
}

// run runs one phase and files its outcome.
func (v *verifier) run(name, protocol string, f func() error) error {
	v.out.Phases = append(v.out.Phases, report.ProofPhase{Name: name, Protocol: protocol})
	return v.resume(len(v.out.Phases)-1, f)
}

// resume goes on with a phase and files its outcome anew.
func (v *verifier) resume(i int, f func() error) error {
	v.phase = &v.out.Phases[i]
	start := time.Now()
	err := f()
	p := v.phase
	p.Milliseconds += int(time.Since(start).Milliseconds())
	switch {
	case len(p.Failures) > 0:
		p.Status = report.Failed
	case err != nil:
		p.Status, p.Reason = report.Skipped, "it could not be run to its end"
	case p.Reason != "":
		p.Status = report.Skipped
	default:
		p.Status = report.Passed
	}
	return err
}

func (v *verifier) skip(format string, args ...any) error {
	v.phase.Reason = fmt.Sprintf(format, args...)
	return nil
}

func (v *verifier) note(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); !slices.Contains(v.phase.Notes, s) {
		v.phase.Notes = append(v.phase.Notes, s)
	}
}

// fail files a failure of a run, once for all runs that fail in the same way.
func (v *verifier) fail(s *site, f *report.ProofFailure) {
	f.Runs = 1
	for i := range v.phase.Failures {
		if have := &v.phase.Failures[i]; have.Step == f.Step && have.Call == f.Call && have.Caller == f.Caller {
			have.Runs++
			return
		}
	}
	if s != nil && v.o.LogDir != "" {
		dir := filepath.Join(v.o.LogDir, fmt.Sprintf("%s-%s-%d", v.phase.Name, v.phase.Protocol, len(v.phase.Failures)+1))
		if err := s.keepLogs(dir); err != nil {
			v.o.warn("the output of the instances could not be kept: " + err.Error())
		} else if len(s.instances) > 0 {
			f.Log, v.out.Logs = dir, v.o.LogDir
		}
	}
	v.phase.Failures = append(v.phase.Failures, *f)
}

// isProtocolError tells a server that does not serve a protocol from one that cannot be reached.
func isProtocolError(err error) bool { return errors.Is(err, client.ErrProtocol) }
