package kustomize

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// object is one resource while it is built.
type object struct {
	node     *tree.Node
	orig     string   // its name in its own file
	was      []id     // what it was called before, oldest first
	around   []string // prefixes and suffixes that it was given
	behavior string   // of a generated one
	gone     bool     // a patch took it away
}

// An id is how an object is called.
type id struct{ kind, name, space string }

func newObject(n *tree.Node) *object { return &object{node: n, orig: n.Str("metadata", "name")} }

func (o *object) kind() string  { return o.node.Str("kind") }
func (o *object) name() string  { return o.node.Str("metadata", "name") }
func (o *object) space() string { return o.node.Str("metadata", "namespace") }

// group is the part of apiVersion before the slash, "" for the core.
func (o *object) group() string { return apiGroup(o.node.Str("apiVersion")) }

func (o *object) version() string {
	_, version, ok := strings.Cut(o.node.Str("apiVersion"), "/")
	if !ok {
		return o.node.Str("apiVersion")
	}
	return version
}

func apiGroup(version string) string {
	group, _, ok := strings.Cut(version, "/")
	if !ok {
		return ""
	}
	return group
}

// ids are how the object is called now and was called before.
func (o *object) ids() []id { return append([]id{{o.kind(), o.name(), o.space()}}, o.was...) }

// key tells the object apart from all others.
func (o *object) key() string {
	return strings.Join([]string{o.node.Str("apiVersion"), o.kind(), effective(o.space(), o), o.name()}, " ")
}

// first is how the object was called in its own file.
func (o *object) first() id {
	if len(o.was) > 0 {
		return o.was[0]
	}
	return o.ids()[0]
}

// remember keeps how the object is called before a change.
func (o *object) remember() {
	o.was = append(o.was, id{o.kind(), o.name(), effective(o.space(), o)})
}

// called reports whether the object has a name, or had it.
func (o *object) called(name string) bool {
	return slices.ContainsFunc(o.ids(), func(i id) bool { return i.name == name })
}

// clusterWide are the kinds of Kubernetes that are in no namespace. Of others, nobody knows without a cluster.
var clusterWide = strings.Fields(`Namespace Node PersistentVolume ComponentStatus ClusterRole ClusterRoleBinding CustomResourceDefinition APIService StorageClass PriorityClass
	IngressClass RuntimeClass CSIDriver CSINode VolumeAttachment MutatingWebhookConfiguration ValidatingWebhookConfiguration ValidatingAdmissionPolicy
	ValidatingAdmissionPolicyBinding CertificateSigningRequest PodSecurityPolicy`)

func (o *object) clusterWide() bool {
	return builtin(o.group()) && slices.Contains(clusterWide, o.kind())
}

// effective is the namespace that one stands for.
func effective(space string, o *object) string {
	switch {
	case o.clusterWide():
		return "\x00"
	case space == "":
		return "default"
	}
	return space
}

// pattern reports whether a text fits a regular expression as a whole. An empty one fits all.
func pattern(expr, text string) bool {
	if expr == "" || expr == text {
		return true
	}
	if regexp.QuoteMeta(expr) == expr {
		return false
	}
	re, err := regexp.Compile("^(?:" + expr + ")$")
	return err == nil && re.MatchString(text)
}
