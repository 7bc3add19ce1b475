// Command gendocs writes the pages of the rules about deployment files under docs/rules, and their part of the list there. Every page comes
// from the doc.go of its rule.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"

	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules"
	"github.com/mcpaudit/mcpaudit/internal/pages"
	"github.com/mcpaudit/mcpaudit/report"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gendocs: ")
	if err := generate(true); err != nil {
		log.Fatal(err)
	}
}

// generate brings the files up to date, or, if it must not write, reports those that are not.
func generate(write bool) error {
	tree, err := pages.Open(write)
	if err != nil {
		return err
	}
	for _, r := range rules.All() {
		if err := tree.Put("docs/rules/"+pageName(tree, r), page(r)); err != nil {
			return err
		}
	}
	for file, dir := range map[string]string{"docs/rules/README.md": "", "README.md": "docs/rules/"} {
		have, err := os.ReadFile(tree.Path(file))
		if err != nil {
			return err
		}
		list := table(tree, dir)
		text, err := pages.Between(have, part, list)
		if err != nil && file == "README.md" {
			continue // the front page may go without
		}
		if err != nil {
			text = fmt.Appendf(have, "\n<!-- %[1]s:begin -->\n%[2]s<!-- %[1]s:end -->\n", part, list)
		}
		if err := tree.Put(file, text); err != nil {
			return err
		}
	}
	return tree.Check()
}

const (
	generated = "<!-- Generated from internal/deploy by go generate; changes here are lost. -->\n"
	part      = "deployment"
)

// pageName is the file of a rule's page. A rule that looks at code as well has a page of that name already.
func pageName(tree *pages.Tree, r *rule.Rule) string {
	text, err := os.ReadFile(tree.Path("docs/rules/" + r.Name + ".md"))
	if err == nil && !bytes.HasPrefix(text, []byte(generated)) {
		return r.Name + "-files.md"
	}
	return r.Name + ".md"
}

func page(r *rule.Rule) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n# %s\n\n%s\n\n", generated, r.Name, pages.Sentence(r.Title))
	fmt.Fprintf(&b, "| | |\n|---|---|\n| group | %s |\n| step | %s |\n| effort | %g to %g h per place |\n| specification | %s |\n\n",
		rule.Group, report.StepBalancer, r.Hours.MinHours, r.Hours.MaxHours, pages.Cell(r.Clause))
	b.WriteString(pages.Fenced(r.Doc, ""))
	fmt.Fprintf(&b, "\n## Cases\n\nThe tests run the rule over files that it must report ([flag](../../testdata/deploy/%[1]s/flag)) and near misses that it must not ([clean](../../testdata/deploy/%[1]s/clean)). [Deployment files](../deploy.md) tells which files are read and how the server is found in them.\n", r.Name)
	fmt.Fprintf(&b, "\n```sh\nmcpaudit deploy --enable %[1]s deploy/\n```\n", r.Name)
	return b.Bytes()
}

// table lists the rules.
func table(tree *pages.Tree, dir string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "**%s** (configuration files, not Go)\n\n| rule | finds | step |\n|---|---|---|\n", rule.Group)
	for _, r := range rules.All() {
		fmt.Fprintf(&b, "| [%s](%s%s) | %s | %s |\n", r.Name, dir, pageName(tree, r), pages.Cell(r.Title), report.StepBalancer)
	}
	return b.Bytes()
}
