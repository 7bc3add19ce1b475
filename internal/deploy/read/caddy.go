package read

import (
	"bytes"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// caddyLine is one line of a Caddyfile in words. Braces that open and close blocks are words of their own.
type caddyLine struct {
	words []string
	cols  []int
	num   int
}

func caddyLines(src []byte) []caddyLine {
	var out []caddyLine
	cur := caddyLine{num: 1}
	line, col := 1, 0
	var w strings.Builder
	begun, start := false, 0
	var quote byte
	flush := func() {
		if begun {
			cur.words, cur.cols = append(cur.words, w.String()), append(cur.cols, start)
		}
		w.Reset()
		begun = false
	}
	end := func() {
		flush()
		if len(cur.words) > 0 {
			out = append(out, cur)
		}
		cur = caddyLine{num: line + 1}
	}
	for i := 0; i < len(src); i++ {
		ch := src[i]
		col++
		switch {
		case quote != 0:
			if ch == quote {
				quote = 0
			} else {
				w.WriteByte(ch)
			}
			if ch == '\n' {
				line, col = line+1, 0
			}
		case ch == '\\' && i+1 < len(src) && src[i+1] == '\n':
			flush()
			i, line, col = i+1, line+1, 0
		case ch == '\n':
			end()
			line, col = line+1, 0
		case ch == ' ' || ch == '\t' || ch == '\r':
			flush()
		case ch == '#' && !begun:
			for i+1 < len(src) && src[i+1] != '\n' {
				i++
			}
		case (ch == '"' || ch == '`') && !begun:
			quote, begun, start = ch, true, col
		default:
			if !begun {
				begun, start = true, col
			}
			w.WriteByte(ch)
		}
	}
	end()
	return out
}

// caddy reads the reverse proxies of a Caddyfile.
func (c *context) caddy(src []byte, at tree.Locate) {
	lines := caddyLines(bytes.TrimPrefix(src, []byte("\xef\xbb\xbf")))
	proxies := 0
	for _, l := range lines {
		if l.words[0] == "reverse_proxy" {
			proxies++
		}
	}
	type level struct{ t fact.Target }
	stack := []level{{fact.Target{Scope: c.scope, All: true}}}
	for _, l := range lines {
		w := l.words
		top := &stack[len(stack)-1]
		if w[0] == "}" {
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
			continue
		}
		pos := at(l.num, l.cols[0], "")
		t := top.t
		switch w[0] {
		case "handle", "handle_path", "route", "@mcp":
			for _, a := range w[1:] {
				if strings.HasPrefix(a, "/") {
					t.Paths, t.All = []string{a}, false
				}
			}
		case "reverse_proxy":
			t.All, t.Alone = false, proxies <= 1
			for _, a := range w[1:] {
				switch {
				case strings.HasPrefix(a, "/"):
					t.Paths = []string{a}
				case a != "{" && !strings.HasPrefix(a, "@"):
					t.Services = append(t.Services, host(passHost(a)))
				}
			}
		case "to":
			for _, a := range w[1:] {
				top.t.Services = append(top.t.Services, host(passHost(a)))
			}
		case "lb_policy":
			c.caddyPolicy(w, pos, t)
		case "header", "header_down":
			c.caddyHeader(w, pos, t)
		case "header_up":
			if len(w) > 1 && strings.HasPrefix(strings.ToLower(w[1]), "-mcp-") {
				c.set.Headers = append(c.set.Headers, &fact.Headers{Pos: pos, Target: t, Format: "Caddy", Object: "reverse_proxy", What: "header_up " + w[1], Names: []string{strings.ToLower(w[1][1:])}, Drop: true})
			}
		case "health_uri":
			if len(w) > 1 {
				c.set.Probes = append(c.set.Probes, &fact.Probe{Pos: pos, Target: t, Format: "Caddy", Object: "reverse_proxy", What: "health_uri", Path: w[1]})
			}
		}
		if w[len(w)-1] == "{" {
			stack = append(stack, level{t})
		}
	}
	if len(stack) > 1 {
		c.problem(at(lines[len(lines)-1].num, 1, ""), "no valid Caddyfile: a block is not closed", "check with `caddy adapt`")
	}
}

func (c *context) caddyPolicy(w []string, at fact.Pos, t fact.Target) {
	if len(w) < 2 {
		return
	}
	p := fact.Pin{Pos: at, Target: t, Format: "Caddy", Object: "reverse_proxy", What: strings.TrimSuffix(strings.Join(w[:min(3, len(w))], " "), " {"), Drop: []fact.Pos{at}}
	switch w[1] {
	case "ip_hash", "client_ip_hash":
		p.By = fact.ByClient
	case "cookie":
		p.By, p.What = fact.ByCookie, "lb_policy cookie"
	case "header":
		p.By = fact.ByHeader
		if len(w) > 2 {
			p.Key = strings.ToLower(w[2])
		}
	case "query":
		p.By = fact.ByQuery
		if len(w) > 2 {
			p.Key = strings.ToLower(w[2])
		}
	default:
		return
	}
	c.set.Pins = append(c.set.Pins, &p)
}

func (c *context) caddyHeader(w []string, at fact.Pos, t fact.Target) {
	for i, a := range w[1:] {
		if strings.EqualFold(strings.TrimPrefix(a, "+"), "Access-Control-Allow-Headers") && i+2 < len(w) {
			c.set.Headers = append(c.set.Headers, &fact.Headers{Pos: at, Target: t, Format: "Caddy", Object: "header", What: "Access-Control-Allow-Headers", Names: lower(w[i+2 : i+3]), CORS: true})
		}
	}
}
