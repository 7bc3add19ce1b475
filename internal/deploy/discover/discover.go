// Package discover finds the files that say how a server is deployed. It looks at names and at the first bytes of files, and parses none.
package discover

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
)

// A Format is a kind of file.
type Format int

// The formats.
const (
	None           Format = iota
	Chart                 // folder of a Helm chart
	Kustomization         // Kustomize
	Kubernetes            // manifests, also of Knative, Cloud Run, Istio and the Gateway API
	Compose               // Docker Compose and Swarm stacks
	Dockerfile            // also Containerfile
	Dotenv                // .env
	Systemd               // unit files of services
	Procfile              // Heroku and its like
	Nginx                 // also templates of it
	HAProxy               // haproxy.cfg
	Caddy                 // Caddyfile
	Traefik               // static and dynamic configuration, YAML
	TraefikTOML           // the same in TOML
	Envoy                 // bootstrap and xDS files
	Terraform             // also OpenTofu
	CloudFormation        // also SAM
	ECS                   // task and service definitions in JSON
	Fly                   // fly.toml
	AgentCore             // .bedrock_agentcore.yaml
	AppEngine             // app.yaml
	ContainerApp          // Azure Container Apps
)

// A File is one file of a known format. Path is on disk, Name is what reports call it.
type File struct {
	Path, Name string
	Format     Format
	Src        []byte
}

// Limits of what is read.
const (
	maxFile  = 4 << 20
	sniffed  = 32 << 10
	maxFiles = 200_000
)

// Under finds the files below a folder, or the one file that root is. Names are relative to base. When root itself was named by the user,
// whatever its own name is, it is read.
func Under(root, base string) (files []File, problems []fact.Problem) {
	w := &walker{base: base, root: root}
	info, err := os.Stat(root)
	if err != nil {
		return nil, []fact.Problem{{Pos: fact.Pos{File: w.name(root)}, Msg: "cannot be read: " + cause(err), Hint: "check the path given to --deploy"}}
	}
	if !info.IsDir() {
		if w.file(root, true); len(w.files)+len(w.problems) == 0 {
			w.problem(root, "is no deployment file of a known format", "docs/deploy.md lists the formats")
		}
		return w.files, w.problems
	}
	w.dir(root, true)
	return w.files, w.problems
}

type walker struct {
	root, base string
	files      []File
	problems   []fact.Problem
	seen       int
}

func (w *walker) name(path string) string { return Name(w.base, path) }

// Name is what reports call a file: its path relative to a folder.
func Name(base, path string) string {
	if rel, err := filepath.Rel(base, path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}

func (w *walker) problem(path, msg, hint string) {
	w.problems = append(w.problems, fact.Problem{Pos: fact.Pos{File: w.name(path)}, Msg: msg, Hint: hint})
}

func (w *walker) dir(dir string, top bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		if len(entries) == 0 {
			w.problem(dir, "cannot be read: "+cause(err), "check the folder and its permissions")
		}
		return
	}
	has := func(name string) bool {
		return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name && !e.IsDir() })
	}
	if has("Chart.yaml") {
		w.files = append(w.files, File{Path: dir, Name: w.name(dir), Format: Chart})
		return
	}
	if !top && has("go.mod") {
		return // another module
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if e.IsDir() {
			if !skipped(e.Name()) {
				w.dir(path, false)
			}
			continue
		}
		if w.seen++; w.seen > maxFiles {
			if w.seen == maxFiles+1 {
				w.problem(dir, fmt.Sprintf("more than %d files: the rest is not searched for deployment files", maxFiles), "name the folders with --deploy")
			}
			return
		}
		if e.Type().IsRegular() {
			w.file(path, false)
		}
	}
}

// skippedDirs hold no deployment of the module itself.
var skippedDirs = []string{"vendor", "node_modules", "testdata", "third_party", "thirdparty", "dist", "site-packages"}

// skipped reports whether a folder is left out: foreign code, hidden folders, tests and their fixtures.
func skipped(name string) bool {
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || slices.Contains(skippedDirs, name) {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(words, func(word string) bool {
		switch word {
		case "test", "tests", "e2e", "fixture", "fixtures", "mock", "mocks", "chainsaw", "testing", "crds":
			return true
		}
		return false
	})
}

func (w *walker) file(path string, named bool) {
	format, sniff := ByName(filepath.Base(path))
	if format == None && sniff == nil {
		return
	}
	f, err := os.Open(path)
	if err != nil {
		w.problem(path, "cannot be read: "+cause(err), "check the file and its permissions")
		return
	}
	defer f.Close()
	head := make([]byte, sniffed)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		w.problem(path, "cannot be read: "+cause(err), "check the file and its permissions")
		return
	}
	head = head[:n]
	text := head
	if wide(head) {
		text = narrow(head)
	}
	if sniff != nil {
		if f := sniff(text); f != None {
			format = f
		}
	}
	if bytes.IndexByte(text, 0) >= 0 {
		if named || format != None {
			w.problem(path, "is a binary file", "remove it, or keep it out of the folder")
		}
		return
	}
	if format == None {
		return
	}
	rest, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		w.problem(path, "cannot be read: "+cause(err), "check the file and its permissions")
		return
	}
	src := slices.Concat(head, rest)
	if len(src) > maxFile {
		w.problem(path, fmt.Sprintf("larger than %d MiB, not read", maxFile>>20), "keep generated data out of the folder")
		return
	}
	if wide(src) {
		src = narrow(src)
	}
	w.files = append(w.files, File{Path: path, Name: w.name(path), Format: format, Src: src})
}

// wide reports whether a text begins as UTF-16 does, in which some editors and shells save.
func wide(src []byte) bool {
	return bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff"))
}

// narrow is a text of UTF-16 in UTF-8.
func narrow(src []byte) []byte {
	order := binary.ByteOrder(binary.LittleEndian)
	if src[0] == 0xfe {
		order = binary.BigEndian
	}
	units := make([]uint16, len(src)/2)
	for i := range units {
		units[i] = order.Uint16(src[2*i:])
	}
	return []byte(string(utf16.Decode(units[1:])))
}

func cause(err error) string {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err.Error()
	}
	return err.Error()
}
