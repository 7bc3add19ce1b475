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
func clear(c *rule.Context, program string) error {
	programs := map[string]bool{}
	for _, p := range c.Packages {
		programs[p.Path] = p.Types.Name() == "main"
	}
	var list []string
	for _, f := range c.Findings {
		if programs[f.Package] && programs[program] && f.Package != program {
			continue
		}
		if slices.Contains(inTheWay, f.Rule) && f.Severity != rule.Info && f.Severity != rule.Low && f.Confidence != rule.Possible {
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
	amp, ok := last.(*ast.UnaryExpr)
	if !ok || amp.Op != token.AND {
		return edit.Refuse("the options at line %d are not written in place", s.Line(last.Pos()))
	}
	lit, ok := ast.Unparen(amp.X).(*ast.CompositeLit)
	if !ok {
		return edit.Refuse("the options at line %d are not written in place", s.Line(last.Pos()))
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

// addOption adds the option to the call. It refuses beside options that only make
// sense with sessions: they go together with what needs them.
func addOption(c *rule.Context, s *edit.Spot, call *ast.CallExpr, option, version string, fix *edit.Fix) error {
	ctor := s.Callee(call)
	for _, a := range call.Args[min(1, len(call.Args)):] {
		made, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok || s.Callee(made) == nil {
			return edit.Refuse("the option at line %d is not written in place", s.Line(a.Pos()))
		}
		if name := s.Callee(made).Name(); slices.Contains(ofSessions, sets(c, ctor.Pkg().Path(), name, version)) {
			return edit.Refuse("the option %s at line %d is for sessions: take it out together with what needs it", name, s.Line(a.Pos()))
		}
	}
	q, ok := s.Qualifier(ctor.Pkg())
	if !ok {
		return edit.Refuse("%s is not imported here", ctor.Pkg().Path())
	}
	e, err := s.AppendArg(call, q+option+"(true)")
	fix.Edits = append(fix.Edits, e)
	return err
}
