package sdk

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// Parse reads one table. It is strict: whatever it does not understand is an
// error with the file and the line.
//
// A comment line gives its text as the reason of the lines below it, up to the
// next blank line or comment; a comment at the end of a line is that line's own reason.
func Parse(file string, src []byte) ([]Entry, error) { return parseFrom(file, 1, src) }

// parseFrom reads a table whose first line is the given line of the file.
func parseFrom(file string, first int, src []byte) ([]Entry, error) {
	var entries []Entry
	heading, continued := "", false
	for i, line := range strings.Split(string(src), "\n") {
		line = strings.TrimSpace(line)
		comment, isComment := strings.CutPrefix(line, "#")
		switch {
		case line == "":
			heading, continued = "", false
		case isComment:
			comment = strings.TrimSpace(comment)
			if continued {
				comment = heading + " " + comment
			}
			heading, continued = comment, true
		default:
			continued = false
			e, msg := parseLine(line)
			if msg == "" {
				msg = check(e)
			}
			if msg != "" {
				return nil, fmt.Errorf("%s:%d: %s", file, first+i, msg)
			}
			if e.Why == "" {
				e.Why = heading
			}
			e.File, e.Line = file, first+i
			entries = append(entries, e)
		}
	}
	if err := duplicates(entries); err != nil {
		return nil, err
	}
	return entries, nil
}

func parseLine(line string) (Entry, string) {
	var e Entry
	fields := strings.Fields(line)
	for i, f := range fields {
		if strings.HasPrefix(f, "#") {
			e.Why = strings.TrimSpace(strings.TrimPrefix(strings.Join(fields[i:], " "), "#"))
			fields = fields[:i]
			break
		}
	}
	if len(fields) < 4 {
		return e, "want: role path symbol versions attr=value..."
	}
	e.Role, e.Path, e.Symbol = Role(fields[0]), fields[1], fields[2]
	var msg string
	if e.Since, e.Until, msg = parseVersions(fields[3]); msg != "" {
		return e, msg
	}
	for _, f := range fields[4:] {
		name, value, ok := strings.Cut(f, "=")
		if !ok || name == "" || value == "" {
			return e, fmt.Sprintf("%q is not attr=value", f)
		}
		if _, twice := e.Attrs[name]; twice {
			return e, fmt.Sprintf("attribute %q twice", name)
		}
		if e.Attrs == nil {
			e.Attrs = map[string]string{}
		}
		e.Attrs[name] = value
	}
	return e, ""
}

func parseVersions(s string) (since, until, msg string) {
	if s == "*" {
		return "", "", ""
	}
	for part := range strings.SplitSeq(s, ",") {
		switch v := strings.TrimLeft(part, "<>="); {
		case !semver.IsValid(v) || strings.Count(v, ".") < 2:
			return "", "", fmt.Sprintf("bad version in %q", s)
		case strings.HasPrefix(part, ">=") && len(part) == len(v)+2 && since == "" && until == "":
			since = v
		case strings.HasPrefix(part, "<") && len(part) == len(v)+1 && until == "":
			until = v
		default:
			return "", "", fmt.Sprintf("bad version range %q: want *, >=v, <v or >=v,<v", s)
		}
	}
	if since != "" && until != "" && semver.Compare(since, until) >= 0 {
		return "", "", fmt.Sprintf("empty version range %q", s)
	}
	return since, until, ""
}

// check reports what is wrong with an entry by itself, or "".
func check(e Entry) string {
	if msg := validate(e); msg != "" {
		return msg
	}
	path := strings.TrimSuffix(e.Path, "/...")
	if err := module.CheckImportPath(strings.ReplaceAll(path, "v*", "v9")); err != nil {
		return fmt.Sprintf("bad import path %q", e.Path)
	}
	for elem := range strings.SplitSeq(path, "/") {
		if strings.Contains(elem, "*") && elem != "v*" {
			return fmt.Sprintf("bad import path %q: a star only stands for a major version, v*", e.Path)
		}
	}
	if e.Role == SDK {
		if e.Symbol != "-" {
			return `the role sdk is about a path: its symbol is "-"`
		}
		return ""
	}
	parts := strings.Split(e.Symbol, ".")
	ok := len(parts) <= 2 && !slices.ContainsFunc(parts, func(p string) bool {
		return p != "*" && !isIdent(strings.ReplaceAll(p, "*", "X"))
	})
	if !ok {
		return fmt.Sprintf("bad symbol %q", e.Symbol)
	}
	return ""
}

func isIdent(s string) bool { return token.IsIdentifier(s) }

// duplicates reports two entries that give one symbol the same role at a
// version that both cover.
func duplicates(entries []Entry) error {
	type key struct {
		role         Role
		path, symbol string
	}
	seen := map[key][]Entry{}
	for _, e := range entries {
		k := key{e.Role, e.Path, e.Symbol}
		for _, other := range seen[k] {
			if overlap(e, other) {
				return fmt.Errorf("%s:%d: %s: duplicate of %s:%d", e.File, e.Line, e, other.File, other.Line)
			}
		}
		seen[k] = append(seen[k], e)
	}
	return nil
}

func overlap(a, b Entry) bool {
	before := func(x, y Entry) bool { // x ends before y begins
		return x.Until != "" && y.Since != "" && semver.Compare(x.Until, y.Since) <= 0
	}
	return !before(a, b) && !before(b, a)
}
