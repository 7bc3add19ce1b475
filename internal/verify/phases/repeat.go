package phases

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify/client"
	"github.com/mcpaudit/mcpaudit/internal/verify/compare"
	"github.com/mcpaudit/mcpaudit/report"
)

// replay sends one call twice, in a run for each call: a client whose stream broke before the answer came sends the call again as
// a new request, with the same arguments. It has not seen the first answer, so it goes on with the second. Then everything
// must look as if the call had been sent once.
func (v *verifier) replay(ctx context.Context, b *base) error {
	any := false
	for i := range v.o.Scenario.Steps {
		st := &v.o.Scenario.Steps[i]
		if !st.Repeatable() || st.Until != nil {
			continue
		}
		any = true
		if err := v.replayStep(ctx, b, i); err != nil {
			return err
		}
	}
	if !any {
		return v.skip("no step of the scenario can be repeated")
	}
	return nil
}

func (v *verifier) replayStep(ctx context.Context, b *base, at int) error {
	return v.attempt(ctx, b.protocol, v.instancesForRepeats(b), func(a *attempt) error {
		a.site.proxy.Pin(0)
		p := a.main()
		defer p.leave()
		for i := range v.o.Scenario.Steps {
			v.progress(i)
			o := a.step(ctx, p, i, "")
			if f := a.differs(b, p, i, o); f != nil {
				v.fail(a.site, v.blame(b, f, at, i, "sent twice"))
				return nil
			}
			if i == at && !o.answer.Failed() {
				a.site.proxy.Pin(v.otherInstance(b))
				if f := a.again(ctx, b, p, i); f != nil {
					v.fail(a.site, f)
					return nil
				}
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		v.unseen(at)
		return nil
	})
}

// again repeats a call. A read must give the same answer; what the repetition of a write says is up to the server, as long as
// the reads that follow see one write.
func (a *attempt) again(ctx context.Context, b *base, p *person, i int) *report.ProofFailure {
	st := &a.v.o.Scenario.Steps[i]
	o := a.step(ctx, p, i, "again")
	if st.Write {
		if o.answer.Failed() {
			a.v.note("%s refuses a repetition (%s): a client that lost the first answer cannot tell that the call worked.", st.Call(), short(o.answer.Text()))
		} else if len(compare.Diff(b.noise[i].Remove(b.reference[p.name][i].normal), b.noise[i].Remove(o.normal))) > 0 {
			a.v.note("%s answers a repetition differently (%s).", st.Call(), strings.TrimSuffix(outcomeText(o.answer), "."))
		}
		return nil
	}
	f := a.differs(b, p, i, o)
	if f != nil {
		f.Message = fmt.Sprintf("%s, sent twice, %s the second time: a repeated read is a different read", f.Call, f.Message)
		if o.answer.Failed() {
			f.Message = fmt.Sprintf("%s, sent twice, %s", f.Call, f.Message)
		}
	}
	return f
}

// blame names the call that was repeated, or cut, as the reason of what a later call shows.
func (v *verifier) blame(b *base, f *report.ProofFailure, at, seen int, what string) *report.ProofFailure {
	if seen == at {
		f.Message = fmt.Sprintf("%s %s", f.Call, f.Message)
		return f
	}
	f.Message = fmt.Sprintf("%s was %s: step %d, %s, then %s", v.call(at), what, seen+1, f.Call, f.Message)
	f.Step, f.Call = at+1, v.call(at)
	return f
}

// unseen notes a write whose effect nothing in the scenario shows.
func (v *verifier) unseen(at int) {
	steps := v.o.Scenario.Steps
	if !steps[at].Write {
		return
	}
	for _, st := range steps[at+1:] {
		if !st.Write {
			return
		}
	}
	v.note("No step reads after %s (step %d): whether a repetition does the work twice cannot be seen.", steps[at].Call(), at+1)
}

// instancesForRepeats is 2 when the server can be trusted to work on two: then the repetition goes to the other instance, since what
// one instance remembers of the first request proves nothing.
func (v *verifier) instancesForRepeats(b *base) int {
	if b.spread {
		return 2
	}
	return 1
}

func (v *verifier) otherInstance(b *base) int {
	if b.spread {
		return 1
	}
	return 0
}

// How long the work of a cut call may go on before its effect is looked at.
const (
	quick      = 200 * time.Millisecond // a call that takes less is cut at its answer, any other one half-way
	settle     = 100 * time.Millisecond
	settleMost = 5 * time.Second
)

// cut breaks the stream of each write, and of the first read: the server has the request, the client gets no answer. The server must
// go on, and when the client sends the call again, the work must be done once.
func (v *verifier) cut(ctx context.Context, b *base) error {
	any, read := false, false
	for i := range v.o.Scenario.Steps {
		st := &v.o.Scenario.Steps[i]
		if !st.Repeatable() || st.Until != nil || !st.Write && read || b.reference[v.mainName()][i].answer.Failed() {
			continue
		}
		read = read || !st.Write
		any = true
		if err := v.cutStep(ctx, b, i); err != nil {
			return err
		}
	}
	if !any {
		return v.skip("no step of the scenario can be repeated")
	}
	return nil
}

func (v *verifier) mainName() string {
	if names := v.o.Scenario.CallerNames(); len(names) > 0 {
		return names[0]
	}
	return ""
}

func (v *verifier) cutStep(ctx context.Context, b *base, at int) error {
	return v.attempt(ctx, b.protocol, v.instancesForRepeats(b), func(a *attempt) error {
		a.site.proxy.Pin(0)
		p := a.main()
		defer p.leave()
		for i := range v.o.Scenario.Steps {
			v.progress(i)
			if i == at {
				if f := a.breakOff(ctx, b, p, i); f != nil {
					v.fail(a.site, f)
					return nil
				}
				a.site.proxy.Pin(v.otherInstance(b))
			}
			if f := a.differs(b, p, i, a.step(ctx, p, i, markIf(i == at, "again"))); f != nil {
				if i > at || !v.o.Scenario.Steps[i].Write {
					v.fail(a.site, v.blame(b, f, at, i, "cut off and sent again"))
					return nil
				}
				if i == at {
					v.note("%s answers differently when it is sent again after a cut (%s).", v.call(at), strings.TrimSuffix(f.Got, "."))
				}
			}
			if i == at {
				wait(ctx, min(settle+2*b.reference[p.name][i].answer.Took, settleMost))
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
}

func markIf(yes bool, mark string) string {
	if yes {
		return mark
	}
	return ""
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// breakOff sends a call, cuts its stream, and sees that the server goes on.
func (a *attempt) breakOff(ctx context.Context, b *base, p *person, i int) *report.ProofFailure {
	if err := a.comeBack(ctx, p); err != nil {
		return nil // the step itself will say so
	}
	st := &a.v.o.Scenario.Steps[i]
	call, err := client.Prepare(st, p.vars, a.timeout())
	if err != nil {
		return nil // likewise
	}
	took := b.reference[p.name][i].answer.Took
	middle := a.timeout()
	if took > quick {
		middle = took / 2
	}
	cut := a.site.proxy.CutNext(call.Method(), middle)
	since := a.site.proxy.Mark()
	answer := p.session.Do(ctx, call)
	happened, early := a.site.proxy.Happened(cut)
	o := &outcome{answer: answer}
	a.record(p, i, since, o, "cut")
	if !happened {
		return nil
	}
	if early {
		a.v.note("%s was cut off while it was at work.", st.Call())
	}
	p.leave()
	if why := a.site.crashed(); why != "" {
		return &report.ProofFailure{
			Step: i + 1, Call: st.Call(), Caller: p.name, Instance: o.instance, Sequence: a.picture(),
			Message: fmt.Sprintf("a cut stream of %s ends the server: %s", st.Call(), why),
		}
	}
	if err := a.comeBack(ctx, p); err != nil {
		return &report.ProofFailure{
			Step: i + 1, Call: st.Call(), Caller: p.name, Instance: o.instance, Sequence: a.picture(),
			Message: fmt.Sprintf("after a cut stream of %s no client can connect: %s", st.Call(), short(err.Error())),
		}
	}
	return nil
}
