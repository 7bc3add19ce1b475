package read

import (
	"bytes"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// haproxyWords splits a line as HAProxy does: blanks separate words, quotes and backslashes hold them together, a number sign begins a comment.
func haproxyWords(line string) []string {
	var words []string
	var w strings.Builder
	var quote byte
	begun := false
	for i := 0; i < len(line); i++ {
		ch := line[i]
		switch {
		case ch == '\\' && quote != '\'' && i+1 < len(line):
			i++
			w.WriteByte(line[i])
			begun = true
		case quote != 0 && ch == quote:
			quote = 0
		case quote != 0:
			w.WriteByte(ch)
		case ch == '"' || ch == '\'':
			quote, begun = ch, true
		case ch == '#':
			i = len(line)
		case ch == ' ' || ch == '\t' || ch == '\r':
			if begun {
				words = append(words, w.String())
			}
			w.Reset()
			begun = false
		default:
			w.WriteByte(ch)
			begun = true
		}
	}
	if begun {
		words = append(words, w.String())
	}
	return words
}

// haproxySection is a backend, frontend or listen section.
type haproxySection struct {
	kind, name string
	lines      []haproxyLine
	hosts      []string
	paths      []string
}

type haproxyLine struct {
	at    fact.Pos
	words []string
}

func (c *context) haproxy(src []byte, at tree.Locate) {
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	var sections []*haproxySection
	var cur *haproxySection
	for i, line := range strings.Split(string(src), "\n") {
		words := haproxyWords(line)
		if len(words) == 0 {
			continue
		}
		col := len(line) - len(strings.TrimLeft(line, " \t")) + 1
		switch words[0] {
		case "global", "defaults", "frontend", "backend", "listen", "peers", "resolvers", "userlist", "cache", "program":
			cur = &haproxySection{kind: words[0]}
			if len(words) > 1 {
				cur.name = words[1]
			}
			sections = append(sections, cur)
			continue
		}
		if cur == nil {
			continue
		}
		cur.lines = append(cur.lines, haproxyLine{at(i+1, col, ""), words})
		if words[0] == "server" && len(words) > 2 {
			h, _, _ := strings.Cut(words[2], ":")
			cur.hosts = append(cur.hosts, h)
		}
	}
	backends := 0
	for _, s := range sections {
		if s.kind == "backend" || s.kind == "listen" {
			backends++
		}
		if s.kind == "frontend" || s.kind == "listen" {
			s.routes(sections)
		}
	}
	for _, s := range sections {
		t := fact.Target{Scope: c.scope, Services: s.hosts, Names: []string{s.name}, Paths: s.paths, Alone: backends <= 1, All: s.kind == "defaults" || s.kind == "global" || s.kind == "frontend"}
		c.haproxySection(s, t)
	}
}

// routes gives the backends the paths that a frontend sends to them.
func (s *haproxySection) routes(all []*haproxySection) {
	acl := map[string][]string{}
	for _, l := range s.lines {
		if l.words[0] == "acl" && len(l.words) > 3 && strings.HasPrefix(l.words[2], "path") {
			acl[l.words[1]] = append(acl[l.words[1]], l.words[3:]...)
		}
	}
	for _, l := range s.lines {
		if l.words[0] != "use_backend" || len(l.words) < 3 {
			continue
		}
		for _, b := range all {
			if b.kind != "backend" || b.name != l.words[1] {
				continue
			}
			for i, w := range l.words[2:] {
				b.paths = append(b.paths, acl[w]...)
				if strings.HasPrefix(w, "path") {
					b.paths = append(b.paths, l.words[2+i+1:]...)
				}
			}
		}
	}
}

func (c *context) haproxySection(s *haproxySection, t fact.Target) {
	object := strings.TrimSpace(s.kind + " " + s.name)
	var stick, cookie *fact.Pin
	pin := func(l haproxyLine, p fact.Pin) *fact.Pin {
		p.Pos, p.Target, p.Format, p.Object, p.Drop = l.at, t, "HAProxy", object, []fact.Pos{l.at}
		p.Key = strings.ToLower(p.Key)
		c.set.Pins = append(c.set.Pins, &p)
		return &p
	}
	for _, l := range s.lines {
		w := l.words
		all := strings.Join(w, " ")
		switch {
		case w[0] == "balance" && len(w) > 1:
			haproxyBalance(w, func(p fact.Pin) { pin(l, p) })
		case w[0] == "stick" && len(w) > 2 && (w[1] == "on" || w[1] == "match"):
			p := fact.Pin{What: "stick on " + w[2], By: fact.ByClient}
			p.By, p.Key = haproxySample(w[2])
			if stick == nil {
				stick = pin(l, p)
			}
		case w[0] == "cookie" && len(w) > 1:
			cookie = pin(l, fact.Pin{What: "cookie", By: fact.ByCookie})
		case w[0] == "server" && cookie != nil && contains(w, "cookie"):
			cookie.Drop = append(cookie.Drop, l.at)
		case w[0] == "appsession":
			pin(l, fact.Pin{What: "appsession", By: fact.ByCookie})
		case (w[0] == "acl" || w[0] == "use_backend" || w[0] == "use-server") && isRoute(w, s) && haproxySession(all) != "":
			by, key := haproxySample(haproxySession(all))
			p := pin(l, fact.Pin{What: w[0] + " on " + haproxySession(all), By: by, Key: key, Match: true})
			p.All = false
		case w[0] == "http-request" && len(w) > 2 && w[1] == "del-header" && strings.HasPrefix(strings.ToLower(w[2]), "mcp-"):
			c.set.Headers = append(c.set.Headers, &fact.Headers{Pos: l.at, Target: t, Format: "HAProxy", Object: object, What: "del-header " + w[2], Names: []string{strings.ToLower(w[2])}, Drop: true})
		case w[0] == "http-response" && len(w) > 3 && (w[1] == "set-header" || w[1] == "add-header") && strings.EqualFold(w[2], "Access-Control-Allow-Headers"):
			c.set.Headers = append(c.set.Headers, &fact.Headers{Pos: l.at, Target: t, Format: "HAProxy", Object: object, What: "Access-Control-Allow-Headers", Names: lower(w[3:4]), CORS: true})
		case w[0] == "timeout" && len(w) > 2 && w[1] == "server" && s.kind != "defaults":
			if n := haproxySeconds(w[2]); n > 0 {
				c.set.Streams = append(c.set.Streams, &fact.Stream{Pos: l.at, Target: t, Format: "HAProxy", Object: object, What: "timeout server " + w[2], Seconds: n})
			}
		case w[0] == "option" && len(w) > 2 && w[1] == "httpchk":
			path := w[len(w)-1]
			if len(w) > 3 {
				path = w[3]
			}
			if len(w) <= 3 || w[2] == "GET" {
				c.set.Probes = append(c.set.Probes, &fact.Probe{Pos: l.at, Target: t, Format: "HAProxy", Object: object, What: "option httpchk", Path: path})
			}
		}
	}
	// The table belongs to the rule that uses it. Tables without one count requests.
	if stick != nil {
		for _, l := range s.lines {
			if l.words[0] == "stick-table" || l.words[0] == "stick" && l.at != stick.Pos {
				stick.Drop = append(stick.Drop, l.at)
			}
		}
	}
}

// isRoute reports whether an access list or a condition decides on a server.
func isRoute(w []string, s *haproxySection) bool {
	if w[0] != "acl" {
		return true
	}
	for _, l := range s.lines {
		if (l.words[0] == "use_backend" || l.words[0] == "use-server") && contains(l.words, w[1]) {
			return true
		}
	}
	return false
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}

func haproxyBalance(w []string, pin func(fact.Pin)) {
	switch alg := w[1]; {
	case alg == "source":
		pin(fact.Pin{What: "balance source", By: fact.ByClient})
	case strings.HasPrefix(alg, "hdr("):
		pin(fact.Pin{What: "balance " + alg, By: fact.ByHeader, Key: between(alg, "(", ")")})
	case strings.HasPrefix(alg, "url_param"):
		key := between(alg, "(", ")")
		if key == "" && len(w) > 2 {
			key = w[2]
		}
		pin(fact.Pin{What: "balance url_param", By: fact.ByQuery, Key: key})
	case alg == "hash" && len(w) > 2:
		by, key := haproxySample(w[2])
		pin(fact.Pin{What: "balance hash " + w[2], By: by, Key: key})
	}
}

// haproxySample says what an expression of HAProxy takes from a request.
func haproxySample(s string) (fact.By, string) {
	s, _, _ = strings.Cut(s, ",")
	switch {
	case strings.HasPrefix(s, "req.cook") || strings.HasPrefix(s, "cookie") || strings.HasPrefix(s, "cook("):
		return fact.ByCookie, ""
	case strings.HasPrefix(s, "hdr(") || strings.HasPrefix(s, "req.hdr") || strings.HasPrefix(s, "req.fhdr"):
		return fact.ByHeader, strings.ToLower(between(s, "(", ")"))
	case strings.HasPrefix(s, "url_param") || strings.HasPrefix(s, "urlp"):
		return fact.ByQuery, between(s, "(", ")")
	case strings.HasPrefix(s, "req.body") || strings.HasPrefix(s, "req.payload"):
		return fact.ByBody, ""
	}
	return fact.ByClient, ""
}

// haproxySession is the expression of a line that takes the session's header or the body.
func haproxySession(line string) string {
	for _, w := range strings.Fields(line) {
		w = strings.Trim(w, "{}")
		by, key := haproxySample(w)
		if by == fact.ByHeader && isSessionHeader(key) || by == fact.ByBody {
			return w
		}
	}
	return ""
}

// haproxySeconds reads a duration; without a unit it counts milliseconds.
func haproxySeconds(s string) int {
	if strings.Trim(s, "0123456789") == "" {
		return seconds(s) / 1000
	}
	return seconds(s)
}
