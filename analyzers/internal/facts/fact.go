package facts

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"fmt"
	"io"
	"sync"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
)

// Fact is what importers learn of a package.
type Fact struct{ *held }

// held is shared by the copies of a fact that drivers make. A driver in one
// process never encodes it; one that stores facts decodes it on first use.
type held struct {
	once sync.Once
	data []byte
	b    *bundle
	err  error
}

// bundle is the content of a fact.
type bundle struct {
	Format   int                // effects.Version
	Speaks   bool               // the package, or one of its module below it, reaches an SDK or speaks MCP on the wire
	Versions []version          // of packages that the tables know by version, sorted
	Packages []*effects.Package // summaries, sorted by path
	Found    []string           // keys of the findings reported in the package or below, sorted
}

type version struct{ Path, Version string }

// AFact marks Fact as a fact of go/analysis.
func (*Fact) AFact() {}

// String says what the fact holds.
func (f *Fact) String() string {
	b, err := f.bundle()
	if err != nil {
		return err.Error()
	}
	s := "mcpsummary("
	for i, p := range b.Packages {
		if i > 0 {
			s += "; "
		}
		s += fmt.Sprintf("%s: %d funcs, %d vars, %d types", p.Path, len(p.Funcs), len(p.Globals), len(p.Types))
	}
	for i, v := range b.Versions {
		if i > 0 || len(b.Packages) > 0 {
			s += "; "
		}
		s += v.Path + "@" + v.Version
	}
	return s + ")"
}

func newFact(b *bundle) *Fact {
	b.Format = effects.Version
	return &Fact{&held{b: b}}
}

// bundle is the decoded content.
func (f *Fact) bundle() (*bundle, error) {
	h := f.held
	if h == nil {
		return &bundle{}, nil
	}
	h.once.Do(func() {
		if h.b != nil {
			return
		}
		b := new(bundle)
		unpacked := io.LimitReader(flate.NewReader(bytes.NewReader(h.data)), maxUnpacked)
		if h.err = gob.NewDecoder(unpacked).Decode(b); h.err == nil && b.Format != effects.Version {
			h.err = fmt.Errorf("facts: a summary of format %d, not %d", b.Format, effects.Version)
		}
		h.b, h.data = b, nil
	})
	return h.b, h.err
}

// maxUnpacked bounds what is unpacked from data that is damaged, in bytes.
const maxUnpacked = 1 << 30

// GobEncode packs the fact: the go command keeps it on disk for every package, and unpacked it is six times as large.
func (f *Fact) GobEncode() ([]byte, error) {
	b, err := f.bundle()
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	w, err := flate.NewWriter(&buf, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := gob.NewEncoder(w).Encode(b); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// GobDecode keeps the bytes; most importers never look into them.
func (f *Fact) GobDecode(data []byte) error {
	f.held = &held{data: append([]byte(nil), data...)}
	return nil
}
