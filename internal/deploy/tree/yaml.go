package tree

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
)

// maxNodes is how many nodes one document may have once its aliases are followed. The largest manifests have some ten thousand.
const maxNodes = 500_000

// maxDepth is how deep a document may be nested.
const maxDepth = 200

// A Locate says where a token of a parsed text stands in the user's files. The key is that of the entry, "" for elements and values.
type Locate func(line, col int, key string) fact.Pos

// In locates tokens of a file that was parsed as it is.
func In(file string) Locate {
	return func(line, col int, _ string) fact.Pos { return fact.Pos{File: file, Line: line, Col: col} }
}

// An Error is a text that could not be parsed.
type Error struct {
	Line int
	Msg  string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Msg) }

// Documents parses each document of a YAML or JSON text on its own, so that a broken one does not hide the others.
func Documents(src []byte, at Locate) (docs []*Node, errs []*Error) {
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	if t := bytes.TrimLeft(src, " \t\r\n"); len(t) > 0 && (t[0] == '{' || t[0] == '[') {
		src = bytes.ReplaceAll(src, []byte("\t"), []byte(" ")) // JSON may be indented with tabs, YAML may not
	}
	first := 1
	for _, part := range split(src) {
		doc, err := document(part, func(line, col int, key string) fact.Pos { return at(line+first-1, col, key) })
		if err != nil {
			err.Line += first - 1
			errs = append(errs, err)
		} else if doc != nil {
			docs = append(docs, doc)
		}
		first += bytes.Count(part, []byte("\n"))
	}
	return docs, errs
}

// split cuts before every line that begins a document.
func split(src []byte) [][]byte {
	var parts [][]byte
	start := 0
	for i := 0; i < len(src); {
		end := bytes.IndexByte(src[i:], '\n')
		if end < 0 {
			end = len(src) - i - 1
		}
		line := src[i : i+end+1]
		if rest, ok := bytes.CutPrefix(line, []byte("---")); ok && i > start && (len(rest) == 0 || strings.ContainsRune(" \t\r\n", rune(rest[0]))) {
			parts = append(parts, src[start:i])
			start = i
		}
		i += end + 1
	}
	return append(parts, src[start:])
}

func document(src []byte, at Locate) (doc *Node, fault *Error) {
	defer func() {
		if r := recover(); r != nil {
			doc, fault = nil, &Error{1, fmt.Sprintf("cannot be parsed (%v)", r)}
		}
	}()
	var root yaml.Node
	if err := yaml.Unmarshal(src, &root); err != nil {
		return nil, yamlError(err)
	}
	if len(root.Content) == 0 || root.Content[0].Tag == "!!null" {
		return nil, nil
	}
	b := &builder{at: at, lines: bytes.Split(src, []byte("\n"))}
	doc, err := b.build(root.Content[0], 0)
	if err != nil {
		return nil, &Error{root.Content[0].Line, err.Error()}
	}
	return doc, nil
}

// yamlError takes the line out of the parser's message, and everything that quotes the text: it may hold secrets.
func yamlError(err error) *Error {
	msg := err.Error()
	out := &Error{Line: 1}
	msg = strings.TrimPrefix(msg, "yaml: ")
	msg = strings.TrimPrefix(msg, "while ")
	if i := strings.Index(msg, "line "); i >= 0 {
		if _, err := fmt.Sscanf(msg[i:], "line %d", &out.Line); err != nil {
			out.Line = 1
		}
	}
	if _, rest, ok := strings.Cut(msg, ": "); ok {
		msg = rest
	}
	if i := strings.IndexAny(msg, "`'\""); i >= 0 {
		msg = msg[:i]
	}
	out.Msg = "no valid YAML: " + strings.TrimSpace(strings.Split(msg, "\n")[0])
	return out
}

type builder struct {
	at    Locate
	lines [][]byte
	nodes int
}

var errTooLarge = errors.New("too large once its aliases are followed, or nested too deeply: not read")

func (b *builder) build(y *yaml.Node, depth int) (*Node, error) {
	if b.nodes++; b.nodes > maxNodes || depth > maxDepth {
		return nil, errTooLarge
	}
	n := &Node{Pos: b.at(y.Line, y.Column, "")}
	n.Key = n.Pos
	switch y.Kind {
	case yaml.AliasNode:
		v, err := b.build(y.Alias, depth+1)
		if err != nil {
			return nil, err
		}
		v.Pos, v.Key = n.Pos, n.Key
		return v, nil
	case yaml.SequenceNode:
		n.Kind = Seq
		for _, c := range y.Content {
			v, err := b.build(c, depth+1)
			if err != nil {
				return nil, err
			}
			n.Append(v)
		}
	case yaml.MappingNode:
		n.Kind = Map
		return n, b.entries(n, y, depth)
	default:
		n.Value = y.Value
		n.Quoted = y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
		if y.Style&yaml.LiteralStyle != 0 {
			n.Block, n.Indent = true, b.indent(y.Line)
		}
		if y.Tag == "!!null" {
			n.Value, n.Null = "", true
		}
	}
	return n, nil
}

// indent is that of the first line with text below a line.
func (b *builder) indent(line int) int {
	for i := line; i < len(b.lines); i++ {
		if text := bytes.TrimLeft(b.lines[i], " "); len(bytes.TrimSpace(text)) > 0 {
			return len(b.lines[i]) - len(text)
		}
	}
	return 0
}

func (b *builder) entries(n *Node, y *yaml.Node, depth int) error {
	for i := 0; i+1 < len(y.Content); i += 2 {
		k, v := y.Content[i], y.Content[i+1]
		child, err := b.build(v, depth+1)
		if err != nil {
			return err
		}
		if k.Tag == "!!merge" || k.Value == "<<" && k.Style == 0 {
			b.merge(n, child)
			continue
		}
		child.Key = b.at(k.Line, k.Column, k.Value)
		if child.Kind == Scalar && child.Pos.Line == 0 {
			child.Pos = child.Key
		}
		n.Put(k.Value, child)
	}
	return nil
}

// merge puts the entries of a merge key first, so that the map's own win.
func (b *builder) merge(n, from *Node) {
	for _, m := range from.List() {
		if m.Kind == Map {
			n.keys = append(append([]string{}, m.keys...), n.keys...)
			n.vals = append(append([]*Node{}, m.vals...), n.vals...)
		}
	}
}
