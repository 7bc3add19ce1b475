package since

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repo is a repository in a temporary folder.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not on PATH")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &repo{t, dir}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *repo) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) commit() string {
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "--no-verify", "-m", "x")
	return r.git("rev-parse", "HEAD")
}

// state is the content of every file of the repository, that of git included.
func (r *repo) state() map[string][32]byte {
	r.t.Helper()
	sums := map[string][32]byte{}
	err := filepath.WalkDir(r.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		sums[path] = sha256.Sum256(data)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return sums
}

func TestOpen(t *testing.T) {
	r := newRepo(t)
	r.write("svc/a.go", "one\ntwo\nthree\nfour\n")
	r.write("svc/with space é.go", "one\n")
	r.write("svc/old.go", "package x\n\nfunc a() {}\nfunc b() {}\nfunc c() {}\nfunc d() {}\n")
	r.write("svc/gone.go", "x\n")
	base := r.commit()
	r.git("checkout", "-q", "-b", "topic")
	r.write("svc/a.go", "one\n2\nthree\n  four\nfive\n")
	topic := r.commit()
	r.git("checkout", "-q", "main")
	r.write("svc/later.go", "x\n")
	r.commit()
	r.git("checkout", "-q", "topic")
	// Changes that are staged, not staged, and not known to git.
	r.write("svc/with space é.go", "one\ntwo\n")
	r.git("add", "-A")
	r.git("mv", "svc/old.go", "svc/new.go")
	r.write("svc/new.go", "package x\n\nfunc a() {}\nfunc b() {}\nfunc c() { b() }\nfunc d() {}\n")
	r.write("svc/fresh.go", "x\n")
	r.write(".gitignore", "ignored.go\n")
	r.write("svc/ignored.go", "x\n")
	if err := os.Remove(filepath.Join(r.dir, "svc", "gone.go")); err != nil {
		t.Fatal(err)
	}
	hook := filepath.Join(r.dir, ".git", "hooks", "post-checkout")
	for _, name := range []string{"post-checkout", "post-index-change"} {
		r.write(".git/hooks/"+name, "#!/bin/sh\ntouch "+filepath.Join(r.dir, "hooked")+"\n")
		if err := os.Chmod(filepath.Join(filepath.Dir(hook), name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	before := r.state()

	svc := filepath.Join(r.dir, "svc")
	b, err := Open(t.Context(), svc, "main", true)
	if err != nil {
		t.Fatal(err)
	}
	if b.Commit != base {
		t.Errorf("the merge base is %s, want %s", b.Commit, base)
	}
	text, err := os.ReadFile(filepath.Join(b.Dir, "a.go"))
	if err != nil || string(text) != "one\ntwo\nthree\nfour\n" {
		t.Errorf("%q %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "gone.go")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "fresh.go")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file of the work tree is in the base: %v", err)
	}
	changed := b.Changed(svc)
	for _, line := range []struct {
		file string
		line int
		want bool
	}{
		{"a.go", 1, false}, {"a.go", 2, true}, {"a.go", 3, false}, {"a.go", 4, false}, {"a.go", 5, true}, {"a.go", 6, false},
		{"with space é.go", 1, false}, {"with space é.go", 2, true},
		{"new.go", 3, false}, {"new.go", 5, true},
		{"fresh.go", 1, true}, {"ignored.go", 1, false}, {"later.go", 1, false}, {"absent.go", 1, false},
		{filepath.Join(svc, "a.go"), 2, true},
	} {
		if got := changed(line.file, line.line); got != line.want {
			t.Errorf("%s:%d changed: %t", line.file, line.line, got)
		}
	}
	dir := b.Dir
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is left behind", dir)
	}
	if after := r.state(); !maps.Equal(before, after) {
		t.Error("the repository was touched")
	}

	b, err = Open(t.Context(), svc, "topic", false)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if b.Commit != topic || b.Changed(svc)("a.go", 2) {
		t.Errorf("compared with itself: %s", b.Commit)
	}
}

func TestOpenErrors(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", "x\n")
	r.commit()
	r.git("checkout", "-q", "--orphan", "other")
	r.write("b.go", "x\n")
	r.commit()
	outside := filepath.Dir(r.dir)
	for _, test := range []struct {
		dir, rev string
		merge    bool
		want     string
	}{
		{r.dir, "nope", false, `git knows no commit "nope": fetch it first`},
		{r.dir, "--output=x", false, `git knows no commit "--output=x"`},
		{r.dir, "main", true, `HEAD and "main" have no commit in common here`},
		{outside, "main", false, outside + " is not in a git repository"},
	} {
		_, err := Open(t.Context(), test.dir, test.rev, test.merge)
		var user *UserError
		if !errors.As(err, &user) || !strings.Contains(user.Msg, test.want) {
			t.Errorf("%s: %v, want %s", test.rev, err, test.want)
		}
	}
}

func TestParseDiff(t *testing.T) {
	const diff = `diff --git a/x.go b/x.go
--- a/x.go
+++ b/x.go
@@ -3 +3,2 @@ func f() {
-old
+++ b/not/a/header.go
+two
@@ -9,2 +10,0 @@
--- a/neither
-gone
diff --git "a/t\tab.go" "b/t\tab.go"
--- "a/t\tab.go"
+++ "b/t\tab.go"
@@ -0,0 +1 @@
+x
\ No newline at end of file
`
	var got []string
	err := parseDiff(diff, func(file string, s span) {
		got = append(got, file+" "+string(rune('0'+s.first))+"-"+string(rune('0'+s.last)))
	})
	if want := "x.go 3-4|t\tab.go 1-1"; err != nil || strings.Join(got, "|") != want {
		t.Errorf("%q %v, want %q", got, err, want)
	}
	if err := parseDiff("+++ b/x\n@@ what @@\n", func(string, span) {}); err == nil {
		t.Error("a diff that is none is accepted")
	}
}
