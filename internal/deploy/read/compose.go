package read

import (
	"path"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// compose reads the services of a Compose file or a Swarm stack.
func (c *context) compose(n *tree.Node) {
	services := n.Get("services")
	for name, s := range services.Entries() {
		w := &fact.Workload{Pos: s.Key, Scope: c.scope, Format: "Compose", Kind: "service", Name: name}
		con := &fact.Container{Pos: s.Key, Name: name, Image: s.Str("image")}
		if b := s.Get("build"); b != nil {
			dir := b.Value
			if b.Kind == tree.Map {
				dir = b.Str("context")
				con.Dockerfile = b.Str("dockerfile")
			}
			if dir == "" {
				dir = "."
			}
			if !strings.Contains(dir, "://") && !path.IsAbs(dir) {
				con.Context = path.Join(string(c.scope), dir)
				con.Dockerfile = path.Join(con.Context, first(con.Dockerfile, "Dockerfile"))
			}
		}
		for _, key := range []string{"entrypoint", "command"} {
			if cmd := s.Get(key); cmd != nil && cmd.Kind == tree.Scalar {
				con.Command = append(con.Command, shellWords(cmd.Value)...)
				con.Env = append(con.Env, assignments(cmd.Value, cmd.Key)...)
			} else {
				con.Command = append(con.Command, cmd.Strings()...)
			}
		}
		c.composeEnv(con, s.Get("environment"))
		for _, f := range s.Get("env_file").List() {
			con.EnvFrom = append(con.EnvFrom, first(f.Str("path"), f.Value))
		}
		if host := s.Get("hostname"); host != nil && hostVariables(host.Value) != "" {
			con.Env = append(con.Env, variable("HOSTNAME", host.Value, host.Key, false))
		}
		c.composeScale(w, s)
		c.composeVolumes(w, con, s.Get("volumes"))
		w.Containers = []*fact.Container{con}
		c.set.Workloads = append(c.set.Workloads, w)
		c.set.Services = append(c.set.Services, &fact.Service{Pos: s.Key, Scope: c.scope, Name: name})
		t := fact.Target{Scope: c.scope, Workload: w}
		c.composeProbe(s.Get("healthcheck", "test"), t, name)
		c.labels(s.Get("labels"), t, name)
		c.labels(s.Get("deploy", "labels"), t, name)
	}
	for name, cfg := range n.Get("configs").Entries() {
		if body := cfg.Get("content"); body != nil {
			c.embedded(name, body)
		}
	}
}

func (c *context) composeEnv(con *fact.Container, n *tree.Node) {
	for key, v := range n.Entries() {
		con.Env = append(con.Env, env(key, v, v.Key))
	}
	for _, item := range n.Items() {
		name, value, set := strings.Cut(item.Value, "=")
		con.Env = append(con.Env, variable(name, value, item.Pos, !set))
	}
}

func (c *context) composeScale(w *fact.Workload, s *tree.Node) {
	r := s.Get("deploy", "replicas")
	if r == nil {
		r = s.Get("scale")
	}
	if r != nil {
		w.Replicas.Count, _ = r.Int()
		w.Replicas.Pos, w.Replicas.Words = r.Key, "replicas: "+r.Value
	}
}

// composeVolumes notes what a service keeps on the host that it runs on.
func (c *context) composeVolumes(w *fact.Workload, con *fact.Container, list *tree.Node) {
	for _, v := range list.Items() {
		source, at, mode := v.Str("source"), v.Str("target"), ""
		kind := v.Str("type")
		if v.Kind == tree.Scalar {
			parts := strings.Split(v.Value, ":")
			source = parts[0]
			if len(parts) > 1 {
				at = parts[1]
			}
			if len(parts) > 2 {
				mode = parts[2]
			}
			kind = "volume"
			if strings.HasPrefix(source, ".") || strings.HasPrefix(source, "/") || strings.HasPrefix(source, "~") || strings.HasPrefix(source, "$") {
				kind = "bind"
			}
		}
		w.Volumes = append(w.Volumes, fact.Volume{Pos: v.Pos, Name: source, Kind: kind, Once: kind == "volume"})
		con.Mounts = append(con.Mounts, fact.Mount{Pos: v.Pos, Volume: source, Path: at, ReadOnly: v.True("read_only") || mode == "ro"})
	}
}

func (c *context) composeProbe(test *tree.Node, t fact.Target, name string) {
	if test == nil {
		return
	}
	cmd := strings.Join(test.Strings(), " ")
	p := &fact.Probe{Pos: test.Key, Target: t, Format: "Compose", Object: "service " + name, What: "healthcheck", Calls: removedCall(cmd), Path: gets(cmd)}
	if p.Calls != "" || p.Path != "" {
		c.set.Probes = append(c.set.Probes, p)
	}
}

// labels reads what Traefik takes from a container's labels.
func (c *context) labels(n *tree.Node, t fact.Target, name string) {
	type label struct {
		key, value string
		at         fact.Pos
	}
	var all []label
	for key, v := range n.Entries() {
		all = append(all, label{key, v.Value, v.Key})
	}
	for _, item := range n.Items() {
		k, v, _ := strings.Cut(item.Value, "=")
		all = append(all, label{k, v, item.Pos})
	}
	var sticky *fact.Pin
	for _, l := range all {
		key := strings.ToLower(l.key)
		if !strings.HasPrefix(key, "traefik.") {
			continue
		}
		switch {
		case strings.Contains(key, ".loadbalancer.sticky"):
			if l.value == "false" {
				continue
			}
			if sticky != nil {
				sticky.Drop = append(sticky.Drop, l.at)
				continue
			}
			sticky = &fact.Pin{Pos: l.at, Target: t, Format: "Traefik", Object: "service " + name, What: "sticky cookie", By: fact.ByCookie, Drop: []fact.Pos{l.at}}
			c.set.Pins = append(c.set.Pins, sticky)
		case strings.HasSuffix(key, ".rule") && strings.Contains(strings.ToLower(l.value), sessionHeader):
			c.set.Pins = append(c.set.Pins, &fact.Pin{Pos: l.at, Target: t, Format: "Traefik", Object: "service " + name, What: "routes by the header Mcp-Session-Id", By: fact.ByHeader, Key: sessionHeader, Match: true})
		case strings.HasSuffix(key, ".headers.accesscontrolallowheaders"):
			c.set.Headers = append(c.set.Headers, &fact.Headers{Pos: l.at, Target: t, Format: "Traefik", Object: "service " + name, What: "accessControlAllowHeaders", Names: lower([]string{l.value}), CORS: true})
		case strings.HasSuffix(key, ".healthcheck.path"):
			c.set.Probes = append(c.set.Probes, &fact.Probe{Pos: l.at, Target: t, Format: "Traefik", Object: "service " + name, What: "healthcheck", Path: l.value})
		}
	}
}
