package phases

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify/client"
	"github.com/mcpaudit/mcpaudit/internal/verify/compare"
	"github.com/mcpaudit/mcpaudit/internal/verify/proxy"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/mcpaudit/mcpaudit/report"
)

// An attempt is the scenario running on one site.
type attempt struct {
	v        *verifier
	site     *site
	protocol string
	sequence []report.ProofExchange
}

// A person is one caller in an attempt.
type person struct {
	name    string
	caller  scenario.Caller
	session *client.Session
	vars    map[string]any
	names   map[string]string // values and what stands for them in comparisons
	follows []int             // the subscribe steps that were made
}

// An outcome is what one step gave.
type outcome struct {
	answer   *client.Answer
	normal   compare.Normal
	instance int    // that answered, from 1
	unmet    string // the expectation that does not hold, or why the call was not possible
	requests int    // to the server
}

// attempt deploys n instances and runs f on them.
func (v *verifier) attempt(ctx context.Context, protocol string, n int, f func(*attempt) error) error {
	v.phase.Runs++
	s, err := v.deploy(ctx, n)
	if err != nil {
		return err
	}
	defer s.close()
	err = f(&attempt{v: v, site: s, protocol: protocol})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

func (a *attempt) person(name string) *person {
	unique := a.site.unique
	if name != "" {
		unique = name + "-" + unique
	}
	names := a.site.addresses()
	names[unique] = "unique"
	return &person{
		name: name, caller: a.v.o.callers[name], names: names,
		vars: map[string]any{scenario.VarCaller: name, scenario.VarUnique: unique, scenario.VarServer: a.site.proxy.URL},
	}
}

// main is the caller of phases with one caller.
func (a *attempt) main() *person {
	if names := a.v.o.Scenario.CallerNames(); len(names) > 0 {
		return a.person(names[0])
	}
	return a.person("")
}

func (a *attempt) connect(ctx context.Context, p *person) error {
	if p.session != nil {
		return nil
	}
	s, err := client.Connect(ctx, a.options(p))
	if err != nil {
		return err
	}
	p.session = s
	if a.protocol == scenario.Legacy {
		a.v.phase.Protocol = s.Protocol() // which may be an older one
	}
	return nil
}

func (a *attempt) options(p *person) client.Options {
	return client.Options{
		URL: a.site.endpoint(), Protocol: a.protocol, Caller: p.caller, Timeout: a.timeout(),
		Listen: slices.ContainsFunc(a.v.o.Scenario.Steps, func(st scenario.Step) bool { return st.Subscribe != "" }),
	}
}

// leave closes the connection of a person, who connects anew with the next call and follows again what was followed.
func (p *person) leave() {
	if p.session != nil {
		p.session.Close()
		p.session = nil
	}
}

// comeBack connects again after leave.
func (a *attempt) comeBack(ctx context.Context, p *person) error {
	if p.session != nil {
		return nil
	}
	if err := a.connect(ctx, p); err != nil {
		return err
	}
	for _, i := range p.follows {
		call, err := client.Prepare(&a.v.o.Scenario.Steps[i], p.vars, a.timeout())
		if err != nil {
			return err
		}
		if answer := p.session.Do(ctx, call); answer.Failed() {
			return fmt.Errorf("subscribing again: %s", answer.Text())
		}
	}
	return nil
}

func (a *attempt) timeout() time.Duration { return a.v.o.Scenario.Timeout.Or(defaultTimeout) }

const untilPause = 50 * time.Millisecond

// step makes call i of the scenario for a person.
func (a *attempt) step(ctx context.Context, p *person, i int, mark string) *outcome {
	st := &a.v.o.Scenario.Steps[i]
	call, err := client.Prepare(st, p.vars, a.timeout())
	if err != nil {
		return a.impossible(p, i, err.Error())
	}
	since := a.site.proxy.Mark()
	if err := a.comeBack(ctx, p); err != nil {
		return a.lost(p, i, since, fmt.Errorf("cannot connect: %w", err))
	}
	answer := p.session.Do(ctx, call)
	for deadline := time.Now().Add(call.Timeout); st.Until != nil && time.Now().Before(deadline) && ctx.Err() == nil; {
		if a.unmet(st.Until, answer, p) == "" || answer.Failed() && !st.Until.Error {
			break
		}
		time.Sleep(untilPause)
		answer = p.session.Do(ctx, call)
	}
	a.explain(since, answer)
	if st.Subscribe != "" && !answer.Failed() {
		p.follows = append(p.follows, i)
	}
	o := &outcome{answer: answer}
	a.judge(st, p, o)
	a.record(p, i, since, o, mark)
	o.normal = compare.Normalize(answer, p.names, slices.Concat(a.v.o.Scenario.Volatile, st.Volatile))
	return o
}

// explain says what the proxy saw where the SDK only says that the transport failed.
func (a *attempt) explain(since int, answer *client.Answer) {
	seen := a.site.proxy.Since(since)
	if !answer.Failed() || answer.Kind == client.NoAnswer || len(seen) == 0 {
		return
	}
	if last := seen[len(seen)-1]; last.Error != "" {
		answer.Kind = client.NoAnswer
		answer.Doc = map[string]any{"text": "the instance closed the connection without an answer: " + last.Error}
		a.site.dying(last.Instance)
	}
}

// judge takes the captures and checks the expectations.
func (a *attempt) judge(st *scenario.Step, p *person, o *outcome) {
	want := st.Expect
	if want == nil {
		want = &scenario.Expect{}
	}
	if o.unmet = a.unmet(want, o.answer, p); o.unmet == "" && st.Until != nil {
		o.unmet = a.unmet(st.Until, o.answer, p)
	}
	if o.answer.Failed() {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(st.Capture)) {
		value, err := capture(st.Capture[name], o.answer.Doc)
		if err != nil {
			if o.unmet == "" {
				o.unmet = fmt.Sprintf("nothing to capture for ${%s}: %v", name, err)
			}
			continue
		}
		p.vars[name] = value
		if s, ok := value.(string); ok && s != "" {
			p.names[s] = name
		}
	}
}

func capture(c scenario.Capture, doc map[string]any) (any, error) {
	found := c.Path.Select(doc)
	if len(found) == 0 {
		return nil, fmt.Errorf("%s selects nothing in the answer", c.Path)
	}
	if c.Match == "" {
		return found[0], nil
	}
	m := regexp.MustCompile(c.Match).FindStringSubmatch(scenario.Text(found[0]))
	if m == nil {
		return nil, fmt.Errorf("%s does not match %s", c.Path, c.Match)
	}
	return m[1], nil
}

// unmet says which expectation does not hold, or "".
func (a *attempt) unmet(e *scenario.Expect, answer *client.Answer, p *person) string {
	if answer.Failed() != e.Error {
		if e.Error {
			return "it should be refused and is not"
		}
		return fmt.Sprintf("%s: %s", answer.Kind, short(answer.Text()))
	}
	text := scenario.Text(answer.Doc)
	for _, s := range e.Contains {
		if s, err := scenario.ExpandString(s, p.vars); err != nil || !strings.Contains(answer.Text(), s) && !strings.Contains(text, s) {
			return fmt.Sprintf("the answer does not contain %q", s)
		}
	}
	for _, s := range e.Lacks {
		if s, err := scenario.ExpandString(s, p.vars); err != nil || strings.Contains(answer.Text(), s) || strings.Contains(text, s) {
			return fmt.Sprintf("the answer contains %q", s)
		}
	}
	for path, want := range e.Equals {
		want, err := scenario.Expand(want, p.vars)
		if err != nil {
			return err.Error()
		}
		found := path.Select(answer.Doc)
		if len(found) != 1 || scenario.Text(found[0]) != scenario.Text(want) {
			return fmt.Sprintf("%s is %s, not %s", path, scenario.Text(found), scenario.Text(want))
		}
	}
	return ""
}

// impossible is the outcome of a call that an earlier failure made impossible.
func (a *attempt) impossible(p *person, i int, why string) *outcome {
	o := &outcome{unmet: why, answer: &client.Answer{Kind: "not possible", Doc: map[string]any{"text": why}}}
	o.normal = compare.Normal{Kind: o.answer.Kind, Doc: map[string]any{"text": why}}
	a.sequence = append(a.sequence, report.ProofExchange{Step: i + 1, Caller: p.name, Call: a.v.o.Scenario.Steps[i].Call(), Outcome: why})
	return o
}

// lost is the outcome of a call that found no server.
func (a *attempt) lost(p *person, i, since int, err error) *outcome {
	o := &outcome{unmet: err.Error(), answer: &client.Answer{Kind: client.NoAnswer, Doc: map[string]any{"text": err.Error()}}}
	o.normal = compare.Normalize(o.answer, p.names, nil)
	a.record(p, i, since, o, "")
	return o
}

// record adds a step to the picture, with one line for each request that it took.
func (a *attempt) record(p *person, i, since int, o *outcome, mark string) {
	st := &a.v.o.Scenario.Steps[i]
	var lines []report.ProofExchange
	for _, e := range a.site.proxy.Since(since) {
		o.requests++
		o.instance = e.Instance + 1
		if !shows(&e, st) {
			continue
		}
		line := report.ProofExchange{Step: i + 1, Caller: p.name, Call: st.Call(), Instance: e.Instance + 1, Mark: mark}
		switch {
		case e.Cut:
			line.Outcome = "cut"
		case e.Error != "":
			line.Outcome = "the instance does not answer"
		case e.Status >= 400:
			line.Outcome = fmt.Sprintf("HTTP %d", e.Status)
		}
		lines = append(lines, line)
	}
	if n := len(lines); n == 0 {
		lines = append(lines, report.ProofExchange{Step: i + 1, Caller: p.name, Call: st.Call(), Instance: o.instance, Mark: mark})
	} else if st.Until != nil && n > 1 {
		lines = lines[n-1:] // only the poll that ended it
	}
	last := &lines[len(lines)-1]
	if last.Outcome == "" {
		last.Outcome = outcomeText(o.answer)
	}
	o.instance = last.Instance
	for k := range lines[:len(lines)-1] {
		if lines[k].Outcome == "" {
			lines[k].Outcome = "asks the user"
		}
	}
	a.sequence = append(a.sequence, lines...)
}

// shows reports whether an exchange belongs to the call itself, and not to the connection.
func shows(e *proxy.Exchange, st *scenario.Step) bool {
	switch e.Method {
	case "tools/call", "prompts/get", "resources/read", "resources/subscribe", "subscriptions/listen":
		return true
	}
	return e.Method == "" && st.HTTP != "" && e.HTTP == strings.Fields(st.HTTP)[0]
}

// event adds to the picture what was done to an instance.
func (a *attempt) event(what string, instance int) {
	a.sequence = append(a.sequence, report.ProofExchange{Call: what, Instance: instance + 1})
}

func outcomeText(answer *client.Answer) string {
	text := short(answer.Text())
	if answer.Kind == client.Result {
		if text == "" {
			return "ok"
		}
		return "ok: " + text
	}
	return string(answer.Kind) + ": " + text
}

// short makes one line of a text.
func short(s string) string {
	const limit = 160
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "..."
	}
	return s
}
