package report

import (
	"math"
	"path"
	"strconv"
	"strings"
)

// Effort is a range of working hours.
type Effort struct {
	MinHours float64 `json:"min_hours"`
	MaxHours float64 `json:"max_hours"`
}

// Add sums two ranges.
func (e Effort) Add(o Effort) Effort {
	return Effort{e.MinHours + o.MinHours, e.MaxHours + o.MaxHours}
}

// IsZero reports whether no effort is known.
func (e Effort) IsZero() bool { return e == Effort{} }

// String is the range in words: "2 to 6 hours". From ten hours on, halves are rounded away.
func (e Effort) String() string {
	num := func(h float64) string {
		if h >= 10 {
			h = math.Round(h)
		}
		return strconv.FormatFloat(h, 'f', -1, 64)
	}
	switch {
	case e.IsZero():
		return "none"
	case e.MinHours == e.MaxHours && e.MaxHours == 1:
		return "1 hour"
	case e.MinHours == e.MaxHours:
		return num(e.MaxHours) + " hours"
	case e.MaxHours <= 1:
		return num(e.MinHours) + " to " + num(e.MaxHours) + " hour"
	}
	return num(e.MinHours) + " to " + num(e.MaxHours) + " hours"
}

// union is the effort of closing two findings with one rewrite: that of the longer one.
func (e Effort) union(o Effort) Effort {
	return Effort{max(e.MinHours, o.MinHours), max(e.MaxHours, o.MaxHours)}
}

// defaultEffort is assumed for a rule whose rewrite nobody has sized.
var defaultEffort = Effort{1, 4}

// What a rewrite costs on top of its rule's base effort, in percent of that base. Places in one file cost nothing more: they are
// the methods of one type, which are rewritten in one go.
const (
	effortPerFile    = 20  // each further file that touches the object
	effortPerPackage = 20  // each further package with such a file
	effortPerTool    = 15  // each further tool, since its schema changes as well
	effortCap        = 250 // no object costs more than this, however often it is used
	// effortSibling is what a further field of a type costs when the same rewrite moves them all: two maps of one store.
	effortSibling = 50
)

// scaled sizes a rewrite by what it touches.
func (e Effort) scaled(files, packages, tools int) Effort {
	percent := 100 + effortPerFile*max(files-1, 0) + effortPerPackage*max(packages-1, 0) + effortPerTool*max(tools-1, 0)
	return e.percent(min(percent, effortCap))
}

// percent is a part of a range. Hours are rounded to halves, the upper bound upwards.
func (e Effort) percent(n int) Effort {
	factor := float64(n) / 100
	return Effort{
		MinHours: max(math.Round(e.MinHours*factor*2)/2, 0.5),
		MaxHours: max(math.Ceil(e.MaxHours*factor*2)/2, 0.5),
	}
}

// size estimates the findings that have no estimate yet. They are sorted by risk.
func (k *ranker) size(r *Report) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Effort.IsZero() || f.Severity == Info {
			continue
		}
		f.Effort = k.estimate(f)
		if r.Carrier(f) != "" {
			f.Effort = f.Effort.percent(effortSibling)
		}
	}
}

// Carrier is the object whose rewrite moves a finding's object as well, so that the finding takes half of what it would take
// alone: the riskiest field of the same type that the same rule found. It is "" for all others.
func (r *Report) Carrier(f *Finding) string {
	holder := f.holder()
	if holder == "" || f.Severity == Info {
		return ""
	}
	for i := range r.Findings {
		g := &r.Findings[i]
		// Other fields of the type with the same rewrite.
		if g.Rule != f.Rule || g.Package != f.Package || g.holder() != holder || isGuess(g) || g.Severity == Info {
			continue
		}
		if g.Object == f.Object {
			return "" // it is the first of them
		}
		return g.Object
	}
	return ""
}

// EffortOf is a finding's effort in words, with the object whose rewrite it shares; "" when it needs no work.
func (r *Report) EffortOf(f *Finding) string {
	if f.Effort.IsZero() {
		return ""
	}
	s := f.Effort.String()
	if c := r.Carrier(f); c != "" {
		s += " together with " + r.Short(c)
	}
	return s
}

// estimate is the effort of a finding on its own.
func (k *ranker) estimate(f *Finding) Effort {
	base := k.effort[f.Rule]
	for _, rule := range f.Also {
		base = base.union(k.effort[rule])
	}
	if base.IsZero() {
		base = defaultEffort
	}
	files, packages := f.touched()
	return base.scaled(files, packages, len(f.Tools))
}

// holder names the type whose field a finding is about: of the object pkg.Type.field, pkg.Type. It is "" for all other objects.
func (f *Finding) holder() string {
	at := strings.LastIndexByte(f.Object, '.')
	if at < 0 || strings.Count(f.Object, ".") != 2 || strings.ContainsAny(f.Object, " ()$:") {
		return ""
	}
	return f.Object[:at]
}

// touched counts the files and packages that a rewrite of the finding's object has to visit.
func (f *Finding) touched() (files, packages int) {
	seen := map[string]bool{f.Site.File: true}
	dirs := map[string]bool{path.Dir(f.Site.File): true}
	for _, r := range f.Related {
		seen[r.File] = true
		dirs[path.Dir(r.File)] = true
	}
	return len(seen), len(dirs)
}
