package read

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// mesh reads the resources of meshes, gateways and cloud controllers. It reports whether it knows the kind.
func (k *object) mesh(group string) bool {
	spec := k.node.Get("spec")
	switch k.kind {
	case "DestinationRule":
		k.destinationRule(spec)
	case "VirtualService":
		k.virtualService(spec)
	case "EnvoyFilter":
		k.envoy(spec, k.target())
	case "HTTPRoute", "GRPCRoute":
		k.httpRoute(spec)
	case "BackendLBPolicy", "XBackendTrafficPolicy":
		k.sessionPersistence(spec.Get("sessionPersistence"), k.policyTarget(spec))
	case "BackendTrafficPolicy":
		k.envoyGateway(spec)
	case "SecurityPolicy":
		k.corsList(spec.Get("cors", "allowHeaders"), k.policyTarget(spec), "Envoy Gateway")
	case "BackendConfig":
		k.backendConfig(spec, fact.Target{Scope: k.scope, Names: []string{k.name}})
	case "GCPBackendPolicy":
		k.backendConfig(spec.Get("default"), k.policyTarget(spec))
	case "IngressRoute":
		k.ingressRoute(spec)
	case "TraefikService":
		k.traefikService(spec)
	case "Middleware":
		if strings.HasPrefix(group, "traefik") {
			k.middleware(k.name, spec, k.target())
		}
	case "KongUpstreamPolicy":
		k.kong(spec)
	case "HTTPProxy":
		k.contour(spec)
	case "Route":
		if group == "route.openshift.io" {
			k.openShift(spec)
		}
	default:
		return false
	}
	return true
}

// policyTarget is what a policy is attached to.
func (k *object) policyTarget(spec *tree.Node) fact.Target {
	t := k.target()
	refs := spec.Get("targetRefs").Items()
	if ref := spec.Get("targetRef"); ref != nil {
		refs = append(refs, ref)
	}
	for _, r := range refs {
		if r.Str("kind") == "Service" {
			t.Services = append(t.Services, r.Str("name"))
		} else {
			t.Names = append(t.Names, r.Str("name"))
		}
	}
	return t
}

// host is the service that a host name of the cluster stands for.
func host(name string) string {
	service, _, _ := strings.Cut(name, ".")
	return service
}

func (k *object) destinationRule(spec *tree.Node) {
	t := k.target(host(spec.Str("host")))
	policies := append([]*tree.Node{spec.Get("trafficPolicy")}, spec.Get("trafficPolicy", "portLevelSettings").Items()...)
	for _, s := range spec.Get("subsets").Items() {
		policies = append(policies, s.Get("trafficPolicy"))
	}
	for _, policy := range policies {
		hash := policy.Get("loadBalancer", "consistentHash")
		switch {
		case hash == nil:
		case hash.Get("httpHeaderName") != nil:
			k.pin("Istio", hash, t, fact.Pin{What: "consistentHash on a header", By: fact.ByHeader, Key: hash.Str("httpHeaderName")})
		case hash.Get("httpCookie") != nil:
			k.pin("Istio", hash, t, fact.Pin{What: "consistentHash on a cookie", By: fact.ByCookie})
		case hash.True("useSourceIp"):
			k.pin("Istio", hash, t, fact.Pin{What: "consistentHash: useSourceIp", By: fact.ByClient})
		case hash.Get("httpQueryParameterName") != nil:
			k.pin("Istio", hash, t, fact.Pin{What: "consistentHash on a query parameter", By: fact.ByQuery, Key: hash.Str("httpQueryParameterName")})
		}
	}
}

func (k *object) virtualService(spec *tree.Node) {
	for _, h := range spec.Get("http").Items() {
		t := k.target()
		for _, r := range h.Get("route").Items() {
			t.Services = append(t.Services, host(r.Str("destination", "host")))
		}
		for _, m := range h.Get("match").Items() {
			for _, kind := range []string{"prefix", "exact"} {
				if p := m.Str("uri", kind); p != "" {
					t.Paths = append(t.Paths, p)
				}
			}
			for name, v := range m.Get("headers").Entries() {
				k.matched("Istio", v, t, name)
			}
		}
		k.corsList(h.Get("corsPolicy", "allowHeaders"), t, "Istio")
		k.dropList(h.Get("headers", "request", "remove"), t, "Istio")
		k.total(h.Get("timeout"), t, "Istio")
	}
}

// matched notes a route that is chosen by a header. Only the session's header matters.
func (k *object) matched(format string, at *tree.Node, t fact.Target, header string) {
	if isSessionHeader(header) {
		k.pin(format, at, t, fact.Pin{What: "routes by the header Mcp-Session-Id", By: fact.ByHeader, Key: header, Match: true})
	}
}

func (k *object) corsList(n *tree.Node, t fact.Target, format string) {
	if n == nil {
		return
	}
	k.set.Headers = append(k.set.Headers, &fact.Headers{Pos: n.Key, Target: t, Format: format, Object: k.title(), What: "allowHeaders", Names: lower(n.Strings()), CORS: true})
}

func (k *object) dropList(n *tree.Node, t fact.Target, format string) {
	if n == nil {
		return
	}
	k.set.Headers = append(k.set.Headers, &fact.Headers{Pos: n.Key, Target: t, Format: format, Object: k.title(), What: "a filter on request headers", Names: lower(n.Strings()), Drop: true})
}

// total notes a limit of the whole response.
func (k *object) total(n *tree.Node, t fact.Target, format string) {
	if s := seconds(n.Str()); n != nil && s > 0 {
		k.set.Streams = append(k.set.Streams, &fact.Stream{Pos: n.Key, Target: t, Format: format, Object: k.title(), What: "the timeout " + n.Value, Total: true, Seconds: s})
	}
}

func (k *object) httpRoute(spec *tree.Node) {
	for _, rule := range spec.Get("rules").Items() {
		t := k.target()
		for _, b := range rule.Get("backendRefs").Items() {
			if kind := b.Str("kind"); kind == "" || kind == "Service" {
				t.Services = append(t.Services, b.Str("name"))
			}
		}
		for _, m := range rule.Get("matches").Items() {
			t.Paths = append(t.Paths, m.Str("path", "value"))
			for _, h := range m.Get("headers").Items() {
				if name := h.Get("name"); name != nil {
					k.matched("Gateway API", name, t, name.Value)
				}
			}
		}
		k.set.Routes = append(k.set.Routes, &fact.Route{Pos: k.pos(), Scope: k.scope, Name: k.name, Backends: t.Services, Paths: t.Paths})
		k.sessionPersistence(rule.Get("sessionPersistence"), t)
		k.total(rule.Get("timeouts", "request"), t, "Gateway API")
		for _, f := range rule.Get("filters").Items() {
			k.corsList(f.Get("cors", "allowHeaders"), t, "Gateway API")
			k.dropList(f.Get("requestHeaderModifier", "remove"), t, "Gateway API")
			for _, key := range []string{"set", "add"} {
				for _, h := range f.Get("responseHeaderModifier", key).Items() {
					if v := h.Get("value"); v != nil && strings.EqualFold(h.Str("name"), "Access-Control-Allow-Headers") {
						k.corsList(v, t, "Gateway API")
					}
				}
			}
		}
	}
}

func (k *object) sessionPersistence(n *tree.Node, t fact.Target) {
	if n == nil {
		return
	}
	if n.Str("type") == "Header" {
		k.pin("Gateway API", n, t, fact.Pin{What: "sessionPersistence by a header", By: fact.ByHeader, Key: n.Str("sessionName")})
		return
	}
	k.pin("Gateway API", n, t, fact.Pin{What: "sessionPersistence by a cookie", By: fact.ByCookie})
}

func (k *object) envoyGateway(spec *tree.Node) {
	t := k.policyTarget(spec)
	k.total(spec.Get("timeout", "http", "requestTimeout"), t, "Envoy Gateway")
	hash := spec.Get("loadBalancer", "consistentHash")
	if spec.Str("loadBalancer", "type") != "ConsistentHash" || hash == nil {
		return
	}
	switch hash.Str("type") {
	case "Header":
		header := hash.Str("header", "name")
		if header == "" && len(hash.Get("headers").Items()) > 0 {
			header = hash.Get("headers").Items()[0].Str("name")
		}
		k.pin("Envoy Gateway", hash, t, fact.Pin{What: "consistentHash on a header", By: fact.ByHeader, Key: header})
	case "Cookie":
		k.pin("Envoy Gateway", hash, t, fact.Pin{What: "consistentHash on a cookie", By: fact.ByCookie})
	default:
		k.pin("Envoy Gateway", hash, t, fact.Pin{What: "consistentHash on the client's address", By: fact.ByClient})
	}
}

// backendConfig reads the settings of Google's load balancers.
func (k *object) backendConfig(spec *tree.Node, t fact.Target) {
	a := spec.Get("sessionAffinity")
	kind := a.First("affinityType", "type")
	if kind != nil {
		switch kind.Value {
		case "CLIENT_IP":
			k.pin("GKE", a, t, fact.Pin{What: "sessionAffinity: CLIENT_IP", By: fact.ByClient})
		case "GENERATED_COOKIE", "HTTP_COOKIE":
			k.pin("GKE", a, t, fact.Pin{What: "sessionAffinity: " + kind.Value, By: fact.ByCookie})
		case "HEADER_FIELD":
			k.pin("GKE", a, t, fact.Pin{What: "sessionAffinity: HEADER_FIELD", By: fact.ByHeader})
		}
	}
	k.total(spec.Get("timeoutSec"), t, "GKE")
	if p := spec.Get("healthCheck", "requestPath"); p != nil {
		k.set.Probes = append(k.set.Probes, &fact.Probe{Pos: p.Key, Target: t, Format: "GKE", Object: k.title(), What: "healthCheck", Path: p.Value})
	}
}

func (k *object) ingressRoute(spec *tree.Node) {
	for _, r := range spec.Get("routes").Items() {
		t := k.target()
		for _, s := range r.Get("services").Items() {
			t.Services = append(t.Services, s.Str("name"))
		}
		for _, s := range r.Get("services").Items() {
			if sticky := s.Get("sticky"); sticky != nil {
				k.pin("Traefik", sticky, t, fact.Pin{What: "sticky cookie", By: fact.ByCookie})
			}
		}
		if m := r.Get("match"); m != nil && strings.Contains(strings.ToLower(m.Value), sessionHeader) {
			k.matched("Traefik", m, t, sessionHeader)
		}
	}
}

func (k *object) traefikService(spec *tree.Node) {
	t := k.target()
	for _, s := range spec.Get("weighted", "services").Items() {
		t.Services = append(t.Services, s.Str("name"))
	}
	if sticky := spec.Get("weighted", "sticky"); sticky != nil {
		k.pin("Traefik", sticky, t, fact.Pin{What: "sticky cookie", By: fact.ByCookie})
	}
	for _, s := range spec.Get("weighted", "services").Items() {
		if sticky := s.Get("sticky"); sticky != nil {
			k.pin("Traefik", sticky, k.target(s.Str("name")), fact.Pin{What: "sticky cookie", By: fact.ByCookie})
		}
	}
}

func (k *object) kong(spec *tree.Node) {
	on := spec.Get("hashOn")
	switch {
	case on == nil || spec.Str("algorithm") != "consistent-hashing":
	case on.Str("input") == "ip":
		k.pin("Kong", on, k.target(), fact.Pin{What: "hashOn: ip", By: fact.ByClient})
	case on.Get("header") != nil:
		k.pin("Kong", on, k.target(), fact.Pin{What: "hashOn a header", By: fact.ByHeader, Key: on.Str("header")})
	case on.Get("cookie") != nil:
		k.pin("Kong", on, k.target(), fact.Pin{What: "hashOn a cookie", By: fact.ByCookie})
	}
}

// openShift reads a route of OpenShift's router.
func (k *object) openShift(spec *tree.Node) {
	t := k.target()
	for _, to := range append([]*tree.Node{spec.Get("to")}, spec.Get("alternateBackends").Items()...) {
		if name := to.Str("name"); name != "" {
			t.Services = append(t.Services, name)
		}
	}
	if p := spec.Get("path"); p != nil {
		t.Paths = append(t.Paths, p.Value)
	}
	k.set.Routes = append(k.set.Routes, &fact.Route{Pos: k.pos(), Scope: k.scope, Name: k.name, Backends: t.Services, Paths: t.Paths})
	k.annotations(t)
}

func (k *object) contour(spec *tree.Node) {
	for _, r := range spec.Get("routes").Items() {
		t := k.target()
		for _, s := range r.Get("services").Items() {
			t.Services = append(t.Services, s.Str("name"))
		}
		policy := r.Get("loadBalancerPolicy")
		switch policy.Str("strategy") {
		case "Cookie":
			k.pin("Contour", policy, t, fact.Pin{What: "loadBalancerPolicy: Cookie", By: fact.ByCookie})
		case "RequestHash":
			for _, h := range policy.Get("requestHashPolicies").Items() {
				if name := h.Str("headerHashOptions", "headerName"); name != "" {
					k.pin("Contour", policy, t, fact.Pin{What: "loadBalancerPolicy: RequestHash on a header", By: fact.ByHeader, Key: name})
				} else if h.True("hashSourceIP") {
					k.pin("Contour", policy, t, fact.Pin{What: "loadBalancerPolicy: RequestHash on the client's address", By: fact.ByClient})
				}
			}
		}
		k.total(r.Get("timeoutPolicy", "response"), t, "Contour")
	}
}
