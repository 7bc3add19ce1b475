package kustomize

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// templates are the labels of what a workload makes, which come with the labels of everything.
var templates = specs(`
	ReplicationController + spec/template/metadata/labels
	Deployment + spec/template/metadata/labels
	ReplicaSet + spec/template/metadata/labels
	DaemonSet + spec/template/metadata/labels
	StatefulSet + spec/template/metadata/labels
	Job + spec/template/metadata/labels
	CronJob + spec/jobTemplate/metadata/labels
	CronJob + spec/jobTemplate/spec/template/metadata/labels`)

// claims are the labels of the volumes that a workload claims for each instance.
var claims = specs(`
	StatefulSet + spec/volumeClaimTemplates[]/metadata/labels`)

// selectors are the fields that select by labels. A service without a selector is given one, as Kustomize does.
var selectors = slices.Concat(specs(`
	Service + spec/selector
	ReplicationController + spec/selector
	Deployment + spec/selector/matchLabels
	ReplicaSet + spec/selector/matchLabels
	DaemonSet + spec/selector/matchLabels
	StatefulSet + spec/selector/matchLabels
	Job - spec/selector/matchLabels
	CronJob - spec/jobTemplate/spec/selector/matchLabels
	PodDisruptionBudget - spec/selector/matchLabels
	NetworkPolicy - spec/podSelector/matchLabels
	NetworkPolicy - spec/ingress/from/podSelector/matchLabels
	NetworkPolicy - spec/egress/to/podSelector/matchLabels`), neighbours("Deployment"), neighbours("StatefulSet"), templates, claims)

// neighbours are the selectors by which the pods of a workload are put beside others, or apart.
func neighbours(kind string) []fieldSpec {
	var out []fieldSpec
	for _, way := range []string{"podAffinity", "podAntiAffinity"} {
		out = append(out, specs(kind+" - spec/template/spec/affinity/"+way+"/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels\n"+
			kind+" - spec/template/spec/affinity/"+way+"/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels")...)
	}
	return append(out, specs(kind+" - spec/template/spec/topologySpreadConstraints/labelSelector/matchLabels")...)
}

// groups are those of the kinds above that others have as well.
var groups = map[string]string{
	"Deployment": "", "StatefulSet": "apps", "Job": "batch", "CronJob": "batch", "PodDisruptionBudget": "policy", "NetworkPolicy": "networking.k8s.io",
}

// specs reads lines of a kind, whether to make the field where it is missing (+ or -), and its path.
func specs(lines string) []fieldSpec {
	var out []fieldSpec
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		f := strings.Fields(line)
		s := fieldSpec{kind: f[0], group: groups[f[0]], create: f[1] == "+", path: strings.Split(f[2], "/")}
		if s.kind == "Service" || s.kind == "ReplicationController" {
			s.version = "v1"
		}
		out = append(out, s)
	}
	return out
}

// label adds the labels that a kustomization gives to everything, and where it asks for it to selectors and templates.
func (s *stock) label(n *tree.Node) {
	everything := fieldSpec{path: []string{"metadata", "labels"}, create: true}
	own := s.config.fields
	for _, l := range n.Get("labels").Items() {
		fields := []fieldSpec{everything}
		for _, f := range l.Get("fields").Items() {
			fields = append(fields, newSpec(f))
		}
		fields = append(fields, own["labels"]...)
		if l.True("includeSelectors") {
			fields = slices.Concat(fields, selectors, own["commonLabels"])
		} else {
			if l.True("includeTemplates") {
				fields = slices.Concat(fields, templates, own["templateLabels"])
			}
			if l.True("includeVolumeClaimTemplates") {
				fields = slices.Concat(fields, claims, own["volumeClaimTemplateLabels"])
			}
		}
		s.enter(fields, l.Get("pairs"))
	}
	s.enter(slices.Concat([]fieldSpec{everything}, selectors, own["commonLabels"]), n.Get("commonLabels"))
}

// annotate adds the annotations that a kustomization gives to everything.
func (s *stock) annotate(entries *tree.Node) {
	fields := []fieldSpec{{path: []string{"metadata", "annotations"}, create: true}}
	for _, f := range templates {
		f.path = slices.Clone(f.path)
		f.path[len(f.path)-1] = "annotations"
		fields = append(fields, f)
	}
	s.enter(append(fields, s.config.fields["commonAnnotations"]...), entries)
}

// enter puts the entries of a map into the maps at some fields.
func (s *stock) enter(fields []fieldSpec, entries *tree.Node) {
	for k, v := range entries.Entries() {
		for _, o := range s.objects {
			for _, f := range fields {
				f.visit(o, &tree.Node{Kind: tree.Map, Pos: v.Pos, Key: v.Key}, func(n *tree.Node) {
					if n.Kind == tree.Map {
						n.Set(k, v.Clone())
					}
				})
			}
		}
	}
}
