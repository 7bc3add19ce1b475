package tomap

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
)

// need is what a tool does with its handle.
type need uint8

const (
	begins   need = iota // it makes one
	resumes              // it takes one, and fails without it
	either               // it takes one, or makes one
	mayTake              // it takes one, and has an answer for callers without it
	consumes             // the same, and the entry is gone afterwards: an earlier call may have had it
)

// needs says what a handler does with its handle.
func (j *job) needs(h *holder) need {
	does := h.all(map[*holder]bool{})
	switch {
	case does == sets:
		return begins
	case does&sets != 0 && does&reads != 0:
		return either
	case does&finds != 0 || does&reads == 0:
		return resumes
	case does&ends != 0:
		return consumes
	}
	return mayTake
}

// lastsHandle says how long a handle is good for.
const lastsHandle = " is good for 24 hours after the last change."

// connect has a handler take its handle, or make it, and return it.
func (j *job) connect(h *holder, by string) error {
	t := h.handler.Tool(j.c)
	def, err := toolsyntax.At(j.c, t.Registered())
	if err != nil {
		return err
	}
	needs := j.needs(h)
	if needs == begins || needs == either {
		def.Says("Its "+j.session.handle.Argument+lastsHandle, j.fix)
		give := j.session.handle
		give.Var = h.name
		if err := j.unsure(h, needs, &give); err != nil {
			return err
		}
		if err := h.handler.Returns(j.c, token.NoPos, give, j.fix); err != nil {
			return err
		}
	}
	call, err := j.handing(h, def, needs, by)
	if err != nil {
		return err
	}
	text := "\n\t" + h.name + " := " + call
	if needs != begins && needs != consumes {
		e := h.handler.ErrName()
		text = "\n\t" + h.name + ", " + e + " := " + call + "\n\tif " + e + " != nil {\n\t\t" + h.handler.Fail(e) + "\n\t}"
	}
	j.add(h.handler.Begin(text))
	return nil
}

// unsure has answers hand out the handle only if there is an entry under it, where
// that is not certain: an earlier return, or a condition.
func (j *job) unsure(h *holder, needs need, give *toolsyntax.Handle) error {
	none := func(ret *ast.ReturnStmt) bool { return needs == begins && j.none(h, ret) }
	sure := func(ret *ast.ReturnStmt) bool { return failsWith(h.Spot, ret) || j.sure(h, ret) }
	all, given := true, true
	ast.Inspect(h.handler.Body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && !sure(ret) && !(len(ret.Results) > 0 && toolsyntax.TellsError(j.c, h.Spot, ret.Results[0])) {
			given = given && none(ret)
			all = false
		}
		_, isFunc := n.(*ast.FuncLit)
		return !isFunc
	})
	if all {
		return nil
	}
	give.Sure, give.None = sure, none
	if given {
		return nil
	}
	q, err := j.qualifier(h.Spot, "IfThere")
	if err != nil {
		return err
	}
	ctx, err := h.handler.Name(0, "ctx", j.fix)
	give.Unsure = q + "IfThere(" + ctx + ", " + strconv.Quote(j.name) + ", " + h.name + ")"
	return err
}

// handing is the call that makes or resumes a handle, after the argument for it was
// added to the tool.
func (j *job) handing(h *holder, def *toolsyntax.Definition, needs need, by string) (string, error) {
	function, arg := "NewHandle", j.session.handle.Argument
	about := "the " + arg + " that " + by + " returned"
	switch needs {
	case resumes:
		function = "Resume"
	case either:
		function, about = "ResumeOrNew", about+"; leave it out to begin a new one"
	case mayTake, consumes:
		function, about = "ResumeIfAny", about+", if there is one"
	}
	in, err := "", error(nil)
	if needs != begins {
		if in, err = j.taken(h, def, about, needs == resumes); err != nil || needs == consumes {
			return in, err
		}
	}
	q, err := j.qualifier(h.Spot, function)
	if err != nil {
		return "", err
	}
	name := strconv.Quote(j.name)
	if needs == begins {
		return q + function + "(" + name + ")", nil
	}
	ctx, err := h.handler.Name(0, "ctx", j.fix)
	return q + function + "(" + ctx + ", " + name + ", " + in + ", " + strconv.Quote(by) + ")", err
}

// taken adds the argument, and is how the handler reads it.
func (j *job) taken(h *holder, def *toolsyntax.Definition, about string, required bool) (string, error) {
	give := toolsyntax.Argument{Name: j.session.handle.Argument, Field: j.session.handle.Field, About: about, Required: required}
	if h.handler.Shape == edit.Plain {
		req, err := h.handler.Name(1, "req", j.fix)
		if err != nil {
			return "", err
		}
		get, _, _ := types.LookupFieldOrMethod(h.handler.Sig.Params().At(1).Type(), true, h.Types, "GetString")
		if get == nil {
			return "", edit.Refuse("requests of this SDK have no GetString: the tool reads its arguments in a way that is not known, at %s", j.c.Position(h.node.Pos()))
		}
		return req + ".GetString(" + strconv.Quote(give.Name) + `, "")`, def.AddString(j.c, give, j.fix)
	}
	if def.Lit == nil || edit.Element(def.Lit, "InputSchema") != nil {
		return "", edit.Refuse("the tool at line %d has a schema of its own", def.Line(def.Pos))
	}
	in, err := h.handler.Name(2, "in", j.fix)
	if err != nil {
		return "", err
	}
	alike := func(n ast.Node) bool {
		have := j.session.holders[n]
		return have != nil && have.handler != nil && j.needs(have) == j.needs(h)
	}
	return in + "." + give.Field, h.handler.Take(j.c, h.handler.Tool(j.c).Name, give, alike, j.fix)
}
