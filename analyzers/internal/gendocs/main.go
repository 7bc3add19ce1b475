// Command gendocs writes what follows from the rules: their pages under
// docs/rules, the list of the pages, and the table in the README. Every page
// comes from the doc.go of its rule.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gendocs: ")
	if err := generate(true); err != nil {
		log.Fatal(err)
	}
}

// generate brings the files up to date, or, if it must not write, reports
// those that are not.
func generate(write bool) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	var stale []string
	put := func(name string, want []byte) error {
		file := filepath.Join(root, filepath.FromSlash(name))
		have, err := os.ReadFile(file)
		if err == nil && bytes.Equal(have, want) {
			return nil
		}
		stale = append(stale, name)
		if !write {
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		return os.WriteFile(file, want, 0o644)
	}
	rules := analyzers.All()
	keep := []string{"README.md"}
	for _, r := range rules {
		keep = append(keep, r.Name+".md")
		if err := put("docs/rules/"+r.Name+".md", page(r)); err != nil {
			return err
		}
	}
	list := index(rules)
	if have, err := os.ReadFile(filepath.Join(root, "docs", "rules", "README.md")); err == nil {
		list = append(list, others(have)...)
	}
	if err := put("docs/rules/README.md", list); err != nil {
		return err
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		return err
	}
	if readme, err = between(readme, "rules", table(rules, "docs/rules/")); err != nil {
		return err
	}
	if err := put("README.md", readme); err != nil {
		return err
	}
	// Pages of rules that are gone.
	pages, err := filepath.Glob(filepath.Join(root, "docs", "rules", "*"))
	if err != nil {
		return err
	}
	for _, p := range pages {
		if slices.Contains(keep, filepath.Base(p)) || ofOthers(p) {
			continue
		}
		stale = append(stale, "docs/rules/"+filepath.Base(p))
		if write {
			if err := os.RemoveAll(p); err != nil {
				return err
			}
		}
	}
	if len(stale) > 0 && !write {
		return fmt.Errorf("%s do not agree with the rules: run `go generate ./...`", strings.Join(stale, ", "))
	}
	return nil
}

// The rules about deployment files have a generator of their own. Its pages, and its part of the list, stay as they are.
const (
	otherPage  = "<!-- Generated from internal/deploy"
	otherBegin = "\n<!-- deployment:begin -->"
)

func ofOthers(page string) bool {
	text, err := os.ReadFile(page)
	return err == nil && bytes.HasPrefix(text, []byte(otherPage))
}

func others(list []byte) []byte {
	if i := bytes.Index(list, []byte(otherBegin)); i >= 0 {
		return list[i:]
	}
	return nil
}

// moduleRoot is the nearest folder above with a go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("no go.mod above the working directory")
		}
		dir = up
	}
}

const generated = "<!-- Generated from doc.go by go generate; changes here are lost. -->\n"

// page is the page of one rule.
func page(r *rule.Rule) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n# %s\n\n%s\n\n", generated, r.Name, sentence(r.Title))
	fmt.Fprintf(&b, "| | |\n|---|---|\n| group | %s |\n| step | %s |\n| effort | %s h per place |\n| specification | %s |\n\n",
		r.Group, r.Step, hours(r.Hours), escape(r.Clause))
	b.WriteString(fenced(r.Doc))
	fmt.Fprintf(&b, "\n## Programs\n\nThe tests run the rule over programs that it must report ([flag](../../analyzers/%[1]s/testdata/flag)) and near misses that it must not ([clean](../../analyzers/%[1]s/testdata/clean)).\n", r.Name)
	fmt.Fprintf(&b, "\n```sh\nmcpaudit --enable %[1]s ./...\n```\n", r.Name)
	return b.Bytes()
}

// index is the list of all pages.
func index(rules []*rule.Rule) []byte {
	var b bytes.Buffer
	b.WriteString(generated)
	b.WriteString("\n# Rules\n\nWithin a group, the more telling rule stands first: where two see one object, it leads the card.\n\n")
	b.WriteString("The steps are the order in which the work is safe: `state`, `handles`, `keys`, `writes`, `transport`, `balancer`. State leaves the process first; the transport becomes stateless and the load balancer is opened last.\n\n")
	b.Write(table(rules, ""))
	return b.Bytes()
}

// table lists the rules by group.
func table(rules []*rule.Rule, dir string) []byte {
	var groups []rule.Group
	for _, g := range []rule.Group{rule.Session, rule.Memory, rule.Keys, rule.Handles, rule.Retries, rule.Caching} {
		if slices.ContainsFunc(rules, func(r *rule.Rule) bool { return r.Group == g }) {
			groups = append(groups, g)
		}
	}
	for _, r := range rules {
		if !slices.Contains(groups, r.Group) {
			groups = append(groups, r.Group)
		}
	}
	var b bytes.Buffer
	for i, g := range groups {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "**%s**\n\n| rule | finds | step |\n|---|---|---|\n", g)
		for _, r := range rules {
			if r.Group == g {
				fmt.Fprintf(&b, "| [%s](%s%s.md) | %s | %s |\n", r.Name, dir, r.Name, escape(r.Title), r.Step)
			}
		}
	}
	return b.Bytes()
}

// between replaces what stands between two markers.
func between(text []byte, name string, with []byte) ([]byte, error) {
	begin, end := []byte("<!-- "+name+":begin -->\n"), []byte("<!-- "+name+":end -->")
	before, rest, ok := bytes.Cut(text, begin)
	if !ok {
		return nil, fmt.Errorf("README.md has no line %s", bytes.TrimSpace(begin))
	}
	_, after, ok := bytes.Cut(rest, end)
	if !ok {
		return nil, fmt.Errorf("README.md has no line %s after the first", end)
	}
	return slices.Concat(before, begin, with, end, after), nil
}

// fenced turns the indented code of a doc comment into fenced code, which
// readers of Markdown colour, and takes the indent from the lists.
func fenced(doc string) string {
	var b strings.Builder
	lines := strings.Split(strings.TrimSpace(doc), "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "\t") {
			b.WriteString(unlisted(lines[i]) + "\n")
			continue
		}
		b.WriteString("```go\n")
		last := i
		for j := i; j < len(lines) && (lines[j] == "" || strings.HasPrefix(lines[j], "\t")); j++ {
			if lines[j] != "" {
				last = j
			}
		}
		for ; i <= last; i++ {
			b.WriteString(strings.TrimPrefix(lines[i], "\t") + "\n")
		}
		i--
		b.WriteString("```\n")
	}
	return b.String()
}

func unlisted(line string) string {
	if strings.HasPrefix(line, "  - ") || strings.HasPrefix(line, "    ") {
		return line[2:]
	}
	return line
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] + "." }

func escape(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func hours(h [2]float64) string {
	if h[0] == h[1] {
		return fmt.Sprintf("%g", h[0])
	}
	return fmt.Sprintf("%g to %g", h[0], h[1])
}
