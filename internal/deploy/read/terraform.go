package read

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// variables are the defaults that the files of a folder declare. Each folder is read once.
func (r *Reader) variables(dir string) map[string]cty.Value {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v, ok := r.folders[dir]; ok {
		return v
	}
	var roots []*tree.Node
	for _, pattern := range []string{"*.tf", "*.tofu"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			continue
		}
		for _, name := range names {
			if src, err := os.ReadFile(name); err == nil && len(src) < 1<<20 {
				root, _ := tree.HCL(src, tree.In(name), nil)
				roots = append(roots, root)
			}
		}
	}
	v := tree.Values(roots)
	if r.folders == nil {
		r.folders = map[string]map[string]cty.Value{}
	}
	r.folders[dir] = v
	return v
}

// terraform reads the resources of a file.
func (c *context) terraform(src []byte, at tree.Locate) {
	var values map[string]cty.Value
	if c.reader != nil && c.dir != "" {
		values = c.reader.variables(c.dir)
	}
	root, err := tree.HCL(src, at, values)
	if err != nil {
		c.problem(at(err.Line, 1, ""), err.Msg, "check with `terraform validate`; what stands before the line was read")
	}
	for _, r := range root.Get("resource").Items() {
		labels := r.Get("").Strings()
		if len(labels) != 2 {
			continue
		}
		t := &resource{context: c, node: r, kind: labels[0], name: labels[1]}
		t.read()
	}
}

// resource is one resource of Terraform while it is read.
type resource struct {
	*context
	node       *tree.Node
	kind, name string
}

func (r *resource) title() string { return r.kind + "." + r.name }

func (r *resource) target() fact.Target {
	names := []string{r.name}
	for _, key := range []string{"name", "name_prefix", "family"} {
		if v := r.node.Str(key); v != "" {
			names = append(names, v)
		}
	}
	return fact.Target{Scope: r.scope, Names: names}
}

func (r *resource) pin(at *tree.Node, p fact.Pin) {
	p.Pos, p.Target, p.Format, p.Object = at.Key, r.target(), "Terraform", r.title()
	p.Drop = []fact.Pos{at.Key}
	p.Key = strings.ToLower(p.Key)
	r.set.Pins = append(r.set.Pins, &p)
}

// inner is the first block of a kind.
func inner(n *tree.Node, path ...string) *tree.Node {
	for _, key := range path {
		n = n.Get(key)
		if n != nil && n.Kind == tree.Seq {
			if n.Len() == 0 {
				return nil
			}
			n = n.Items()[0]
		}
	}
	return n
}

func (r *resource) read() {
	switch kind := strings.Replace(r.kind, "aws_alb", "aws_lb", 1); {
	case strings.HasPrefix(kind, "aws_"):
		r.aws(kind)
	case strings.HasPrefix(kind, "google_"):
		r.google()
	case strings.HasPrefix(kind, "azurerm_"), kind == "azapi_resource":
		r.azure()
	case strings.HasPrefix(kind, "kubernetes_"):
		r.kubernetes()
	case kind == "kubectl_manifest":
	default:
		r.others()
	}
}

func (r *resource) aws(kind string) {
	n := r.node
	switch kind {
	case "aws_lb_target_group":
		if s := inner(n, "stickiness"); s != nil && (s.Get("enabled") == nil || s.True("enabled")) {
			by := fact.ByCookie
			if strings.HasPrefix(s.Str("type"), "source_ip") {
				by = fact.ByClient
			}
			r.pin(s, fact.Pin{What: "stickiness by " + first(s.Str("type"), "lb_cookie"), By: by})
		}
		if p := inner(n, "health_check").Get("path"); p != nil && !acceptsRefusal(inner(n, "health_check").Str("matcher")) {
			r.probe(p)
		}
	case "aws_lb_cookie_stickiness_policy", "aws_app_cookie_stickiness_policy":
		r.pin(n, fact.Pin{What: r.kind, By: fact.ByCookie})
	case "aws_lb_listener", "aws_lb_listener_rule":
		for _, key := range []string{"action", "default_action"} {
			if s := inner(n, key, "forward", "stickiness"); s.True("enabled") {
				r.pin(s, fact.Pin{What: "stickiness between target groups", By: fact.ByCookie})
			}
		}
		for _, cond := range n.Get("condition").Items() {
			if h := inner(cond, "http_header").Get("http_header_name"); h != nil && isSessionHeader(h.Value) {
				r.pin(h, fact.Pin{What: "routes by the header Mcp-Session-Id", By: fact.ByHeader, Key: sessionHeader, Match: true})
			}
		}
	case "aws_lb":
		r.stream(n.Get("idle_timeout"), "idle_timeout", false)
	case "aws_apigatewayv2_api":
		r.cors(inner(n, "cors_configuration").Get("allow_headers"))
	case "aws_lambda_function_url":
		r.cors(inner(n, "cors").Get("allow_headers"))
	case "aws_ecs_task_definition":
		r.containers(n.Get("container_definitions"), "ECS", first(n.Str("family"), r.name))
	case "aws_ecs_service":
		r.ecsService()
	case "aws_bedrockagentcore_agent_runtime":
		if p := inner(n, "protocol_configuration").Get("server_protocol"); p != nil && p.Value == "MCP" {
			r.set.Platforms = append(r.set.Platforms, &fact.Platform{Pos: p.Key, Target: r.target(), Name: "AgentCore Runtime", Object: r.title(), What: "server_protocol = \"MCP\""})
		}
	}
}

func (r *resource) ecsService() {
	count := r.node.Get("desired_count")
	if count == nil {
		return
	}
	family := r.node.Str("task_definition")
	if parts := strings.Split(family, "."); len(parts) > 1 {
		family = parts[1]
	}
	s := &fact.Scale{Scope: r.scope, Workload: family}
	s.Replicas.Count, _ = count.Int()
	s.Replicas.Pos, s.Replicas.Words = count.Key, "desired_count = "+count.Value
	r.set.Scales = append(r.set.Scales, s)
}

// serverless reports whether a backend service stands before Cloud Run and its like, where its timeout does not hold: the platform has one of its own.
func serverless(n *tree.Node) bool {
	for _, b := range n.Get("backend").Items() {
		if strings.HasPrefix(b.Str("group"), "google_compute_region_network_endpoint_group.") {
			return true
		}
	}
	return false
}

func (r *resource) google() {
	n := r.node
	switch r.kind {
	case "google_compute_backend_service", "google_compute_region_backend_service":
		a := n.Get("session_affinity")
		switch a.Str() {
		case "CLIENT_IP", "CLIENT_IP_PROTO", "CLIENT_IP_PORT_PROTO", "CLIENT_IP_NO_DESTINATION":
			r.pin(a, fact.Pin{What: "session_affinity = " + a.Value, By: fact.ByClient, Off: `"NONE"`})
		case "GENERATED_COOKIE", "HTTP_COOKIE", "STRONG_COOKIE_AFFINITY":
			r.pin(a, fact.Pin{What: "session_affinity = " + a.Value, By: fact.ByCookie, Off: `"NONE"`})
		case "HEADER_FIELD":
			r.pin(a, fact.Pin{What: "session_affinity = HEADER_FIELD", By: fact.ByHeader, Key: inner(n, "consistent_hash").Str("http_header_name")})
		}
		if !serverless(n) {
			r.stream(n.Get("timeout_sec"), "timeout_sec", true)
		}
	case "google_compute_health_check", "google_compute_region_health_check":
		for _, key := range []string{"http_health_check", "https_health_check"} {
			r.probe(inner(n, key).Get("request_path"))
		}
	case "google_cloud_run_v2_service":
		t := inner(n, "template")
		if a := t.Get("session_affinity"); a.True() {
			r.pin(a, fact.Pin{What: "session_affinity = true", By: fact.ByCookie, Off: "false"})
		}
		r.scaled("Cloud Run", t.Get("containers"), inner(t, "scaling").Get("max_instance_count"))
	case "google_cloud_run_service":
		t := inner(n, "template")
		notes := inner(t, "metadata").Get("annotations")
		if a := notes.Get("run.googleapis.com/sessionAffinity"); a.True() {
			r.pin(a, fact.Pin{What: "run.googleapis.com/sessionAffinity", By: fact.ByCookie})
		}
		r.scaled("Cloud Run", inner(t, "spec").Get("containers"), notes.Get("autoscaling.knative.dev/maxScale"))
	}
}

// scaled reads a container that the platform runs as often as it takes, up to a limit.
func (r *resource) scaled(format string, containers, most *tree.Node) {
	w := r.containers(containers, format, r.name)
	if most != nil {
		w.Replicas.Max, _ = most.Int()
		w.Replicas.Pos, w.Replicas.Words = most.Key, "at most "+most.Value+" instances"
		if w.Replicas.Max == 1 {
			w.Single = append(w.Single, fact.Single{Pos: most.Key, What: "at most one instance"})
		}
	}
}

func (r *resource) azure() {
	n := r.node
	switch r.kind {
	case "azurerm_application_gateway":
		for _, b := range n.Get("backend_http_settings").Items() {
			if a := b.Get("cookie_based_affinity"); a.Str() == "Enabled" {
				r.pin(a, fact.Pin{What: `cookie_based_affinity = "Enabled"`, By: fact.ByCookie, Off: `"Disabled"`})
			}
		}
	case "azurerm_linux_web_app", "azurerm_windows_web_app", "azurerm_app_service", "azurerm_linux_function_app":
		if a := n.Get("client_affinity_enabled"); a.True() {
			r.pin(a, fact.Pin{What: "client_affinity_enabled = true", By: fact.ByCookie, Off: "false"})
		}
	case "azurerm_cdn_frontdoor_origin_group", "azurerm_frontdoor":
		for _, body := range append([]*tree.Node{n}, n.Get("frontend_endpoint").Items()...) {
			if a := body.Get("session_affinity_enabled"); a.True() {
				r.pin(a, fact.Pin{What: "session_affinity_enabled = true", By: fact.ByCookie, Off: "false"})
			}
		}
	case "azurerm_lb_rule":
		if a := n.Get("load_distribution"); strings.HasPrefix(a.Str(), "SourceIP") {
			r.pin(a, fact.Pin{What: "load_distribution = " + a.Value, By: fact.ByClient, Off: `"Default"`})
		}
	case "azurerm_container_app":
		t := inner(n, "template")
		r.scaled("Azure Container Apps", t.Get("container"), t.Get("max_replicas"))
	case "azapi_resource":
		if template := n.Get("body", "properties", "template"); strings.HasPrefix(n.Str("type"), "Microsoft.App/containerApps") && template != nil {
			r.scaled("Azure Container Apps", template.Get("containers"), template.Get("scale", "maxReplicas"))
		}
		if a := n.Get("body").Get("properties", "configuration", "ingress", "stickySessions", "affinity"); a.Str() == "sticky" {
			r.pin(a, fact.Pin{What: `stickySessions.affinity = "sticky"`, By: fact.ByCookie, Off: `"none"`})
		}
	}
}

func (r *resource) others() {
	n := r.node
	switch r.kind {
	case "cloudflare_load_balancer":
		switch a := n.Get("session_affinity"); a.Str() {
		case "cookie", "ip_cookie":
			r.pin(a, fact.Pin{What: "session_affinity = " + a.Value, By: fact.ByCookie, Off: `"none"`})
		case "header":
			key := ""
			if list := inner(n, "session_affinity_attributes").Get("headers").Strings(); len(list) > 0 {
				key = list[0]
			}
			r.pin(a, fact.Pin{What: "session_affinity = header", By: fact.ByHeader, Key: key, Off: `"none"`})
		}
	case "digitalocean_loadbalancer":
		if s := inner(n, "sticky_sessions"); s.Str("type") == "cookies" {
			r.pin(s, fact.Pin{What: "sticky_sessions by a cookie", By: fact.ByCookie})
		}
	case "hcloud_load_balancer_service":
		if s := inner(n, "http").Get("sticky_sessions"); s.True() {
			r.pin(s, fact.Pin{What: "sticky_sessions = true", By: fact.ByCookie, Off: "false"})
		}
	}
}

// kubernetes reads the resources of the provider of the same name.
func (r *resource) kubernetes() {
	n := r.node
	if m := n.Get("manifest"); r.kind == "kubernetes_manifest" && m != nil {
		r.manifest(m)
		return
	}
	spec := inner(n, "spec")
	meta := inner(n, "metadata")
	switch strings.TrimSuffix(r.kind, "_v1") {
	case "kubernetes_service":
		name := first(meta.Str("name"), r.name)
		r.set.Services = append(r.set.Services, &fact.Service{Pos: n.Key, Scope: r.scope, Name: name, Selector: spec.Get("selector").StringMap()})
		if a := spec.Get("session_affinity"); a.Str() == "ClientIP" {
			t := r.target()
			t.Services = []string{name}
			r.set.Pins = append(r.set.Pins, &fact.Pin{Pos: a.Key, Target: t, Format: "Terraform", Object: r.title(), What: `session_affinity = "ClientIP"`, By: fact.ByClient, Off: `"None"`, Drop: []fact.Pos{a.Key}})
		}
	case "kubernetes_ingress":
		k := &object{context: r.context, node: n, kind: r.kind, name: r.name}
		wrapped := &tree.Node{Kind: tree.Map}
		wrapped.Put("metadata", meta)
		k.node = wrapped
		k.annotations(r.target())
	case "kubernetes_deployment", "kubernetes_stateful_set":
		pod := inner(spec, "template", "spec")
		w := r.containers(pod.Get("container"), "Kubernetes", first(meta.Str("name"), r.name))
		w.Labels = inner(spec, "template", "metadata").Get("labels").StringMap()
		if c := spec.Get("replicas"); c != nil {
			w.Replicas.Count, _ = c.Int()
			w.Replicas.Pos, w.Replicas.Words = c.Key, "replicas = "+c.Value
		}
		if s := inner(spec, "strategy").Get("type"); s.Str() == "Recreate" {
			w.Recreate = s.Key
		}
	}
}

// containers reads a list of containers, in the spelling of the AWS API or of the providers' blocks.
func (r *resource) containers(list *tree.Node, format, name string) *fact.Workload {
	w := &fact.Workload{Pos: r.node.Key, Scope: r.scope, Format: format, Kind: r.kind, Name: name}
	for _, n := range list.List() {
		w.Containers = append(w.Containers, containerOf(n))
	}
	r.set.Workloads = append(r.set.Workloads, w)
	return w
}

// containerOf reads a container of a task definition or of a block.
func containerOf(n *tree.Node) *fact.Container {
	con := &fact.Container{Pos: n.Pos, Name: n.First("name", "Name").Str(), Image: n.First("image", "Image").Str()}
	for _, key := range []string{"entryPoint", "EntryPoint", "command", "Command", "args"} {
		con.Command = append(con.Command, n.Get(key).Strings()...)
	}
	for _, key := range []string{"environment", "Environment", "env"} {
		for _, e := range n.Get(key).List() {
			if name := e.First("name", "Name"); name != nil {
				v := env(name.Value, e.First("value", "Value"), name.Key)
				con.Env = append(con.Env, v)
			}
		}
	}
	for _, key := range []string{"secrets", "Secrets"} {
		for _, e := range n.Get(key).List() {
			if name := e.First("name", "Name"); name != nil {
				con.Env = append(con.Env, fact.Env{Pos: name.Key, Name: name.Value})
			}
		}
	}
	return con
}

func (r *resource) probe(path *tree.Node) {
	if path != nil {
		r.set.Probes = append(r.set.Probes, &fact.Probe{Pos: path.Key, Target: r.target(), Format: "Terraform", Object: r.title(), What: "health check", Path: path.Value})
	}
}

func (r *resource) stream(n *tree.Node, what string, total bool) {
	if s, ok := n.Int(); ok && s > 0 {
		r.set.Streams = append(r.set.Streams, &fact.Stream{Pos: n.Key, Target: r.target(), Format: "Terraform", Object: r.title(), What: what + " = " + n.Value, Total: total, Seconds: s})
	}
}

func (r *resource) cors(n *tree.Node) {
	if n != nil && n.Len() > 0 {
		r.set.Headers = append(r.set.Headers, &fact.Headers{Pos: n.Key, Target: r.target(), Format: "Terraform", Object: r.title(), What: "allow_headers", Names: lower(n.Strings()), CORS: true})
	}
}
