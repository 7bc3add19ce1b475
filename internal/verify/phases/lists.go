package phases

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/verify/client"
	"github.com/mcpaudit/mcpaudit/report"
)

// lists asks for tools, prompts and resources on three connections, over two instances, before the first call and after each one.
// The answer may depend on who asks and on nothing else.
func (v *verifier) lists(ctx context.Context, b *base) error {
	return v.attempt(ctx, b.protocol, 2, func(a *attempt) error {
		p := a.main()
		defer p.leave()
		people := []*person{p}
		if names := v.o.Scenario.CallerNames(); len(names) > 1 {
			people = append(people, a.person(names[1]))
		}
		first := make([]*client.Lists, len(people))
		for k, who := range people {
			for _, instance := range []int{0, 1, 0} {
				l, err := a.ask(ctx, who, instance)
				if err != nil {
					return a.noList(who, instance, err)
				}
				if first[k] == nil {
					first[k] = l
				}
				if what, where := changed(first[k], l); what != "" {
					v.fail(a.site, &report.ProofFailure{
						Call: where, Caller: who.name, Instance: instance + 1,
						Message: fmt.Sprintf("two connections get different answers from %s: %s", where, what),
					})
					return nil
				}
				if list := reordered(first[k], l); list != "" {
					v.note("The %s come in another order on another connection.", list)
				}
			}
		}
		for i := range v.o.Scenario.Steps {
			v.progress(i)
			a.site.proxy.Pin(0)
			if o := a.step(ctx, p, i, ""); o.answer.Kind == client.NoAnswer {
				return nil // other phases say so
			}
			if f := a.listsAfter(ctx, people, first, i); f != nil {
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

// noList files a list that could not be had. That is no difference, but nothing was shown either.
func (a *attempt) noList(who *person, instance int, err error) error {
	a.v.fail(a.site, &report.ProofFailure{
		Caller: who.name, Instance: instance + 1, Call: "lists", Message: "the lists cannot be had: " + short(err.Error()),
	})
	return nil
}

// listsAfter compares the lists after a call with those before the first one.
func (a *attempt) listsAfter(ctx context.Context, people []*person, first []*client.Lists, i int) *report.ProofFailure {
	st := &a.v.o.Scenario.Steps[i]
	for k, who := range people {
		var lists [2]*client.Lists
		for instance := range lists {
			l, err := a.ask(ctx, who, instance)
			if err != nil {
				_ = a.noList(who, instance, err) // is filed there
				return nil
			}
			lists[instance] = l
		}
		for instance, l := range lists {
			what, where := changed(first[k], l)
			if what == "" {
				continue
			}
			// Data that comes and goes is listed as resources. That is fine as long as all instances agree.
			if same, _ := changed(lists[0], lists[1]); same == "" && strings.HasPrefix(where, "resource") {
				first[k] = l
				continue
			}
			f := &report.ProofFailure{
				Step: i + 1, Call: st.Call(), Caller: people[0].name, Instance: instance + 1, Sequence: a.picture(),
				Message: fmt.Sprintf("%s changes the answer of %s on instance %d: %s", st.Call(), where, instance+1, what),
			}
			if k > 0 {
				f.Message = fmt.Sprintf("%s, called by %s, changes the answer of %s for %s: %s", st.Call(), people[0].name, where, who.name, what)
			}
			return f
		}
	}
	return nil
}

// ask asks for the lists on a connection of its own to one instance.
func (a *attempt) ask(ctx context.Context, who *person, instance int) (*client.Lists, error) {
	a.site.proxy.Pin(instance)
	s, err := client.Connect(ctx, a.options(who))
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Lists(ctx)
}

// changed says how two answers differ, and in which list, whatever their order.
func changed(want, got *client.Lists) (what, where string) {
	if want.Server != got.Server {
		return fmt.Sprintf("%q and %q", want.Server, got.Server), "the server's name"
	}
	if want.Instructions != got.Instructions {
		return fmt.Sprintf("%q and %q", short(want.Instructions), short(got.Instructions)), "the server's instructions"
	}
	for _, list := range client.ListNames {
		w, g := want.Entries[list], got.Entries[list]
		var words []string
		for _, e := range g {
			if i := index(w, e.Name); i < 0 {
				words = append(words, e.Name+" is new")
			} else if !reflect.DeepEqual(w[i].Doc, e.Doc) {
				words = append(words, e.Name+" has changed")
			}
		}
		for _, e := range w {
			if index(g, e.Name) < 0 {
				words = append(words, e.Name+" is missing")
			}
		}
		if len(words) > 0 {
			return strings.Join(words, ", "), method(list)
		}
	}
	return "", ""
}

func method(list string) string {
	if list == "resource templates" {
		return "resources/templates/list"
	}
	return list + "/list"
}

func index(entries []client.Entry, name string) int {
	return slices.IndexFunc(entries, func(e client.Entry) bool { return e.Name == name })
}

// reordered names a list that holds the same in another order.
func reordered(want, got *client.Lists) string {
	for _, list := range client.ListNames {
		for i, e := range got.Entries[list] {
			if i < len(want.Entries[list]) && want.Entries[list][i].Name != e.Name {
				return list
			}
		}
	}
	return ""
}
