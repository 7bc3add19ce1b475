package rule

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// Context is what a rewrite may look at beside its finding.
type Context struct {
	*edit.Program
	View     *View
	Findings []Finding // of all rules that ran
}

// Propose asks the rule of a finding for its rewrite. A rule without one returns
// nil and no reason.
func (r *Rule) Propose(c *Context, f Finding) (fix *edit.Fix, refusal *edit.Refusal) {
	if r.Rewrite == nil {
		return nil, nil
	}
	if r.Stores && c.Offer && c.Handles == "" {
		return nil, &edit.Refusal{Reason: "it needs the package for handles"}
	}
	defer func() {
		if p := recover(); p != nil {
			fix, refusal = nil, failed(fmt.Sprint(p))
		}
	}()
	fix, err := r.Rewrite(c, f)
	if err == nil {
		err = check(c, fix)
	}
	if err == nil {
		return fix, nil
	}
	if !errors.As(err, &refusal) {
		refusal = failed(err.Error())
	}
	return nil, refusal
}

// failed is the refusal of a rewrite that has a mistake.
func failed(why string) *edit.Refusal {
	return &edit.Refusal{Reason: "the rewrite failed (" + why + "); please report it", Kind: "the rewrite failed"}
}

// check holds what every rewrite must keep: it edits something, only files that
// were read, and none that is generated.
func check(c *Context, fix *edit.Fix) error {
	if fix == nil || len(fix.Edits) == 0 {
		return edit.Refuse("there is nothing to rewrite")
	}
	for _, e := range fix.Edits {
		if e.End < e.Pos {
			return fmt.Errorf("edit from %d to %d", e.Pos, e.End)
		}
		if _, err := c.Program.Place(e.Pos); err != nil {
			return err
		}
	}
	return nil
}

// Start has the programs look at the settings of the handles package before they
// begin to serve, so that a replica that is configured wrongly never gets a
// request.
//
// Packages of a program are left alone: tests and other commands start what is in
// them without settings, and the store is opened at its first use.
//
//	handles.MustOpen()
//	log.Fatal(http.ListenAndServe(addr, mcp.NewStreamableHTTPHandler(get, nil)))
func (c *Context) Start(fix *edit.Fix) error {
	_, err := c.start(fix, "MustOpen")
	return err
}

// StartKeys is Start for rewrites that need the keys of the handles package, and
// not its store. It reports whether a program looks at them before it serves.
func (c *Context) StartKeys(fix *edit.Fix) (bool, error) { return c.start(fix, "MustKeys") }

func (c *Context) start(fix *edit.Fix, opens string) (bool, error) {
	seen := map[any]bool{}
	for _, t := range c.View.Transports {
		if t.Kind != "http" && t.Kind != "sse" || t.Fn.Test || c.View.InRequest(t.Fn) {
			continue // somebody's own server over stdio starts without settings; the store is opened at its first use
		}
		s, err := c.At(t.Pos())
		if err != nil {
			continue // somebody else's code: the store is opened at its first use
		}
		stmt, block := s.Statement()
		if stmt == nil || seen[block] || s.Types.Name() != "main" || !c.served(s.Types, fix) {
			continue
		}
		seen[block] = true
		q, imp, err := s.NeedsHandles()
		if err != nil {
			return false, err
		}
		if s.Calls(block, c.Handles, "MustOpen") || s.Calls(block, c.Handles, opens) {
			continue
		}
		if call := c.looks(s, block); call != nil { // at the keys, which MustOpen does as well
			fix.Edits = append(fix.Edits, edit.Replace(call.Fun, q+opens))
			continue
		}
		fix.Edits = append(fix.Edits, s.Before(stmt, q+opens+"()"))
		if imp != nil {
			fix.Add(*imp)
		}
	}
	return len(seen) > 0, nil
}

// looks is a statement of a block that looks at the keys alone, nil if there is
// none.
func (c *Context) looks(s *edit.Spot, block ast.Node) *ast.CallExpr {
	list, ok := block.(*ast.BlockStmt)
	if !ok {
		return nil
	}
	for _, stmt := range list.List {
		if x, ok := stmt.(*ast.ExprStmt); ok && s.CallOf(x, c.Handles, "MustKeys") == x.X {
			return x.X.(*ast.CallExpr)
		}
	}
	return nil
}

// served reports whether a program has both a transport's package and one that the
// fix edits. Libraries end no program.
func (c *Context) served(transport *types.Package, fix *edit.Fix) bool {
	return slices.ContainsFunc(c.programs(transport), func(program *types.Package) bool {
		return slices.ContainsFunc(fix.Edits, func(e edit.Edit) bool {
			s, err := c.Place(e.Pos)
			return err == nil && edit.Reaches(program, s.Types)
		})
	})
}

// programs are those of the module that have a package.
func (c *Context) programs(pkg *types.Package) (out []*types.Package) {
	for _, p := range c.Packages {
		if p.Types.Name() == "main" && edit.Reaches(p.Types, pkg) {
			out = append(out, p.Types)
		}
	}
	return out
}

// Together reports whether a program has both packages, or could have: some other
// module's.
func (c *Context) Together(a, b string) bool {
	byPath := map[string]*types.Package{}
	for _, p := range c.Packages {
		byPath[p.Path] = p.Types
	}
	if byPath[a] == nil || byPath[b] == nil {
		return true
	}
	programs := c.programs(byPath[a])
	return len(programs) == 0 || slices.ContainsFunc(programs, func(p *types.Package) bool { return edit.Reaches(p, byPath[b]) })
}

// Authenticates reports whether a program that has a package knows who calls. In a
// module without programs, every one might.
func (c *Context) Authenticates(pkg *types.Package) bool {
	in := c.View.AuthenticatesIn()
	programs := c.programs(pkg)
	asks := func(program *types.Package) bool {
		return slices.ContainsFunc(c.Packages, func(p *edit.Package) bool { return in[p.Path] && edit.Reaches(program, p.Types) })
	}
	return len(programs) == 0 && len(in) > 0 || slices.ContainsFunc(programs, asks)
}
