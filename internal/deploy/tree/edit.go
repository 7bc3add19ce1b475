package tree

import "slices"

// Clone is a deep copy. Places are kept.
func (n *Node) Clone() *Node {
	if n == nil {
		return nil
	}
	c := *n
	c.keys = slices.Clone(n.keys)
	c.vals = make([]*Node, len(n.vals))
	for i, v := range n.vals {
		c.vals[i] = v.Clone()
	}
	return &c
}

// Size is the number of nodes.
func (n *Node) Size() int {
	size := 0
	n.Walk(func(string, *Node) bool { size++; return true })
	return size
}

// Set gives a key of a map a value, in the place of all values that the key had.
func (n *Node) Set(key string, v *Node) {
	at := slices.Index(n.keys, key)
	if at < 0 {
		n.Put(key, v)
		return
	}
	n.vals[at] = v
	for i := len(n.keys) - 1; i > at; i-- {
		if n.keys[i] == key {
			n.Remove(i)
		}
	}
}

// Delete takes a key out of a map. It reports whether it was there.
func (n *Node) Delete(key string) bool {
	if n == nil {
		return false
	}
	found := false
	for i := len(n.keys) - 1; i >= 0; i-- {
		if n.keys[i] == key {
			n.Remove(i)
			found = true
		}
	}
	return found
}

// Remove takes an entry or an element out.
func (n *Node) Remove(i int) {
	if n.Kind == Map {
		n.keys = slices.Delete(n.keys, i, i+1)
	}
	n.vals = slices.Delete(n.vals, i, i+1)
}

// Insert puts an element into a sequence before the one with the number i.
func (n *Node) Insert(i int, v *Node) { n.vals = slices.Insert(n.vals, i, v) }

// Replace puts another element in the place of the one with the number i.
func (n *Node) Replace(i int, v *Node) { n.vals[i] = v }

// Become takes over everything of another node, so that whoever holds n sees the change.
func (n *Node) Become(o *Node) { *n = *o }

// Equal reports whether two nodes say the same, wherever they stand. The order of entries does not matter.
func (n *Node) Equal(o *Node) bool {
	if n == nil || o == nil {
		return n == o
	}
	if n.Kind != o.Kind || n.Value != o.Value || len(n.vals) != len(o.vals) {
		return false
	}
	for i, v := range n.vals {
		other := o.vals[i]
		if n.Kind == Map {
			other = o.Get(n.keys[i])
		}
		if !v.Equal(other) {
			return false
		}
	}
	return true
}
