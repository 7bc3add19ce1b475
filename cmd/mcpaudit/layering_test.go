package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/mcpaudit/mcpaudit"

// Paths of the layers. A path that ends in "/..." stands for a package and everything below it.
const (
	tools       = "golang.org/x/tools/..."
	cobra       = "github.com/spf13/cobra/..."
	color       = "github.com/fatih/color/..."
	table       = "github.com/olekukonko/tablewriter/..."
	goyaml      = "github.com/goccy/go-yaml/..."
	sarif       = "github.com/owenrumney/go-sarif/v3/..."
	progressbar = "github.com/schollz/progressbar/v3/..."
	reports     = module + "/report/..."
	analyzers   = module + "/analyzers/..."
	scanner     = module + "/internal/scan/..."
	command     = module + "/cmd/..."
	deploying   = module + "/internal/deploy/..."
	prover      = module + "/internal/verify/..."
	sdk         = "github.com/modelcontextprotocol/go-sdk/..."
	scaffold    = module + "/internal/scaffold/..."
	fixes       = module + "/internal/fix/..."
)

// Each line forbids imports to some packages, except for the packages in but. With deep it forbids what they import indirectly as well.
var layers = []struct {
	packages, but, forbidden []string
	deep                     bool
	why                      string
}{
	{
		packages:  []string{reports},
		forbidden: []string{"go/ast", "go/types", "go/parser", "go/token", tools, analyzers, scanner, command, cobra},
		deep:      true,
		why:       "a report is plain data: it can be stored and replayed without any analysis",
	},
	{
		packages:  []string{module + "/report"},
		forbidden: []string{reports, color, table},
		why:       "the data does not know its formats",
	},
	{
		packages:  []string{reports},
		but:       []string{module + "/report/text"},
		forbidden: []string{color, table},
		why:       "only the text format has colours and tables",
	},
	{
		packages:  []string{module + "/..."},
		but:       []string{module + "/report/sarif"},
		forbidden: []string{sarif},
		why:       "only the SARIF format knows the library for it",
	},
	{
		packages:  []string{module + "/..."},
		but:       []string{module + "/cmd/mcpaudit/internal/cli"},
		forbidden: []string{progressbar},
		why:       "only the command line shows progress",
	},
	{
		packages:  []string{analyzers},
		forbidden: []string{reports, command, scanner, cobra, color, table},
		deep:      true,
		why:       "the rules run in other drivers as well, which need neither our reports nor our command line",
	},
	{
		packages:  []string{module + "/..."},
		but:       []string{module + "/cmd/mcpaudit/internal/cli"},
		forbidden: []string{cobra},
		why:       "one package knows the command line",
	},
	{
		packages:  []string{analyzers},
		forbidden: []string{goyaml, "github.com/bmatcuk/doublestar/..."},
		deep:      true,
		why:       "every build of golangci-lint with the plugin would carry it",
	},
	{
		packages:  []string{module + "/..."},
		but:       []string{module + "/analyzers/gclplugin"},
		forbidden: []string{"github.com/golangci/..."},
		why:       "one package knows golangci-lint",
	},
	{
		packages:  []string{module + "/internal/config/...", module + "/internal/since/...", module + "/internal/starter/...", module + "/internal/near/..."},
		forbidden: []string{tools, analyzers, scanner, command, cobra},
		deep:      true,
		why:       "settings, git and the first files know nothing of the analysis",
	},
	{
		packages:  []string{scanner},
		forbidden: []string{command, cobra, color, table, goyaml},
		deep:      true,
		why:       "an audit prints nothing",
	},
	{
		packages:  []string{deploying},
		forbidden: []string{analyzers, scanner, command, "go/ast", "go/types", "go/parser", tools, cobra, color, table},
		why:       "deployment files are audited without any Go code; internal/scan joins the two",
	},
	{
		packages:  []string{module + "/internal/deploy/fact", module + "/internal/deploy/tree", module + "/internal/deploy/discover", module + "/internal/deploy/helm", module + "/internal/deploy/kustomize", module + "/internal/deploy/read", module + "/internal/deploy/target"},
		forbidden: []string{reports, module + "/internal/deploy/rule/...", module + "/internal/deploy/rules/...", module + "/internal/deploy/join"},
		why:       "files become facts before anybody judges them",
	},
	{
		packages:  []string{analyzers},
		forbidden: []string{deploying},
		deep:      true,
		why:       "the rules about code run in other drivers, which need no parsers of deployment files",
	},
	{
		packages:  []string{module + "/..."},
		but:       []string{prover},
		forbidden: []string{sdk},
		why:       "one package speaks the protocol: an audit reads code, and links no SDK",
	},
	{
		packages:  []string{analyzers, reports, scanner},
		forbidden: []string{sdk, goyaml, prover},
		deep:      true,
		why:       "an audit runs nothing",
	},
	{
		packages:  []string{prover},
		forbidden: []string{analyzers, scanner, command, cobra, color, table},
		deep:      true,
		why:       "a run needs neither the rules nor the command line: it takes the findings from the report",
	},
	{
		packages:  []string{module + "/internal/verify/scenario"},
		forbidden: []string{prover, reports},
		why:       "the scenario is the first stage of a run",
	},
	{
		packages:  []string{module + "/internal/verify/replica", module + "/internal/verify/proxy"},
		forbidden: []string{sdk, reports},
		why:       "processes and streams know nothing of the protocol's SDK",
	},
	{
		packages:  []string{fixes},
		forbidden: []string{command, analyzers, scaffold, cobra, color, table, tools},
		why:       "rewrites come through internal/scan as plain edits",
	},
	{
		packages:  []string{module + "/analyzers/internal/edit"},
		forbidden: []string{module + "/analyzers/internal/view", module + "/analyzers/internal/link", module + "/analyzers/rule"},
		why:       "edits know syntax, not findings",
	},
	{
		packages:  []string{scaffold},
		forbidden: []string{command, scanner, reports, analyzers, cobra, color, table},
		deep:      true,
		why:       "the scaffold copies files and knows of no audit",
	},
	{
		packages:  []string{command},
		but:       []string{module + "/cmd/mcpaudit"},
		forbidden: []string{"go/ast", "go/types", tools, analyzers},
		why:       "the command line goes through internal/scan",
	},
}

// The formats do not know one another.
func formats(packages []listed) (paths []string) {
	for _, p := range packages {
		if strings.HasPrefix(p.ImportPath, module+"/report/") && !strings.Contains(p.ImportPath, "/internal") {
			paths = append(paths, p.ImportPath)
		}
	}
	return paths
}

type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func list(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Imports,Deps", module+"/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", cmd, err)
	}
	var packages []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

func matches(path string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		below, ok := strings.CutSuffix(pattern, "/...")
		return path == below || ok && strings.HasPrefix(path, below+"/")
	})
}

func TestLayering(t *testing.T) {
	packages := list(t)
	for _, layer := range layers {
		checked := 0
		for _, p := range packages {
			if !matches(p.ImportPath, layer.packages) || matches(p.ImportPath, layer.but) {
				continue
			}
			checked++
			imports := p.Imports
			if layer.deep {
				imports = p.Deps
			}
			for _, path := range imports {
				if matches(path, layer.forbidden) && path != p.ImportPath {
					if layer.deep && strings.HasPrefix(path, module) && matches(path, layer.packages) {
						continue // the layer's own packages
					}
					t.Errorf("%s must not import %s: %s", p.ImportPath, path, layer.why)
				}
			}
		}
		if checked == 0 {
			t.Errorf("no package matches %v", layer.packages)
		}
	}

	all := formats(packages)
	if len(all) < 2 {
		t.Errorf("formats: %v", all)
	}
	for _, p := range packages {
		for _, path := range p.Imports {
			if slices.Contains(all, p.ImportPath) && slices.Contains(all, path) {
				t.Errorf("%s must not import %s: formats do not know one another", p.ImportPath, path)
			}
		}
	}

	// Rules and reports meet in one place.
	for _, p := range packages {
		var rules, data bool
		for _, path := range p.Imports {
			rules = rules || matches(path, []string{analyzers})
			data = data || matches(path, []string{reports})
		}
		if rules && data && !matches(p.ImportPath, []string{scanner}) {
			t.Errorf("%s imports both analyzers and reports: only internal/scan does", p.ImportPath)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, test := range []struct {
		path, pattern string
		want          bool
	}{
		{"a/b", "a/b", true},
		{"a/b/c", "a/b", false},
		{"a/b/c", "a/b/...", true},
		{"a/b", "a/b/...", true},
		{"a/bc", "a/b/...", false},
	} {
		if got := matches(test.path, []string{test.pattern}); got != test.want {
			t.Errorf("matches(%s, %s) = %t", test.path, test.pattern, got)
		}
	}
}
