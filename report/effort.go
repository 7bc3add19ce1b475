package report

import (
	"math"
	"path"
	"strconv"
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

// What a rewrite costs on top of its rule's base effort, in percent of that base.
const (
	effortPerSite    = 10  // each further place that touches the object
	effortPerPackage = 25  // each further package with such a place
	effortPerTool    = 15  // each further tool, since its schema changes as well
	effortCap        = 400 // no object costs more than this, however often it is used
)

// scaled sizes a rewrite by what it touches. Hours are rounded to halves, the upper bound upwards.
func (e Effort) scaled(sites, packages, tools int) Effort {
	percent := 100 + effortPerSite*max(sites-1, 0) + effortPerPackage*max(packages-1, 0) + effortPerTool*max(tools-1, 0)
	factor := float64(min(percent, effortCap)) / 100
	return Effort{
		MinHours: max(math.Round(e.MinHours*factor*2)/2, 0.5),
		MaxHours: max(math.Ceil(e.MaxHours*factor*2)/2, 0.5),
	}
}

// touched counts the places and packages that a rewrite of the finding's object has to visit.
func (f *Finding) touched() (sites, packages int) {
	type place struct {
		file string
		line int
	}
	places := map[place]bool{{f.Site.File, f.Site.Line}: true}
	dirs := map[string]bool{path.Dir(f.Site.File): true}
	for _, r := range f.Related {
		places[place{r.File, r.Line}] = true
		dirs[path.Dir(r.File)] = true
	}
	return len(places), len(dirs)
}
