package tostore

import (
	"go/ast"
	"go/types"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
)

// handler is a tool's handler in which the map is used.
type handler struct {
	*toolsyntax.Handler
	ctx, req  *ast.Ident
	principal string // the variable that holds the caller

	sets bool // it sets entries

	// Of maps that are keyed by the session.
	creates bool     // it sets entries and looks none up
	created ast.Stmt // where it does
	handle  string   // the variable that holds the new handle
	arg     string   // the expression that holds the handle that came in
	keys    []ast.Expr
}

// around is the innermost function around a use, and its type.
func (u *use) around() (ast.Node, *ast.FuncType, *ast.BlockStmt) {
	for _, n := range u.Nodes {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n, n.Type, n.Body
		case *ast.FuncDecl:
			return n, n.Type, n.Body
		}
	}
	return nil, nil, nil
}

func (j *job) inHandler(u *use) bool {
	_, typ, _ := u.around()
	if typ == nil {
		return false
	}
	sig, ok := u.Info.TypeOf(typ).(*types.Signature)
	return ok && edit.HandlerOf(sig) != edit.NoHandler
}

// handler is the handler around a use.
func (j *job) handler(u *use) (*handler, error) {
	node, typ, _ := u.around()
	if node == nil {
		return nil, j.unknown(u)
	}
	if h := j.funcs[node]; h != nil {
		return h, nil
	}
	sig, ok := u.Info.TypeOf(typ).(*types.Signature)
	if fd, isDecl := node.(*ast.FuncDecl); isDecl {
		if fn, isFn := u.Info.Defs[fd.Name].(*types.Func); isFn {
			sig, ok = fn.Signature(), true
		}
	}
	if !ok || edit.HandlerOf(sig) == edit.NoHandler {
		return nil, edit.Refuse("%s is used outside the handlers of tools, at %s, where the caller is not known", j.obj.Name(), j.c.Position(u.Expr.Pos()))
	}
	at, err := toolsyntax.HandlerAt(j.c, u.Info, node)
	if err != nil {
		return nil, err
	}
	h := &handler{Handler: at, ctx: at.Param(0), req: at.Param(1)}
	h.principal = at.Fresh("principal")
	j.funcs[node] = h
	return h, nil
}

// args are the first arguments of every call of the store.
func (h *handler) args() string { return named(h.ctx, "ctx") + ", " + h.principal + ", " }

func named(id *ast.Ident, name string) string {
	if id.Name == "_" {
		return name
	}
	return id.Name
}

// begin finds out who calls, at the begin of the handler.
func (h *handler) begin(j *job) error {
	needs := "PrincipalOrAnonymous"
	if h.Shape == edit.Plain {
		needs = "CallerOrAnonymous"
	}
	q, imp, err := h.NeedsHandles(needs)
	if err != nil {
		return err
	}
	for id, name := range map[*ast.Ident]string{h.ctx: "ctx", h.req: "req"} {
		if id.Name != "_" {
			continue
		}
		if h.Lookup(name) != nil {
			return edit.Refuse("the handler at %s has a parameter without a name, and %s means something else", j.c.Position(h.Type.Pos()), name)
		}
		j.fix.Edits = append(j.fix.Edits, edit.Replace(id, name))
	}
	strict, lax := "Principal("+named(h.req, "req")+")", "PrincipalOrAnonymous("+named(h.req, "req")+")"
	if h.Shape == edit.Plain {
		header, _, _ := types.LookupFieldOrMethod(h.Sig.Params().At(1).Type(), true, h.Types, "Header")
		if header == nil {
			return edit.Refuse("requests of this SDK version have no Header, which tells stdio from HTTP: upgrade the SDK first")
		}
		who := named(h.ctx, "ctx") + ", " + named(h.req, "req") + ".Header)"
		strict, lax = "CallerPrincipal("+who, "CallerOrAnonymous("+who
	}
	text := h.principal + " := " + q + lax
	if j.c.Authenticates(h.Types) {
		e := h.ErrName()
		text = h.principal + ", " + e + " := " + q + strict + "\n\tif " + e + " != nil {\n\t\t" + h.Fail(e) + "\n\t}"
	}
	j.fix.Edits = append(j.fix.Edits, h.Begin("\n\t"+text))
	return j.imports(imp)
}
