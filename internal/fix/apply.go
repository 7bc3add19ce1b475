package fix

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
)

// propose audits an overlay with all rules: a rewrite may not silence one rule
// and wake another.
func (r *run) propose(ctx context.Context, overlay map[string][]byte) (*scan.Proposals, error) {
	o := r.o.Scan
	o.Overlay = overlay
	return scan.Propose(ctx, o)
}

// compile lists what a compiler would refuse in the module, as file and message:
// packages that were not asked for may depend on those that are rewritten.
func (r *run) compile(ctx context.Context, overlay map[string][]byte) (map[string]bool, error) {
	o := r.o.Scan
	o.Dir, o.Patterns = r.now.Root, nil
	o.Overlay = overlay
	problems, err := scan.Compile(ctx, o)
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for _, p := range problems {
		out[where(p)+"\x00"+p.Message] = true
	}
	return out, nil
}

func where(p report.Problem) string {
	if p.File != "" {
		return p.File
	}
	return p.Package
}

func fileOf(problem string) string {
	file, _, _ := strings.Cut(problem, "\x00")
	return file
}

// touching are the rewrites of a batch that change a file, given relative to the
// root, or its folder; if none does, all of them.
func touching(batch []*scan.Found, files map[string]bool, root, file string) []*scan.Found {
	abs := filepath.Join(root, filepath.FromSlash(file))
	in := func(match func(name string) bool) (out []*scan.Found) {
		for _, f := range batch {
			if slices.ContainsFunc(f.Fix.Edits, func(e scan.FileEdit) bool { return match(e.File) }) {
				out = append(out, f)
			}
		}
		return out
	}
	if out := in(func(name string) bool { return name == abs }); len(out) > 0 {
		return out
	}
	if out := in(func(name string) bool { return filepath.Dir(name) == filepath.Dir(abs) }); len(out) > 0 {
		return out
	}
	return batch
}

func (r *run) read(name string) ([]byte, error) {
	if src, ok := r.overlay[name]; ok {
		return src, nil
	}
	return os.ReadFile(name)
}

// applied is the overlay after a batch, with the names of the files that it
// changes.
func (r *run) applied(batch []*scan.Found) (map[string][]byte, map[string]bool, error) {
	byFile := map[string][]scan.FileEdit{}
	var all []scan.FileEdit
	for _, f := range batch {
		merged, ok := join(all, f.Fix.Edits)
		if !ok {
			return nil, nil, errors.New("its edits touch those of another rewrite")
		}
		all = merged
	}
	for _, e := range all {
		byFile[e.File] = append(byFile[e.File], e)
	}
	out, files := maps.Clone(r.overlay), map[string]bool{}
	for name, edits := range byFile {
		src, err := r.read(name)
		if err != nil {
			return nil, nil, err
		}
		after, err := splice(src, edits)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		out[name], files[name] = after, true
	}
	return out, files, nil
}

// join adds edits to sorted ones. Two rewrites may add the same import; otherwise
// they may not touch one another. Edits of one rewrite keep their order.
func join(have, more []scan.FileEdit) ([]scan.FileEdit, bool) {
	out := slices.Clone(have)
	for _, e := range more {
		if slices.Contains(have, e) && e.From == e.To {
			continue // the same import
		}
		for _, h := range have {
			if h.File != e.File {
				continue
			}
			sameSpot := h.From == h.To && e.From == e.To && h.From == e.From
			if h.From < e.To && e.From < h.To || sameSpot {
				return nil, false // they overlap, or it is open which of two insertions comes first
			}
		}
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b scan.FileEdit) int {
		if a.File != b.File {
			return strings.Compare(a.File, b.File)
		}
		if a.From != b.From {
			return a.From - b.From
		}
		return a.To - b.To
	})
	return out, true
}

// splice applies edits to a file. A file that was formatted as gofmt does stays
// so; any other keeps its ways, and its line ends.
func splice(src []byte, edits []scan.FileEdit) ([]byte, error) {
	crlf := bytes.Contains(src, []byte("\r\n"))
	var b bytes.Buffer
	at := 0
	for _, e := range edits {
		if e.From < at || e.To > len(src) {
			return nil, errors.New("edits that overlap")
		}
		b.Write(src[at:e.From])
		b.WriteString(scan.LineEnds(src, e.New))
		at = e.To
	}
	b.Write(src[at:])
	plain := func(s []byte) []byte { return bytes.ReplaceAll(s, []byte("\r\n"), []byte("\n")) }
	after := b.Bytes()
	formatted, err := format.Source(plain(after))
	if err != nil {
		return nil, err
	}
	if was, err := format.Source(plain(src)); err != nil || !bytes.Equal(was, plain(src)) {
		return after, nil
	}
	if crlf {
		formatted = bytes.ReplaceAll(formatted, []byte("\n"), []byte("\r\n"))
	}
	return formatted, nil
}
