package read

import (
	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// fly reads fly.toml.
func (c *context) fly(n *tree.Node) {
	w := &fact.Workload{Pos: n.Pos, Scope: c.scope, Format: "Fly", Kind: "app", Name: n.Str("app")}
	if a := n.Get("app"); a != nil {
		w.Pos = a.Key
	}
	con := &fact.Container{Pos: w.Pos, Name: w.Name, Image: n.Str("build", "image"), Context: string(c.scope)}
	con.Dockerfile = first(n.Str("build", "dockerfile"))
	for key, v := range n.Get("env").Entries() {
		con.Env = append(con.Env, env(key, v, v.Key))
	}
	for _, cmd := range n.Get("processes").Entries() {
		con.Command = append(con.Command, shellWords(cmd.Value)...)
		con.Env = append(con.Env, assignments(cmd.Value, cmd.Key)...)
	}
	for _, m := range n.Get("mounts").List() {
		src := m.First("source")
		if src == nil {
			continue
		}
		// A volume of Fly belongs to one machine.
		w.Volumes = append(w.Volumes, fact.Volume{Pos: src.Key, Name: src.Value, Kind: "Fly volume", Once: true})
		con.Mounts = append(con.Mounts, fact.Mount{Pos: src.Key, Volume: src.Value, Path: m.Str("destination")})
	}
	w.Containers = []*fact.Container{con}
	c.set.Workloads = append(c.set.Workloads, w)
	t := fact.Target{Scope: c.scope, Workload: w}
	probe := func(n *tree.Node) {
		method := n.Str("method")
		if p := n.Get("path"); p != nil && (method == "" || method == "GET" || method == "get") {
			c.set.Probes = append(c.set.Probes, &fact.Probe{Pos: p.Key, Target: t, Format: "Fly", Object: "app " + w.Name, What: "check", Path: p.Value})
		}
	}
	for _, check := range n.Get("http_service", "checks").List() {
		probe(check)
	}
	for _, check := range n.Get("checks").Entries() {
		probe(check)
	}
	for _, s := range n.Get("services").List() {
		for _, check := range s.Get("http_checks").List() {
			probe(check)
		}
	}
}

// appEngine reads app.yaml.
func (c *context) appEngine(n *tree.Node) {
	w := &fact.Workload{Pos: n.Pos, Scope: c.scope, Format: "App Engine", Kind: "service", Name: first(n.Str("service"), "default")}
	con := &fact.Container{Pos: n.Pos, Name: w.Name, Context: string(c.scope), Builds: []string{"."}}
	for key, v := range n.Get("env_variables").Entries() {
		con.Env = append(con.Env, env(key, v, v.Key))
	}
	if m := n.Get("automatic_scaling").First("max_num_instances", "max_instances"); m != nil {
		w.Replicas.Max, _ = m.Int()
		w.Replicas.Pos, w.Replicas.Words = m.Key, "at most "+m.Value+" instances"
	}
	if m := n.Get("manual_scaling", "instances"); m != nil {
		w.Replicas.Count, _ = m.Int()
		w.Replicas.Pos, w.Replicas.Words = m.Key, "instances: "+m.Value
	}
	if w.Replicas.Max == 1 {
		w.Single = append(w.Single, fact.Single{Pos: w.Replicas.Pos, What: "at most one instance"})
	}
	w.Containers = []*fact.Container{con}
	c.set.Workloads = append(c.set.Workloads, w)
	if a := n.Get("network", "session_affinity"); a.True() {
		c.set.Pins = append(c.set.Pins, &fact.Pin{Pos: a.Key, Target: fact.Target{Scope: c.scope, Workload: w}, Format: "App Engine", Object: "service " + w.Name, What: "session_affinity: true", By: fact.ByCookie, Off: "false", Drop: []fact.Pos{a.Key}})
	}
}

// containerApp reads a container app of Azure.
func (c *context) containerApp(n *tree.Node) {
	props := n.Get("properties")
	name := first(n.Str("name"), "container app")
	w := &fact.Workload{Pos: n.Pos, Scope: c.scope, Format: "Azure Container Apps", Kind: "app", Name: name}
	for _, d := range props.Get("template", "containers").Items() {
		w.Containers = append(w.Containers, containerOf(d))
	}
	if m := props.Get("template", "scale", "maxReplicas"); m != nil {
		w.Replicas.Max, _ = m.Int()
		w.Replicas.Pos, w.Replicas.Words = m.Key, "maxReplicas: "+m.Value
		if w.Replicas.Max == 1 {
			w.Single = append(w.Single, fact.Single{Pos: m.Key, What: "maxReplicas: 1"})
		}
	}
	c.set.Workloads = append(c.set.Workloads, w)
	if a := props.Get("configuration", "ingress", "stickySessions", "affinity"); a.Str() == "sticky" {
		c.set.Pins = append(c.set.Pins, &fact.Pin{Pos: a.Key, Target: fact.Target{Scope: c.scope, Workload: w}, Format: "Azure Container Apps", Object: "app " + name, What: "stickySessions: sticky", By: fact.ByCookie, Off: "none", Drop: []fact.Pos{a.Key}})
	}
}
