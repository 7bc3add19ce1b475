package read

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// traefik reads dynamic configuration: services with sticky cookies, routers that match headers, middlewares that change headers.
func (c *context) traefik(n *tree.Node) {
	http := n.Get("http")
	targets := map[string]fact.Target{}
	for name, s := range http.Get("services").Entries() {
		t := fact.Target{Scope: c.scope, Names: []string{name}, Alone: http.Get("services").Len() == 1}
		for _, srv := range s.Get("loadBalancer", "servers").Items() {
			t.Services = append(t.Services, host(passHost(srv.Str("url"))))
		}
		targets[name] = t
	}
	for name, r := range http.Get("routers").Entries() {
		service := r.Str("service")
		t, ok := targets[service]
		if !ok {
			t = fact.Target{Scope: c.scope, Names: []string{service}}
		}
		t.Names = append(t.Names, name)
		rule := r.Get("rule")
		t.Paths = append(t.Paths, rulePaths(rule.Str())...)
		targets[service] = t
		if rule != nil && strings.Contains(strings.ToLower(rule.Value), sessionHeader) {
			c.set.Pins = append(c.set.Pins, &fact.Pin{Pos: rule.Key, Target: t, Format: "Traefik", Object: "router " + name, What: "routes by the header Mcp-Session-Id", By: fact.ByHeader, Key: sessionHeader, Match: true})
		}
		for _, m := range r.Get("middlewares").Strings() {
			if mw := http.Get("middlewares", m); mw != nil {
				c.middlewareOf(m, mw, t)
			}
		}
	}
	for name, s := range http.Get("services").Entries() {
		for _, kind := range []string{"loadBalancer", "weighted"} {
			if sticky := s.Get(kind, "sticky"); sticky != nil {
				c.set.Pins = append(c.set.Pins, &fact.Pin{Pos: sticky.Key, Target: targets[name], Format: "Traefik", Object: "service " + name, What: "sticky cookie", By: fact.ByCookie, Drop: []fact.Pos{sticky.Key}})
			}
		}
		if p := s.Get("loadBalancer", "healthCheck", "path"); p != nil {
			c.set.Probes = append(c.set.Probes, &fact.Probe{Pos: p.Key, Target: targets[name], Format: "Traefik", Object: "service " + name, What: "healthCheck", Path: p.Value})
		}
	}
}

// rulePaths are the paths that a router's rule names.
func rulePaths(rule string) []string {
	var out []string
	for _, f := range []string{"PathPrefix(", "Path("} {
		for rest := rule; ; {
			i := strings.Index(rest, f)
			if i < 0 {
				break
			}
			rest = rest[i+len(f):]
			args, _, _ := strings.Cut(rest, ")")
			for a := range strings.SplitSeq(args, ",") {
				out = append(out, strings.Trim(a, " `\"'"))
			}
		}
	}
	return out
}

func (c *context) middlewareOf(name string, mw *tree.Node, t fact.Target) {
	k := &object{context: c, node: mw, kind: "middleware", name: name}
	k.middleware(name, mw, t)
}

// middleware reads one that changes headers.
func (k *object) middleware(name string, mw *tree.Node, t fact.Target) {
	h := mw.Get("headers")
	if list := h.Get("accessControlAllowHeaders"); list != nil {
		k.set.Headers = append(k.set.Headers, &fact.Headers{Pos: list.Key, Target: t, Format: "Traefik", Object: "middleware " + name, What: "accessControlAllowHeaders", Names: lower(list.Strings()), CORS: true})
	}
	for header, v := range h.Get("customRequestHeaders").Entries() {
		if v.Value == "" && strings.HasPrefix(strings.ToLower(header), "mcp-") {
			k.set.Headers = append(k.set.Headers, &fact.Headers{Pos: v.Key, Target: t, Format: "Traefik", Object: "middleware " + name, What: "customRequestHeaders " + header + `: ""`, Names: []string{strings.ToLower(header)}, Drop: true})
		}
	}
}
