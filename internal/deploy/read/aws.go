package read

import (
	"path"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// cloudFormation reads a template, also one of SAM.
func (c *context) cloudFormation(n *tree.Node) {
	groups := 0
	for _, r := range n.Get("Resources").Entries() {
		if r.Str("Type") == "AWS::ElasticLoadBalancingV2::TargetGroup" {
			groups++
		}
	}
	for name, r := range n.Get("Resources").Entries() {
		s := &stackResource{context: c, node: r, props: r.Get("Properties"), name: name}
		s.t = fact.Target{Scope: c.scope, Names: []string{name}, Alone: groups == 1}
		if v := s.props.Str("Name"); v != "" {
			s.t.Names = append(s.t.Names, v)
		}
		s.read(r.Str("Type"))
	}
}

// stackResource is one resource of a template while it is read.
type stackResource struct {
	*context
	node, props *tree.Node
	name        string
	t           fact.Target
}

func (s *stackResource) pin(at *tree.Node, p fact.Pin) {
	p.Pos, p.Target, p.Format, p.Object = at.Key, s.t, "CloudFormation", s.name
	p.Drop = []fact.Pos{at.Key}
	s.set.Pins = append(s.set.Pins, &p)
}

func (s *stackResource) read(kind string) {
	p := s.props
	switch kind {
	case "AWS::ElasticLoadBalancingV2::TargetGroup":
		s.attributes(p.Get("TargetGroupAttributes"))
		if h := p.Get("HealthCheckPath"); h != nil && !acceptsRefusal(p.Str("Matcher", "HttpCode")) {
			s.set.Probes = append(s.set.Probes, &fact.Probe{Pos: h.Key, Target: s.t, Format: "CloudFormation", Object: s.name, What: "HealthCheckPath", Path: h.Value})
		}
	case "AWS::ElasticLoadBalancingV2::LoadBalancer":
		s.attributes(p.Get("LoadBalancerAttributes"))
	case "AWS::ElasticLoadBalancing::LoadBalancer":
		for _, key := range []string{"LBCookieStickinessPolicy", "AppCookieStickinessPolicy"} {
			if v := p.Get(key); v.Len() > 0 {
				s.pin(v, fact.Pin{What: key, By: fact.ByCookie})
			}
		}
	case "AWS::ElasticLoadBalancingV2::ListenerRule":
		for _, cond := range p.Get("Conditions").Items() {
			if h := cond.Get("HttpHeaderConfig", "HttpHeaderName"); h != nil && isSessionHeader(h.Value) {
				s.pin(h, fact.Pin{What: "routes by the header Mcp-Session-Id", By: fact.ByHeader, Key: sessionHeader, Match: true})
			}
		}
	case "AWS::ApiGatewayV2::Api", "AWS::Serverless::HttpApi":
		if l := p.Get("CorsConfiguration", "AllowHeaders"); l != nil {
			s.set.Headers = append(s.set.Headers, &fact.Headers{Pos: l.Key, Target: s.t, Format: "CloudFormation", Object: s.name, What: "AllowHeaders", Names: lower(l.Strings()), CORS: true})
		}
	case "AWS::ECS::TaskDefinition":
		w := &fact.Workload{Pos: s.node.Key, Scope: s.scope, Format: "ECS", Kind: "task definition", Name: first(p.Str("Family"), s.name)}
		for _, n := range p.Get("ContainerDefinitions").Items() {
			con := containerOf(n)
			w.Containers = append(w.Containers, con)
			s.ecsProbe(n.Get("HealthCheck", "Command"), w)
		}
		s.set.Workloads = append(s.set.Workloads, w)
	case "AWS::ECS::Service":
		if d := p.Get("DesiredCount"); d != nil {
			sc := &fact.Scale{Scope: s.scope, Workload: p.Str("TaskDefinition")}
			sc.Replicas.Count, _ = d.Int()
			sc.Replicas.Pos, sc.Replicas.Words = d.Key, "DesiredCount: "+d.Value
			s.set.Scales = append(s.set.Scales, sc)
		}
	case "AWS::Lambda::Function", "AWS::Serverless::Function":
		w := &fact.Workload{Pos: s.node.Key, Scope: s.scope, Format: "Lambda", Kind: "function", Name: first(p.Str("FunctionName"), s.name)}
		con := &fact.Container{Pos: s.node.Key, Name: s.name, Image: p.Str("ImageUri")}
		if dir := p.Str("CodeUri"); dir != "" && !strings.Contains(dir, "://") {
			con.Context = path.Join(string(s.scope), dir)
		}
		for key, v := range p.Get("Environment", "Variables").Entries() {
			con.Env = append(con.Env, env(key, v, v.Key))
		}
		w.Containers = []*fact.Container{con}
		s.set.Workloads = append(s.set.Workloads, w)
	case "AWS::BedrockAgentCore::Runtime":
		if v := p.Get("ProtocolConfiguration"); v != nil && (v.Value == "MCP" || v.Str("ServerProtocol") == "MCP") {
			s.set.Platforms = append(s.set.Platforms, &fact.Platform{Pos: v.Key, Target: s.t, Name: "AgentCore Runtime", Object: s.name, What: "ProtocolConfiguration: MCP"})
		}
	}
}

// attributes reads the list of keys and values that load balancers take.
func (s *stackResource) attributes(list *tree.Node) {
	all := map[string]*tree.Node{}
	for _, a := range list.Items() {
		if v := a.Get("Value"); v != nil {
			all[a.Str("Key")] = v
		}
	}
	if v := all["stickiness.enabled"]; v.True() {
		by := fact.ByCookie
		if strings.HasPrefix(all["stickiness.type"].Str(), "source_ip") {
			by = fact.ByClient
		}
		s.pin(v, fact.Pin{What: "stickiness.enabled", By: by, Off: "'false'"})
	}
	if v := all["idle_timeout.timeout_seconds"]; v != nil {
		s.set.Streams = append(s.set.Streams, &fact.Stream{Pos: v.Key, Target: s.t, Format: "CloudFormation", Object: s.name, What: "idle_timeout.timeout_seconds: " + v.Value, Seconds: seconds(v.Value)})
	}
}

// ecs reads a task definition in the form of the AWS API.
func (c *context) ecs(n *tree.Node) {
	if inner := n.Get("taskDefinition"); inner != nil {
		n = inner
	}
	w := &fact.Workload{Pos: n.Pos, Scope: c.scope, Format: "ECS", Kind: "task definition", Name: n.Str("family")}
	for _, d := range n.Get("containerDefinitions").Items() {
		w.Containers = append(w.Containers, containerOf(d))
		c.ecsProbe(d.Get("healthCheck", "command"), w)
	}
	c.set.Workloads = append(c.set.Workloads, w)
}

func (c *context) ecsProbe(cmd *tree.Node, w *fact.Workload) {
	if cmd == nil {
		return
	}
	line := strings.Join(cmd.Strings(), " ")
	p := &fact.Probe{Pos: cmd.Key, Target: fact.Target{Scope: c.scope, Workload: w}, Format: "ECS", Object: "task " + w.Name, What: "health check", Calls: removedCall(line), Path: gets(line)}
	if p.Calls != "" || p.Path != "" {
		c.set.Probes = append(c.set.Probes, p)
	}
}

// agentCore reads the configuration of the AgentCore starter toolkit.
func (c *context) agentCore(n *tree.Node) {
	for name, a := range n.Get("agents").Entries() {
		p := a.First("protocol_configuration")
		if p == nil {
			p = a.Get("aws", "protocol_configuration")
		}
		if v := p.Get("server_protocol"); v != nil && v.Value == "MCP" {
			c.set.Platforms = append(c.set.Platforms, &fact.Platform{Pos: v.Key, Target: fact.Target{Scope: c.scope, Names: []string{name}}, Name: "AgentCore Runtime", Object: "agent " + name, What: "server_protocol: MCP"})
		}
	}
}
