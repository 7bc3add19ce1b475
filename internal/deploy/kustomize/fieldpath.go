package kustomize

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// fieldPath splits a path such as spec.template.spec.containers.[name=web].env.0.value. What stands in brackets is one part: with an equals
// sign it picks elements of a list, without one it is a key with dots.
func fieldPath(path string) []string {
	var out []string
	parts := split(path, ".")
	for i := 0; i < len(parts); i++ {
		part := parts[i]
		if strings.HasPrefix(part, "[") && !strings.HasSuffix(part, "]") {
			for i < len(parts)-1 && !strings.HasSuffix(part, "]") {
				i++
				part += "." + parts[i]
			}
			if !strings.Contains(part, "=") {
				part = strings.Trim(part, "[]")
			}
		}
		out = append(out, part)
	}
	return out
}

// indexes rewrites parts such as containers[0] into two.
func indexes(path []string) []string {
	var out []string
	for _, part := range path {
		name, number, ok := strings.Cut(part, "[")
		if number, closed := strings.CutSuffix(number, "]"); ok && closed && name != "" && index(number) >= 0 {
			out = append(out, name, number)
			continue
		}
		out = append(out, part)
	}
	return out
}

// index is the number that a part is, -1 if it is none.
func index(part string) int {
	if i, err := strconv.Atoi(part); err == nil && i >= 0 {
		return i
	}
	return -1
}

// picks splits a part that picks elements of a list: [name=web], or [=web] for the elements themselves.
func picks(part string) (key, value string, ok bool) {
	if !strings.HasPrefix(part, "[") || !strings.HasSuffix(part, "]") {
		return "", "", false
	}
	return strings.Cut(part[1:len(part)-1], "=")
}

// lookUp is the one node at a path, nil if there is none.
func lookUp(n *tree.Node, path []string) *tree.Node {
	for _, part := range path {
		var next *tree.Node
		items := n.Items()
		switch key, value, list := picks(part); {
		case list:
			for _, e := range items {
				have := e
				if key != "" {
					have = e.Get(key)
				}
				if have != nil && have.Kind == tree.Scalar && have.Value == value {
					next = e
					break
				}
			}
		case n != nil && n.Kind == tree.Seq && part == "-" && len(items) > 0:
			next = items[len(items)-1]
		case n != nil && n.Kind == tree.Seq:
			if i := index(part); i >= 0 && i < len(items) {
				next = items[i]
			}
		default:
			next = n.Get(part)
		}
		if next == nil {
			return nil
		}
		n = next
	}
	return n
}

// A finder finds the nodes at a path, which may pick several elements of a list by a regular expression or with a star. With leaf, what is
// missing is made, and the end of the path becomes a copy of it.
type finder struct {
	leaf  *tree.Node
	found []*tree.Node
}

// matches are the nodes at a path. The text says what is wrong with the path.
func matches(n *tree.Node, path []string, leaf *tree.Node) ([]*tree.Node, string) {
	f := &finder{leaf: leaf}
	wrong := f.find(n, path)
	return f.found, wrong
}

func (f *finder) find(n *tree.Node, path []string) (wrong string) {
	if len(path) == 0 {
		f.found = append(f.found, n)
		return ""
	}
	part, rest := path[0], path[1:]
	key, value, list := picks(part)
	number := index(part)
	switch {
	case (number >= 0 || list || part == "*") && n.Kind != tree.Seq:
		return "an element is named, and there is no list"
	case number >= 0:
		return f.element(n, number, rest)
	case list:
		return f.elements(n, key, value, rest)
	case part == "*":
		for _, e := range n.Items() {
			if wrong := f.find(e, rest); wrong != "" {
				return wrong
			}
		}
		return ""
	case n.Kind != tree.Map:
		return "a field is named, and there is no map"
	}
	next := n.Get(part)
	if next == nil {
		if f.leaf == nil {
			return ""
		}
		next = f.missing(rest)
		n.Set(part, next)
	}
	return f.find(next, rest)
}

// element follows a path from one element of a list on.
func (f *finder) element(n *tree.Node, i int, rest []string) (wrong string) {
	if i == n.Len() && f.leaf != nil {
		n.Append(f.missing(rest))
	}
	if i >= n.Len() {
		return "the list has no element " + strconv.Itoa(i)
	}
	return f.find(n.Items()[i], rest)
}

// elements follows a path from the elements of a list on that are called so.
func (f *finder) elements(n *tree.Node, key, value string, rest []string) (wrong string) {
	re, err := regexp.Compile(value)
	if err != nil {
		return "the pattern of an element is no regular expression"
	}
	before := len(f.found)
	pick := func() string {
		for _, e := range n.Items() {
			have := e
			if key != "" {
				have = e.Get(key)
			}
			if have == nil || have.Kind != tree.Scalar || !re.MatchString(have.Value) {
				continue
			}
			if key == "" {
				f.found = append(f.found, e)
			} else if wrong := f.find(e, rest); wrong != "" {
				return wrong
			}
		}
		return ""
	}
	if wrong = pick(); wrong != "" || len(f.found) > before || f.leaf == nil {
		return wrong
	}
	made := &tree.Node{Value: value, Pos: f.leaf.Pos, Key: f.leaf.Key}
	if key != "" {
		of := &tree.Node{Kind: tree.Map, Pos: f.leaf.Pos, Key: f.leaf.Key}
		of.Put(key, made)
		made = of
	}
	n.Append(made)
	return pick()
}

// missing is a new node before the rest of a path.
func (f *finder) missing(rest []string) *tree.Node {
	n := &tree.Node{Kind: tree.Map, Pos: f.leaf.Pos, Key: f.leaf.Key}
	if len(rest) == 0 {
		n.Kind = f.leaf.Kind
		return n
	}
	if _, _, list := picks(rest[0]); list || index(rest[0]) >= 0 {
		n.Kind = tree.Seq
	}
	return n
}
