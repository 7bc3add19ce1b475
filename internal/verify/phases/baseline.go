package phases

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify/client"
	"github.com/mcpaudit/mcpaudit/internal/verify/compare"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/mcpaudit/mcpaudit/report"
)

// A base is what a single instance answers, the measure of all other phases of a protocol.
type base struct {
	protocol  string                // that clients ask for
	agreed    string                // that the server agrees to: an older one, perhaps, of those with a handshake
	phase     int                   // where the baseline stands among the phases
	started   time.Time             // when its run began
	reference map[string][]*outcome // by caller
	noise     []compare.Noise       // by step
	broken    bool                  // an expectation does not hold
	spread    bool                  // the round-robin phase passed
}

// clockStep is how far apart the runs are from which the noise is learned: further than the seconds of a clock that stands in an answer.
const clockStep = 1100 * time.Millisecond

// baselines runs the scenario on one instance in each protocol and decides in which ones the other phases run: in the newest one,
// and in the older one where the newest is not served or does not work.
func (v *verifier) baselines(ctx context.Context) ([]*base, error) {
	var bases []*base
	var served []*base
	var refusals []error
	required := v.o.Scenario.Protocols
	for _, protocol := range scenario.Protocols() {
		if len(required) > 0 && !slices.Contains(required, protocol) {
			continue
		}
		var b *base
		var refused error
		err := v.run(report.PhaseBaseline, protocol, func() error {
			var err error
			b, refused, err = v.baseline(ctx, protocol)
			return err
		})
		if err != nil {
			return nil, err
		}
		if refused != nil {
			refusals = append(refusals, fmt.Errorf("protocol %s: %w", protocol, refused))
			continue
		}
		b.agreed, b.phase = v.phase.Protocol, len(v.out.Phases)-1
		served = append(served, b)
		v.out.Protocols = append(v.out.Protocols, v.phase.Protocol)
	}
	if len(served) == 0 {
		return nil, &StartError{fmt.Errorf("no client can connect to %s: %w", v.o.path(), errors.Join(refusals...))}
	}
	bases = served[:1]
	if len(served) > 1 && served[0].broken && !served[1].broken {
		bases = served
	}
	for _, b := range bases {
		if err := v.resume(b.phase, func() error { return v.learn(ctx, b, v.mainName()) }); err != nil {
			return nil, err
		}
	}
	return bases, nil
}

// baseline runs one protocol. Refused is the error of a server with which no connection comes about.
func (v *verifier) baseline(ctx context.Context, protocol string) (b *base, refused, err error) {
	b = &base{protocol: protocol, reference: make(map[string][]*outcome), started: time.Now()}
	names := v.o.Scenario.CallerNames()
	if len(names) == 0 {
		names = []string{""}
	}
	for i, name := range names[:min(len(names), 2)] {
		outcomes, s, refused, err := v.alone(ctx, protocol, name)
		if err != nil {
			return nil, nil, err
		}
		if refused != nil {
			v.refused(protocol, refused)
			return nil, refused, nil
		}
		b.reference[name] = outcomes
		if i == 0 {
			b.broken = v.checkBaseline(protocol, name, outcomes, s)
		}
	}
	return b, nil, nil
}

// learn runs the scenario once more and finds out what differs by itself.
func (v *verifier) learn(ctx context.Context, b *base, name string) error {
	select {
	case <-time.After(time.Until(b.started.Add(clockStep))):
	case <-ctx.Done():
		return ctx.Err()
	}
	again, _, refused, err := v.alone(ctx, b.protocol, name)
	if err != nil {
		return err
	}
	b.noise = make([]compare.Noise, len(v.o.Scenario.Steps))
	for i, o := range b.reference[name] {
		if refused != nil || i >= len(again) {
			break
		}
		if o.normal.Kind != again[i].normal.Kind {
			v.fail(nil, &report.ProofFailure{
				Step: i + 1, Call: v.call(i), Caller: name, Instance: 1,
				Message: fmt.Sprintf("%s answers differently in two equal runs on a single instance: nothing can be concluded from it", v.call(i)),
				Want:    outcomeText(o.answer), Got: outcomeText(again[i].answer),
			})
			continue
		}
		b.noise[i] = compare.Learn(o.normal, again[i].normal)
	}
	return nil
}

func (v *verifier) call(i int) string { return v.o.Scenario.Steps[i].Call() }

// alone runs the scenario as one caller on one instance.
func (v *verifier) alone(ctx context.Context, protocol, name string) (outcomes []*outcome, sequence []report.ProofExchange, refused, err error) {
	err = v.attempt(ctx, protocol, 1, func(a *attempt) error {
		p := a.person(name)
		if refused = a.connect(ctx, p); refused != nil {
			return nil
		}
		defer p.leave()
		for i := range v.o.Scenario.Steps {
			v.progress(i)
			outcomes = append(outcomes, a.step(ctx, p, i, ""))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if why := a.site.crashed(); why != "" {
				v.fail(a.site, &report.ProofFailure{
					Step: i + 1, Call: v.call(i), Caller: name, Message: fmt.Sprintf("%s: %s", v.call(i), why), Sequence: a.sequence,
				})
				return nil
			}
		}
		sequence = a.sequence
		return nil
	})
	return outcomes, sequence, refused, err
}

// refused files a protocol that the server does not serve. That is a failure for the newest one, and for those that the scenario demands.
func (v *verifier) refused(protocol string, err error) {
	demanded := slices.Contains(v.o.Scenario.Protocols, protocol)
	if protocol == scenario.Modern || demanded {
		message := fmt.Sprintf("no client can connect with protocol %s: %s", protocol, short(err.Error()))
		if isProtocolError(err) {
			message = short(err.Error())
		}
		v.fail(nil, &report.ProofFailure{Call: "server/discover", Message: message})
		return
	}
	v.phase.Reason = fmt.Sprintf("the server does not serve %s, and need not: %s", protocol, short(err.Error()))
}

// checkBaseline files the first expectation that does not hold.
func (v *verifier) checkBaseline(protocol, name string, outcomes []*outcome, sequence []report.ProofExchange) bool {
	for i, o := range outcomes {
		if o.unmet == "" {
			continue
		}
		message := fmt.Sprintf("%s does not do on a single instance what the scenario expects: %s", v.call(i), o.unmet)
		if protocol == scenario.Modern || slices.Contains(v.o.Scenario.Protocols, protocol) || len(v.out.Protocols) == 0 {
			v.fail(nil, &report.ProofFailure{
				Step: i + 1, Call: v.call(i), Caller: name, Instance: o.instance, Message: message,
				Want: expectation(&v.o.Scenario.Steps[i]), Got: outcomeText(o.answer), Sequence: upTo(sequence, i+1),
			})
		} else {
			v.note("%s. The scenario does not demand %s.", message, protocol)
		}
		return true
	}
	return false
}

// expectation says what a step expects.
func expectation(st *scenario.Step) string {
	e := st.Expect
	if e == nil {
		e = &scenario.Expect{}
	}
	if e.Error {
		return "an error"
	}
	s := "no error"
	for _, c := range e.Contains {
		s += fmt.Sprintf(", %q", c)
	}
	return s
}

// upTo cuts a picture behind the last line of a step.
func upTo(sequence []report.ProofExchange, step int) []report.ProofExchange {
	for i := len(sequence) - 1; i >= 0; i-- {
		if sequence[i].Step == step {
			return sequence[:i+1]
		}
	}
	return sequence
}

func (v *verifier) progress(step int) {
	v.o.progress(fmt.Sprintf("%s (%s), run %d, step", v.phase.Name, v.phase.Protocol, v.phase.Runs), step+1, len(v.o.Scenario.Steps))
}

// differs compares a step with the baseline and describes the difference, or returns nil.
func (a *attempt) differs(b *base, p *person, i int, o *outcome) *report.ProofFailure {
	list := b.reference[p.name]
	if i >= len(list) {
		return nil
	}
	ref := list[i]
	want, got := b.noise[i].Remove(ref.normal), b.noise[i].Remove(o.normal)
	found := compare.Diff(want, got)
	if len(found) == 0 && (o.unmet == "" || ref.unmet != "") {
		return nil
	}
	f := &report.ProofFailure{
		Step: i + 1, Call: a.v.call(i), Caller: p.name, Instance: o.instance,
		Want: outcomeText(ref.answer), Got: outcomeText(o.answer), Sequence: a.picture(),
	}
	for _, d := range found {
		f.Differences = append(f.Differences, report.ProofDifference{Path: d.Path, Want: d.Want, Got: d.Got})
	}
	switch {
	case o.answer.Kind == client.NoAnswer:
		f.Message = "gets no answer: " + said(got)
	case ref.answer.Kind != o.answer.Kind && o.answer.Failed():
		f.Message = "fails: " + said(got)
	case ref.answer.Kind != o.answer.Kind:
		f.Message = "works, though a single instance refuses it"
	case len(found) == 0:
		f.Message = "does not do what the scenario expects: " + o.unmet
	default:
		f.Message = fmt.Sprintf("answers %s where a single instance answers %s (%s)", orNothing(found[0].Got), orNothing(found[0].Want), found[0].Path)
	}
	if why := a.site.crashed(); why != "" {
		f.Message += "; " + why
	}
	return f
}

// said is the text of an answer, with names in place of handles.
func said(n compare.Normal) string {
	doc, _ := n.Doc.(map[string]any)
	text, _ := doc["text"].(string)
	return short(text)
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return short(s)
}

// picture is the sequence so far, with its last line marked.
func (a *attempt) picture() []report.ProofExchange {
	out := slices.Clone(a.sequence)
	if n := len(out); n > 0 {
		out[n-1].Mark = "differs"
	}
	return out
}
