package link

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Services that a server offers beside MCP, over another protocol: what their
// methods leave in memory, tools find, and the other way round.

// registers matches the functions that protoc-gen-go-grpc generates to register
// a service.
var registers = regexp.MustCompile(`^Register\w+Server$`)

// serviceRoots registers the methods of a service object as roots at the call
// of the generated function that registers it.
func (p *Program) serviceRoots(f *Fn, i int, in *effects.Instr) {
	if len(in.A) != 2 || !registers.MatchString(in.Callee.Name) {
		return
	}
	at := in.A[0]
	if d := f.Def(at); d != nil && d.Op == effects.Convert {
		at = d.A[0]
	}
	if !p.typeRole(p.regType(f, at), sdk.TypeRegistrar) {
		return
	}
	rc := &rootCon{entry: sdk.Entry{Role: sdk.RootHTTP, Path: in.Callee.Path, Symbol: in.Callee.Name}, service: true}
	p.addRootCon(p.variable(f, in.A[1]), constraint{kind: cRoot, fn: f, instr: int32(i)}, rc)
}

// applyService adds the methods of one service object.
func (p *Program) applyService(rc *rootCon, c constraint, n int32) {
	td := p.types[p.nodes[n].typ]
	if td == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(td.Methods)) {
		to := p.byID[td.Methods[name]]
		if to == nil || !to.Main() || !served(to) {
			continue
		}
		p.addTok(to.base, n)
		p.addRoot(rc, c.fn, int(c.instr), to, n, 1)
	}
}

// served reports whether a method has the form of one that gRPC calls: it takes
// a context and a message, or the stream, and returns an error in the end.
func served(f *Fn) bool {
	if !f.Recv || f.Synth || len(f.Results) == 0 || f.Results[len(f.Results)-1].Type != "error" {
		return false
	}
	switch ps := f.Params[1:]; len(ps) {
	case 1:
		return len(f.Results) == 1 && strings.Contains(ps[0].Type, "Server")
	case 2:
		return len(f.Results) == 2 && ps[0].Type == "context.Context" || len(f.Results) == 1 && strings.Contains(ps[1].Type, "Server")
	}
	return false
}

// Service reports whether the root is a method of a service of another protocol
// than MCP, and no handler of HTTP.
func (r *Root) Service() bool { return r.service }
