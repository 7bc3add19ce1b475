package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The sentences of this file say the same thing in every format that people read. They may quote the audited code: each
// format still has to make them safe for its medium.

// Headline says in one sentence how many findings there are.
func (r *Report) Headline() string {
	switch n := len(r.Findings); {
	case n > 0:
		s := Plural(n, "finding") + ": " + r.Summary.BySeverity.String()
		if !r.Summary.Effort.IsZero() {
			s += "; " + r.Summary.Effort.String() + " of work"
		}
		return s + "."
	case r.Filter.HiddenBySeverity > 0:
		return "No findings at this threshold."
	case len(r.Problems) > 0:
		return "No findings in what could be checked."
	}
	return "No findings."
}

// Says is one sentence about what the module serves.
func (r *Report) Says() string {
	if r.Module.Path == "" && r.Deployment.Files > 0 {
		return Plural(r.Deployment.Files, "deployment file") + ", without the code."
	}
	s := cmp.Or(r.Module.Path, "This module")
	var sdks []string
	for _, sdk := range r.Served.SDKs {
		sdks = append(sdks, strings.TrimSpace(strings.TrimPrefix(sdk.Path, "github.com/")+" "+sdk.Version))
	}
	var transports []string
	for _, t := range r.Served.Transports {
		transports = append(transports, TransportName(t))
	}
	switch {
	case len(transports) > 0:
		s += " serves MCP over " + And(transports)
		if n := len(r.Served.Programs); n > 1 {
			s += " from " + strconv.Itoa(n) + " programs"
		}
		if len(sdks) > 0 {
			s += ", with " + And(sdks)
		}
	case len(sdks) > 0:
		s += " uses " + And(sdks) + " and starts no transport that was recognised"
	case slices.ContainsFunc(r.Findings, func(f Finding) bool { return strings.HasSuffix(f.Site.File, ".go") }):
		s += " speaks MCP with code of its own"
	default:
		s += " has no MCP server that was recognised"
	}
	return s + "."
}

// Hidden says which findings the report leaves out and which are set aside, or nothing when there are none.
func (r *Report) Hidden() string {
	f := r.Filter
	var hidden, aside []string
	if f.HiddenBySeverity > 0 {
		hidden = append(hidden, fmt.Sprintf("%d below severity %s (--min-severity)", f.HiddenBySeverity, f.MinSeverity))
	}
	if f.HiddenByConfidence > 0 {
		hidden = append(hidden, fmt.Sprintf("%d below confidence %s (--min-confidence)", f.HiddenByConfidence, f.MinConfidence))
	}
	by := map[string]int{}
	for _, s := range r.Suppressed {
		by[s.Suppression.Kind]++
	}
	for _, k := range []struct{ kind, words string }{
		{ByBaseline, "known from the baseline"}, {ByComment, "ignored by a comment"}, {ByPath, "in an excluded path"},
	} {
		if n := by[k.kind]; n > 0 {
			aside = append(aside, strconv.Itoa(n)+" "+k.words)
		}
	}
	var sentences []string
	if len(hidden) > 0 {
		sentences = append(sentences, "Not shown: "+And(hidden)+".")
	}
	if len(aside) > 0 {
		sentences = append(sentences, "Set aside: "+And(aside)+".")
	}
	return strings.Join(sentences, " ")
}

// Short drops from a name what every name of the module has in common.
func (r *Report) Short(name string) string {
	if r.Module.Path == "" {
		return name
	}
	return strings.ReplaceAll(name, r.Module.Path+"/", "")
}

// String lists the counts that are not zero, most severe first: "1 blocker, 2 high".
func (c Counts) String() string {
	var words []string
	for _, sev := range severities {
		if n := c.Of(sev); n > 0 {
			words = append(words, strconv.Itoa(n)+" "+string(sev))
		}
	}
	return strings.Join(words, ", ")
}

// TransportName is a transport in words.
func TransportName(t string) string {
	switch t {
	case HTTP:
		return "streamable HTTP"
	case SSE:
		return "SSE"
	case InProcess:
		return "an in-process transport"
	}
	return t
}

// At writes a position in the form that editors and terminals follow. Lines and columns that are not known are left out.
func At(file string, line, column int) string {
	if line > 0 {
		file += ":" + strconv.Itoa(line)
		if column > 0 {
			file += ":" + strconv.Itoa(column)
		}
	}
	return file
}

// String is the position as "file:line:column".
func (s Site) String() string {
	if s.File == "" {
		return ""
	}
	return At(s.File, s.Line, s.Column)
}

// Plural counts a noun.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// And joins words to a list for a sentence.
func And(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}
