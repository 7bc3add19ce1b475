// Command pack writes the files of a folder into a txtar archive, without those
// of its subfolders.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/tools/txtar"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: pack FOLDER ARCHIVE")
		os.Exit(2)
	}
	data, err := Pack(os.Args[1])
	if err == nil {
		err = os.WriteFile(os.Args[2], data, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// Pack archives go.mod and the Go files of a folder, sorted by name.
func Pack(dir string) ([]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	a := &txtar.Archive{Comment: []byte("Packed by go generate from the folder " + filepath.Base(dir) + ". Change the files there.\n\n")}
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".go" && e.Name() != "go.mod" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		a.Files = append(a.Files, txtar.File{Name: e.Name(), Data: data})
	}
	return txtar.Format(a), nil
}
