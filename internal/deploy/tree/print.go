package tree

import (
	"bytes"
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Print writes a node as YAML, or as JSON if the text that it was read from is JSON: on several lines if that one is. Comments are lost.
func (n *Node) Print(like string) (string, error) {
	if like = strings.TrimSpace(like); strings.HasPrefix(like, "{") || strings.HasPrefix(like, "[") {
		var v any
		if err := n.yaml().Decode(&v); err != nil {
			return "", err
		}
		out, err := json.Marshal(v)
		if err == nil && strings.Contains(like, "\n") && strings.Contains(like, "  ") {
			out, err = json.MarshalIndent(v, "", "  ")
		}
		return string(out), err
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	e.CompactSeqIndent()
	err := e.Encode(n.yaml())
	return strings.TrimSpace(b.String()), err
}

// yaml is the node as the YAML library has it.
func (n *Node) yaml() *yaml.Node {
	switch n.Kind {
	case Seq:
		out := &yaml.Node{Kind: yaml.SequenceNode}
		for _, v := range n.vals {
			out.Content = append(out.Content, v.yaml())
		}
		return out
	case Map:
		out := &yaml.Node{Kind: yaml.MappingNode}
		for i, key := range n.keys {
			out.Content = append(out.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key}, n.vals[i].yaml())
		}
		return out
	}
	out := &yaml.Node{Kind: yaml.ScalarNode, Value: n.Value}
	switch {
	case n.Null:
		out.Tag = "!!null"
	case n.Quoted || n.Block:
		out.Tag = "!!str"
	}
	return out
}
