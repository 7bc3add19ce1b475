package scan

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRepositoryDir(t *testing.T) {
	top := t.TempDir()
	if got := repositoryDir(top); got != "." {
		// The temporary folder itself may stand in a repository.
		t.Skipf("%s is inside a repository", top)
	}
	module := filepath.Join(top, "repo", "services", "shop")
	if err := os.MkdirAll(filepath.Join(top, "repo", ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(module, 0o777); err != nil {
		t.Fatal(err)
	}
	if got := repositoryDir(module); got != "services/shop" {
		t.Errorf("module in a folder: %q", got)
	}
	if got := repositoryDir(filepath.Join(top, "repo")); got != "." {
		t.Errorf("module at the root: %q", got)
	}
	linked := filepath.Join(top, "linked")
	if err := os.Mkdir(linked, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(linked, ".git"), []byte("gitdir: elsewhere\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := repositoryDir(linked); got != "." {
		t.Errorf("linked work tree: %q", got)
	}
}

func TestReadFileStaysInside(t *testing.T) {
	top := t.TempDir()
	root := filepath.Join(top, "module")
	if err := os.MkdirAll(filepath.Join(root, "cart"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"module/cart/cart.go": "package cart\n", "secret.go": "package secret\n"} {
		if err := os.WriteFile(filepath.Join(top, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read, done, err := ReadFile(root)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	if data, err := read("cart/cart.go"); err != nil || string(data) != "package cart\n" {
		t.Errorf("%q, %v", data, err)
	}
	names := []string{"../secret.go", filepath.ToSlash(filepath.Join(top, "secret.go")), "cart/../../secret.go"}
	if err := os.Symlink(filepath.Join(top, "secret.go"), filepath.Join(root, "link.go")); err == nil {
		names = append(names, "link.go")
	}
	for _, name := range names {
		if data, err := read(name); err == nil {
			t.Errorf("%s was read: %q", name, data)
		}
	}
}
