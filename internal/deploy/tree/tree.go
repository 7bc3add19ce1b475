// Package tree is the common form of the structured files that a deployment is written in: YAML, JSON and TOML become nodes that know
// their exact place. What a key means is not known here; the readers of the formats ask by name and never see a parser.
package tree

import (
	"iter"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
)

// Kind says what a node holds.
type Kind int

// The kinds of nodes.
const (
	Scalar Kind = iota
	Seq
	Map
)

// A Node is a value. All methods work on a nil node, which is empty.
type Node struct {
	Kind   Kind
	Pos    fact.Pos // of the value
	Key    fact.Pos // of its key, or of the value in a sequence
	Value  string   // of a scalar; "" for null
	Block  bool     // a literal block of several lines, whose text begins on the line after Pos
	Indent int      // of the text of a literal block, in columns
	Quoted bool     // a scalar that is text however it looks
	Null   bool     // a scalar that is written as null, or as nothing
	By     string   // what sets the value, where it is no line of the object: one of the names below; "" otherwise

	keys []string
	vals []*Node
}

// What sets a value elsewhere than where it stands.
const (
	ByPatch       = "a JSON patch" // the value is that of an operation, which Key is the "value" of
	ByReplacement = "a replacement"
	ByVariable    = "a variable"
)

// Get follows keys from map to map. The last entry of a repeated key wins, as in most programs that read these files.
func (n *Node) Get(path ...string) *Node {
	for _, key := range path {
		if n == nil || n.Kind != Map {
			return nil
		}
		var next *Node
		for i := len(n.keys) - 1; i >= 0; i-- {
			if n.keys[i] == key {
				next = n.vals[i]
				break
			}
		}
		n = next
	}
	return n
}

// First is the first of several names that a map knows.
func (n *Node) First(keys ...string) *Node {
	for _, k := range keys {
		if v := n.Get(k); v != nil {
			return v
		}
	}
	return nil
}

// Str is the scalar at the end of a path, "" if there is none.
func (n *Node) Str(path ...string) string {
	if n = n.Get(path...); n != nil && n.Kind == Scalar {
		return n.Value
	}
	return ""
}

// Int is the number at the end of a path.
func (n *Node) Int(path ...string) (int, bool) {
	v, err := strconv.Atoi(strings.TrimSpace(n.Str(path...)))
	return v, err == nil
}

// True reports whether the scalar at the end of a path says yes in one of the ways of YAML, JSON and TOML.
func (n *Node) True(path ...string) bool {
	switch strings.ToLower(n.Str(path...)) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}

// Items yields the elements of a sequence.
func (n *Node) Items() []*Node {
	if n == nil || n.Kind != Seq {
		return nil
	}
	return n.vals
}

// List is Items, or the node itself where one value stands for a list of one.
func (n *Node) List() []*Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == Seq:
		return n.vals
	}
	return []*Node{n}
}

// Strings are the scalars of a list. A single scalar is a list of one.
func (n *Node) Strings() []string {
	var out []string
	for _, item := range n.List() {
		if item.Kind == Scalar {
			out = append(out, item.Value)
		}
	}
	return out
}

// Entries yields the entries of a map in the order of the file.
func (n *Node) Entries() iter.Seq2[string, *Node] {
	return func(yield func(string, *Node) bool) {
		if n == nil || n.Kind != Map {
			return
		}
		for i, k := range n.keys {
			if !yield(k, n.vals[i]) {
				return
			}
		}
	}
}

// Len is the number of entries or elements.
func (n *Node) Len() int {
	if n == nil {
		return 0
	}
	return len(n.vals)
}

// StringMap are the scalar entries of a map.
func (n *Node) StringMap() map[string]string {
	out := map[string]string{}
	for k, v := range n.Entries() {
		if v.Kind == Scalar {
			out[k] = v.Value
		}
	}
	return out
}

// Walk visits the node and everything below it, with the key of each map entry.
func (n *Node) Walk(visit func(key string, n *Node) bool) { n.walk("", visit) }

func (n *Node) walk(key string, visit func(string, *Node) bool) {
	if n == nil || !visit(key, n) {
		return
	}
	for i, v := range n.vals {
		k := ""
		if n.Kind == Map {
			k = n.keys[i]
		}
		v.walk(k, visit)
	}
}

// Put adds an entry to a map.
func (n *Node) Put(key string, v *Node) {
	n.keys = append(n.keys, key)
	n.vals = append(n.vals, v)
}

// Append adds an element to a sequence.
func (n *Node) Append(v *Node) { n.vals = append(n.vals, v) }

// Inside places the tokens of a text that is the value of the node.
func (n *Node) Inside() Locate {
	if !n.Block {
		return func(int, int, string) fact.Pos { return n.Key }
	}
	return func(line, col int, _ string) fact.Pos {
		return fact.Pos{File: n.Pos.File, Line: n.Pos.Line + line, Col: n.Indent + col}
	}
}
