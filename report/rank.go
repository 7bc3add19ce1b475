package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The three factors of the risk, in percent. docs/ranking.md explains them; a test holds the two together.
var (
	severityPercent   = map[Severity]int{Blocker: 100, High: 70, Medium: 40, Low: 15, Info: 3}
	confidencePercent = map[Confidence]int{Sure: 100, Likely: 80, Possible: 40}
	exposurePercent   = map[string]int{HTTP: 100, SSE: 100, Unknown: 85, Stdio: 60, InProcess: 60}
)

// exposures are the transports from the widest exposure to the narrowest.
var exposures = []string{HTTP, SSE, Unknown, Stdio, InProcess}

// Risk is severity × confidence × exposure on a scale from 0 to 100.
func Risk(s Severity, c Confidence, exposure string) int {
	e, ok := exposurePercent[exposure]
	if !ok {
		e = exposurePercent[Unknown]
	}
	return (severityPercent[s]*confidencePercent[c]*e + 5000) / 10000
}

// Rank completes a report whose findings are as the rules left them. Findings of one state object become one; risks, efforts,
// fingerprints, totals and the plan are computed, and everything is put into an order that does not depend on the order it came in.
// Ranking a ranked report changes nothing.
func Rank(r *Report) {
	r.SchemaVersion = SchemaVersion
	r.Filter.MinSeverity = cmp.Or(r.Filter.MinSeverity, Info)
	r.Filter.MinConfidence = cmp.Or(r.Filter.MinConfidence, Possible)
	sortServed(&r.Served)

	k := ranker{served: r.Served, position: map[string]int{}, effort: map[string]Effort{}}
	for i, rule := range r.Rules {
		k.position[rule.Name] = i
		k.effort[rule.Name] = rule.Effort
	}
	r.Findings = k.merge(r.Findings)
	for i := range r.Findings {
		k.complete(&r.Findings[i])
	}
	slices.SortFunc(r.Findings, k.byRisk)
	k.size(r)
	distinguish(r.Findings)
	k.rankSuppressed(r)
	r.total()

	slices.SortFunc(r.Problems, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Package, b.Package),
			strings.Compare(a.Kind, b.Kind), strings.Compare(a.Message, b.Message), strings.Compare(a.Hint, b.Hint))
	})
	r.Problems = slices.Compact(r.Problems)
	r.Coverage = unique(r.Coverage)
	sortExcerpts(r.Excerpts)
}

// Fingerprint identifies a finding by what it is about, not by where it stands: a baseline survives edits that move lines or rename files.
func Fingerprint(rule, pkg, object, role string) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{rule, pkg, object, role}, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// closureNumber is what the compiler puts behind the name of a function for each function literal in it: Run$2.
var closureNumber = regexp.MustCompile(`\$\d+`)

// unnumbered drops the numbers of function literals from a name: one more literal above changes all of them.
func unnumbered(name string) string { return closureNumber.ReplaceAllString(name, "$$") }

type ranker struct {
	served   Served
	position map[string]int    // of each rule in the report's rule order
	effort   map[string]Effort // of each rule's rewrite
}

// merge makes one finding of all that see the same object of the same package: one rewrite closes them.
func (k *ranker) merge(findings []Finding) []Finding {
	sorted := slices.Clone(findings)
	slices.SortFunc(sorted, k.byLead)
	sorted = slices.CompactFunc(sorted, func(a, b Finding) bool { return byPlace(&a, &b) == 0 })
	leads := map[string]int{}
	var out []Finding
	for _, f := range sorted {
		key, ok := mergeKey(&f)
		if !ok {
			out = append(out, f)
			continue
		}
		// A guess that is graver than what was seen stays a card of its own, for those who ask for guesses.
		if i, seen := leads[key]; seen && isGuess(&f) && !out[i].Severity.AtLeast(f.Severity) {
			key += "\x00guess"
		}
		if i, seen := leads[key]; seen {
			absorb(&out[i], &f)
			continue
		}
		leads[key] = len(out)
		out = append(out, f)
	}
	for i := range out {
		f := &out[i]
		f.Also = unique(f.Also, f.Rule)
		slices.SortFunc(f.Also, k.byRule)
		f.Tools = unique(f.Tools)
		slices.Sort(f.Tools)
	}
	return out
}

// mergeKey names the object that a finding is about. A tool is no state: two rules that complain about one tool ask for two
// rewrites, so they stay apart.
func mergeKey(f *Finding) (string, bool) {
	if f.Object == "" {
		return "", false
	}
	key := cmp.Or(f.Package, path.Dir(f.Site.File)) + "\x00" + f.Object
	if strings.HasPrefix(f.Object, "tool ") {
		key += "\x00" + f.Rule
	}
	return key, true
}

// absorb adds to the lead what another finding of the same object knows.
func absorb(lead, f *Finding) {
	lead.Also = slices.Concat(lead.Also, []string{f.Rule}, f.Also)
	lead.Tools = slices.Concat(lead.Tools, f.Tools)
	lead.Effort = lead.Effort.union(f.Effort)
	lead.Fixes = slices.Concat(lead.Fixes, f.Fixes)
	if len(lead.Path) == 0 {
		lead.Path = f.Path
	}
	lead.Clause = cmp.Or(lead.Clause, f.Clause)
	lead.Suggestion = cmp.Or(lead.Suggestion, f.Suggestion)
	if f.Build == "" && f.Severity.AtLeast(lead.Severity) {
		lead.Build = "" // as grave without the tags
	}

	seen := map[string]bool{place(lead.Site.File, lead.Site.Line): true}
	for _, p := range lead.Path {
		seen[place(p.File, p.Line)] = true
	}
	for _, p := range lead.Related {
		seen[place(p.File, p.Line)] = true
	}
	lead.Related = slices.Clone(lead.Related)
	add := func(file string, line int, what string) {
		if at := place(file, line); file != "" && !seen[at] {
			seen[at] = true
			lead.Related = append(lead.Related, Related{file, line, what})
		}
	}
	what := cmp.Or(f.Title, f.Message)
	if f.Rule != lead.Rule {
		what = f.Rule + ": " + what
	}
	if n := len(f.Path); n > 0 {
		// The end of the path is where the object is touched, and knows best how.
		if last := f.Path[n-1]; last.What != "" {
			add(last.File, last.Line, last.What)
		}
	}
	add(f.Site.File, f.Site.Line, what)
	for _, p := range f.Related {
		add(p.File, p.Line, p.What)
	}
}

func place(file string, line int) string { return file + ":" + strconv.Itoa(line) }

// complete fills what the rules leave to the ranking.
func (k *ranker) complete(f *Finding) {
	f.Exposure = cmp.Or(f.Exposure, k.exposure(f))
	f.Risk = Risk(f.Severity, f.Confidence, f.Exposure)
	if f.Fingerprint == "" {
		object := f.Object
		if object == "" && len(f.Path) > 0 {
			object = f.Path[len(f.Path)-1].Function
		}
		f.Fingerprint = Fingerprint(f.Rule, cmp.Or(f.Package, path.Dir(f.Site.File)), unnumbered(object), f.Role)
	}
}

// exposure is the widest transport of the finding's own program, or of the whole module when the finding stands in a shared package.
func (k *ranker) exposure(f *Finding) string {
	transports := k.served.Transports
	for _, p := range k.served.Programs {
		if p.Package == f.Package && len(p.Transports) > 0 {
			transports = p.Transports
		}
	}
	for _, e := range exposures {
		if slices.Contains(transports, e) {
			return e
		}
	}
	return Unknown
}

// distinguish numbers findings that share a fingerprint, which happens when a rule has several findings without an object in one function.
func distinguish(findings []Finding) {
	count := map[string]int{}
	for i := range findings {
		f := &findings[i]
		n := count[f.Fingerprint]
		count[f.Fingerprint]++
		if n > 0 {
			f.Fingerprint += "-" + strconv.Itoa(n+1)
		}
	}
}

// byLead orders the findings of one object so that the one which should lead comes first. What only names suggest never
// leads over what was seen in the code: it would hide the card at the default threshold.
func (k *ranker) byLead(a, b Finding) int {
	guess := func(f *Finding) int {
		if isGuess(f) {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(guess(&a), guess(&b)),
		cmp.Compare(severityPercent[b.Severity], severityPercent[a.Severity]),
		k.byRule(a.Rule, b.Rule),
		cmp.Compare(confidencePercent[b.Confidence], confidencePercent[a.Confidence]),
		byPlace(&a, &b),
	)
}

// isGuess reports whether only names suggest the finding.
func isGuess(f *Finding) bool { return !f.Confidence.AtLeast(Likely) }

func (k *ranker) byRisk(a, b Finding) int {
	return cmp.Or(cmp.Compare(b.Risk, a.Risk), k.byRule(a.Rule, b.Rule), byPlace(&a, &b))
}

// byRule follows the report's rule order; rules that it does not list come last, by name.
func (k *ranker) byRule(a, b string) int {
	at := func(rule string) int {
		if i, ok := k.position[rule]; ok {
			return i
		}
		return len(k.position)
	}
	return cmp.Or(cmp.Compare(at(a), at(b)), strings.Compare(a, b))
}

// byPlace is a total order: findings that it calls equal are equal.
func byPlace(a, b *Finding) int {
	c := cmp.Or(
		strings.Compare(a.Site.File, b.Site.File), cmp.Compare(a.Site.Line, b.Site.Line),
		strings.Compare(a.Rule, b.Rule), cmp.Compare(a.Site.Column, b.Site.Column),
		strings.Compare(a.Object, b.Object), strings.Compare(a.Package, b.Package), strings.Compare(a.Role, b.Role),
		strings.Compare(a.Message, b.Message),
	)
	if c != 0 {
		return c
	}
	return strings.Compare(fmt.Sprintf("%+v", *a), fmt.Sprintf("%+v", *b))
}

// unique drops repeated elements, and those that are not wanted, and keeps the first of each.
func unique[T comparable](list []T, unwanted ...T) []T {
	seen := map[T]bool{}
	for _, v := range unwanted {
		seen[v] = true
	}
	var out []T
	for _, v := range list {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

func sortServed(s *Served) {
	s.Transports = sortTransports(s.Transports)
	s.SDKs = unique(s.SDKs)
	slices.SortFunc(s.SDKs, func(a, b SDK) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Version, b.Version))
	})
	s.Programs = slices.Clone(s.Programs)
	for i := range s.Programs {
		s.Programs[i].Transports = sortTransports(s.Programs[i].Transports)
	}
	slices.SortStableFunc(s.Programs, func(a, b Program) int { return strings.Compare(a.Package, b.Package) })
}

// sortTransports puts transports in the order of their exposure; unknown names come last.
func sortTransports(list []string) []string {
	at := func(t string) int {
		if i := slices.Index(exposures, t); i >= 0 {
			return i
		}
		return len(exposures)
	}
	out := unique(list)
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(at(a), at(b)), strings.Compare(a, b)) })
	return out
}
