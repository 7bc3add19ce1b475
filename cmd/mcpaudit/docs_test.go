package main

import (
	"context"
	"errors"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
)

// Every command of the documentation is run. Each page has a folder of its own, a Git repository with the server fixtures/gosdk/notes/before as
// the module example.com/notes, and its blocks run there one after the other, so that one can use what another has written.
//
// A block of the language sh is one script, run with -e. The line before it may be a comment that says more:
//
//	<!-- exit 1 -->          the script ends with this exit code, not with 0
//	<!-- go on -->           the script goes on after a command that fails
//	<!-- not run: REASON --> it cannot be run in a test
//
// A block of the language text that follows the comment <!-- output --> is what the last script prints: its lines, in this order; a line "..."
// stands for any lines. Blocks of yaml, json and go are parsed, unless the line before says <!-- fragment -->.
func TestDocs(t *testing.T) {
	// Pages whose commands need more than a server: instances that run, a client that talks.
	elsewhere := map[string]string{"verify.md": "../../internal/verify/docs_test.go"}
	for page, test := range elsewhere {
		if _, err := os.Stat(test); err != nil {
			t.Errorf("nothing runs the commands of %s: %v", page, err)
		}
	}

	if runtime.GOOS == "windows" {
		t.Skip("the pages are written for a POSIX shell")
	}
	// A build of its own: the test binary may have the race detector in it, and there are many audits.
	program := filepath.Join(t.TempDir(), "mcpaudit")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) < 5 {
		t.Fatalf("pages %v, %v", pages, err)
	}
	for _, file := range pages {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			page, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			blocks, err := readBlocks(string(page))
			if err != nil {
				t.Fatal(err)
			}
			d := &docRunner{T: t, file: filepath.Base(file), program: program}
			for _, b := range blocks {
				if elsewhere[d.file] == "" || b.language != "sh" {
					d.block(b)
				}
			}
			checkLinks(t, filepath.Dir(file), string(page))
		})
	}
}

// A docBlock is a block of code of a page.
type docBlock struct {
	line              int // of its first line
	language, comment string
	text              string
	indent            string
}

var fenceLine = regexp.MustCompile("^( *)(```+)([A-Za-z0-9]*)[^`]*$")

// readBlocks finds the blocks of a page, and the comments before them.
func readBlocks(page string) (blocks []docBlock, err error) {
	lines := strings.Split(page, "\n")
	comment := ""
	for i := 0; i < len(lines); i++ {
		m := fenceLine.FindStringSubmatch(lines[i])
		if m == nil {
			if text := strings.TrimSpace(lines[i]); strings.HasPrefix(text, "<!--") && strings.HasSuffix(text, "-->") {
				comment = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(text, "<!--"), "-->"))
			} else if text != "" {
				comment = ""
			}
			continue
		}
		b := docBlock{line: i + 2, language: m[3], comment: comment, indent: m[1]}
		var text []string
		for i++; ; i++ {
			if i == len(lines) {
				return nil, errors.New("line " + strconv.Itoa(b.line-1) + ": a block that does not end")
			}
			if strings.TrimSpace(lines[i]) == m[2] {
				break
			}
			text = append(text, strings.TrimPrefix(lines[i], b.indent))
		}
		b.text = strings.Join(text, "\n") + "\n"
		blocks = append(blocks, b)
		comment = ""
	}
	return blocks, nil
}

type docRunner struct {
	*testing.T
	file, program string
	dir           string // of the page; "" before its first script
	output        string // of the last script
}

func (d *docRunner) block(b docBlock) {
	where := d.file + ":" + strconv.Itoa(b.line)
	switch b.language {
	case "sh", "bash", "console", "shell":
		if reason, ok := strings.CutPrefix(b.comment, "not run:"); ok {
			if strings.TrimSpace(reason) == "" {
				d.Errorf("%s: not run, and no reason why", where)
			}
			if out, err := d.command("sh", "-n", "-c", b.text).CombinedOutput(); err != nil {
				d.Errorf("%s: %v\n%s", where, err, out)
			}
			return
		}
		want := 0
		if code, ok := strings.CutPrefix(b.comment, "exit "); ok {
			n, err := strconv.Atoi(strings.TrimSpace(code))
			if err != nil {
				d.Fatalf("%s: %s", where, b.comment)
			}
			want = n
		}
		shell := []string{"-e", "-c"}
		if b.comment == "go on" {
			shell = []string{"-c"}
		}
		d.script(where, shell, b.text, want)
	case "text":
		if b.comment == "output" {
			d.compare(where, b.text)
		}
	case "yaml":
		var v any
		if err := yaml.Unmarshal([]byte(b.text), &v); err != nil {
			d.Errorf("%s: %v", where, err)
		}
	case "json":
		var v any
		if err := yaml.Unmarshal([]byte(b.text), &v); err != nil {
			d.Errorf("%s: %v", where, err)
		}
	case "go":
		if b.comment == "fragment" {
			return
		}
		if _, err := format.Source([]byte(b.text)); err != nil {
			d.Errorf("%s: %v", where, err)
		}
	}
}

func (d *docRunner) script(where string, shell []string, text string, want int) {
	if d.dir == "" {
		d.dir = newDocFolder(d.T)
	}
	cmd := d.command("sh", append(shell, text)...)
	out, err := cmd.CombinedOutput()
	code := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		code = exit.ExitCode()
	} else if err != nil {
		d.Fatalf("%s: %v", where, err)
	}
	d.output = string(out)
	if code != want {
		d.Errorf("%s: exit code %d, want %d\n%s\n%s", where, code, want, text, out)
	}
}

func (d *docRunner) command(name string, args ...string) *exec.Cmd {
	ctx, stop := context.WithTimeout(d.Context(), 5*time.Minute) // a command that waits for ever is a failure, too
	d.Cleanup(stop)
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = 10 * time.Second
	cmd.Dir = d.dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(d.program)+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1",
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	return cmd
}

// compare looks for the lines of a block in the output of the last script.
func (d *docRunner) compare(where, text string) {
	have := strings.Split(d.output, "\n")
	gap := true // the block may begin anywhere
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if strings.TrimSpace(line) == "..." {
			gap = true
			continue
		}
		found := -1
		for i, h := range have {
			if strings.TrimRight(h, " ") == strings.TrimRight(line, " ") {
				found = i
				break
			}
			if !gap {
				break
			}
		}
		if found < 0 {
			d.Errorf("%s: the output has no line, or not here:\n%s\noutput:\n%s", where, line, d.output)
			return
		}
		have, gap = have[found+1:], false
	}
}

// newDocFolder makes the folder that a page's scripts run in.
func newDocFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "notes")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	const fixture, module, ours = "../../fixtures/gosdk/", "github.com/mcpaudit/mcpaudit/fixtures/gosdk", "example.com/notes"
	for from, to := range map[string]string{
		"notes/before/main.go": "main.go", "internal/access/access.go": "internal/access/access.go", "go.mod": "go.mod", "go.sum": "go.sum",
	} {
		data, err := os.ReadFile(fixture + from)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(data), module, ours)
		if to == "go.mod" {
			// What the fixtures share is not part of this server.
			text = regexp.MustCompile(`(?m)^.*fixtures/harness.*\n`).ReplaceAllString(text, "")
		}
		file := filepath.Join(dir, filepath.FromSlash(to))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"commit", "-q", "-m", "notes: first version"}, {"commit", "-q", "--allow-empty", "-m", "notes: nothing changes"}} {
		cmd := (&docRunner{T: t, dir: dir}).command("git", args...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", cmd, err, out)
		}
	}
	return dir
}

var (
	docLink    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	docCode    = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	docHeading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
)

// checkLinks follows the links of a page to other files and to headings.
func checkLinks(t *testing.T, dir, page string) {
	t.Helper()
	for _, m := range docLink.FindAllStringSubmatch(docCode.ReplaceAllString(page, ""), -1) {
		target, anchor, _ := strings.Cut(m[1], "#")
		if strings.Contains(target, "://") {
			continue
		}
		text := page
		if target != "" {
			file := filepath.Join(dir, filepath.FromSlash(target))
			info, err := os.Stat(file)
			if err != nil {
				t.Errorf("the link %s leads nowhere", m[1])
				continue
			}
			if info.IsDir() || filepath.Ext(file) != ".md" {
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text = string(data)
		}
		if anchor != "" && !headings(text)[anchor] {
			t.Errorf("the link %s leads to no heading", m[1])
		}
	}
}

// headings are the anchors that GitHub makes of a page's headings.
func headings(page string) map[string]bool {
	out := map[string]bool{}
	for _, m := range docHeading.FindAllStringSubmatch(page, -1) {
		var b strings.Builder
		for _, r := range strings.ToLower(strings.TrimSpace(m[1])) {
			switch {
			case r == ' ':
				b.WriteByte('-')
			case r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 0x7f:
				b.WriteRune(r)
			}
		}
		out[b.String()] = true
	}
	return out
}

func TestReadBlocks(t *testing.T) {
	blocks, err := readBlocks("text\n\n<!-- exit 1 -->\n```sh\nfalse\n```\n\nmore\n\n1. item\n\n   ```sh\n   echo a\n     b\n   ```\n<!-- lost -->\ntext\n````text\n```\n````\n")
	if err != nil || len(blocks) != 3 {
		t.Fatalf("%+v, %v", blocks, err)
	}
	if b := blocks[0]; b.comment != "exit 1" || b.text != "false\n" || b.line != 5 {
		t.Errorf("%+v", b)
	}
	if b := blocks[1]; b.comment != "" || b.text != "echo a\n  b\n" {
		t.Errorf("%+v", b)
	}
	if b := blocks[2]; b.comment != "" || b.text != "```\n" {
		t.Errorf("%+v", b)
	}
	if _, err := readBlocks("```sh\nfor ever\n"); err == nil {
		t.Error("a block without an end is no error")
	}
}
