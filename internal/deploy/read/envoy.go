package read

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// envoy looks through a configuration for routes, wherever they stand: in a bootstrap, in a listener, in a patch of a mesh.
func (c *context) envoy(n *tree.Node, outer fact.Target) {
	hosts := clusters(n)
	n.Walk(func(key string, n *tree.Node) bool {
		switch key {
		case "routes":
			for _, r := range n.Items() {
				c.envoyRoute(r, outer, hosts)
			}
			return len(n.Items()) == 0
		case "hash_policy", "hashPolicy":
			c.hashPolicy(n, outer)
			return false
		case "cors":
			c.envoyCORS(n, outer)
		}
		if strings.Contains(n.Str("name"), "stateful_session") || strings.Contains(n.Str("@type"), "stateful_session.v3.StatefulSession") {
			c.statefulSession(n, outer)
			return false
		}
		return true
	})
}

// clusters are the hosts behind each cluster.
func clusters(n *tree.Node) map[string][]string {
	out := map[string][]string{}
	n.Walk(func(key string, n *tree.Node) bool {
		if key != "clusters" {
			return true
		}
		for _, cl := range n.Items() {
			name := cl.Str("name")
			cl.Walk(func(key string, n *tree.Node) bool {
				if key == "address" && n.Kind == tree.Scalar {
					out[name] = append(out[name], host(n.Value))
				}
				return true
			})
		}
		return false
	})
	return out
}

func (c *context) envoyRoute(r *tree.Node, outer fact.Target, hosts map[string][]string) {
	t := outer
	t.Scope = c.scope
	action := r.Get("route")
	if cluster := action.Str("cluster"); cluster != "" {
		t.Names = append([]string{cluster}, t.Names...)
		t.Services = append([]string{}, hosts[cluster]...)
		t.Alone = len(hosts) == 1
	}
	m := r.Get("match")
	for _, kind := range []string{"prefix", "path", "path_separated_prefix"} {
		if p := m.Str(kind); p != "" {
			t.Paths = append(t.Paths, p)
		}
	}
	for _, h := range m.Get("headers").Items() {
		if name := h.Get("name"); name != nil && isSessionHeader(name.Value) {
			c.envoyPin(name, t, fact.Pin{What: "routes by the header Mcp-Session-Id", By: fact.ByHeader, Key: sessionHeader, Match: true})
		}
	}
	c.hashPolicy(action.First("hash_policy", "hashPolicy"), t)
	if d := action.Get("timeout"); d != nil && seconds(d.Value) > 0 {
		c.set.Streams = append(c.set.Streams, &fact.Stream{Pos: d.Key, Target: t, Format: "Envoy", Object: "route " + first(strings.Join(t.Names, " "), "in "+c.file), What: "timeout: " + d.Value, Total: true, Seconds: seconds(d.Value)})
	}
	if cors := action.Get("cors"); cors != nil {
		c.envoyCORS(cors, t)
	}
	for name, p := range r.Get("typed_per_filter_config").Entries() {
		if strings.HasSuffix(name, ".cors") {
			c.envoyCORS(p, t)
		}
		if strings.Contains(name, "stateful_session") {
			c.statefulSession(p, t)
		}
	}
	for _, h := range r.Get("request_headers_to_remove").List() {
		if strings.HasPrefix(strings.ToLower(h.Value), "mcp-") {
			c.set.Headers = append(c.set.Headers, &fact.Headers{Pos: h.Pos, Target: t, Format: "Envoy", Object: "route", What: "request_headers_to_remove", Names: []string{strings.ToLower(h.Value)}, Drop: true})
		}
	}
}

func (c *context) envoyPin(at *tree.Node, t fact.Target, p fact.Pin) {
	t.Scope = c.scope
	p.Pos, p.Target, p.Format, p.Drop = at.Key, t, "Envoy", []fact.Pos{at.Key}
	p.Object = "route"
	if len(t.Names) > 0 {
		p.Object = "route to " + t.Names[0]
	}
	p.Key = strings.ToLower(p.Key)
	c.set.Pins = append(c.set.Pins, &p)
}

func (c *context) hashPolicy(n *tree.Node, t fact.Target) {
	for _, h := range n.List() {
		switch {
		case h.Get("header") != nil:
			name := first(h.Str("header", "header_name"), h.Str("header", "headerName"))
			c.envoyPin(n, t, fact.Pin{What: "hash_policy on a header", By: fact.ByHeader, Key: name})
		case h.Get("cookie") != nil:
			c.envoyPin(n, t, fact.Pin{What: "hash_policy on a cookie", By: fact.ByCookie})
		case h.True("connection_properties", "source_ip"):
			c.envoyPin(n, t, fact.Pin{What: "hash_policy on the client's address", By: fact.ByClient})
		case h.Get("query_parameter") != nil:
			c.envoyPin(n, t, fact.Pin{What: "hash_policy on a query parameter", By: fact.ByQuery, Key: h.Str("query_parameter", "name")})
		default:
			continue
		}
		return
	}
}

func (c *context) statefulSession(n *tree.Node, t fact.Target) {
	p := fact.Pin{What: "stateful_session", By: fact.ByCookie}
	n.Walk(func(key string, n *tree.Node) bool {
		if strings.Contains(n.Str("@type"), "HeaderBasedSessionState") {
			p.By, p.Key, p.What = fact.ByHeader, n.Str("name"), "stateful_session by a header"
		}
		return true
	})
	at := n
	if name := n.Get("name"); name != nil {
		at = name
	}
	c.envoyPin(at, t, p)
}

func (c *context) envoyCORS(n *tree.Node, t fact.Target) {
	list := n.First("allow_headers", "allowHeaders")
	if list == nil {
		return
	}
	t.Scope = c.scope
	c.set.Headers = append(c.set.Headers, &fact.Headers{Pos: list.Key, Target: t, Format: "Envoy", Object: "route", What: "allow_headers", Names: lower(list.Strings()), CORS: true})
}
