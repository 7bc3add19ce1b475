package phases

import (
	"context"
	"fmt"

	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
)

// roundRobin sends each request to the next instance. A step may take several requests, so that two steps which depend on each other
// could meet on one instance by chance; further runs therefore send whole steps in turn, in strides of 1, n, n² and so on, which
// puts any two steps on different instances in at least one of them.
func (v *verifier) roundRobin(ctx context.Context, b *base) error {
	n := v.o.Replicas
	steps := len(v.o.Scenario.Steps)
	route := []func(a *attempt, i int){nil}
	for stride := 1; stride < steps; stride *= n {
		route = append(route, func(a *attempt, i int) { a.site.proxy.Pin(i / stride % n) })
	}
	for _, r := range route {
		err := v.attempt(ctx, b.protocol, n, func(a *attempt) error {
			a.site.proxy.RoundRobin(0)
			p := a.main()
			defer p.leave()
			for i := range v.o.Scenario.Steps {
				v.progress(i)
				if r != nil {
					r(a, i)
				}
				if f := a.differs(b, p, i, a.step(ctx, p, i, "")); f != nil {
					f.Message = fmt.Sprintf("%s %s, with the requests spread over %d instances", f.Call, f.Message, n)
					v.fail(a.site, f)
					return nil
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	b.spread = len(v.phase.Failures) == 0
	return nil
}

// kill runs the scenario once for each step but the first: all calls before the step go to one instance, which is then killed. The
// step goes to another one, and the rest to the instance that has come back.
func (v *verifier) kill(ctx context.Context, b *base) error {
	switch {
	case len(v.o.URLs) > 0:
		return v.skip("the instances were started by something else")
	case len(v.o.Scenario.Steps) < 2:
		return v.skip("the scenario has a single step: nothing could be lost")
	}
	for at := 1; at < len(v.o.Scenario.Steps); at++ {
		if v.o.Scenario.Steps[at].Updated != "" {
			continue // a notification that was under way is lost, and may be
		}
		if err := v.killBefore(ctx, b, at); err != nil {
			return err
		}
	}
	return nil
}

func (v *verifier) killBefore(ctx context.Context, b *base, at int) error {
	return v.attempt(ctx, b.protocol, 2, func(a *attempt) error {
		a.site.proxy.Pin(0)
		p := a.main()
		defer p.leave()
		for i := range v.o.Scenario.Steps {
			v.progress(i)
			switch i {
			case at:
				a.site.kill(0)
				a.event("kill", 0)
				a.site.proxy.Pin(1)
				// A client whose stream or session died connects anew.
				if b.protocol == scenario.Legacy || len(p.follows) > 0 {
					p.leave()
				}
			case at + 1:
				if err := a.site.restart(ctx, 0); err != nil {
					return err
				}
				a.event("restart", 0)
				if b.protocol == scenario.Modern && len(p.follows) == 0 {
					a.site.proxy.Pin(0)
				}
			}
			f := a.differs(b, p, i, a.step(ctx, p, i, ""))
			if f != nil {
				f.Message = fmt.Sprintf("%s %s, after the instance that served so far was killed before step %d", f.Call, f.Message, at+1)
				v.fail(a.site, f)
				return nil
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
}
