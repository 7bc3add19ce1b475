// Package scan runs an audit: it loads the packages that matter, has them
// summarised and judged, and writes the outcome down as a report. It is the
// only package that knows both the analysis and the report.
package scan

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers"
	"github.com/mcpaudit/mcpaudit/analyzers/engine"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
	"github.com/mcpaudit/mcpaudit/report"
)

// Options say what to audit.
type Options struct {
	Dir      string                              // working directory; "" is the current one
	Patterns []string                            // as for go list; none means ./...
	Tests    bool                                // audit _test.go files too
	Enable   []string                            // rules to run; none means all
	Disable  []string                            // rules not to run
	Env      []string                            // environment of the go command; nil is this process's
	Progress func(stage string, done, total int) // called while it runs; may be nil
	Overlay  map[string][]byte                   // absolute file names -> what to read instead of the file

	strict, keep bool // see loaded
}

// UsageError is a mistake of the user's: an unknown rule, a folder without a
// module, a pattern that matches nothing.
type UsageError struct{ Msg string }

func (e *UsageError) Error() string { return e.Msg }

// CheckError means that nothing could be checked, through no mistake in the
// command line.
type CheckError struct{ Msg string }

func (e *CheckError) Error() string { return e.Msg }

// RuleInfo describes a rule to commands that list or explain rules.
type RuleInfo struct {
	Name, Title, Doc string
	Group            string
	Fixes            bool
	URL              string
}

// Rules lists the catalogue in rank order.
func Rules() []RuleInfo {
	var out []RuleInfo
	for _, r := range analyzers.All() {
		out = append(out, RuleInfo{Name: r.Name, Title: r.Title, Doc: r.Doc, Group: string(r.Group), Fixes: r.Rewrite != nil, URL: ruleURL(r.Name)})
	}
	return out
}

func ruleURL(name string) string {
	return "https://github.com/mcpaudit/mcpaudit/blob/main/docs/rules/" + name + ".md"
}

// Run audits. What could not be checked is among the report's problems.
func Run(ctx context.Context, o Options) (*report.Report, error) {
	rules, err := chosen(o)
	if err != nil {
		return nil, err
	}
	ld, err := load(ctx, o, engine.IsSDK)
	if err != nil {
		return nil, err
	}
	sums := ld.summarise()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	res := engine.Judge(sums, rules)
	return ld.report(rules, sums, res), nil
}

// chosen applies --enable and --disable.
func chosen(o Options) ([]*rule.Rule, error) {
	all := analyzers.All()
	known := func(name string) bool {
		return slices.ContainsFunc(all, func(r *rule.Rule) bool { return r.Name == name })
	}
	for _, name := range slices.Concat(o.Enable, o.Disable) {
		if !known(name) {
			return nil, &UsageError{Msg: fmt.Sprintf("there is no rule %q%s; `mcpaudit rules` lists them", name, nearest(name, all))}
		}
	}
	return slices.DeleteFunc(all, func(r *rule.Rule) bool {
		return len(o.Enable) > 0 && !slices.Contains(o.Enable, r.Name) || slices.Contains(o.Disable, r.Name)
	}), nil
}

func nearest(name string, all []*rule.Rule) string {
	best, dist := "", 4
	for _, r := range all {
		if d := distance(strings.ToLower(name), r.Name); d < dist {
			best, dist = r.Name, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// distance is the edit distance of two short words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		prev := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := prev
			if a[i-1] != b[j-1] {
				cost++
			}
			prev = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
