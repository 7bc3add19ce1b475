package tree

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
)

// TOML parses a TOML text. What stands before an error is returned with it.
func TOML(src []byte, at Locate) (root *Node, fault *Error) {
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	root = &Node{Kind: Map, Pos: at(1, 1, "")}
	t := &tomlReader{at: at, src: src}
	defer func() {
		if r := recover(); r != nil {
			fault = &Error{t.line, fmt.Sprintf("cannot be parsed (%v)", r)}
		}
	}()
	t.p.Reset(src)
	cur := root
	for t.p.NextExpression() {
		e := t.p.Expression()
		switch e.Kind {
		case unstable.Table:
			cur = t.descend(root, e.Key())
		case unstable.ArrayTable:
			cur = t.element(root, e.Key())
		case unstable.KeyValue:
			t.put(cur, e)
		}
	}
	if err := t.p.Error(); err != nil {
		line := t.line
		if pe, ok := errors.AsType[*unstable.ParserError](err); ok && len(pe.Highlight) > 0 {
			line, _ = t.place(pe.Highlight)
		}
		return root, &Error{max(line, 1), "no valid TOML"}
	}
	return root, nil
}

type tomlReader struct {
	p    unstable.Parser
	at   Locate
	src  []byte
	line int // of the last key
}

// place is the line and column of a part of the text.
func (t *tomlReader) place(part []byte) (line, col int) {
	pos := t.p.Shape(t.p.Range(part)).Start
	return pos.Line, pos.Column
}

func (t *tomlReader) pos(n *unstable.Node, key string) (p fact.Pos) {
	if n.Raw.Length == 0 {
		return t.at(t.line, 1, key)
	}
	s := t.p.Shape(n.Raw).Start
	t.line = s.Line
	return t.at(s.Line, s.Column, key)
}

// descend makes the tables of a key and returns the last.
func (t *tomlReader) descend(n *Node, keys unstable.Iterator) *Node {
	for keys.Next() {
		k := keys.Node()
		n = t.table(n, string(k.Data), t.pos(k, string(k.Data)))
	}
	return n
}

func (t *tomlReader) table(n *Node, key string, at fact.Pos) *Node {
	next := n.Get(key)
	if next != nil && next.Kind == Seq && next.Len() > 0 {
		next = next.vals[len(next.vals)-1]
	}
	if next == nil || next.Kind != Map {
		next = &Node{Kind: Map, Pos: at, Key: at}
		n.Put(key, next)
	}
	return next
}

func (t *tomlReader) element(n *Node, keys unstable.Iterator) *Node {
	for keys.Next() {
		k := keys.Node()
		key, at := string(k.Data), t.pos(k, string(k.Data))
		if !keys.IsLast() {
			n = t.table(n, key, at)
			continue
		}
		list := n.Get(key)
		if list == nil || list.Kind != Seq {
			list = &Node{Kind: Seq, Pos: at, Key: at}
			n.Put(key, list)
		}
		n = &Node{Kind: Map, Pos: at, Key: at}
		list.Append(n)
	}
	return n
}

func (t *tomlReader) put(n *Node, e *unstable.Node) {
	keys := e.Key()
	var key string
	var at fact.Pos
	for keys.Next() {
		k := keys.Node()
		key, at = string(k.Data), t.pos(k, string(k.Data))
		if !keys.IsLast() {
			n = t.table(n, key, at)
		}
	}
	v := t.value(e.Value())
	v.Key = at
	if v.Pos.Line == 0 || v.Pos.Col == 1 && v.Pos.Line == at.Line {
		v.Pos = at
	}
	n.Put(key, v)
}

func (t *tomlReader) value(v *unstable.Node) *Node {
	n := &Node{Pos: t.pos(v, "")}
	n.Key = n.Pos
	switch v.Kind {
	case unstable.Array:
		n.Kind = Seq
		for it := v.Children(); it.Next(); {
			n.Append(t.value(it.Node()))
		}
	case unstable.InlineTable:
		n.Kind = Map
		for it := v.Children(); it.Next(); {
			t.put(n, it.Node())
		}
	default:
		n.Value = string(v.Data)
		n.Quoted = v.Kind == unstable.String
	}
	return n
}
