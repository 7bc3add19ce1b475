package kustomize

import (
	"slices"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// A reference is a field that holds the name of another object.
type reference struct {
	path  []string // lists on the way are entered
	kinds []string // that the name may be of
}

var podReferences = []reference{
	{[]string{"volumes", "configMap", "name"}, []string{"ConfigMap"}},
	{[]string{"volumes", "projected", "sources", "configMap", "name"}, []string{"ConfigMap"}},
	{[]string{"volumes", "secret", "secretName"}, []string{"Secret"}},
	{[]string{"volumes", "projected", "sources", "secret", "name"}, []string{"Secret"}},
	{[]string{"volumes", "persistentVolumeClaim", "claimName"}, []string{"PersistentVolumeClaim"}},
	{[]string{"imagePullSecrets", "name"}, []string{"Secret"}},
	{[]string{"serviceAccountName"}, []string{"ServiceAccount"}},
}

var containerReferences = []reference{
	{[]string{"env", "valueFrom", "configMapKeyRef", "name"}, []string{"ConfigMap"}},
	{[]string{"env", "valueFrom", "secretKeyRef", "name"}, []string{"Secret"}},
	{[]string{"envFrom", "configMapRef", "name"}, []string{"ConfigMap"}},
	{[]string{"envFrom", "secretRef", "name"}, []string{"Secret"}},
}

// kindReferences are those of single kinds.
var kindReferences = map[string][]reference{
	"HorizontalPodAutoscaler": {{[]string{"spec", "scaleTargetRef", "name"}, []string{"Deployment", "ReplicaSet", "StatefulSet", "ReplicationController"}}},
	"StatefulSet":             {{[]string{"spec", "serviceName"}, []string{"Service"}}},
	"Ingress": {
		{[]string{"spec", "rules", "http", "paths", "backend", "serviceName"}, []string{"Service"}},
		{[]string{"spec", "rules", "http", "paths", "backend", "service", "name"}, []string{"Service"}},
		{[]string{"spec", "backend", "serviceName"}, []string{"Service"}},
		{[]string{"spec", "defaultBackend", "service", "name"}, []string{"Service"}},
		{[]string{"spec", "tls", "secretName"}, []string{"Secret"}},
	},
	"ServiceAccount": {{[]string{"imagePullSecrets", "name"}, []string{"Secret"}}},
}

// references brings names of objects that were renamed up to date wherever Kustomize does.
func (b *builder) references(objects []*object) {
	renamed := map[string][]*object{} // by kind and name that they once had
	for _, o := range objects {
		for _, name := range o.names[:len(o.names)-1] {
			renamed[o.kind()+" "+name] = append(renamed[o.kind()+" "+name], o)
		}
	}
	if len(renamed) == 0 {
		return
	}
	for _, o := range objects {
		update := func(n *tree.Node, r reference) {
			for _, kind := range r.kinds {
				if to := nearest(o, renamed[kind+" "+n.Value]); to != nil {
					n.Value = to.name()
					return
				}
			}
		}
		for _, r := range kindReferences[o.kind()] {
			enter(o.node, r.path, r, update)
		}
		var pod *tree.Node
		switch o.kind() {
		case "Pod":
			pod = o.node.Get("spec")
		case "Deployment", "ReplicaSet", "DaemonSet", "StatefulSet", "Job", "ReplicationController":
			pod = o.node.Get("spec", "template", "spec")
		case "CronJob":
			pod = o.node.Get("spec", "jobTemplate", "spec", "template", "spec")
		}
		for _, r := range podReferences {
			enter(pod, r.path, r, update)
		}
		for _, r := range containerReferences {
			enter(pod, append([]string{"containers"}, r.path...), r, update)
			enter(pod, append([]string{"initContainers"}, r.path...), r, update)
		}
	}
}

// enter visits the scalars at a path.
func enter(n *tree.Node, path []string, r reference, visit func(*tree.Node, reference)) {
	if n == nil {
		return
	}
	if n.Kind == tree.Seq {
		for _, e := range n.Items() {
			enter(e, path, r, visit)
		}
		return
	}
	if len(path) > 0 {
		enter(n.Get(path[0]), path[1:], r, visit)
	} else if n.Kind == tree.Scalar {
		visit(n, r)
	}
}

// nearest is the object that a name means: of several, one that was given the same prefixes and suffixes as the one that names it.
func nearest(from *object, list []*object) *object {
	var best *object
	score := -1
	for _, o := range list {
		if s := common(from.around, o.around); s > score {
			best, score = o, s
		}
	}
	return best
}

// common is the number of equal elements, counted from the innermost.
func common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if slices.Equal(a, b) {
		n++
	}
	return n
}
