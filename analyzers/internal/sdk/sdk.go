// Package sdk holds what an audit knows about MCP SDKs and about the libraries
// that servers keep state in: versioned data in tables/*.table, a strict
// parser, and a lookup. No other package of the analyzers names an import path.
//
// One line of a table gives one symbol one role:
//
//	role  import/path  Symbol  versions  attr=value ...  # why
//
// The grammar is described in docs/tables.md.
package sdk

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/mod/semver"
)

//go:embed tables/*.table
var files embed.FS

// Entry is one line of a table.
type Entry struct {
	Role   Role
	Path   string // import path; may end in "/..." and may hold "v*" for any major version
	Symbol string // Func, Type, Type.Member, Var; "-" for the role sdk; may hold "*"
	Since  string // first version, "" when open
	Until  string // first version that no longer matches, "" when open
	Attrs  map[string]string
	Why    string
	File   string
	Line   int
}

// Int is the number in an attribute: 2 for "2", 1 for "1...".
func (e Entry) Int(attr string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSuffix(e.Attrs[attr], "..."))
	return n, err == nil
}

// Variadic reports whether an attribute's argument is a variadic or a slice ("1...").
func (e Entry) Variadic(attr string) bool { return strings.HasSuffix(e.Attrs[attr], "...") }

// Get is an attribute's text, "" when the line does not have it.
func (e Entry) Get(attr string) string { return e.Attrs[attr] }

// ValidAt reports whether the entry holds at a module version. An empty or
// unparsable version, such as "(devel)", matches every entry.
func (e Entry) ValidAt(version string) bool {
	if !semver.IsValid(version) || strings.HasPrefix(version, "v0.0.0-") {
		return true
	}
	if e.Since != "" && semver.Compare(version, e.Since) < 0 {
		return false
	}
	return e.Until == "" || semver.Compare(version, e.Until) < 0
}

func (e Entry) String() string {
	return fmt.Sprintf("%s %s %s", e.Role, e.Path, e.Symbol)
}

// Tables is an immutable set of entries.
type Tables struct {
	entries []Entry
	exact   map[string]*pathTable // by import path
	below   map[string]*pathTable // by the path before "/..."
	sdks    []string
}

// pathTable is what is known about the symbols of one path.
type pathTable struct {
	symbols  map[string][]Entry
	patterns []Entry // the most specific first
}

// Builtin is the set of embedded tables, parsed once. It panics when they are
// malformed, which a test excludes.
var Builtin = sync.OnceValue(func() *Tables {
	t, err := readTables(files)
	if err != nil {
		panic("sdk: " + err.Error())
	}
	return t
})

func readTables(fsys fs.FS) (*Tables, error) {
	paths, err := fs.Glob(fsys, "tables/*.table")
	if err != nil {
		return nil, err
	}
	var all []Entry
	for _, p := range paths {
		src, err := fs.ReadFile(fsys, p)
		if err != nil {
			return nil, err
		}
		entries, err := Parse(p, src)
		if err != nil {
			return nil, err
		}
		all = append(all, entries...)
	}
	return new(Tables).With(all)
}

// With returns the tables with more entries. An entry that is invalid, or
// that an existing one already covers, is an error.
func (t *Tables) With(extra []Entry) (*Tables, error) {
	all := slices.Concat(t.entries, extra)
	for _, e := range extra {
		if msg := check(e); msg != "" {
			return nil, fmt.Errorf("%s:%d: %s", e.File, e.Line, msg)
		}
	}
	if err := duplicates(all); err != nil {
		return nil, err
	}
	n := &Tables{entries: all, exact: map[string]*pathTable{}, below: map[string]*pathTable{}}
	for _, e := range all {
		if e.Role == SDK {
			n.sdks = append(n.sdks, e.Path)
			continue
		}
		where, key := n.exact, e.Path
		if base, ok := strings.CutSuffix(e.Path, "/..."); ok {
			where, key = n.below, base
		}
		p := where[key]
		if p == nil {
			p = &pathTable{symbols: map[string][]Entry{}}
			where[key] = p
		}
		if strings.Contains(e.Symbol, "*") {
			p.patterns = append(p.patterns, e)
		} else {
			p.symbols[e.Symbol] = append(p.symbols[e.Symbol], e)
		}
	}
	for _, m := range []map[string]*pathTable{n.exact, n.below} {
		for _, p := range m {
			for _, s := range p.symbols {
				slices.SortStableFunc(s, newestFirst)
			}
			slices.SortStableFunc(p.patterns, func(a, b Entry) int {
				if d := literals(b.Symbol) - literals(a.Symbol); d != 0 {
					return d
				}
				return newestFirst(a, b)
			})
		}
	}
	slices.Sort(n.sdks)
	n.sdks = slices.Compact(n.sdks)
	return n, nil
}

// newestFirst puts the range that reaches further first, so that a lookup
// without a version prefers today's meaning.
func newestFirst(a, b Entry) int {
	switch {
	case a.Until == b.Until:
		return 0
	case a.Until == "":
		return -1
	case b.Until == "":
		return 1
	}
	return semver.Compare(b.Until, a.Until)
}

func literals(pattern string) int { return len(pattern) - strings.Count(pattern, "*") }

// Entries is every entry, in the order of the files and lines.
func (t *Tables) Entries() []Entry { return slices.Clone(t.entries) }

// Lookup returns the entries of a symbol that hold at a version of its module
// ("" = any version), the most specific first. A line that names the symbol
// exactly hides patterns of the same role, and a line for the package hides
// lines for the packages above it.
func (t *Tables) Lookup(path, symbol, version string) []Entry {
	var found []Entry
	var seen []Role
	collect := func(p *pathTable) {
		if p == nil {
			return
		}
		add := func(entries []Entry) {
			known := len(seen)
			for _, e := range entries {
				if e.ValidAt(version) && !slices.Contains(seen[:known], e.Role) {
					found = append(found, e)
					seen = append(seen, e.Role)
				}
			}
		}
		add(p.symbols[symbol])
		for i := range p.patterns {
			if match(p.patterns[i].Symbol, symbol) {
				add(p.patterns[i : i+1])
			}
		}
	}
	collect(t.exact[path])
	anyMajor, hasMajor := majorWildcard(path)
	if hasMajor {
		collect(t.exact[anyMajor])
	}
	for p := path; p != ""; p = parent(p) {
		collect(t.below[p])
		if hasMajor {
			if w, ok := majorWildcard(p); ok {
				collect(t.below[w])
			}
		}
	}
	return found
}

// Role returns the entry that gives a symbol a role at a version, if there is one.
func (t *Tables) Role(path, symbol, version string, r Role) (Entry, bool) {
	for _, e := range t.Lookup(path, symbol, version) {
		if e.Role == r {
			return e, true
		}
	}
	return Entry{}, false
}

// SDKPaths lists the import paths of MCP SDKs and frameworks, sorted.
func (t *Tables) SDKPaths() []string { return slices.Clone(t.sdks) }

// IsSDK reports whether an import path is an MCP SDK's or below it.
func (t *Tables) IsSDK(path string) bool {
	anyMajor, _ := majorWildcard(path)
	for _, s := range t.sdks {
		if isBelow(path, s) || isBelow(anyMajor, s) {
			return true
		}
	}
	return false
}

func isBelow(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && (rest == "" || rest[0] == '/')
}

func parent(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return ""
	}
	return path[:i]
}

// majorWildcard replaces the elements that are major versions by "v*".
func majorWildcard(path string) (string, bool) {
	if !strings.Contains(path, "/v") {
		return path, false
	}
	elems := strings.Split(path, "/")
	changed := false
	for i, elem := range elems {
		if isMajor(elem) {
			elems[i], changed = "v*", true
		}
	}
	return strings.Join(elems, "/"), changed
}

func isMajor(elem string) bool {
	digits, ok := strings.CutPrefix(elem, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// match reports whether a symbol fits a pattern, part by part: a star stands
// for any run of characters but a dot.
func match(pattern, symbol string) bool {
	pt, pm, pdot := strings.Cut(pattern, ".")
	st, sm, sdot := strings.Cut(symbol, ".")
	return pdot == sdot && glob(pt, st) && glob(pm, sm)
}

func glob(pattern, s string) bool {
	first, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == s
	}
	s, ok := strings.CutPrefix(s, first)
	if !ok {
		return false
	}
	for {
		next, after, more := strings.Cut(rest, "*")
		if !more {
			return strings.HasSuffix(s, next)
		}
		i := strings.Index(s, next)
		if i < 0 {
			return false
		}
		s, rest = s[i+len(next):], after
	}
}
