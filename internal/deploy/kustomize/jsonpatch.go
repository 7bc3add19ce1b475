package kustomize

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// operate applies one operation of a JSON patch (RFC 6902).
func operate(root, op *tree.Node) error {
	path, err := pointer(op.Str("path"))
	if err != nil {
		return err
	}
	value := func() *tree.Node {
		v := op.Get("value")
		if v == nil {
			return &tree.Node{Null: true, Pos: op.Pos, Key: op.Pos, By: tree.ByPatch}
		}
		c := v.Clone()
		c.By = tree.ByPatch
		return c
	}
	switch op.Str("op") {
	case "add":
		return put(root, path, value(), false)
	case "replace":
		return put(root, path, value(), true)
	case "remove":
		_, err := cut(root, path)
		return err
	case "move", "copy":
		from, err := pointer(op.Str("from"))
		if err != nil {
			return err
		}
		v, err := at(root, from)
		if err != nil {
			return err
		}
		if op.Str("op") == "copy" && root.Size() > maxNodes {
			return errors.New("a JSON patch makes an object that is too large")
		}
		v = v.Clone()
		if op.Str("op") == "move" {
			if _, err := cut(root, from); err != nil {
				return err
			}
		}
		return put(root, path, v, false)
	case "test":
		if v, err := at(root, path); err != nil || !v.Equal(op.Get("value")) {
			return errors.New("the test of a JSON patch fails")
		}
		return nil
	}
	return errors.New("an operation of a JSON patch that does not exist")
}

// pointer splits a JSON pointer (RFC 6901).
func pointer(s string) ([]string, error) {
	if !strings.HasPrefix(s, "/") {
		return nil, errors.New("a JSON patch names no path")
	}
	parts := strings.Split(s[1:], "/")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(p, "~1", "/"), "~0", "~")
	}
	return parts, nil
}

// at is the node at a path.
func at(n *tree.Node, path []string) (*tree.Node, error) {
	for i, key := range path {
		var next *tree.Node
		switch {
		case n.Kind == tree.Map:
			next = n.Get(key)
		case n.Kind == tree.Seq:
			if k, err := strconv.Atoi(key); err == nil && k >= 0 && k < n.Len() {
				next = n.Items()[k]
			}
		}
		if next == nil {
			return nil, fmt.Errorf("a JSON patch names /%s, which is not there", strings.Join(path[:i+1], "/"))
		}
		n = next
	}
	return n, nil
}

// put sets the value at a path. The map or list around it must be there.
func put(root *tree.Node, path []string, v *tree.Node, replace bool) error {
	around, err := at(root, path[:len(path)-1])
	if err != nil {
		return err
	}
	key := path[len(path)-1]
	missing := fmt.Errorf("a JSON patch names /%s, which is not there", strings.Join(path, "/"))
	switch around.Kind {
	case tree.Map:
		around.Set(key, v) // a key that is not there is replaced all the same, as Kustomize has it
		return nil
	case tree.Seq:
		k, err := strconv.Atoi(key)
		switch {
		case key == "-" && !replace:
			around.Append(v)
		case err != nil || k < 0 || k > around.Len() || replace && k == around.Len():
			return missing
		case replace:
			around.Replace(k, v)
		default:
			around.Insert(k, v)
		}
		return nil
	}
	return missing
}

// cut takes the value at a path out.
func cut(root *tree.Node, path []string) (*tree.Node, error) {
	v, err := at(root, path)
	if err != nil {
		return nil, err
	}
	around, err := at(root, path[:len(path)-1])
	if err != nil {
		return nil, err
	}
	if around.Kind == tree.Map {
		around.Delete(path[len(path)-1])
	} else {
		around.Remove(slices.Index(around.Items(), v))
	}
	return v, nil
}
