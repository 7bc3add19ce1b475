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
	deployrule "github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules"
	"github.com/mcpaudit/mcpaudit/report"
)

// Options say what to audit.
type Options struct {
	Dir      string                              // working directory; "" is the current one
	Patterns []string                            // as for go list; none means ./...
	Tests    bool                                // audit _test.go files too
	Enable   []string                            // rules to run; none means all
	Disable  []string                            // rules not to run
	Deploy   []string                            // folders and files with deployment files, beside those of the module
	NoCode   bool                                // audit deployment files alone: those of Deploy, or of the working directory
	Env      []string                            // environment of the go command; nil is this process's
	Progress func(stage string, done, total int) // called while it runs; may be nil
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
		out = append(out, RuleInfo{Name: r.Name, Title: r.Title, Doc: r.Doc, Group: string(r.Group), URL: ruleURL(r.Name)})
	}
	for _, r := range rules.All() {
		out = append(out, RuleInfo{Name: r.Name, Title: r.Title, Doc: r.Doc, Group: deployrule.Group, Fixes: r.Name == "affinity", URL: ruleURL(r.Name)})
	}
	return out
}

func ruleURL(name string) string {
	return "https://github.com/mcpaudit/mcpaudit/blob/main/docs/rules/" + name + ".md"
}

// Run audits. What could not be checked is among the report's problems.
func Run(ctx context.Context, o Options) (*report.Report, error) {
	code, err := chosen(o)
	if err != nil {
		return nil, err
	}
	if o.NoCode {
		return runDeploy(ctx, o)
	}
	ld, err := load(ctx, o, engine.IsSDK)
	if err != nil {
		return nil, err
	}
	reads, sets := ld.environment()
	uses := ld.uses()
	sums := ld.summarise()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	res := engine.Judge(sums, code)
	r := ld.report(code, sums, res)
	// What deployment files hide is judged by all rules, whichever of them the report is about.
	whole := r
	if all := analyzers.All(); len(code) < len(all) && len(deployRules(o)) > 0 {
		whole = ld.report(all, sums, engine.Judge(sums, all))
	}
	return r, ld.deploy(ctx, o, r, &audited{whole: whole, judged: res, reads: reads, sets: sets, uses: uses})
}

// chosen applies --enable and --disable.
func chosen(o Options) ([]*rule.Rule, error) {
	all := analyzers.All()
	names := ruleNames()
	for _, name := range slices.Concat(o.Enable, o.Disable) {
		if !slices.Contains(names, name) {
			return nil, &UsageError{Msg: fmt.Sprintf("there is no rule %q%s; `mcpaudit rules` lists them", name, nearest(name, names))}
		}
	}
	return slices.DeleteFunc(all, func(r *rule.Rule) bool {
		return len(o.Enable) > 0 && !slices.Contains(o.Enable, r.Name) || slices.Contains(o.Disable, r.Name)
	}), nil
}

func ruleNames() []string {
	var out []string
	for _, r := range Rules() {
		out = append(out, r.Name)
	}
	return out
}

func nearest(name string, all []string) string {
	best, dist := "", 4
	for _, candidate := range all {
		if d := distance(strings.ToLower(name), candidate); d < dist {
			best, dist = candidate, d
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
