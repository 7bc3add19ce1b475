// Package gclplugin makes the rules a linter of golangci-lint 2: a module plugin with the name mcpaudit. docs/golangci.md tells how
// to build and configure it.
package gclplugin

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	catalogue "github.com/mcpaudit/mcpaudit/analyzers"
	"github.com/mcpaudit/mcpaudit/analyzers/engine"
	"github.com/mcpaudit/mcpaudit/analyzers/ignores"
	"github.com/mcpaudit/mcpaudit/internal/near"
)

// Name is the linter's name: in the settings, and after //nolint.
const Name = "mcpaudit"

func init() { register.Plugin(Name, New) }

// Settings are what stands under linters.settings.custom.mcpaudit.settings.
type Settings struct {
	Enable  []string `json:"enable"`  // rules to run; none means all
	Disable []string `json:"disable"` // rules not to run
	All     bool     `json:"all"`     // also what is only worth knowing or only possible
	Tables  string   `json:"tables"`  // lines about libraries of one's own, in the grammar of docs/tables.md
}

// New reads the settings. A key that does not exist, a rule that does not exist and a table line with a mistake are errors.
func New(raw any) (register.LinterPlugin, error) {
	if err := checkKeys(raw); err != nil {
		return nil, err
	}
	s, err := register.DecodeSettings[Settings](raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Name, err)
	}
	p := &plugin{settings: s}
	if _, err := p.chosen(); err != nil {
		return nil, err
	}
	if err := engine.ExtendAnalyzers([]engine.Table{{File: "tables", First: 1, Text: s.Tables}}); err != nil {
		return nil, fmt.Errorf("%s: %w", Name, err)
	}
	return p, nil
}

// checkKeys names the key that was meant, which DecodeSettings does not.
func checkKeys(raw any) error {
	given, ok := raw.(map[string]any)
	if !ok {
		return nil
	}
	var keys []string
	for field := range reflect.TypeFor[Settings]().Fields() {
		keys = append(keys, field.Tag.Get("json"))
	}
	var wrong []string
	for key := range given {
		if !slices.Contains(keys, key) {
			wrong = append(wrong, key)
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	slices.Sort(wrong)
	hint := "there are " + strings.Join(keys, ", ")
	if word := near.Word(wrong[0], keys); word != "" {
		hint = "did you mean " + word + "?"
	}
	return fmt.Errorf("%s: unknown setting %q: %s", Name, wrong[0], hint)
}

type plugin struct{ settings Settings }

// GetLoadMode says that the rules need types.
func (*plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers lists the rules that the settings choose, and the analyzer that looks after the comments which set findings aside.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	chosen, err := p.chosen()
	if err != nil {
		return nil, err
	}
	var out []*analysis.Analyzer
	for _, a := range chosen {
		if err := a.Flags.Set("all", fmt.Sprint(p.settings.All)); err != nil {
			return nil, err
		}
		out = append(out, alone(a))
	}
	return append(out, ignores.Analyzer), nil
}

// alone is an analyzer whose diagnostics have no related places. golangci-lint reports each of those as an issue of its own, which
// would make ten issues of a finding, and a nolint comment beside the finding would leave nine.
func alone(a *analysis.Analyzer) *analysis.Analyzer {
	c := *a
	c.Run = func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			pass.Report(d)
		}
		return a.Run(&inner)
	}
	return &c
}

func (p *plugin) chosen() ([]*analysis.Analyzer, error) {
	all := catalogue.Analyzers()
	var names []string
	for _, a := range all {
		names = append(names, a.Name)
	}
	for _, name := range slices.Concat(p.settings.Enable, p.settings.Disable) {
		if slices.Contains(names, name) {
			continue
		}
		hint := "the rules are " + strings.Join(names, ", ")
		if word := near.Word(name, names); word != "" {
			hint = "did you mean " + word + "?"
		}
		return nil, fmt.Errorf("%s: unknown rule %q: %s", Name, name, hint)
	}
	chosen := slices.DeleteFunc(all, func(a *analysis.Analyzer) bool {
		return len(p.settings.Enable) > 0 && !slices.Contains(p.settings.Enable, a.Name) || slices.Contains(p.settings.Disable, a.Name)
	})
	if len(chosen) == 0 {
		return nil, fmt.Errorf("%s: no rule is left to run: disable switches off all that %s", Name, cmp.Or(strings.Join(p.settings.Enable, ", "), "there are"))
	}
	return chosen, nil
}
