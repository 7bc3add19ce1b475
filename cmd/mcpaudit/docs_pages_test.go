package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// absentHere are the commands of the documentation that a test cannot run: they need the network, a secret, or minutes.
var absentHere = []string{
	"golangci-lint custom", "./custom-gcl ", // .ci/run golangci builds and runs it
	".ci/run release", // a step of CI
	"git tag -a v1.2.3", "git push origin",
}

var fence = regexp.MustCompile("(?ms)^ *```sh\n(.*?)^ *```$")

// TestDocCommands runs the commands of the pages about settings, drivers, golangci-lint and releases, in a repository with a server.
func TestDocCommands(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not on PATH")
	}
	for _, page := range []string{"config", "drivers", "golangci", "release"} {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "..", "docs", page+".md"))
			if err != nil {
				t.Fatal(err)
			}
			dir := repository(t)
			ran := 0
			for _, block := range fence.FindAllStringSubmatch(string(text), -1) {
				for line := range strings.Lines(block[1]) {
					line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
					if line = strings.TrimSpace(line); line == "" || absent(line) {
						continue
					}
					ran++
					cmd := exec.Command("bash", "-c", line)
					cmd.Dir = dir
					out, err := cmd.CombinedOutput()
					// Findings are what the server is there for; anything else is a command that does not work as written.
					if code := cmd.ProcessState.ExitCode(); err != nil && code != 1 || strings.Contains(string(out), "unknown flag") {
						t.Errorf("%s: %v\n%s", line, err, out)
					}
				}
			}
			if ran == 0 {
				t.Error("the page has no command")
			}
		})
	}
}

func absent(line string) bool {
	for _, prefix := range absentHere {
		if strings.HasPrefix(line, prefix) {
			return true
		}
	}
	return false
}

// repository is a git repository with a small server of two commits on the branch main.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, module := range []string{"gosdk", "harness"} {
		if err := os.CopyFS(filepath.Join(dir, module), os.DirFS(filepath.Join("..", "..", "fixtures", module))); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	server := filepath.Join(dir, "gosdk")
	for _, other := range []string{"collapse", "cursor", "invoice", "sealkey"} { // one scenario is enough, and quicker
		if err := os.RemoveAll(filepath.Join(server, other)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(server, "share", "man"), 0o777); err != nil {
		t.Fatal(err)
	}
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("commit", "-q", "--no-verify", "-m", "first")
	git("commit", "-q", "--no-verify", "--allow-empty", "-m", "second")
	return server
}

var shown = regexp.MustCompile("(?s)<!-- file: (\\S+) -->\n```[a-z]+\n(.*?)```")

// TestDocFiles compares files that the documentation shows with those that it speaks of.
func TestDocFiles(t *testing.T) {
	written := t.TempDir()
	if err := os.WriteFile(filepath.Join(written, "go.mod"), []byte("module example.com/x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mcpaudit", "init", "-C", written, "--all").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	compared := 0
	for _, page := range []string{"drivers", "golangci"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", page+".md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range shown.FindAllStringSubmatch(string(text), -1) {
			name := filepath.Join("..", "..", m[1])
			if strings.HasPrefix(m[1], ".") { // written by mcpaudit init
				name = filepath.Join(written, m[1])
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			compared++
			if m[2] != string(want) {
				t.Errorf("docs/%s.md shows another %s than there is:\n%s", page, m[1], want)
			}
		}
	}
	if compared != 3 {
		t.Errorf("%d files were compared", compared)
	}
}

// TestDocSettings gives mcpaudit the example of the page about settings.
func TestDocSettings(t *testing.T) {
	text, err := os.ReadFile("../../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```yaml\n")
	example, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("docs/config.md has no example")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".mcpaudit.yaml"), []byte(example), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("mcpaudit", "config", "-C", dir).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "internal/legacy/**: serves old clients") {
		t.Errorf("%v\n%s", err, out)
	}
	wrong := filepath.Join(dir, "wrong.yaml")
	if err := os.WriteFile(wrong, []byte("\n\nfailon: high\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, quoted, _ := strings.Cut(string(text), "mcpaudit: .mcpaudit.yaml:3:1: ")
	quoted, _, _ = strings.Cut(quoted, "\n")
	if out, _ := exec.Command("mcpaudit", "--config", wrong).CombinedOutput(); quoted == "" || !strings.Contains(string(out), "wrong.yaml:3:1: "+quoted) {
		t.Errorf("the page quotes %q, and mcpaudit says %s", quoted, out)
	}
}
