package report

import "strconv"

// Headline says in one sentence what running the server showed.
func (p *Proof) Headline() string {
	counts := map[string]int{}
	for _, phase := range p.Phases {
		counts[phase.Status]++
	}
	s := Plural(counts[Passed], "phase") + " passed"
	if n := counts[Failed]; n > 0 {
		s = strconv.Itoa(n) + " of " + Plural(len(p.Phases), "phase") + " failed"
	}
	if n := counts[Skipped]; n > 0 {
		s += ", " + strconv.Itoa(n) + " skipped"
	}
	return s + " with " + Plural(p.Replicas, "replica") + "."
}

// VerdictOn returns what running the server said about a finding, or "".
func (p *Proof) VerdictOn(f *Finding) (verdict, why string) {
	if p == nil {
		return "", ""
	}
	for _, v := range p.Findings {
		if v.Fingerprint == f.Fingerprint {
			return v.Verdict, v.Why
		}
	}
	return "", ""
}
