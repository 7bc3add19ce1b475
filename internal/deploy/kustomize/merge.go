package kustomize

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// mergeKeys are the fields that tell the elements of a list apart when a strategic merge patch is applied, from the x-kubernetes-patch-merge-key
// of Kubernetes' API. A list that is not here is replaced as a whole.
var mergeKeys = map[string][]string{
	"containers": {"name"}, "initContainers": {"name"}, "ephemeralContainers": {"name"}, "volumes": {"name"}, "env": {"name"},
	"imagePullSecrets": {"name"}, "secrets": {"name"}, "resourceClaims": {"name"},
	"volumeMounts": {"mountPath"}, "volumeDevices": {"devicePath"}, "hostAliases": {"ip"}, "topologySpreadConstraints": {"topologyKey"},
	"ports": {"containerPort", "port"}, "ownerReferences": {"uid"}, "webhooks": {"name"}, "conditions": {"type"},
}

// listKeys are the merge keys of a field. Only Kubernetes' own kinds have any.
func listKeys(field string, known bool) []string {
	if !known {
		return nil
	}
	return mergeKeys[field]
}

// builtin reports whether a group of the API is one of Kubernetes itself, whose lists have merge keys.
func builtin(group string) bool {
	switch group {
	case "", "apps", "batch", "autoscaling", "policy", "extensions":
		return true
	}
	return strings.HasSuffix(group, ".k8s.io") && group != "gateway.networking.k8s.io"
}

// merge applies a strategic merge patch to a map. It reports whether the map is to go.
func merge(dst, patch *tree.Node, known bool) (gone bool) {
	switch patch.Str("$patch") {
	case "delete":
		return true
	case "replace":
		key := dst.Key
		dst.Become(clean(patch))
		dst.Key = key
		return false
	}
	for k, v := range patch.Entries() {
		if list, ok := strings.CutPrefix(k, "$deleteFromPrimitiveList/"); ok {
			without(dst.Get(list), v)
			continue
		}
		if strings.HasPrefix(k, "$") {
			continue
		}
		d := dst.Get(k)
		switch {
		case v.Kind == tree.Scalar && v.Null:
			dst.Delete(k)
		case d == nil || d.Kind != v.Kind || v.Kind == tree.Scalar:
			if v.Str("$patch") == "delete" {
				dst.Delete(k)
			} else {
				dst.Set(k, clean(v))
			}
		case v.Kind == tree.Map:
			if merge(d, v, known) {
				dst.Delete(k)
			}
		default:
			mergeList(d, v, k, known)
		}
	}
	return false
}

// mergeList applies a patch to a list. What the patch names comes first, in its order, as Kustomize has it: the numbers in JSON patches count on that.
func mergeList(dst, patch *tree.Node, field string, known bool) {
	keys := listKeys(field, known)
	replace := len(keys) == 0
	for _, e := range patch.Items() {
		replace = replace || e.Str("$patch") == "replace"
	}
	if field == "finalizers" && known {
		for _, e := range patch.Items() {
			if find(dst, func(d *tree.Node) bool { return d.Value == e.Value }) < 0 {
				dst.Append(e.Clone())
			}
		}
		return
	}
	if replace {
		dst.Become(clean(patch))
		return
	}
	out := &tree.Node{Kind: tree.Seq, Pos: dst.Pos, Key: dst.Key, By: dst.By}
	for _, e := range patch.Items() {
		at := find(dst, func(d *tree.Node) bool { return same(d, e, keys) })
		if at < 0 {
			if e.Str("$patch") != "delete" {
				out.Append(clean(e))
			}
			continue
		}
		d := dst.Items()[at]
		dst.Remove(at)
		if !merge(d, e, known) {
			out.Append(d)
		}
	}
	for _, d := range dst.Items() {
		out.Append(d)
	}
	dst.Become(out)
}

// same reports whether two elements of a list are about one thing.
func same(a, b *tree.Node, keys []string) bool {
	for _, key := range keys {
		if x, y := a.Get(key), b.Get(key); x != nil && y != nil {
			p, q := a.Str("protocol"), b.Str("protocol")
			return x.Value == y.Value && (p == q || p == "" || q == "")
		}
	}
	return false
}

func find(list *tree.Node, is func(*tree.Node) bool) int {
	for i, e := range list.Items() {
		if is(e) {
			return i
		}
	}
	return -1
}

func without(list, gone *tree.Node) {
	for _, e := range gone.Items() {
		if at := find(list, func(d *tree.Node) bool { return d.Value == e.Value }); at >= 0 {
			list.Remove(at)
		}
	}
}

// clean is a copy of a part of a patch without what only speaks to the merge.
func clean(n *tree.Node) *tree.Node {
	c := *n
	switch n.Kind {
	case tree.Map:
		c = tree.Node{Kind: tree.Map, Pos: n.Pos, Key: n.Key, By: n.By}
		for k, v := range n.Entries() {
			if strings.HasPrefix(k, "$") || v.Null || v.Str("$patch") == "delete" {
				continue
			}
			c.Put(k, clean(v))
		}
	case tree.Seq:
		c = tree.Node{Kind: tree.Seq, Pos: n.Pos, Key: n.Key, By: n.By}
		for _, e := range n.Items() {
			if e.Get("$patch") != nil && (e.Len() == 1 || e.Str("$patch") == "delete") {
				continue
			}
			c.Append(clean(e))
		}
	}
	return &c
}
