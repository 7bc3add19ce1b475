package phases

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Tools starts the server of a scenario, whose steps do not matter, and lists its tools.
func Tools(ctx context.Context, o *Options) ([]*mcp.Tool, error) {
	var tools []*mcp.Tool
	err := once(ctx, o, func(v *verifier) error {
		var failures []error
		for _, protocol := range scenario.Protocols() {
			refused := error(nil)
			err := v.attempt(ctx, protocol, 1, func(a *attempt) error {
				p := a.main()
				if refused = a.connect(ctx, p); refused != nil {
					return nil
				}
				defer p.leave()
				tools, refused = p.session.Tools(ctx)
				return nil
			})
			if err != nil || refused == nil {
				return err
			}
			failures = append(failures, fmt.Errorf("protocol %s: %w", protocol, refused))
		}
		return &StartError{fmt.Errorf("no client can list the tools at %s: %w", o.path(), errors.Join(failures...))}
	})
	return tools, err
}

// Trim runs the steps of a draft on one instance. Refine may say where in a text a captured handle stands. Then the steps that do not
// work are dropped, and those that need them.
func Trim(ctx context.Context, o *Options, refine func(text string) string) (notes []string, err error) {
	err = once(ctx, o, func(v *verifier) error {
		for _, protocol := range scenario.Protocols() {
			outcomes, _, refused, err := v.alone(ctx, protocol, v.mainName())
			if err != nil {
				return err
			}
			if refused != nil {
				continue
			}
			if refineCaptures(o.Scenario, outcomes, refine) {
				if outcomes, _, _, err = v.alone(ctx, protocol, v.mainName()); err != nil {
					return err
				}
			}
			notes = v.drop(outcomes)
			return nil
		}
		return nil
	})
	return notes, err
}

func refineCaptures(s *scenario.Scenario, outcomes []*outcome, refine func(string) string) (changed bool) {
	for i, o := range outcomes {
		for name, c := range s.Steps[i].Capture {
			if c.Path != "$.text" || c.Match != "" {
				continue
			}
			if c.Match = refine(o.answer.Text()); c.Match != "" {
				s.Steps[i].Capture[name] = c
				changed = true
			}
		}
	}
	return changed
}

// drop keeps the steps that work.
func (v *verifier) drop(outcomes []*outcome) (notes []string) {
	var kept []scenario.Step
	for i, o := range outcomes {
		if o.unmet == "" {
			kept = append(kept, v.o.Scenario.Steps[i])
			continue
		}
		notes = append(notes, fmt.Sprintf("%s is left out: it does not work with made-up arguments (%s)", v.call(i), short(o.unmet)))
	}
	v.o.Scenario.Steps = kept
	return notes
}

// once sets up a verifier for something else than the phases.
func once(ctx context.Context, o *Options, f func(*verifier) error) error {
	bin, err := os.MkdirTemp("", "mcpaudit-bin-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(bin)
	v := &verifier{o: o, bin: bin, out: &report.Proof{}, phase: &report.ProofPhase{Name: "draft"}}
	if err := o.resolve(); err != nil {
		return err
	}
	if err := v.build(ctx); err != nil {
		return err
	}
	return f(v)
}
