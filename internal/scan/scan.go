// Package scan runs an audit: it loads the packages that matter, has them
// summarised and judged, and writes the outcome down as a report. It is the
// only package that knows both the analysis and the report.
package scan

import (
	"context"
	"fmt"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers"
	"github.com/mcpaudit/mcpaudit/analyzers/engine"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
	deployrule "github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules"
	"github.com/mcpaudit/mcpaudit/internal/near"
	"github.com/mcpaudit/mcpaudit/report"
)

// Options say what to audit.
type Options struct {
	Dir      string                              // working directory; "" is the current one
	Patterns []string                            // as for go list; none means ./...
	Tests    bool                                // audit _test.go files too
	Tags     []string                            // build tags of the one build that is audited, or NoTags; none means the default build, and beside it those that the module's own tags select
	Enable   []string                            // rules to run; none means all
	Disable  []string                            // rules not to run
	Deploy   []string                            // folders and files with deployment files, beside those of the module
	NoCode   bool                                // audit deployment files alone: those of Deploy, or of the working directory
	Env      []string                            // environment of the go command; nil is this process's
	Tables   []Table                             // what is known about libraries beyond the built-in tables
	Exclude  []Exclusion                         // paths whose findings are set aside
	Progress func(stage string, done, total int) // called while it runs; may be nil
	Overlay  map[string][]byte                   // absolute file names -> what to read instead of the file
	NoFixes  bool                                // leave out the rewrites, which quote code

	strict bool // see loaded
	keep   keep
	shared *shared // what an audit of another build has loaded
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
	Step             string        // of the plan
	Clause           string        // of the specification
	Effort           report.Effort // of one rewrite at one place
}

// Rules lists the catalogue in rank order.
func Rules() []RuleInfo {
	var out []RuleInfo
	for _, r := range analyzers.All() {
		out = append(out, RuleInfo{Name: r.Name, Title: r.Title, Doc: r.Doc, Group: string(r.Group), Fixes: r.Rewrite != nil, URL: ruleURL(r.Name),
			Step: string(r.Step), Clause: r.Clause, Effort: report.Effort{MinHours: r.Hours[0], MaxHours: r.Hours[1]}})
	}
	for _, r := range rules.All() {
		// A rule may look at code and at files; it has one name and is listed once.
		if i := slices.IndexFunc(out, func(o RuleInfo) bool { return o.Name == r.Name }); i >= 0 {
			out[i].Doc += "\n\n# In deployment files\n\n" + r.Doc
			continue
		}
		out = append(out, RuleInfo{Name: r.Name, Title: r.Title, Doc: r.Doc, Group: deployrule.Group, Fixes: r.Name == "affinity", URL: ruleURL(r.Name),
			Step: report.StepBalancer, Clause: r.Clause, Effort: r.Hours})
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
	tables, err := engine.Extend(o.Tables)
	if err != nil {
		return nil, &UsageError{Msg: err.Error()}
	}
	if !o.NoFixes && slices.ContainsFunc(code, func(r *rule.Rule) bool { return r.Rewrite != nil }) {
		o.keep = keepTypes
	}
	ld, err := load(ctx, o, sdkTest(tables))
	if err != nil {
		return nil, err
	}
	builds := ld.variants(ctx, o)
	if len(builds.audit) > 0 {
		builds.shared = ld.share()
	}
	reads, sets := ld.environment()
	uses, files := ld.uses(), ld.files()
	sums := ld.summarise()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	res := engine.Judge(tables, sums, code, ruleNames())
	all := analyzers.All()
	fixes, err := ld.rewrites(ctx, res, len(code) == len(all))
	if err != nil {
		return nil, err
	}
	r := ld.report(o, code, sums, res, fixes)
	if err := builds.run(ctx, o, code, tables, ld, r); err != nil {
		return nil, err
	}
	uses = append(uses, kept(files, res)...)
	// What deployment files hide is judged by all rules, whichever of them the report is about.
	whole := r
	if len(code) < len(all) && len(deployRules(o)) > 0 {
		whole = ld.report(o, all, sums, engine.Judge(tables, sums, all, ruleNames()), nil)
	}
	return r, ld.deploy(ctx, o, r, &audited{whole: whole, judged: res, reads: reads, sets: sets, uses: uses})
}

// Table is a text with lines in the grammar of docs/tables.md.
type Table = engine.Table

// CheckTables says what is wrong with extra tables.
func CheckTables(extra []Table) error {
	_, err := engine.Extend(extra)
	return err
}

// sdkTest tells SDKs by import path. Most audits get by without parsing the
// tables for it.
func sdkTest(tables *engine.Tables) func(string) bool {
	if tables == engine.Builtin() {
		tables = nil
	}
	return func(path string) bool { return engine.IsSDK(tables, path) }
}

// chosen applies --enable and --disable.
func chosen(o Options) ([]*rule.Rule, error) {
	all := analyzers.All()
	names := ruleNames()
	for _, name := range slices.Concat(o.Enable, o.Disable) {
		if !slices.Contains(names, name) {
			hint := ""
			if word := near.Word(name, names); word != "" {
				hint = fmt.Sprintf(" (did you mean %s?)", word)
			}
			return nil, &UsageError{Msg: fmt.Sprintf("there is no rule %q%s; `mcpaudit rules` lists them", name, hint)}
		}
	}
	return slices.DeleteFunc(all, func(r *rule.Rule) bool {
		return len(o.Enable) > 0 && !slices.Contains(o.Enable, r.Name) || slices.Contains(o.Disable, r.Name)
	}), nil
}

// ruleNames lists the names of all rules.
func ruleNames() []string {
	var out []string
	for _, r := range Rules() {
		out = append(out, r.Name)
	}
	return out
}
