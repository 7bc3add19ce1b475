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

// Trim runs the steps of a draft on one instance and drops those that do not work, and those that need them.
func Trim(ctx context.Context, o *Options) (notes []string, err error) {
	err = once(ctx, o, func(v *verifier) error {
		for _, protocol := range scenario.Protocols() {
			var outcomes []*outcome
			outcomes, _, refused, err := v.alone(ctx, protocol, v.mainName())
			if err != nil {
				return err
			}
			if refused != nil {
				continue
			}
			var kept []scenario.Step
			for i, o := range outcomes {
				if o.unmet == "" {
					kept = append(kept, v.o.Scenario.Steps[i])
					continue
				}
				notes = append(notes, fmt.Sprintf("%s is left out: it does not work with made-up arguments (%s)", v.call(i), short(o.unmet)))
			}
			v.o.Scenario.Steps = kept
			return nil
		}
		return nil
	})
	return notes, err
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
