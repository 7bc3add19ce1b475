package singleton

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/report"
)

//go:embed doc.go
var doc string

// Rule is the rule singleton.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "singleton",
	Hours:  report.Effort{MinHours: 1, MaxHours: 6},
	Clause: "2026-07-28 basic: servers SHOULD NOT require clients to reuse one connection or process for related operations",
	Check:  check,
})

// sign is something in the files that ties the server to one instance.
type sign struct {
	at   fact.Pos
	what string
}

func check(v *rule.View, emit func(report.Finding)) {
	for _, w := range v.Facts.Workloads {
		verdict := v.Targets.Workload(w)
		if verdict.Answer != target.Yes || w.Format == "Compose" {
			continue
		}
		disks := volumes(v.Facts, w)
		if w.Replicas.Several() {
			if len(disks) > 0 {
				emit(unshared(w, verdict, disks))
			}
			continue
		}
		var signs []sign
		if !w.Recreate.IsZero() {
			signs = append(signs, sign{w.Recreate, "the old instance is stopped before the new one starts"})
		}
		for _, s := range w.Single {
			signs = append(signs, sign{s.Pos, s.What})
		}
		if signs = append(signs, disks...); len(signs) > 0 {
			emit(single(v, w, verdict, signs))
		}
	}
	if v.Audit == nil {
		return
	}
	for _, us := range stores(v.Audit.Uses) {
		emit(store(v, us))
	}
	files(v, emit)
}

// stores lists the places that open a database inside the process, those of one package together: they open the same one for different
// ends, such as a copy of it.
func stores(uses []rule.Use) (out [][]rule.Use) {
	for _, u := range uses {
		if u.Kind != rule.Store {
			continue
		}
		if i := slices.IndexFunc(out, func(us []rule.Use) bool { return us[0].Package == u.Package && us[0].What == u.What }); i >= 0 {
			out[i] = append(out[i], u)
		} else {
			out = append(out, []rule.Use{u})
		}
	}
	return out
}

// store is the finding about a database inside the process: a second instance can have neither the same one nor the same data.
func store(v *rule.View, us []rule.Use) report.Finding {
	u := us[0]
	f := report.Finding{
		Severity: report.Medium, Confidence: report.Likely, Object: u.Function + " store", Package: u.Package, Role: "store",
		Site:       report.Site{File: u.File, Line: u.Line, Column: u.Col},
		Message:    fmt.Sprintf("%s opens %s: a second instance on the same disk does not start, and on its own disk it shares nothing", u.Function, u.What),
		Suggestion: "keep what requests read and write in a database that all instances reach, or say that there is one instance",
	}
	for _, o := range us[1:] {
		f.Related = append(f.Related, report.Related{File: o.File, Line: o.Line, What: o.Function + " opens one, too"})
	}
	if !v.Audit.OverHTTP() {
		f.Severity = report.Info
	}
	return f
}

// locks are the places where the program locks files, which is a reason for one instance as well.
func locks(v *rule.View) (out []report.Related) {
	if v.Audit != nil {
		for _, u := range v.Audit.Uses {
			if (u.Kind == rule.Store || u.Kind == rule.Lock) && len(out) < 3 {
				out = append(out, report.Related{File: u.File, Line: u.Line, What: u.Function + " takes " + u.What})
			}
		}
	}
	return out
}

// volumes are the writable volumes of the server that one instance has for itself.
func volumes(set *fact.Set, w *fact.Workload) []sign {
	writable := map[string]bool{}
	for _, c := range w.Containers {
		for _, m := range c.Mounts {
			if !m.ReadOnly && !expendable(m) {
				writable[m.Volume] = true
			}
		}
	}
	var out []sign
	for _, vol := range w.Volumes {
		if !writable[vol.Name] {
			continue
		}
		switch vol.Kind {
		case "claim":
			if c := claim(set, w.Scope, vol.Claim); c != nil && c.Once {
				out = append(out, sign{c.Mode, "volume " + vol.Name + " can be written from one node at a time"})
			}
		case "own claim", "Fly volume":
			out = append(out, sign{vol.Pos, "volume " + vol.Name + " belongs to one instance"})
		}
	}
	return out
}

// expendable reports whether a mount is for what no later request reads: logs, caches and temporary files.
func expendable(m fact.Mount) bool {
	words := strings.FieldsFunc(strings.ToLower(m.Volume+"/"+m.Path), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return slices.ContainsFunc(words, func(word string) bool {
		switch word {
		case "log", "logs", "cache", "caches", "tmp", "temp":
			return true
		}
		return false
	})
}

// budgets keep the only instance where it is, which is a reason for nothing but a sign of the same worry.
func budgets(set *fact.Set, w *fact.Workload) (out []report.Related) {
	for _, b := range set.Budgets {
		selects := b.Scope == w.Scope && len(b.Selector) > 0
		for k, v := range b.Selector {
			selects = selects && w.Labels[k] == v
		}
		if selects {
			out = append(out, rule.Related(b.Pos, "PodDisruptionBudget "+b.Name+" keeps the only instance from being moved"))
		}
	}
	return out
}

func claim(set *fact.Set, scope fact.Scope, name string) *fact.Claim {
	var far *fact.Claim
	for _, c := range set.Claims {
		if c.Name != name {
			continue
		}
		if c.Scope == scope {
			return c
		}
		far = c
	}
	return far
}

func single(v *rule.View, w *fact.Workload, verdict target.Verdict, signs []sign) report.Finding {
	f := start(w, verdict, signs, "single")
	f.Severity = report.Medium
	var words []string
	for _, s := range signs {
		words = append(words, s.what)
	}
	f.Message = fmt.Sprintf("%s %s works with one instance only: %s", w.Kind, w.Name, strings.Join(words, "; "))
	if state := v.InMemory(verdict.Program); len(state) > 0 {
		f.Message += ". The state in the code explains it: " + rule.Objects(state)
	}
	f.Message += rule.Decided(verdict)
	f.Related = append(f.Related, locks(v)...)
	f.Related = append(f.Related, budgets(v.Facts, w)...)
	f.Suggestion = "close the findings about state first, keep data in a shared store, then roll instances over and scale"
	return f
}

func unshared(w *fact.Workload, verdict target.Verdict, disks []sign) report.Finding {
	f := start(w, verdict, disks, "unshared")
	f.Severity = report.High
	f.Message = fmt.Sprintf("%s %s runs several instances (%s), but %s: what one of them writes the others do not read%s", w.Kind, w.Name, w.Replicas.Words, disks[0].what, rule.Decided(verdict))
	f.Suggestion = "keep what requests write in a shared store, or on a volume that all instances can write"
	return f
}

func start(w *fact.Workload, verdict target.Verdict, signs []sign, role string) report.Finding {
	f := report.Finding{Confidence: rule.Confidence(verdict), Object: w.Title(), Package: verdict.Program, Site: rule.Site(signs[0].at), Role: role}
	for _, s := range signs[1:] {
		f.Related = append(f.Related, rule.Related(s.at, s.what))
	}
	if !w.Replicas.Pos.IsZero() {
		f.Related = append(f.Related, rule.Related(w.Replicas.Pos, w.Replicas.Words))
	}
	f.Related = append(f.Related, rule.Related(w.Pos, w.Kind+" "+w.Name))
	return f
}
