package scan

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

// twoEditions is a server of which a build tag adds a part, which takes the
// place of a stub.
func twoEditions() map[string]string {
	return map[string]string{
		"main.go": `package main

import "net/http"

var project string

func serve(w http.ResponseWriter, r *http.Request) {
	if r.FormValue("method") != "tools/call" {
		return
	}
	switch r.FormValue("name") {
	case "use":
		project = r.FormValue("value")
	case "show":
		w.Write([]byte(project))
	default:
		extra(w, r)
	}
}

func main() {
	http.HandleFunc("/mcp", serve)
	http.ListenAndServe(":8080", nil)
}
`,
		"stub.go": `//go:build !paid

package main

import "net/http"

func extra(w http.ResponseWriter, r *http.Request) {}
`,
		"paid.go": `//go:build paid

package main

import "net/http"

var drafts = map[string]string{}

func extra(w http.ResponseWriter, r *http.Request) {
	switch r.FormValue("name") {
	case "save":
		drafts[r.FormValue("title")] = r.FormValue("value")
	case "load":
		d, ok := drafts[r.FormValue("title")]
		if !ok {
			http.Error(w, "no such draft", 404)
			return
		}
		w.Write([]byte(d))
	}
}
`,
	}
}

// objects are the state objects of a report, with the build that they need.
func objects(r *report.Report) string {
	var out []string
	for _, f := range r.Findings {
		if f.Severity == report.Info || strings.HasPrefix(f.Object, "tool ") || f.Rule != "ambient" && f.Rule != "workflow" {
			continue
		}
		s := f.Object
		if f.Build != "" {
			s += "+" + f.Build
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func gapsOf(r *report.Report) string {
	var out []string
	for _, g := range r.Coverage {
		if strings.Contains(g.What, "build tag") {
			out = append(out, g.What+": "+g.Why)
		}
	}
	return strings.Join(out, "\n")
}

// What only another build of the module has is found and marked, once.
func TestBuildsOfOwnTags(t *testing.T) {
	r := auditWith(t, twoEditions(), Options{})
	if got, want := objects(r), "main.drafts+paid main.project"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
	if len(r.Problems) > 0 || gapsOf(r) != "" || !slices.Equal(r.Builds, []string{"paid"}) {
		t.Errorf("builds %q, problems %+v, gaps %q", r.Builds, r.Problems, gapsOf(r))
	}
}

// Who names tags gets that build alone; who wants none is told what is left out.
func TestBuildThatIsAskedFor(t *testing.T) {
	r := auditWith(t, twoEditions(), Options{Tags: []string{"paid"}})
	if got, want := objects(r), "main.drafts main.project"; got != want || len(r.Builds) > 0 || gapsOf(r) != "" {
		t.Errorf("with the tag: found %s, want %s; builds %q, gaps %q", got, want, r.Builds, gapsOf(r))
	}
	r = auditWith(t, twoEditions(), Options{Env: append(os.Environ(), "GOFLAGS=-tags=paid")})
	if got, want := objects(r), "main.drafts main.project"; got != want || len(r.Builds) > 0 {
		t.Errorf("with GOFLAGS: found %s, want %s; builds %q", got, want, r.Builds)
	}
	r = auditWith(t, twoEditions(), Options{Tags: []string{NoTags}})
	if got, want := objects(r), "main.project"; got != want || len(r.Builds) > 0 {
		t.Errorf("without tags: found %s, want %s; builds %q", got, want, r.Builds)
	}
	if got, want := gapsOf(r), "1 file behind the build tag paid: the build without it was audited; `mcpaudit --tags paid` audits the other"; got != want {
		t.Errorf("gap %q, want %q", got, want)
	}
}

// A build that does not compile is no reason to call the default one unchecked.
func TestBuildThatDoesNotCompile(t *testing.T) {
	files := twoEditions()
	files["broken.go"] = "//go:build paid\n\npackage main\n\nvar project, gone = missing()\n"
	r := auditWith(t, files, Options{})
	if len(r.Problems) > 0 {
		t.Errorf("problems %+v", r.Problems)
	}
	if got := gapsOf(r); !strings.Contains(got, "2 files behind the build tag paid") || !strings.Contains(got, "`mcpaudit --tags paid`") {
		t.Errorf("gap %q", got)
	}
	if got := objects(r); !strings.Contains(got, "main.drafts+paid") {
		t.Errorf("what could be read was not audited: %s", got)
	}
	if r := auditWith(t, files, Options{Tags: []string{"paid"}}); len(r.Problems) == 0 {
		t.Error("the build that was asked for does not compile, and that is no problem")
	}
}

// Tags of the platform, of tools and of parts without MCP cost nothing.
func TestTagsThatAreNotAudited(t *testing.T) {
	const body = "\n\npackage main\n\nvar x%s int\n"
	files := twoEditions()
	delete(files, "paid.go")
	files["stub.go"] = strings.Replace(files["stub.go"], "//go:build !paid\n\n", "", 1)
	for name, tag := range map[string]string{"a": "windows", "b": "ignore", "c": "cgo && race", "d": "go1.99", "e": "!unix", "f": "goexperiment.arenas"} {
		files[name+".go"] = "//go:build " + tag + strings.ReplaceAll(body, "%s", name)
	}
	files["x_windows.go"] = "package main\n"
	files["desktop/window.go"] = "//go:build desktop\n\npackage desktop\n\nvar Window int\n"
	files["helpers.go"] = "//go:build integration\n\npackage main\n\nimport \"testing\"\n\nfunc server(t *testing.T) { t.Helper() }\n"
	files["more_test.go"] = "//go:build slow\n\npackage main\n"
	r := auditWith(t, files, Options{})
	if len(r.Builds) > 0 || gapsOf(r) != "" {
		t.Errorf("builds %q, gaps %q", r.Builds, gapsOf(r))
	}
}

// A package of which every file needs a tag is not listed at all without it,
// and two tags may be needed together.
func TestPackagesBehindTags(t *testing.T) {
	files := twoEditions()
	delete(files, "paid.go")
	files["paid.go"] = "//go:build paid && eu\n\npackage main\n\nimport (\n\t\"net/http\"\n\n\t\"example.com/m/billing\"\n)\n\nfunc extra(w http.ResponseWriter, r *http.Request) { billing.Plan(r.FormValue(\"value\"), w) }\n"
	files["stub.go"] = strings.Replace(files["stub.go"], "!paid", "!paid || !eu", 1)
	files["billing/plan.go"] = "//go:build paid && eu\n\n// Package billing answers tools/call.\npackage billing\n\nimport \"net/http\"\n\nvar plan string\n\nfunc Plan(s string, w http.ResponseWriter) {\n\tif s != \"\" {\n\t\tplan = s\n\t}\n\tw.Write([]byte(plan))\n}\n"
	r := auditWith(t, files, Options{})
	if got, want := objects(r), "billing.plan+eu,paid main.project"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
}

// No more than a few builds are audited; the others are named.
func TestManyTags(t *testing.T) {
	files := twoEditions()
	for _, tag := range []string{"a1", "a2", "a3", "a4"} {
		files[tag+".go"] = "//go:build " + tag + "\n\npackage main\n\nvar V" + tag + " int\n"
	}
	r := auditWith(t, files, Options{})
	if len(r.Builds) != maxVariants || strings.Count(gapsOf(r), "build tag") != 1 {
		t.Errorf("builds %q, gaps %q", r.Builds, gapsOf(r))
	}
}

// A comment that only one build needs is not idle, and one in a file of another
// build is looked at there.
func TestIgnoredInAnotherBuild(t *testing.T) {
	files := twoEditions()
	files["paid.go"] = strings.Replace(files["paid.go"], "var drafts", "//mcpaudit:ignore workflow kept for a minute\nvar drafts", 1)
	files["main.go"] = strings.Replace(files["main.go"], "var project", "//mcpaudit:ignore ambient one user\nvar project", 1)
	r := auditWith(t, files, Options{})
	if got := objects(r); got != "" || len(r.Unused) > 0 || len(r.Suppressed) < 2 {
		t.Errorf("found %s, unused %+v, %d set aside", got, r.Unused, len(r.Suppressed))
	}
	files = twoEditions()
	files["paid.go"] = strings.Replace(files["paid.go"], "func extra", "//mcpaudit:ignore cursor nothing here\nfunc extra", 1)
	if r := auditWith(t, files, Options{}); len(r.Unused) != 1 || r.Unused[0].File != "paid.go" {
		t.Errorf("unused %+v", r.Unused)
	}
}

// The import of unsafe is no reason to leave a package out.
func TestUnsafe(t *testing.T) {
	files := twoEditions()
	files["size.go"] = "package main\n\nimport \"unsafe\"\n\nvar Size = unsafe.Sizeof(project)\n"
	r := auditWith(t, files, Options{Tags: []string{NoTags}})
	if got, want := objects(r), "main.project"; got != want || len(r.Problems) > 0 {
		t.Errorf("found %s, want %s; problems %+v", got, want, r.Problems)
	}
}
