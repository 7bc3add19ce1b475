package gclplugin

import (
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	catalogue "github.com/mcpaudit/mcpaudit/analyzers"
)

// build makes the analyzers as golangci-lint does: from the plugin that is registered, and from decoded YAML.
func build(t *testing.T, raw any) ([]*analysis.Analyzer, error) {
	t.Helper()
	newPlugin, err := register.GetPlugin("mcpaudit")
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(raw)
	if err != nil {
		return nil, err
	}
	if mode := p.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("load mode %s", mode)
	}
	return p.BuildAnalyzers()
}

func names(list []*analysis.Analyzer) (out []string) {
	for _, a := range list {
		out = append(out, a.Name)
	}
	return out
}

func TestSettings(t *testing.T) {
	all := append(names(catalogue.Analyzers()), "ignores")
	for _, test := range []struct {
		raw  any
		want []string
	}{
		{nil, all},
		{map[string]any{}, all},
		{map[string]any{"enable": []any{"ambient", "memo"}, "disable": []any{"memo"}}, []string{"ambient", "ignores"}},
		{map[string]any{"disable": []any{"ambient"}}, slices.DeleteFunc(slices.Clone(all), func(n string) bool { return n == "ambient" })},
		{map[string]any{"tables": "origin.principal example.com/auth User * # who calls\n"}, all},
	} {
		got, err := build(t, test.raw)
		if err != nil || !slices.Equal(names(got), test.want) {
			t.Errorf("%v: %v %v", test.raw, names(got), err)
		}
	}
	if len(all) < 20 {
		t.Errorf("only %v", all)
	}
}

func TestMistakes(t *testing.T) {
	for want, raw := range map[string]any{
		`unknown setting "enabled": did you mean enable?`:        map[string]any{"enabled": []any{}},
		`unknown setting "severity": there are enable, disable,`: map[string]any{"severity": "high"},
		`unknown rule "ambiant": did you mean ambient?`:          map[string]any{"enable": []any{"ambiant"}},
		`unknown rule "x": the rules are `:                       map[string]any{"disable": []any{"x"}},
		"no rule is left":                                        map[string]any{"enable": []any{"memo"}, "disable": []any{"memo"}},
		"decoding settings":                                      map[string]any{"all": "yes"},
		"tables:2: want: role path symbol":                       map[string]any{"tables": "# a reason\nnonsense\n"},
	} {
		if _, err := build(t, raw); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "mcpaudit: ") {
			t.Errorf("%v: %v, want %s", raw, err, want)
		}
	}
}

func TestAll(t *testing.T) {
	for _, on := range []bool{true, false} { // the flag belongs to the analyzer, which outlives the plugin
		got, err := build(t, map[string]any{"enable": []any{"memo"}, "all": on})
		if err != nil {
			t.Fatal(err)
		}
		if value := got[0].Flags.Lookup("all").Value.String(); (value == "true") != on {
			t.Errorf("all: %t sets the flag to %s", on, value)
		}
	}
}
