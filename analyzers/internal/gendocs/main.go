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

	"github.com/mcpaudit/mcpaudit/analyzers"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
	"github.com/mcpaudit/mcpaudit/internal/pages"
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
	tree, err := pages.Open(write)
	if err != nil {
		return err
	}
	rules := analyzers.All()
	keep := []string{"README.md"}
	for _, r := range rules {
		keep = append(keep, r.Name+".md")
		if err := tree.Put("docs/rules/"+r.Name+".md", page(r)); err != nil {
			return err
		}
	}
	list := index(rules)
	if have, err := os.ReadFile(tree.Path("docs/rules/README.md")); err == nil {
		list = append(list, others(have)...)
	}
	if err := tree.Put("docs/rules/README.md", list); err != nil {
		return err
	}
	readme, err := os.ReadFile(tree.Path("README.md"))
	if err != nil {
		return err
	}
	if readme, err = pages.Between(readme, "rules", table(rules, "docs/rules/")); err != nil {
		return fmt.Errorf("README.md: %w", err)
	}
	if err := tree.Put("README.md", readme); err != nil {
		return err
	}
	// Pages of rules that are gone.
	there, err := filepath.Glob(tree.Path("docs/rules/*"))
	if err != nil {
		return err
	}
	for _, p := range there {
		if slices.Contains(keep, filepath.Base(p)) || ofOthers(p) {
			continue
		}
		if err := tree.Remove("docs/rules/" + filepath.Base(p)); err != nil {
			return err
		}
	}
	return tree.Check()
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

const generated = "<!-- Generated from doc.go by go generate; changes here are lost. -->\n"

// page is the page of one rule.
func page(r *rule.Rule) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n# %s\n\n%s\n\n", generated, r.Name, pages.Sentence(r.Title))
	fmt.Fprintf(&b, "| | |\n|---|---|\n| group | %s |\n| step | %s |\n| effort | %s h per place |\n| specification | %s |\n\n",
		r.Group, r.Step, hours(r.Hours), pages.Cell(r.Clause))
	b.WriteString(pages.Fenced(r.Doc, "go"))
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
				fmt.Fprintf(&b, "| [%s](%s%s.md) | %s | %s |\n", r.Name, dir, r.Name, pages.Cell(r.Title), r.Step)
			}
		}
	}
	return b.Bytes()
}

func hours(h [2]float64) string {
	if h[0] == h[1] {
		return fmt.Sprintf("%g", h[0])
	}
	return fmt.Sprintf("%g to %g", h[0], h[1])
}
