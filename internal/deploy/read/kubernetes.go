package read

import (
	"cmp"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// manifest reads one Kubernetes object.
func (c *context) manifest(n *tree.Node) { c.object(n, "") }

// object reads one Kubernetes object that its own file calls by another name, if source is given.
func (c *context) object(n *tree.Node, source string) {
	if items := n.Get("items"); items != nil && strings.HasSuffix(n.Str("kind"), "List") {
		for _, item := range items.Items() {
			c.manifest(item)
		}
		return
	}
	k := &object{context: c, node: n, kind: n.Str("kind"), name: n.Str("metadata", "name"), source: source, api: n.Str("apiVersion")}
	group, _, _ := strings.Cut(k.api, "/")
	switch {
	case k.kind == "Service" && (group == "serving.knative.dev"):
		k.knative()
	case k.kind == "Service":
		k.service()
	case k.kind == "Deployment", k.kind == "StatefulSet", k.kind == "ReplicaSet", k.kind == "DaemonSet", k.kind == "Rollout", k.kind == "Pod":
		k.workload()
	case k.kind == "Ingress":
		k.ingress()
	case k.kind == "ConfigMap" || k.kind == "Secret":
		k.configMap()
	case k.kind == "PersistentVolumeClaim":
		k.claim(n, k.name)
	case k.kind == "HorizontalPodAutoscaler":
		k.autoscaler(n.Get("spec", "minReplicas"), n.Get("spec", "maxReplicas"))
	case k.kind == "PodDisruptionBudget":
		k.budget()
	case k.kind == "ScaledObject":
		k.autoscaler(n.Get("spec", "minReplicaCount"), n.Get("spec", "maxReplicaCount"))
	case k.kind == "CustomResourceDefinition":
	default:
		k.custom(group)
	}
}

// object is one Kubernetes object while it is read.
type object struct {
	*context
	node            *tree.Node
	kind, name, api string
	source          string
}

func (k *object) pos() fact.Pos {
	if p := k.node.Get("kind"); p != nil {
		return p.Key
	}
	return k.node.Pos
}

func (k *object) title() string { return strings.TrimSpace(k.kind + " " + first(k.source, k.name)) }

// target is the object itself where it stands for a service, with the names around it.
func (k *object) target(services ...string) fact.Target {
	return fact.Target{Scope: k.scope, Services: services, Names: []string{k.name}}
}

func (k *object) pin(format string, at *tree.Node, t fact.Target, p fact.Pin) *fact.Pin {
	p.Pos, p.Target, p.Format, p.Object = at.Key, t, format, k.title()
	p.Key = strings.ToLower(p.Key)
	if len(p.Drop) == 0 {
		p.Drop = []fact.Pos{at.Key}
	}
	if at.By != "" {
		// What stands there is the value of an operation, or something else that is copied: without it, the patch or the copy would be none.
		p.Format = "Kustomize"
		if p.Off == "" || at.By != tree.ByPatch {
			p.Fixed = at.By + " sets it"
		}
	}
	k.set.Pins = append(k.set.Pins, &p)
	return &p
}

func (k *object) service() {
	spec := k.node.Get("spec")
	s := &fact.Service{Pos: k.pos(), Scope: k.scope, Name: k.name, Selector: spec.Get("selector").StringMap()}
	for _, p := range spec.Get("ports").Items() {
		s.Ports = append(s.Ports, p.Str("port"), p.Str("name"), p.Str("targetPort"))
	}
	k.set.Services = append(k.set.Services, s)
	if a := spec.Get("sessionAffinity"); a != nil && a.Value == "ClientIP" {
		p := k.pin("Kubernetes Service", a, k.target(k.name), fact.Pin{What: "sessionAffinity: ClientIP", By: fact.ByClient, Off: "None"})
		if cfg := spec.Get("sessionAffinityConfig"); cfg != nil {
			p.Drop = append(p.Drop, cfg.Key)
		}
	}
	k.annotations(k.target(k.name))
}

func (k *object) workload() {
	spec := k.node.Get("spec")
	template := spec.Get("template")
	pod := template.Get("spec")
	labels := template.Get("metadata", "labels")
	if k.kind == "Pod" {
		pod, labels = spec, k.node.Get("metadata", "labels")
	}
	w := &fact.Workload{Pos: k.pos(), Scope: k.scope, Format: "Kubernetes", Kind: k.kind, Name: k.name, Source: k.source, Labels: labels.StringMap()}
	if r := spec.Get("replicas"); r != nil {
		w.Replicas.Count, _ = r.Int()
		w.Replicas.Pos, w.Replicas.Words = r.Key, "replicas: "+r.Value
	}
	if s := spec.Get("strategy", "type"); s != nil && s.Value == "Recreate" {
		w.Recreate = s.Key
	}
	for _, t := range spec.Get("volumeClaimTemplates").Items() {
		// Each instance of a StatefulSet has a volume of its own.
		w.Volumes = append(w.Volumes, fact.Volume{Pos: t.Pos, Name: t.Str("metadata", "name"), Kind: "own claim", Once: true})
	}
	k.podSpec(w, pod)
	k.set.Workloads = append(k.set.Workloads, w)
}

func (k *object) podSpec(w *fact.Workload, pod *tree.Node) {
	for _, v := range pod.Get("volumes").Items() {
		vol := fact.Volume{Pos: v.Pos, Name: v.Str("name")}
		for key, body := range v.Entries() {
			switch key {
			case "emptyDir":
				vol.Kind = key
			case "hostPath":
				vol.Kind, vol.Once, vol.Pos = key, true, body.Key
			case "persistentVolumeClaim":
				vol.Kind, vol.Claim, vol.Pos = "claim", body.Str("claimName"), body.Key
			case "name":
			default:
				vol.Kind = key
			}
		}
		w.Volumes = append(w.Volumes, vol)
	}
	for _, n := range pod.Get("containers").Items() {
		w.Containers = append(w.Containers, k.container(w, n))
	}
}

func (k *object) container(w *fact.Workload, n *tree.Node) *fact.Container {
	c := &fact.Container{Pos: n.Pos, Name: n.Str("name"), Image: n.Str("image")}
	c.Command = append(n.Get("command").Strings(), n.Get("args").Strings()...)
	from := map[string]string{}
	for _, e := range n.Get("env").Items() {
		at := e.Pos
		if name := e.Get("name"); name != nil {
			at = name.Key
		}
		v := env(e.Str("name"), e.Get("value"), at)
		if f := e.Get("valueFrom"); f != nil {
			v.Empty = false
			v.From = perInstance(f.Str("fieldRef", "fieldPath"))
		}
		for name, source := range from {
			if strings.Contains(e.Str("value"), "$("+name+")") {
				v.From = source
			}
		}
		if v.From != "" {
			from[v.Name] = v.From
		}
		c.Env = append(c.Env, v)
	}
	for _, e := range n.Get("envFrom").Items() {
		for _, kind := range []string{"configMapRef", "secretRef"} {
			if name := e.Str(kind, "name"); name != "" {
				c.EnvFrom = append(c.EnvFrom, name)
			}
		}
	}
	for _, p := range n.Get("ports").Items() {
		c.Ports = append(c.Ports, p.Str("containerPort"), p.Str("name"))
	}
	for _, m := range n.Get("volumeMounts").Items() {
		c.Mounts = append(c.Mounts, fact.Mount{Pos: m.Pos, Volume: m.Str("name"), Path: m.Str("mountPath"), ReadOnly: m.True("readOnly")})
	}
	for _, kind := range []string{"livenessProbe", "readinessProbe", "startupProbe"} {
		k.probe(w, n.Get(kind), kind)
	}
	return c
}

// perInstance are the fields of a pod that differ from one instance to the next.
func perInstance(field string) string {
	switch field {
	case "metadata.name", "metadata.uid", "status.podIP", "status.podIPs", "status.hostIP", "spec.nodeName":
		return field
	}
	if strings.HasPrefix(field, "metadata.labels['statefulset.kubernetes.io/pod-name']") || strings.HasPrefix(field, "metadata.labels['apps.kubernetes.io/pod-index']") {
		return field
	}
	return ""
}

func (k *object) probe(w *fact.Workload, n *tree.Node, what string) {
	if n == nil {
		return
	}
	p := &fact.Probe{Pos: n.Key, Target: fact.Target{Scope: k.scope, Workload: w}, Format: "Kubernetes", Object: k.title(), What: what}
	if path := n.Get("httpGet", "path"); path != nil {
		p.Pos, p.Path = path.Key, path.Value
	}
	if cmd := n.Get("exec", "command"); cmd != nil {
		p.Pos, p.Calls = cmd.Key, removedCall(strings.Join(cmd.Strings(), " "))
		p.Path = gets(strings.Join(cmd.Strings(), " "))
	}
	if p.Path != "" || p.Calls != "" {
		k.set.Probes = append(k.set.Probes, p)
	}
}

func (k *object) configMap() {
	src := &fact.EnvSource{Scope: k.scope, Name: k.name}
	for _, section := range []string{"data", "stringData"} {
		for key, v := range k.node.Get(section).Entries() {
			e := env(key, v, v.Key)
			if k.kind == "Secret" && key != debugVariable {
				e.Value = ""
			}
			src.Env = append(src.Env, e)
			if k.kind == "ConfigMap" {
				k.embedded(key, v)
			}
		}
	}
	k.set.Env = append(k.set.Env, src)
}

func (k *object) claim(n *tree.Node, name string) {
	cl := &fact.Claim{Pos: k.pos(), Scope: k.scope, Name: name}
	modes := n.Get("spec", "accessModes")
	for _, m := range modes.List() {
		if m.Value == "ReadWriteOnce" || m.Value == "ReadWriteOncePod" {
			cl.Once, cl.Mode = true, modes.Key
		}
	}
	for _, m := range modes.List() {
		if m.Value == "ReadWriteMany" {
			cl.Once = false
		}
	}
	k.set.Claims = append(k.set.Claims, cl)
}

func (k *object) autoscaler(least, most *tree.Node) {
	s := &fact.Scale{Scope: k.scope, Format: "Kubernetes", Kind: cmp.Or(k.node.Str("spec", "scaleTargetRef", "kind"), "Deployment"), Workload: k.node.Str("spec", "scaleTargetRef", "name")}
	s.Replicas.Count, _ = least.Int()
	s.Replicas.Max, _ = most.Int()
	if most == nil || s.Workload == "" {
		return
	}
	s.Replicas.Pos, s.Replicas.Words = most.Key, k.kind+" with up to "+most.Value+" replicas"
	k.set.Scales = append(k.set.Scales, s)
}

// budget notes one that lets no instance go when there is only one.
func (k *object) budget() {
	spec := k.node.Get("spec")
	least, most := spec.Get("minAvailable"), spec.Get("maxUnavailable")
	at := least
	switch {
	case least != nil && least.Value != "0" && least.Value != "0%":
	case most != nil && (most.Value == "0" || most.Value == "0%"):
		at = most
	default:
		return
	}
	k.set.Budgets = append(k.set.Budgets, &fact.Budget{Pos: at.Key, Scope: k.scope, Name: k.name, Selector: spec.Get("selector", "matchLabels").StringMap()})
}

// knative reads a service of Knative or Cloud Run, which is a workload as well.
func (k *object) knative() {
	template := k.node.Get("spec", "template")
	notes := template.Get("metadata", "annotations")
	w := &fact.Workload{Pos: k.pos(), Scope: k.scope, Format: "Knative", Kind: k.kind, Name: k.name, Source: k.source}
	k.podSpec(w, template.Get("spec"))
	for _, key := range []string{"autoscaling.knative.dev/maxScale", "autoscaling.knative.dev/max-scale", "run.googleapis.com/maxScale"} {
		a := notes.Get(key)
		if a == nil {
			continue
		}
		w.Replicas.Max, _ = a.Int()
		w.Replicas.Pos, w.Replicas.Words = a.Key, key+": "+a.Value
		if w.Replicas.Max == 1 {
			w.Single = append(w.Single, fact.Single{Pos: a.Key, What: key + ": 1"})
		}
	}
	k.set.Workloads = append(k.set.Workloads, w)
	k.set.Services = append(k.set.Services, &fact.Service{Pos: k.pos(), Scope: k.scope, Name: k.name})
	for _, meta := range []*tree.Node{k.node.Get("metadata", "annotations"), notes} {
		if a := meta.Get("run.googleapis.com/sessionAffinity"); a.True() {
			k.pin("Cloud Run", a, fact.Target{Scope: k.scope, Workload: w}, fact.Pin{What: "run.googleapis.com/sessionAffinity: \"true\"", By: fact.ByCookie})
		}
	}
}

// custom reads resources of proxies and meshes, and those of any other kind that pin by a field of their own.
func (k *object) custom(group string) {
	if k.mesh(group) {
		return
	}
	t := k.target(k.name)
	if k.kind == "MCPServer" || k.kind == "MCPRemoteProxy" || k.kind == "VirtualMCPServer" {
		w := &fact.Workload{Pos: k.pos(), Scope: k.scope, Format: "Kubernetes", Kind: k.kind, Name: k.name, Source: k.source}
		con := &fact.Container{Pos: k.pos(), Name: k.name, Image: k.node.Str("spec", "image")}
		for _, e := range k.node.Get("spec", "env").Items() {
			con.Env = append(con.Env, env(e.Str("name"), e.Get("value"), e.Pos))
		}
		w.Containers = []*fact.Container{con}
		k.set.Workloads = append(k.set.Workloads, w)
		t.Workload = w
	}
	if a := k.node.Get("spec", "sessionAffinity"); a != nil && a.Value == "ClientIP" {
		k.pin(k.kind, a, t, fact.Pin{What: "sessionAffinity: ClientIP", By: fact.ByClient, Off: "None"})
	}
}
