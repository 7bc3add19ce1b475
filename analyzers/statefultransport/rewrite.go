package statefultransport

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// inTheWay are the rules whose findings must go first. State keyed by a session
// that is empty from then on is shared by all callers; what needs a session stops
// working; and other state in the memory of the process, which sessions tie to
// one replica, is missing as soon as nothing does.
var inTheWay = []string{
	"sessionmap", "sessionid", "sessionlist", "ambient", "handshake", "serverrequest", "notifybus", "resumability", "sessionheader",
	"workflow", "upload", "cursor", "task", "liveresource",
}

// rewrite has the transport serve without sessions, once nothing needs one.
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	i := slices.IndexFunc(c.View.Transports, func(t view.Transport) bool { return t.Pos() == f.Site })
	if i < 0 {
		return nil, edit.Refuse("the transport is made in a way that is not known")
	}
	t := c.View.Transports[i]
	field, option := t.Entry.Get("statelessfield"), ""
	if t.Entry.Get("options") != "" {
		option = stateless(c, t)
	}
	switch {
	case t.Kind == "sse":
		return nil, edit.Refuse("the SSE transport has no mode without sessions: serve streamable HTTP instead")
	case t.Mode == view.Conditional:
		return nil, edit.Refuse("configuration decides the mode: change it there")
	case field == "" && option == "":
		return nil, edit.Refuse("this SDK has no option that is known to switch sessions off")
	case !c.Whole:
		return nil, edit.Refuse("the state of all packages of the program must be seen first, by all rules: run mcpaudit fix ./...")
	}
	if err := clear(c, f.Package); err != nil {
		return nil, err
	}
	s, err := c.At(f.Site)
	if err != nil {
		return nil, err
	}
	call, ok := edit.Find[*ast.CallExpr](s)
	if !ok || s.Callee(call) == nil {
		return nil, edit.Refuse("the transport is not made by a plain call")
	}
	fix := &edit.Fix{Message: "serves without sessions"}
	if field != "" {
		err = setField(s, call, field, fix)
	} else {
		err = addOption(c, s, call, option, t.Ver, fix)
	}
	return fix, err
}

// clear refuses while the findings of other rules are in the way, except for
// those of other programs of the module.
func clear(c *rule.Context, pkg string) error {
	var list []string
	for _, f := range c.Findings {
		if slices.Contains(inTheWay, f.Rule) && f.Severity != rule.Info && f.Severity != rule.Low && f.Confidence != rule.Possible && c.Together(pkg, f.Package) {
			list = append(list, f.Rule+" "+f.Object+" ("+f.Site.String()+")")
		}
	}
	slices.Sort(list)
	if list = slices.Compact(list); len(list) > 0 {
		return edit.Refuse("what needs a session must go first, or callers would share it: %s", strings.Join(list, "; "))
	}
	return nil
}

// stateless is the name of the function beside the constructor that makes the
// option, "" if there is none.
func stateless(c *rule.Context, t view.Transport) string {
	for _, pkg := range c.Packages {
		for _, imp := range pkg.Types.Imports() {
			if imp.Path() != t.Entry.Path {
				continue
			}
			for _, name := range imp.Scope().Names() {
				if sets(c, imp.Path(), name, t.Ver) == "stateless" {
					return name
				}
			}
		}
	}
	return ""
}

// sets is what an option of a transport sets, "" for any other function.
func sets(c *rule.Context, path, name, version string) string {
	if e, ok := c.View.Tab.Role(path, name, version, sdk.TransportOption); ok {
		return e.Get("sets")
	}
	return ""
}

// ofSessions are the settings that only make sense with sessions.
var ofSessions = []string{"stateless", "stateful", "manager", "resolver", "generator", "ttl", "eventstore", "heartbeat", "sessions"}

// setField sets a field of the options, the last argument of the call.
//
//	NewStreamableHTTPHandler(get, nil)          NewStreamableHTTPHandler(get, &StreamableHTTPOptions{JSONResponse: true})
//	                              ^^^ literal                                                                        ^ field
func setField(s *edit.Spot, call *ast.CallExpr, field string, fix *edit.Fix) error {
	if len(call.Args) == 0 || call.Ellipsis.IsValid() {
		return edit.Refuse("the call at line %d has no argument for options", s.Line(call.Pos()))
	}
	last := ast.Unparen(call.Args[len(call.Args)-1])
	if id, ok := last.(*ast.Ident); ok && s.Info.Uses[id] == types.Universe.Lookup("nil") {
		sig := s.Callee(call).Signature()
		ptr, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Pointer)
		if !ok {
			return edit.Refuse("the options are not a pointer to a struct")
		}
		named, ok := types.Unalias(ptr.Elem()).(*types.Named)
		if !ok {
			return edit.Refuse("the options are not a pointer to a struct")
		}
		q, ok := s.Qualifier(named.Obj().Pkg())
		if !ok {
			return edit.Refuse("%s is not imported here", named.Obj().Pkg().Path())
		}
		fix.Edits = append(fix.Edits, edit.Replace(last, "&"+q+named.Obj().Name()+"{"+field+": true}"))
		return nil
	}
	lit := literal(s, last)
	if lit == nil {
		return edit.Refuse("the options at line %d are made elsewhere: set %s there", s.Line(last.Pos()), field)
	}
	if at := assigned(s, lit, field); at != nil {
		return edit.Refuse("%s is computed at line %d", field, s.Line(at.Pos()))
	}
	if kv := edit.Element(lit, field); kv != nil {
		if id, ok := kv.Value.(*ast.Ident); !ok || s.Info.Uses[id] != types.Universe.Lookup("false") {
			return edit.Refuse("%s is computed at line %d", field, s.Line(kv.Pos()))
		}
		fix.Edits = append(fix.Edits, edit.Replace(kv.Value, "true"))
		return nil
	}
	e, err := s.AddElement(lit, field, "true")
	fix.Edits = append(fix.Edits, e)
	return err
}

// literal is the literal of the options: in the call, or where the local variable
// is defined that the call is given.
func literal(s *edit.Spot, e ast.Expr) *ast.CompositeLit {
	if id, ok := e.(*ast.Ident); ok {
		if v, ok := s.Info.Uses[id].(*types.Var); !ok || v.Parent() == s.Types.Scope() {
			return nil
		}
		if e = s.Definition(id); e == nil {
			return nil
		}
	}
	amp, ok := e.(*ast.UnaryExpr)
	if !ok || amp.Op != token.AND {
		return nil
	}
	lit, _ := ast.Unparen(amp.X).(*ast.CompositeLit)
	return lit
}

// assigned is an assignment to a field of the literal's type in the file.
func assigned(s *edit.Spot, lit *ast.CompositeLit, field string) (at ast.Node) {
	ast.Inspect(s.File, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for _, l := range assign.Lhs {
			sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
			if !ok || sel.Sel.Name != field {
				continue
			}
			t := s.Info.TypeOf(sel.X)
			if p, ok := t.(*types.Pointer); ok {
				t = p.Elem()
			}
			if types.Identical(t, s.Info.TypeOf(lit)) {
				at = l
			}
		}
		return true
	})
	return at
}

// addOption adds the option to the call. It refuses beside options that only make
// sense with sessions: they go together with what needs them.
func addOption(c *rule.Context, s *edit.Spot, call *ast.CallExpr, option, version string, fix *edit.Fix) error {
	ctor := s.Callee(call)
	q, ok := s.Qualifier(ctor.Pkg())
	if !ok {
		return edit.Refuse("%s is not imported here", ctor.Pkg().Path())
	}
	forSessions := func(made *ast.CallExpr) error {
		if name := s.Callee(made).Name(); slices.Contains(ofSessions, sets(c, ctor.Pkg().Path(), name, version)) {
			return edit.Refuse("the option %s at line %d is for sessions: take it out together with what needs it", name, s.Line(made.Pos()))
		}
		return nil
	}
	args := call.Args[min(1, len(call.Args)):]
	var list *ast.Ident
	if call.Ellipsis.IsValid() {
		list, _ = ast.Unparen(args[len(args)-1]).(*ast.Ident)
		var err error
		if args, err = listed(s, list, call); err != nil {
			return err
		}
	}
	for _, a := range args {
		call := made(s, a)
		if call == nil {
			return edit.Refuse("the option at line %d is made elsewhere", s.Line(a.Pos()))
		}
		if err := forSessions(call); err != nil {
			return err
		}
	}
	if list != nil {
		stmt, _ := s.Statement()
		if stmt == nil {
			return edit.Refuse("the call at line %d is no part of a statement", s.Line(call.Pos()))
		}
		fix.Edits = append(fix.Edits, s.Before(stmt, list.Name+" = append("+list.Name+", "+q+option+"(true))"))
		return nil
	}
	e, err := s.AppendArg(call, q+option+"(true)")
	fix.Edits = append(fix.Edits, e)
	return err
}

// made is the call that makes an option: in place, or where the local variable is
// defined that holds it.
func made(s *edit.Spot, e ast.Expr) *ast.CallExpr {
	e = ast.Unparen(e)
	if id, ok := e.(*ast.Ident); ok {
		if e = s.Definition(id); e == nil {
			return nil
		}
	}
	call, ok := e.(*ast.CallExpr)
	if !ok || s.Callee(call) == nil {
		return nil
	}
	return call
}

// listed lists the options in a local variable: those of its literal, and those
// that are appended to it. It refuses a variable that anything else sets.
func listed(s *edit.Spot, list *ast.Ident, call *ast.CallExpr) (out []ast.Expr, err error) {
	unknown := edit.Refuse("the options at line %d are made elsewhere: add the one that switches sessions off there", s.Line(call.Pos()))
	if list == nil {
		return nil, unknown
	}
	v, ok := s.Info.Uses[list].(*types.Var)
	if !ok || v.Parent() == s.Types.Scope() || v.IsField() {
		return nil, unknown
	}
	isList := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && s.Info.ObjectOf(id) == types.Object(v)
	}
	sources := 0
	value := func(e ast.Expr) {
		switch e := ast.Unparen(e).(type) {
		case *ast.CompositeLit:
			sources++
			out = append(out, e.Elts...)
			return
		case *ast.CallExpr:
			if id, ok := e.Fun.(*ast.Ident); ok && s.Info.Uses[id] == types.Universe.Lookup("append") && len(e.Args) > 0 && isList(e.Args[0]) && !e.Ellipsis.IsValid() {
				out = append(out, e.Args[1:]...)
				return
			}
		}
		err = unknown
	}
	ast.Inspect(s.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if isList(l) && len(n.Lhs) == len(n.Rhs) {
					value(n.Rhs[i])
				} else if isList(l) {
					err = unknown
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if !isList(name) {
					continue
				}
				if sources++; i < len(n.Values) {
					sources--
					value(n.Values[i])
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && isList(n.X) {
				err = unknown
			}
		}
		return err == nil
	})
	if err == nil && sources != 1 {
		err = unknown // a parameter, perhaps
	}
	return out, err
}
