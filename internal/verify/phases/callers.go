package phases

import (
	"context"
	"fmt"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/verify/client"
	"github.com/mcpaudit/mcpaudit/internal/verify/compare"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/mcpaudit/mcpaudit/report"
)

// callers runs the scenario as two callers on one instance: each must get the answers that it gets alone. They take turns call by
// call; then the first one is interrupted at each step by the whole scenario of the second one; then the second one presents the
// handles of the first one, which must be refused.
func (v *verifier) callers(ctx context.Context, b *base) error {
	names := v.o.Scenario.CallerNames()
	if len(names) < 2 {
		return v.skip("the scenario has fewer than two callers")
	}
	for at := range v.o.Scenario.Steps { // 0: call by call
		if err := v.takeTurns(ctx, b, names[0], names[1], at); err != nil {
			return err
		}
	}
	if len(v.phase.Failures) > 0 {
		return nil // what the second caller may see is beside the point now
	}
	for i := range v.o.Scenario.Steps {
		if len(v.private(i)) == 0 || b.reference[names[0]][i].answer.Failed() {
			continue
		}
		if err := v.steal(ctx, b, i, names[0], names[1]); err != nil {
			return err
		}
	}
	return nil
}

// turns is who makes which call: alternately, or the second caller all of them before call at of the first one.
func turns(steps, at int) (order [][2]int) {
	for i := range steps {
		if at > 0 && i == at {
			for k := range steps {
				order = append(order, [2]int{1, k})
			}
		}
		order = append(order, [2]int{0, i})
		if at == 0 {
			order = append(order, [2]int{1, i})
		}
	}
	return order
}

func (v *verifier) takeTurns(ctx context.Context, b *base, first, second string, at int) error {
	return v.attempt(ctx, b.protocol, 1, func(a *attempt) error {
		people := []*person{a.person(first), a.person(second)}
		for _, p := range people {
			defer p.leave()
		}
		for _, turn := range turns(len(v.o.Scenario.Steps), at) {
			k, i := turn[0], turn[1]
			v.progress(i)
			o := a.step(ctx, people[k], i, "")
			if f := a.disturbed(b, people[k], people[1-k], i, o); f != nil {
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

// disturbed says what one caller notices of the other one.
func (a *attempt) disturbed(b *base, p, other *person, i int, o *outcome) *report.ProofFailure {
	f := a.differs(b, p, i, o)
	leak := ""
	if !a.v.o.Scenario.Steps[i].Shared {
		leak = leaked(o.answer, other, p)
	}
	switch {
	case leak != "" && !strings.Contains(b.reference[p.name][i].answer.Text(), leak):
		if f == nil {
			f = &report.ProofFailure{
				Step: i + 1, Call: a.v.call(i), Caller: p.name, Instance: o.instance,
				Want: outcomeText(b.reference[p.name][i].answer), Got: outcomeText(o.answer), Sequence: a.picture(),
			}
		}
		f.Message = fmt.Sprintf("%s shows %s what belongs to %s: %s", f.Call, p.name, other.name, short(leak))
	case f != nil:
		f.Message = fmt.Sprintf("%s, called by %s, %s, when %s calls in between", f.Call, p.name, f.Message, other.name)
	}
	return f
}

// leaked finds something in an answer that only the other caller has: a captured value, or the text that is unique to it.
func leaked(answer *client.Answer, other, self *person) string {
	text := scenario.Text(answer.Doc)
	for name, v := range other.vars {
		s, ok := v.(string)
		const shortest = 6 // anything less may be there by chance
		if !ok || len(s) < shortest || name == scenario.VarServer || self.vars[name] == v {
			continue
		}
		if strings.Contains(text, s) {
			return s
		}
	}
	return ""
}

// private lists the variables of a step that hold a handle of its caller.
func (v *verifier) private(i int) []string {
	st := &v.o.Scenario.Steps[i]
	if st.Shared || !st.Repeatable() {
		return nil
	}
	var names []string
	for _, name := range st.Presents() {
		for _, earlier := range v.o.Scenario.Steps[:i] {
			if c, ok := earlier.Capture[name]; ok && !c.Shared {
				names = append(names, name)
			}
		}
	}
	return names
}

// steal lets a second caller make a call of the first one, handle and all, before the first one makes it.
func (v *verifier) steal(ctx context.Context, b *base, at int, owner, thief string) error {
	return v.attempt(ctx, b.protocol, 1, func(a *attempt) error {
		p, q := a.person(owner), a.person(thief)
		defer p.leave()
		defer q.leave()
		for i := range v.o.Scenario.Steps {
			v.progress(i)
			if i == at {
				q.vars = p.vars
				if f := a.theft(ctx, b, p, q, i); f != nil {
					v.fail(a.site, f)
					return nil
				}
			}
			o := a.step(ctx, p, i, "")
			if f := a.differs(b, p, i, o); f != nil {
				f.Message = fmt.Sprintf("%s, called by %s, %s, after %s made call %d with the handle of %s", f.Call, owner, f.Message, thief, at+1, owner)
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

// theft is the call of somebody who has the handle of another caller. What a server answers to a write may be polite; whether anything
// was done shows in what the owner sees afterwards. A read must not give what the owner gets.
func (a *attempt) theft(ctx context.Context, b *base, owner, thief *person, i int) *report.ProofFailure {
	st := &a.v.o.Scenario.Steps[i]
	thief.names = owner.names
	o := a.step(ctx, thief, i, "")
	if o.answer.Failed() {
		return nil
	}
	same := len(compare.Diff(b.noise[i].Remove(b.reference[owner.name][i].normal), b.noise[i].Remove(o.normal))) == 0
	if st.Write || !same {
		a.v.note("%s does not refuse %s the handle of %s.", st.Call(), thief.name, owner.name)
		return nil
	}
	return &report.ProofFailure{
		Step: i + 1, Call: st.Call(), Caller: thief.name, Instance: o.instance, Want: "an error", Got: outcomeText(o.answer), Sequence: a.picture(),
		Message: fmt.Sprintf("%s gives %s what belongs to %s: the handle in ${%s} is enough", st.Call(), thief.name, owner.name, a.v.private(i)[0]),
	}
}
