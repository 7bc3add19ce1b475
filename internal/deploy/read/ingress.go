package read

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

func (k *object) ingress() {
	t := k.target()
	route := &fact.Route{Pos: k.pos(), Scope: k.scope, Name: k.name}
	spec := k.node.Get("spec")
	backend := func(b *tree.Node) {
		if name := b.First("service", "serviceName"); name != nil {
			if name.Kind == tree.Map {
				name = name.Get("name")
			}
			if name != nil {
				t.Services = append(t.Services, name.Value)
			}
		}
	}
	backend(spec.First("defaultBackend", "backend"))
	for _, r := range spec.Get("rules").Items() {
		for _, p := range r.Get("http", "paths").Items() {
			backend(p.Get("backend"))
			t.Paths = append(t.Paths, p.Str("path"))
		}
	}
	route.Backends, route.Paths = t.Services, t.Paths
	k.set.Routes = append(k.set.Routes, route)
	k.annotations(t)
}

// annotations reads what controllers take from the annotations of ingresses and services.
func (k *object) annotations(t fact.Target) {
	notes := k.node.Get("metadata", "annotations")
	for key, v := range notes.Entries() {
		if v.Kind != tree.Scalar || v.Value == "" {
			continue
		}
		prefix, name, ok := strings.Cut(key, "/")
		if !ok {
			continue
		}
		a := annotation{object: k, key: key, name: name, v: v, all: notes, t: t}
		switch prefix {
		case "nginx.ingress.kubernetes.io":
			a.ingressNginx()
		case "nginx.org", "nginx.com":
			a.nginxInc()
		case "haproxy-ingress.github.io", "ingress.kubernetes.io", "haproxy.org", "haproxy.com":
			a.haproxy()
		case "traefik.ingress.kubernetes.io", "traefik.containo.us":
			a.traefik()
		case "alb.ingress.kubernetes.io", "service.beta.kubernetes.io":
			a.aws()
		case "haproxy.router.openshift.io", "router.openshift.io":
			a.openShift()
		case "appgw.ingress.kubernetes.io":
			if name == "cookie-based-affinity" && v.True() {
				a.pin("Application Gateway ingress", fact.ByCookie, "")
			}
		}
	}
}

// annotation is one annotation while it is read.
type annotation struct {
	*object
	key, name string
	v         *tree.Node
	all       *tree.Node
	t         fact.Target
}

func (a *annotation) pin(format string, by fact.By, key string) *fact.Pin {
	what := a.key + ": " + a.v.Value
	if len(what) > 120 {
		what = a.key
	}
	return a.object.pin(format, a.v, a.t, fact.Pin{What: what, By: by, Key: key})
}

func (a *annotation) ingressNginx() {
	switch a.name {
	case "affinity":
		if a.v.Value == "cookie" {
			p := a.pin("ingress-nginx", fact.ByCookie, "")
			for key, v := range a.all.Entries() {
				if strings.HasPrefix(key, "nginx.ingress.kubernetes.io/session-cookie-") || strings.HasPrefix(key, "nginx.ingress.kubernetes.io/affinity-") {
					p.Drop = append(p.Drop, v.Key)
				}
			}
		}
	case "upstream-hash-by":
		by, key := variableKey(a.v.Value)
		p := a.pin("ingress-nginx", by, key)
		for key, v := range a.all.Entries() {
			if strings.HasPrefix(key, "nginx.ingress.kubernetes.io/upstream-hash-by-") {
				p.Drop = append(p.Drop, v.Key)
			}
		}
	case "load-balance":
		if a.v.Value == "ip_hash" {
			a.pin("ingress-nginx", fact.ByClient, "")
		}
	case "cors-allow-headers":
		if a.all.True("nginx.ingress.kubernetes.io/enable-cors") {
			a.headers("ingress-nginx")
		}
	case "proxy-buffering":
		if a.v.Value == "on" {
			a.stream("ingress-nginx", fact.Stream{Buffer: true})
		}
	case "proxy-read-timeout":
		a.stream("ingress-nginx", fact.Stream{Seconds: seconds(a.v.Value)})
	case "configuration-snippet", "server-snippet", "location-snippet":
		a.snippet()
	}
}

func (a *annotation) headers(format string) {
	a.set.Headers = append(a.set.Headers, &fact.Headers{Pos: a.v.Key, Target: a.t, Format: format, Object: a.title(), What: a.key, Names: lower([]string{a.v.Value}), CORS: true})
}

func (a *annotation) stream(format string, s fact.Stream) {
	s.Pos, s.Target, s.Format, s.Object, s.What = a.v.Key, a.t, format, a.title(), a.key+": "+a.v.Value
	if s.Buffer || s.Seconds > 0 {
		a.set.Streams = append(a.set.Streams, &s)
	}
}

// snippet reads directives of nginx that an annotation adds to the location.
func (a *annotation) snippet() {
	n := &nginxReader{context: a.context, at: a.v.Inside(), format: "ingress-nginx", object: a.title()}
	n.read([]byte(a.v.Value), &a.t)
}

func (a *annotation) nginxInc() {
	switch a.name {
	case "lb-method":
		words := strings.Fields(a.v.Value)
		switch {
		case len(words) > 0 && words[0] == "ip_hash":
			a.pin("NGINX ingress", fact.ByClient, "")
		case len(words) > 1 && words[0] == "hash":
			by, key := variableKey(words[1])
			a.pin("NGINX ingress", by, key)
		}
	case "sticky-cookie-services":
		a.pin("NGINX ingress", fact.ByCookie, "")
	case "proxy-read-timeout":
		a.stream("NGINX ingress", fact.Stream{Seconds: seconds(a.v.Value)})
	case "proxy-buffering":
		if a.v.True() {
			a.stream("NGINX ingress", fact.Stream{Buffer: true})
		}
	}
}

func (a *annotation) haproxy() {
	switch a.name {
	case "affinity":
		if a.v.Value == "cookie" || a.v.Value == "true" {
			a.pin("HAProxy ingress", fact.ByCookie, "")
		}
	case "cookie-persistence":
		a.pin("HAProxy ingress", fact.ByCookie, "")
	case "balance-algorithm", "load-balance":
		switch v := a.v.Value; {
		case v == "source":
			a.pin("HAProxy ingress", fact.ByClient, "")
		case strings.HasPrefix(v, "hdr("):
			a.pin("HAProxy ingress", fact.ByHeader, between(v, "(", ")"))
		case strings.HasPrefix(v, "url_param"):
			a.pin("HAProxy ingress", fact.ByQuery, strings.Trim(strings.TrimPrefix(v, "url_param"), "() "))
		}
	case "cors-allow-headers":
		if a.all.True("haproxy-ingress.github.io/cors-enable") || a.all.True("haproxy.org/cors-enable") {
			a.headers("HAProxy ingress")
		}
	case "timeout-server":
		a.stream("HAProxy ingress", fact.Stream{Seconds: seconds(a.v.Value)})
	}
}

// openShift reads what the router of OpenShift takes from a route, or from an ingress that it makes routes of.
func (a *annotation) openShift() {
	switch a.name {
	case "balance":
		if a.v.Value == "source" {
			a.pin("OpenShift", fact.ByClient, "")
		}
	case "cookie_name":
		if !a.all.True("haproxy.router.openshift.io/disable_cookies") {
			a.pin("OpenShift", fact.ByCookie, "")
		}
	case "timeout":
		a.stream("OpenShift", fact.Stream{Seconds: seconds(a.v.Value)})
	}
}

func (a *annotation) traefik() {
	switch a.name {
	case "service.sticky.cookie", "affinity", "service.sticky":
		if a.v.True() {
			p := a.pin("Traefik", fact.ByCookie, "")
			for key, v := range a.all.Entries() {
				if strings.HasPrefix(key, "traefik.ingress.kubernetes.io/service.sticky.cookie.") {
					p.Drop = append(p.Drop, v.Key)
				}
			}
		}
	case "session-cookie-name":
		a.pin("Traefik", fact.ByCookie, "")
	}
}

// aws reads lists of attributes such as "stickiness.enabled=true,stickiness.type=lb_cookie".
func (a *annotation) aws() {
	switch {
	case strings.HasSuffix(a.name, "target-group-attributes"):
		attrs := attributes(a.v.Value)
		if attrs["stickiness.enabled"] == "true" {
			by := fact.ByCookie
			if attrs["stickiness.type"] == "source_ip" {
				by = fact.ByClient
			}
			p := a.pin("AWS load balancer", by, "")
			p.Off = a.v.Value
			p.Off = strings.Replace(p.Off, "stickiness.enabled=true", "stickiness.enabled=false", 1)
		}
	case strings.HasSuffix(a.name, "load-balancer-attributes"):
		if s := attributes(a.v.Value)["idle_timeout.timeout_seconds"]; s != "" {
			a.stream("AWS load balancer", fact.Stream{Seconds: seconds(s)})
		}
	case a.name == "healthcheck-path":
		if codes := a.all.Str("alb.ingress.kubernetes.io/success-codes"); acceptsRefusal(codes) {
			return
		}
		a.set.Probes = append(a.set.Probes, &fact.Probe{Pos: a.v.Key, Target: a.t, Format: "AWS load balancer", Object: a.title(), What: a.key, Path: a.v.Value})
	}
}

// acceptsRefusal reports whether a list of status codes takes the answer to GET on an MCP path for healthy: 405, or 401 where
// authorization comes first.
func acceptsRefusal(codes string) bool {
	for c := range strings.SplitSeq(codes, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(c), "-")
		if !isRange {
			to = from
		}
		if len(from) == 3 && len(to) == 3 && (from <= "405" && "405" <= to || from <= "401" && "401" <= to) {
			return true
		}
	}
	return false
}

func attributes(s string) map[string]string {
	out := map[string]string{}
	for part := range strings.SplitSeq(s, ",") {
		if k, v, ok := strings.Cut(part, "="); ok {
			out[strings.TrimSpace(k)] = strings.TrimSpace(v)
		}
	}
	return out
}

func between(s, open, end string) string {
	_, s, _ = strings.Cut(s, open)
	s, _, _ = strings.Cut(s, end)
	return strings.TrimSpace(s)
}
