// Command gendocs writes the pages of the rules about deployment files under docs/rules, and their part of the list there. Every page comes
// from the doc.go of its rule.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules"
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
		return os.WriteFile(file, want, 0o644)
	}
	for _, r := range rules.All() {
		if err := put("docs/rules/"+pageName(root, r), page(r)); err != nil {
			return err
		}
	}
	for file, dir := range map[string]string{"docs/rules/README.md": "", "README.md": "docs/rules/"} {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return err
		}
		text, ok := between(text, table(root, dir))
		if !ok && file == "README.md" {
			continue // the front page may go without
		}
		if !ok {
			text = append(text, "\n"+begin+string(table(root, dir))+end+"\n"...)
		}
		if err := put(file, text); err != nil {
			return err
		}
	}
	if len(stale) > 0 && !write {
		return fmt.Errorf("%s do not agree with the rules: run `go generate ./...`", strings.Join(stale, ", "))
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

const (
	generated = "<!-- Generated from internal/deploy by go generate; changes here are lost. -->\n"
	begin     = "<!-- deployment:begin -->\n"
	end       = "<!-- deployment:end -->"
)

// pageName is the file of a rule's page. A rule that looks at code as well has a page of that name already.
func pageName(root string, r *rule.Rule) string {
	text, err := os.ReadFile(filepath.Join(root, "docs", "rules", r.Name+".md"))
	if err == nil && !bytes.HasPrefix(text, []byte(generated)) {
		return r.Name + "-files.md"
	}
	return r.Name + ".md"
}

func page(r *rule.Rule) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n# %s\n\n%s\n\n", generated, r.Name, sentence(r.Title))
	fmt.Fprintf(&b, "| | |\n|---|---|\n| group | %s |\n| step | %s |\n| effort | %g to %g h per place |\n| specification | %s |\n\n",
		rule.Group, report.StepBalancer, r.Hours.MinHours, r.Hours.MaxHours, strings.ReplaceAll(r.Clause, "|", `\|`))
	b.WriteString(fenced(r.Doc))
	fmt.Fprintf(&b, "\n## Cases\n\nThe tests run the rule over files that it must report ([flag](../../testdata/deploy/%[1]s/flag)) and near misses that it must not ([clean](../../testdata/deploy/%[1]s/clean)). [Deployment files](../deploy.md) tells which files are read and how the server is found in them.\n", r.Name)
	fmt.Fprintf(&b, "\n```sh\nmcpaudit deploy --enable %[1]s deploy/\n```\n", r.Name)
	return b.Bytes()
}

// table lists the rules.
func table(root, dir string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "**%s** (configuration files, not Go)\n\n| rule | finds | step |\n|---|---|---|\n", rule.Group)
	for _, r := range rules.All() {
		fmt.Fprintf(&b, "| [%s](%s%s) | %s | %s |\n", r.Name, dir, pageName(root, r), strings.ReplaceAll(r.Title, "|", `\|`), report.StepBalancer)
	}
	return b.Bytes()
}

// between replaces what stands between the markers.
func between(text, with []byte) ([]byte, bool) {
	before, rest, ok := bytes.Cut(text, []byte(begin))
	if !ok {
		return text, false
	}
	_, after, ok := bytes.Cut(rest, []byte(end))
	if !ok {
		return text, false
	}
	return bytes.Join([][]byte{before, []byte(begin), with, []byte(end), after}, nil), true
}

// fenced turns the indented samples of a doc comment into fenced ones and takes the indent from the lists.
func fenced(doc string) string {
	var b strings.Builder
	lines := strings.Split(strings.TrimSpace(doc), "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "\t") {
			line := lines[i]
			if strings.HasPrefix(line, "  - ") || strings.HasPrefix(line, "    ") {
				line = line[2:]
			}
			b.WriteString(line + "\n")
			continue
		}
		b.WriteString("```\n")
		for ; i < len(lines) && (strings.HasPrefix(lines[i], "\t") || lines[i] == "" && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "\t")); i++ {
			b.WriteString(strings.TrimPrefix(lines[i], "\t") + "\n")
		}
		i--
		b.WriteString("```\n")
	}
	return b.String()
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] + "." }
