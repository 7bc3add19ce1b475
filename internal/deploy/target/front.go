package target

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
)

// Front answers for what a setting of a proxy, a service or a load balancer is about.
func (r *Resolver) Front(t fact.Target) Verdict {
	if t.Workload != nil {
		return r.Workload(t.Workload)
	}
	for _, p := range t.Paths {
		if MCPPath(p) {
			return Verdict{Answer: Yes, How: "it serves the path " + p, Program: r.onlyProgram()}
		}
	}
	var no, unknown *Verdict
	for _, s := range t.Services {
		switch v := r.service(t.Scope, s); v.Answer {
		case Yes:
			return v
		case No:
			no = &v
		default:
			unknown = &v
		}
	}
	if no != nil && unknown == nil {
		return *no
	}
	for _, n := range t.Names {
		switch v := r.named(n); v.Answer {
		case Yes:
			return v
		case No:
			no = &v
		}
	}
	if no != nil {
		return *no
	}
	if t.Alone {
		return Verdict{Answer: Yes, How: "nothing else is behind it", Program: r.onlyProgram(), Doubt: r.doubt}
	}
	return r.around(t)
}

// around answers for a setting that names nothing: it is about the server if the server is the only thing that its scope runs, or if it holds
// for everything.
func (r *Resolver) around(t fact.Target) Verdict {
	if r.mod.Path == "" && r.running == 0 && len(r.set.Services) <= 1 {
		return Verdict{Answer: Yes, How: "nothing else is in the files", Doubt: r.doubt}
	}
	var yes *Verdict
	for _, w := range r.scopes[t.Scope] {
		v := r.verdicts[w]
		switch {
		case v.Answer == Yes:
			yes = &v
		case !t.All && v.Answer == Unknown:
			return Verdict{}
		}
	}
	if yes == nil || len(t.Services) > 0 {
		return Verdict{}
	}
	yes.Sure = false // it is a guess about the setting, whatever is known of the workload
	return *yes
}

// service answers for the name of a service: by the workload that it selects, or else by the name.
func (r *Resolver) service(scope fact.Scope, name string) Verdict {
	var last Verdict
	for _, w := range r.behind(scope, name) {
		v := r.Workload(w)
		if v.Answer == Yes {
			return v
		}
		if last.Answer != No {
			last = v
		}
	}
	if last.Answer != Unknown {
		return last
	}
	return r.named(name)
}

// behind are the workloads behind a service: those of the same scope, or those anywhere if there are none.
func (r *Resolver) behind(scope fact.Scope, name string) []*fact.Workload {
	near, far := []*fact.Workload{}, []*fact.Workload{}
	for _, s := range r.byName[name] {
		if scope != "" && s.Scope != scope && len(r.byName[name]) > 1 && r.inScope(scope, name) {
			continue
		}
		for _, w := range r.candidates(s) {
			if !selects(s, w) {
				continue
			}
			if w.Scope == s.Scope {
				near = append(near, w)
			} else if !w.Scope.Apart(s.Scope) {
				far = append(far, w)
			}
		}
	}
	if len(near) > 0 {
		return near
	}
	return far
}

// candidates are workloads that a service may select: the fewest that share a label with it, or those of its name.
func (r *Resolver) candidates(s *fact.Service) []*fact.Workload {
	if len(s.Selector) == 0 {
		return r.called[s.Name]
	}
	var best []*fact.Workload
	first := true
	for k, v := range s.Selector {
		if list := r.byLabel[k+"="+v]; first || len(list) < len(best) {
			best, first = list, false
		}
	}
	return best
}

func (r *Resolver) inScope(scope fact.Scope, name string) bool {
	for _, s := range r.byName[name] {
		if s.Scope == scope {
			return true
		}
	}
	return false
}

// selects reports whether a service sends requests to a workload.
func selects(s *fact.Service, w *fact.Workload) bool {
	if len(s.Selector) == 0 {
		return s.Name == w.Name
	}
	for k, v := range s.Selector {
		if w.Labels[k] != v {
			return false
		}
	}
	return true
}

// MCPPath reports whether an URL path is the one of an MCP server: the usual /mcp, or the two of the older transport.
func MCPPath(p string) bool {
	p = strings.ToLower(strings.TrimRight(strings.TrimLeft(p, "^~= "), "*$"))
	p, _, _ = strings.Cut(p, "(")
	p = strings.TrimSuffix(p, "/")
	return p == "/mcp" || strings.HasPrefix(p, "/mcp/") || strings.HasSuffix(p, "/mcp") || p == "/sse"
}
