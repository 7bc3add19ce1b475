package read

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tufanbarisyildirim/gonginx/config"
	"github.com/tufanbarisyildirim/gonginx/parser"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

func (c *context) nginx(src []byte, at tree.Locate) {
	n := &nginxReader{context: c, at: at, format: "nginx"}
	n.read(src, nil)
}

// nginxReader reads one configuration of nginx, or a snippet of one.
type nginxReader struct {
	*context
	at             tree.Locate
	format, object string
	lines          [][]byte
	upstreams      map[string]*upstream
	passes         int                 // upstreams that something is passed to
	outer          []config.IDirective // of the blocks around, which locations inherit
}

// upstream is a group of servers, with what is passed to it.
type upstream struct {
	hosts, paths, names []string
	used                bool
}

// read reads a text. A snippet belongs to the target of its surroundings.
func (n *nginxReader) read(src []byte, outer *fact.Target) {
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	n.lines = bytes.Split(src, []byte("\n"))
	n.upstreams = map[string]*upstream{}
	cfg, err := parser.NewStringParser(string(src), parser.WithSkipValidDirectivesErr()).Parse()
	if err != nil && (bytes.Contains(src, []byte("{{")) || bytes.Contains(src, []byte("{%"))) {
		n.set.Gaps = append(n.set.Gaps, fact.Gap{What: n.file, Why: "it is a template of nginx's configuration for another program to fill in"})
		return
	}
	if err != nil {
		n.problem(n.at(1, 1, ""), "no valid nginx configuration", "check with `nginx -t`")
		return
	}
	all := cfg.GetDirectives()
	n.collect(all, nil)
	t := fact.Target{Scope: n.scope, All: true}
	if outer != nil {
		t = *outer
	}
	n.walk(all, t)
}

// place is where a directive's name stands.
func (n *nginxReader) place(d config.IDirective) fact.Pos {
	line := d.GetLine()
	if d.GetBlock() != nil {
		line = n.opening(d) // the parser gives the line where the block ends
	}
	col := 1
	if line >= 1 && line <= len(n.lines) {
		if i := bytes.Index(n.lines[line-1], []byte(d.GetName())); i >= 0 {
			col = i + 1
		}
	}
	return n.at(line, col, "")
}

// opening is the line that a block begins on.
func (n *nginxReader) opening(d config.IDirective) int {
	p := params(d)
	for i := min(d.GetLine(), len(n.lines)) - 1; i >= 0; i-- {
		text := bytes.TrimSpace(n.lines[i])
		if bytes.HasPrefix(text, []byte(d.GetName())) && (len(p) == 0 || bytes.Contains(text, []byte(strings.Trim(p[0], "()")))) {
			return i + 1
		}
	}
	return d.GetLine()
}

func params(d config.IDirective) []string {
	var out []string
	for _, p := range d.GetParameters() {
		out = append(out, strings.Trim(p.GetValue(), `"'`))
	}
	return out
}

func block(d config.IDirective) []config.IDirective {
	if b := d.GetBlock(); b != nil {
		return b.GetDirectives()
	}
	return nil
}

// collect finds the groups of servers and what is passed to them.
func (n *nginxReader) collect(list []config.IDirective, paths []string) {
	for _, d := range list {
		p := params(d)
		switch d.GetName() {
		case "upstream":
			if len(p) == 0 {
				continue
			}
			u := n.upstream(p[0])
			for _, s := range block(d) {
				if sp := params(s); s.GetName() == "server" && len(sp) > 0 {
					h, _, _ := strings.Cut(sp[0], ":")
					u.hosts = append(u.hosts, h)
				}
			}
		case "location":
			if len(p) > 0 {
				n.collect(block(d), p[len(p)-1:])
			}
		case "proxy_pass", "grpc_pass", "uwsgi_pass", "fastcgi_pass":
			if len(p) > 0 {
				u := n.upstream(passHost(p[0]))
				u.paths = append(u.paths, paths...)
				if !u.used {
					n.passes++
				}
				u.used = true
			}
		default:
			n.collect(block(d), paths)
		}
	}
}

func (n *nginxReader) upstream(name string) *upstream {
	u := n.upstreams[name]
	if u == nil {
		u = &upstream{names: []string{name}}
		n.upstreams[name] = u
	}
	return u
}

// passHost is the host of "http://host:port/path".
func passHost(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		rest = url
	}
	rest, _, _ = strings.Cut(rest, "/")
	rest, _, _ = strings.Cut(rest, ":")
	return rest
}

func (n *nginxReader) target(name string) fact.Target {
	u := n.upstream(name)
	hosts := u.hosts
	if len(hosts) == 0 {
		hosts = []string{host(name)}
	}
	return fact.Target{Scope: n.scope, Services: hosts, Names: u.names, Paths: u.paths, Alone: n.passes <= 1}
}

func (n *nginxReader) walk(list []config.IDirective, t fact.Target) {
	for _, d := range list {
		p := params(d)
		switch d.GetName() {
		case "upstream":
			if len(p) > 0 {
				n.balancing(block(d), n.target(p[0]), "upstream "+p[0])
			}
		case "location":
			inner := n.location(d, t)
			n.inherit(block(d), inner)
			n.walk(block(d), inner)
		case "map", "geo", "split_clients":
			n.mapped(d, p, t)
		default:
			if !t.All || n.passes == 0 || !inherited(d.GetName()) {
				n.directive(d, p, t, "")
			}
			around := n.outer
			n.outer = slices.Concat(around, block(d))
			n.walk(block(d), t)
			n.outer = around
		}
	}
}

// inherit reads what a location takes over from the blocks around it: settings of the way to a server that it passes to and that it does not set itself.
func (n *nginxReader) inherit(own []config.IDirective, t fact.Target) {
	passes := false
	set := map[string]bool{}
	for _, d := range own {
		passes = passes || strings.HasSuffix(d.GetName(), "_pass")
		set[d.GetName()] = true
	}
	for _, d := range slices.Backward(n.outer) {
		if name := d.GetName(); inherited(name) {
			if passes && !set[name] {
				n.directive(d, params(d), t, "server")
			}
			set[name] = set[name] || name != "add_header" // of which there may be several
		}
	}
}

// inherited reports whether a directive is one that locations take over from the blocks around them.
func inherited(name string) bool {
	return name == "proxy_buffering" || name == "proxy_read_timeout" || name == "add_header"
}

// location is the target of what stands in a location.
func (n *nginxReader) location(d config.IDirective, outer fact.Target) fact.Target {
	for _, inner := range block(d) {
		if p := params(inner); strings.HasSuffix(inner.GetName(), "_pass") && len(p) > 0 {
			t := n.target(passHost(p[0]))
			if lp := params(d); len(lp) > 0 {
				t.Paths = lp[len(lp)-1:]
			}
			return t
		}
	}
	if lp := params(d); len(lp) > 0 {
		outer.Paths, outer.All = lp[len(lp)-1:], false
	}
	return outer
}

func (n *nginxReader) pin(d config.IDirective, t fact.Target, object string, p fact.Pin) {
	p.Pos = n.place(d)
	p.Target, p.Format, p.Object = t, n.format, first(n.object, object)
	p.Drop = []fact.Pos{p.Pos}
	n.set.Pins = append(n.set.Pins, &p)
}

func first(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// balancing reads how an upstream picks a server.
func (n *nginxReader) balancing(list []config.IDirective, t fact.Target, object string) {
	for _, d := range list {
		p := params(d)
		switch name := d.GetName(); {
		case name == "ip_hash":
			n.pin(d, t, object, fact.Pin{What: "ip_hash", By: fact.ByClient})
		case name == "hash" && len(p) > 0:
			if by, key := variableKey(p[0]); by != "" {
				n.pin(d, t, object, fact.Pin{What: "hash " + p[0], By: by, Key: key})
			}
		case name == "sticky" && len(p) > 0:
			n.pin(d, t, object, fact.Pin{What: "sticky " + p[0], By: fact.ByCookie})
		}
	}
}

// mapped reads a variable that is made of the session's header or of the body: it is there to choose a server.
func (n *nginxReader) mapped(d config.IDirective, p []string, t fact.Target) {
	if len(p) == 0 {
		return
	}
	by, key := variableKey(p[0])
	if by == fact.ByHeader && isSessionHeader(key) || by == fact.ByBody || by == fact.ByQuery && isSessionQuery(key) {
		t.All = false
		for name, u := range n.upstreams {
			if u.used && n.passes == 1 {
				t = n.target(name)
			}
		}
		n.pin(d, t, d.GetName()+" "+strings.Join(p, " "), fact.Pin{What: d.GetName() + " " + p[0], By: by, Key: key, Match: true})
	}
}

func isSessionQuery(key string) bool {
	return strings.EqualFold(key, "sessionid") || strings.EqualFold(key, "session_id")
}

func (n *nginxReader) directive(d config.IDirective, p []string, t fact.Target, object string) {
	switch {
	case object == "" && len(t.Paths) > 0:
		object = "location " + t.Paths[0]
	case object == "":
		object = "server"
	}
	object = first(n.object, object)
	switch name := d.GetName(); {
	case name == "if" && strings.Contains(strings.Join(p, " "), "$http_mcp_session_id"):
		t.All = false
		n.pin(d, t, object, fact.Pin{What: "if ($http_mcp_session_id …)", By: fact.ByHeader, Key: sessionHeader, Match: true})
	case name == "proxy_buffering" && len(p) == 1 && p[0] == "on":
		n.stream(d, t, object, fact.Stream{What: "proxy_buffering on", Buffer: true})
	case name == "proxy_read_timeout" && len(p) == 1:
		n.stream(d, t, object, fact.Stream{What: "proxy_read_timeout " + p[0], Seconds: seconds(p[0])})
	case name == "proxy_set_header" && len(p) == 2 && p[1] == "" && strings.HasPrefix(strings.ToLower(p[0]), "mcp-"):
		n.headers(d, t, object, fact.Headers{What: "proxy_set_header " + p[0] + ` ""`, Names: []string{strings.ToLower(p[0])}, Drop: true})
	case name == "proxy_pass_request_headers" && len(p) == 1 && p[0] == "off":
		n.headers(d, t, object, fact.Headers{What: "proxy_pass_request_headers off", Names: []string{"*"}, Drop: true})
	case (name == "add_header" || name == "more_set_headers") && strings.Contains(strings.ToLower(strings.Join(p, ": ")), "access-control-allow-headers"):
		value := strings.Join(p[1:], " ")
		if name == "more_set_headers" {
			_, value, _ = strings.Cut(strings.Join(p, " "), ":")
		}
		if strings.Contains(value, "$http_access_control_request_headers") {
			return
		}
		value = strings.TrimSuffix(strings.TrimSpace(value), " always")
		n.headers(d, t, object, fact.Headers{What: "Access-Control-Allow-Headers", Names: lower([]string{value}), CORS: true})
	}
}

func (n *nginxReader) stream(d config.IDirective, t fact.Target, object string, s fact.Stream) {
	s.Pos, s.Target, s.Format, s.Object = n.place(d), t, n.format, object
	if s.Buffer || s.Seconds > 0 {
		n.set.Streams = append(n.set.Streams, &s)
	}
}

func (n *nginxReader) headers(d config.IDirective, t fact.Target, object string, h fact.Headers) {
	h.Pos, h.Target, h.Format, h.Object = n.place(d), t, n.format, object
	n.set.Headers = append(n.set.Headers, &h)
}
