package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// maxConst bounds the length of string constants that a summary keeps: long
// enough for SQL and descriptions, short enough to keep summaries small.
const maxConst = 600

// Config says how positions, module versions and SDK packages are written.
type Config struct {
	// Position translates a position; files of the audited module are relative
	// to its root.
	Position func(token.Pos) Pos
	// Version is the version of the module that holds the import path; "" if
	// unknown or not versioned.
	Version func(path string) string
	// IsSDK reports whether an import path is an MCP SDK.
	IsSDK func(path string) bool
}

// Build summarises one package whose SSA has been built.
func Build(cfg *Config, prog *ssa.Program, spkg *ssa.Package, files []*ast.File, generated map[string]bool) *Package {
	b := &builder{cfg: cfg, prog: prog, spkg: spkg, tpkg: spkg.Pkg, generated: generated, done: map[*ssa.Function]bool{}}
	b.out = &Package{Version: Version, Path: spkg.Pkg.Path(), Name: spkg.Pkg.Name(), Handles: isHandles(files)}
	for _, imp := range spkg.Pkg.Imports() {
		b.out.Imports = append(b.out.Imports, imp.Path())
		if cfg.IsSDK(imp.Path()) {
			b.out.SDKs = append(b.out.SDKs, Sym{Path: imp.Path(), Ver: cfg.Version(imp.Path())})
		}
	}
	sort.Strings(b.out.Imports)
	b.members()
	for len(b.work) > 0 {
		fn := b.work[0]
		b.work = b.work[1:]
		b.function(fn)
	}
	sort.Slice(b.out.Funcs, func(i, j int) bool { return b.out.Funcs[i].ID < b.out.Funcs[j].ID })
	for _, f := range files {
		b.out.Ignores = append(b.out.Ignores, ignores(cfg.Position, f)...)
	}
	return b.out
}

// isHandles reports whether a package is the one that keeps handles and recorded
// results for the others: what it writes is no effect of a tool.
func isHandles(files []*ast.File) bool {
	for _, f := range files {
		for _, g := range f.Comments {
			for _, c := range g.List {
				if c.Pos() < f.Package && c.Text == "//mcpaudit:handles" {
					return true
				}
			}
		}
	}
	return false
}

type builder struct {
	cfg       *Config
	prog      *ssa.Program
	spkg      *ssa.Package
	tpkg      *types.Package
	generated map[string]bool
	out       *Package
	work      []*ssa.Function
	done      map[*ssa.Function]bool
}

func (b *builder) add(fn *ssa.Function) {
	if fn != nil && !b.done[fn] {
		b.done[fn] = true
		b.work = append(b.work, fn)
	}
}

func (b *builder) pos(p token.Pos) Pos {
	if !p.IsValid() {
		return Pos{}
	}
	return b.cfg.Position(p)
}

func (b *builder) members() {
	names := make([]string, 0, len(b.spkg.Members))
	for name := range b.spkg.Members {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		switch m := b.spkg.Members[name].(type) {
		case *ssa.Function:
			b.add(m)
		case *ssa.Global:
			if strings.HasPrefix(m.Name(), "init$") {
				continue
			}
			p := b.pos(m.Pos())
			b.out.Globals = append(b.out.Globals, GlobalVar{
				ID: b.out.Path + "." + m.Name(), Name: m.Name(), Pos: p,
				Type: TypeKey(m.Type().(*types.Pointer).Elem()), Test: strings.HasSuffix(p.File, "_test.go"),
			})
		case *ssa.NamedConst:
			if m.Value.Value != nil && m.Value.Value.Kind() == constant.String {
				b.out.Consts = append(b.out.Consts, ConstDef{Name: name, Val: clip(constant.StringVal(m.Value.Value)), Pos: b.pos(m.Pos())})
			}
		case *ssa.Type:
			b.typeDef(m.Object().(*types.TypeName))
		}
	}
}

func (b *builder) typeDef(tn *types.TypeName) {
	named, ok := tn.Type().(*types.Named)
	if !ok {
		return // alias
	}
	td := TypeDef{ID: b.out.Path + "." + tn.Name(), Name: tn.Name(), Pos: b.pos(tn.Pos())}
	switch u := named.Underlying().(type) {
	case *types.Struct:
		td.Under = "struct"
		for i := range u.NumFields() {
			f := u.Field(i)
			td.Fields = append(td.Fields, FieldDef{Name: f.Name(), Type: TypeKey(f.Type()), Pos: b.pos(f.Pos()), Embedded: f.Embedded(), Tag: u.Tag(i)})
		}
	case *types.Interface:
		td.Under = "interface"
		for i := range u.NumMethods() {
			td.Iface = append(td.Iface, u.Method(i).Name())
		}
		sort.Strings(td.Iface)
	default:
		td.Under = TypeKey(u)
	}
	if td.Under != "interface" && named.TypeParams().Len() == 0 {
		td.Methods = map[string]string{}
		b.methods(types.NewPointer(named), td.Methods)
	} else if named.TypeParams().Len() > 0 {
		td.Methods = map[string]string{}
		for i := range named.NumMethods() {
			m := named.Method(i)
			if fn := b.prog.FuncValue(m); fn != nil {
				td.Methods[m.Name()] = fn.String()
				b.add(fn)
			}
		}
	}
	b.out.Types = append(b.out.Types, td)
}

// methods fills m with the method set of t. Promoted methods get the wrapper
// that SSA makes for them, so that the embedded field is part of the path.
func (b *builder) methods(t types.Type, m map[string]string) {
	ms := b.prog.MethodSets.MethodSet(t)
	for i := range ms.Len() {
		sel := ms.At(i)
		if fn := b.prog.MethodValue(sel); fn != nil {
			if target := stripPtrWrapper(fn, sel); target != nil {
				fn = target
			}
			m[sel.Obj().Name()] = fn.String()
			b.add(fn)
		}
	}
}

// stripPtrWrapper replaces the wrapper (*T).M of a value method T.M by T.M: a
// struct value and its address are the same cell to the linker.
func stripPtrWrapper(fn *ssa.Function, sel *types.Selection) *ssa.Function {
	if fn.Synthetic == "" || len(sel.Index()) != 1 {
		return nil
	}
	if o, ok := sel.Obj().(*types.Func); ok {
		if d := fn.Prog.FuncValue(o); d != nil {
			return d
		}
	}
	return nil
}

// TypeKey writes a type the way summaries and tables name it: named types by
// import path and name without type arguments, composite types by their
// elements.
func TypeKey(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		o := t.Origin().Obj()
		if o.Pkg() == nil {
			return o.Name()
		}
		return o.Pkg().Path() + "." + o.Name()
	case *types.Pointer:
		return "*" + TypeKey(t.Elem())
	case *types.Map:
		return "map[" + TypeKey(t.Key()) + "]" + TypeKey(t.Elem())
	case *types.Slice:
		return "[]" + TypeKey(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + TypeKey(t.Elem())
	case *types.Chan:
		return "chan " + TypeKey(t.Elem())
	case *types.Basic:
		return t.Name()
	case *types.Signature:
		return "func"
	case *types.Interface:
		if t.Empty() {
			return "any"
		}
		return "interface"
	case *types.Struct:
		return "struct"
	case *types.TypeParam:
		return "typeparam"
	case *types.Tuple:
		parts := make([]string, t.Len())
		for i := range parts {
			parts[i] = TypeKey(t.At(i).Type())
		}
		return "(" + strings.Join(parts, ",") + ")"
	}
	return "?"
}

// HoldsRefs reports whether values of a type can lead to shared memory.
func HoldsRefs(t types.Type) bool { return holdsRefs(t, 0) }

func holdsRefs(t types.Type, depth int) bool {
	if depth > 6 {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for i := range u.NumFields() {
			if holdsRefs(u.Field(i).Type(), depth+1) {
				return true
			}
		}
		// A struct of plain values is still a cell whose fields can be stored
		// to through its address.
		return u.NumFields() > 0
	case *types.Array:
		return holdsRefs(u.Elem(), depth+1)
	case *types.Slice:
		return holdsRefs(u.Elem(), depth+1)
	case *types.Tuple:
		for i := range u.Len() {
			if holdsRefs(u.At(i).Type(), depth+1) {
				return true
			}
		}
		return false
	}
	return true
}

// handlerLike reports whether a type is a function that takes what handlers
// take: a context, an HTTP request or a value of an SDK's type.
func (b *builder) handlerLike(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && b.cfg.IsSDK(n.Obj().Pkg().Path()) {
		_, ok := n.Underlying().(*types.Signature)
		return ok
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return false
	}
	for i := range sig.Params().Len() {
		k := strings.TrimPrefix(TypeKey(sig.Params().At(i).Type()), "*")
		if k == "context.Context" || strings.HasPrefix(k, "net/http.") {
			return true
		}
		if dot := strings.LastIndex(k, "."); dot > 0 && b.cfg.IsSDK(k[:dot]) {
			return true
		}
	}
	return false
}

// isStruct reports whether a value of the type is copied field by field.
func isStruct(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

func clip(s string) string {
	if len(s) > maxConst {
		return s[:maxConst]
	}
	return s
}

// FuncSym names a declared function or method as the tables do.
func (b *builder) funcSym(f *types.Func) Sym {
	f = f.Origin()
	s := Sym{Name: f.Name()}
	if f.Pkg() != nil {
		s.Path = f.Pkg().Path()
		s.Ver = b.cfg.Version(s.Path)
	}
	if r := f.Signature().Recv(); r != nil {
		t := types.Unalias(r.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		switch t := t.(type) {
		case *types.Named:
			s.Name = t.Origin().Obj().Name() + "." + f.Name()
		case *types.Interface:
			s.Name = "interface." + f.Name()
		}
	}
	return s
}

// PrettyName is a function's name as people write it in Go.
func prettyName(fn *ssa.Function) string {
	if p := fn.Parent(); p != nil {
		return prettyName(p) + strings.TrimPrefix(fn.Name(), p.Name())
	}
	if o, ok := fn.Object().(*types.Func); ok {
		if r := o.Signature().Recv(); r != nil {
			return "(" + types.TypeString(r.Type(), func(*types.Package) string { return "" }) + ")." + o.Name()
		}
		return o.Name()
	}
	return fn.Name()
}

func (b *builder) function(fn *ssa.Function) {
	f := &Fn{ID: fn.String(), Pkg: b.out.Path, Name: prettyName(fn), Pos: b.pos(fn.Pos()), Synth: fn.Synthetic != "" && fn.Syntax() == nil}
	if fn.Syntax() != nil {
		f.End = b.pos(fn.Syntax().End()).Line
	}
	if o, ok := fn.Object().(*types.Func); ok {
		f.Sym = b.funcSym(o)
		f.Exported = o.Exported()
		f.Recv = o.Signature().Recv() != nil
	}
	if fn.Name() == "init" && fn.Synthetic != "" {
		f.Synth = false // package initialiser: holds the variables' initial values
	}
	if p := fn.Parent(); p != nil {
		f.Parent = p.String()
	}
	f.Test = strings.HasSuffix(f.Pos.File, "_test.go") || helpsTests(fn)
	f.Gen = b.generated[f.Pos.File]
	if len(fn.Blocks) == 0 {
		return // external: the linker consults the tables
	}
	fb := &fnBuilder{builder: b, fn: fn, f: f, regs: map[ssa.Value]int32{}}
	fb.build()
	b.out.Funcs = append(b.out.Funcs, f)
	for _, a := range fn.AnonFuncs {
		b.add(a)
	}
}

// helpsTests reports whether a function, or the one around it, is given what a
// test is given: it serves tests, in whatever file it stands.
func helpsTests(fn *ssa.Function) bool {
	for f := fn; f != nil; f = f.Parent() {
		for v := range f.Signature.Params().Variables() {
			switch TypeKey(v.Type()) {
			case "*testing.T", "*testing.B", "*testing.F", "*testing.M", "testing.TB":
				return true
			}
		}
	}
	return false
}

type fnBuilder struct {
	*builder
	fn   *ssa.Function
	f    *Fn
	regs map[ssa.Value]int32
	next int32
	last Pos
}

func (fb *fnBuilder) variable(v ssa.Value) Var {
	return Var{Name: v.Name(), Type: TypeKey(v.Type()), Ptr: HoldsRefs(v.Type()), Func: fb.handlerLike(v.Type())}
}

func (fb *fnBuilder) build() {
	fn := fb.fn
	for _, p := range fn.Params {
		fb.regs[p] = fb.next
		fb.next++
		fb.f.Params = append(fb.f.Params, fb.variable(p))
	}
	for _, v := range fn.FreeVars {
		fb.regs[v] = fb.next
		fb.next++
		fb.f.Free = append(fb.f.Free, fb.variable(v))
	}
	res := fn.Signature.Results()
	for i := range res.Len() {
		t := res.At(i).Type()
		fb.f.Results = append(fb.f.Results, Var{Name: res.At(i).Name(), Type: TypeKey(t), Ptr: HoldsRefs(t), Func: fb.handlerLike(t)})
	}
	// Registers first, so that loops may refer forward.
	for _, blk := range fn.Blocks {
		for _, in := range blk.Instrs {
			if v, ok := in.(ssa.Value); ok {
				fb.regs[v] = fb.next
				fb.next++
			}
		}
	}
	fb.f.Blocks = make([]Block, len(fn.Blocks))
	loops := selfReaching(fn)
	for i, blk := range fn.Blocks {
		bl := &fb.f.Blocks[i]
		bl.Idom = -1
		if d := blk.Idom(); d != nil {
			bl.Idom = int32(d.Index)
		}
		for _, s := range blk.Succs {
			bl.Succs = append(bl.Succs, int32(s.Index))
		}
		bl.Loop = loops[i]
		bl.Guards = fb.guards(blk)
	}
	for _, blk := range fn.Blocks {
		for _, in := range blk.Instrs {
			fb.instr(blk, in)
		}
	}
	fb.f.NReg = fb.next
}

// selfReaching finds the blocks on a cycle.
func selfReaching(fn *ssa.Function) []bool {
	out := make([]bool, len(fn.Blocks))
	back := false
	for _, b := range fn.Blocks {
		for _, s := range b.Succs {
			if s.Index <= b.Index {
				back = true
			}
		}
	}
	if !back {
		return out
	}
	if len(fn.Blocks) > 400 {
		return out
	}
	for i, b := range fn.Blocks {
		seen := make([]bool, len(fn.Blocks))
		stack := append([]*ssa.BasicBlock(nil), b.Succs...)
		for len(stack) > 0 && !out[i] {
			s := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if s == b {
				out[i] = true
				break
			}
			if !seen[s.Index] {
				seen[s.Index] = true
				stack = append(stack, s.Succs...)
			}
		}
	}
	return out
}

// guards lists the branch conditions that dominate a block.
func (fb *fnBuilder) guards(blk *ssa.BasicBlock) []Guard {
	var out []Guard
	for b := blk; b != nil; b = b.Idom() {
		d := b.Idom()
		if d == nil {
			break
		}
		cond, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		switch {
		case d.Succs[0] != d.Succs[1] && d.Succs[0] == b && len(b.Preds) == 1:
			out = append(out, Guard{Cond: fb.val(cond.Cond)})
		case d.Succs[0] != d.Succs[1] && d.Succs[1] == b && len(b.Preds) == 1:
			out = append(out, Guard{Cond: fb.val(cond.Cond), Neg: true})
		}
		if len(out) >= 24 {
			break
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

func (fb *fnBuilder) val(v ssa.Value) Val {
	switch v := v.(type) {
	case nil:
		return Val{}
	case *ssa.Const:
		if v.IsNil() {
			return Val{K: Nil}
		}
		if v.Value == nil {
			return Val{K: Const, S: "zero"}
		}
		switch v.Value.Kind() {
		case constant.String:
			return Val{K: Const, I: 1, S: clip(constant.StringVal(v.Value))}
		case constant.Bool:
			return Val{K: Const, I: 2, S: v.Value.String()}
		}
		return Val{K: Const, I: 3, S: v.Value.ExactString()}
	case *ssa.Global:
		if v.Pkg != nil {
			return Val{K: Global, S: v.Pkg.Pkg.Path() + "." + v.Name()}
		}
		return Val{K: Global, S: v.Name()}
	case *ssa.Function:
		fb.reference(v)
		return Val{K: Func, S: v.String()}
	case *ssa.Builtin:
		return Val{K: Func, S: "builtin." + v.Name()}
	}
	if r, ok := fb.regs[v]; ok {
		return Val{K: Reg, I: r}
	}
	return Val{}
}

// reference queues functions that no package owns: instances of generics,
// wrappers and bound methods.
func (fb *fnBuilder) reference(v *ssa.Function) {
	if len(v.Blocks) == 0 && v.Synthetic == "" {
		return
	}
	if v.Pkg == fb.spkg || v.Pkg == nil || v.Synthetic != "" || v.Origin() != nil {
		fb.add(v)
	}
}

func (fb *fnBuilder) vals(vs ...ssa.Value) []Val {
	out := make([]Val, len(vs))
	for i, v := range vs {
		out[i] = fb.val(v)
	}
	return out
}

func (fb *fnBuilder) emit(blk *ssa.BasicBlock, in Instr, v ssa.Value, p token.Pos) {
	in.Blk = int32(blk.Index)
	in.Dst = -1
	if v != nil {
		in.Dst = fb.regs[v]
		if in.Type == "" {
			in.Type = TypeKey(v.Type())
		}
		if HoldsRefs(v.Type()) {
			in.Flag |= Ptr
		}
	}
	in.Pos = fb.pos(p)
	if in.Pos.IsValid() {
		fb.last = in.Pos
	} else {
		in.Pos = fb.last // SSA gives some loads no place: they stand by what precedes them
	}
	fb.f.Code = append(fb.f.Code, in)
}

func (fb *fnBuilder) fieldSym(t types.Type, i int) (string, Sym) {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return "?", Sym{}
	}
	name := st.Field(i).Name()
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil {
		path := n.Obj().Pkg().Path()
		return path + "." + n.Origin().Obj().Name() + "." + name,
			Sym{Path: path, Name: n.Origin().Obj().Name() + "." + name, Ver: fb.cfg.Version(path)}
	}
	return "struct." + name, Sym{}
}

func (fb *fnBuilder) instr(blk *ssa.BasicBlock, in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Alloc:
		fb.emit(blk, Instr{Op: Alloc, S: in.Comment, Type: TypeKey(in.Type().Underlying().(*types.Pointer).Elem())}, in, in.Pos())
	case *ssa.MakeMap:
		fb.emit(blk, Instr{Op: MakeMap}, in, in.Pos())
	case *ssa.MakeChan:
		fb.emit(blk, Instr{Op: MakeChan, A: fb.vals(in.Size)}, in, in.Pos())
	case *ssa.MakeSlice:
		fb.emit(blk, Instr{Op: MakeSlice, A: fb.vals(in.Len)}, in, in.Pos())
	case *ssa.MakeClosure:
		fn := in.Fn.(*ssa.Function)
		fb.reference(fn)
		fb.emit(blk, Instr{Op: Closure, S: fn.String(), A: fb.vals(in.Bindings...)}, in, in.Pos())
	case *ssa.Phi:
		fb.emit(blk, Instr{Op: Copy, A: fb.vals(in.Edges...), S: "phi"}, in, in.Pos())
	case *ssa.ChangeType:
		fb.emit(blk, Instr{Op: Convert, A: fb.vals(in.X), S: TypeKey(in.X.Type())}, in, in.Pos())
	case *ssa.ChangeInterface:
		fb.emit(blk, Instr{Op: Convert, A: fb.vals(in.X)}, in, in.Pos())
	case *ssa.Convert:
		fb.emit(blk, Instr{Op: Convert, A: fb.vals(in.X)}, in, in.Pos())
	case *ssa.MultiConvert:
		fb.emit(blk, Instr{Op: Convert, A: fb.vals(in.X)}, in, in.Pos())
	case *ssa.SliceToArrayPointer:
		fb.emit(blk, Instr{Op: Convert, A: fb.vals(in.X)}, in, in.Pos())
	case *ssa.MakeInterface:
		// S keeps the dynamic type: the linker dispatches on it.
		fb.emit(blk, Instr{Op: Convert, A: fb.vals(in.X), S: "box " + TypeKey(in.X.Type())}, in, in.Pos())
	case *ssa.TypeAssert:
		i := Instr{Op: Convert, A: fb.vals(in.X), S: "assert"}
		if in.CommaOk {
			i.Flag |= CommaOk
		}
		i.Type = TypeKey(in.AssertedType)
		fb.emit(blk, i, in, in.Pos())
	case *ssa.Slice:
		fb.emit(blk, Instr{Op: Copy, A: fb.vals(in.X), S: "slice"}, in, in.Pos())
	case *ssa.FieldAddr:
		s, sym := fb.fieldSym(in.X.Type(), in.Field)
		fb.emit(blk, Instr{Op: Field, A: fb.vals(in.X), S: s, Callee: sym}, in, in.Pos())
	case *ssa.Field:
		s, sym := fb.fieldSym(in.X.Type(), in.Field)
		i := Instr{Op: FieldVal, A: fb.vals(in.X), S: s, Callee: sym}
		if isStruct(in.Type()) {
			i.Flag |= Struct
		}
		fb.emit(blk, i, in, in.Pos())
	case *ssa.IndexAddr:
		fb.emit(blk, Instr{Op: Index, A: fb.vals(in.X, in.Index)}, in, in.Pos())
	case *ssa.Index:
		fb.emit(blk, Instr{Op: IndexVal, A: fb.vals(in.X, in.Index)}, in, in.Pos())
	case *ssa.Lookup:
		i := Instr{Op: MapGet, A: fb.vals(in.X, in.Index), S: TypeKey(in.X.Type())}
		if _, ok := in.X.Type().Underlying().(*types.Map); !ok {
			i.Op = IndexVal
		}
		if in.CommaOk {
			i.Flag |= CommaOk
		}
		fb.emit(blk, i, in, in.Pos())
	case *ssa.MapUpdate:
		fb.emit(blk, Instr{Op: MapSet, A: fb.vals(in.Map, in.Key, in.Value), S: TypeKey(in.Map.Type())}, nil, in.Pos())
	case *ssa.Range:
		fb.emit(blk, Instr{Op: Range, A: fb.vals(in.X), S: TypeKey(in.X.Type())}, in, in.Pos())
	case *ssa.Next:
		fb.emit(blk, Instr{Op: Next, A: fb.vals(in.Iter)}, in, in.Pos())
	case *ssa.Extract:
		fb.emit(blk, Instr{Op: Extract, A: fb.vals(in.Tuple), I: int32(in.Index)}, in, in.Pos())
	case *ssa.UnOp:
		switch in.Op {
		case token.MUL:
			i := Instr{Op: Load, A: fb.vals(in.X)}
			if g, ok := in.X.(*ssa.Global); ok && g.Pkg != nil {
				i.Callee = Sym{Path: g.Pkg.Pkg.Path(), Name: g.Name(), Ver: fb.cfg.Version(g.Pkg.Pkg.Path())}
			}
			if isStruct(in.Type()) {
				i.Flag |= Struct
			}
			fb.emit(blk, i, in, in.Pos())
		case token.ARROW:
			i := Instr{Op: Recv, A: fb.vals(in.X)}
			if in.CommaOk {
				i.Flag |= CommaOk
			}
			fb.emit(blk, i, in, in.Pos())
		default:
			fb.emit(blk, Instr{Op: Un, S: in.Op.String(), A: fb.vals(in.X)}, in, in.Pos())
		}
	case *ssa.BinOp:
		fb.emit(blk, Instr{Op: Bin, S: in.Op.String(), A: fb.vals(in.X, in.Y)}, in, in.Pos())
	case *ssa.Store:
		i := Instr{Op: Store, A: fb.vals(in.Addr, in.Val), Type: TypeKey(in.Val.Type())}
		if isStruct(in.Val.Type()) {
			i.Flag |= Struct
		}
		if HoldsRefs(in.Val.Type()) {
			i.Flag |= Ptr
		}
		fb.emit(blk, i, nil, in.Pos())
	case *ssa.Send:
		fb.emit(blk, Instr{Op: Send, A: fb.vals(in.Chan, in.X)}, nil, in.Pos())
	case *ssa.Select:
		for _, st := range in.States {
			if st.Dir == types.SendOnly {
				i := Instr{Op: Send, A: fb.vals(st.Chan, st.Send)}
				if !in.Blocking {
					i.S = "try"
				}
				fb.emit(blk, i, nil, st.Pos)
			} else {
				i := Instr{Op: Recv, A: fb.vals(st.Chan), S: "select"}
				fb.emit(blk, i, in, st.Pos)
			}
		}
	case *ssa.Return:
		fb.emit(blk, Instr{Op: Return, A: fb.vals(results(in)...)}, nil, in.Pos())
	case *ssa.Call:
		fb.call(blk, &in.Call, in, 0, in.Pos())
	case *ssa.Go:
		fb.call(blk, &in.Call, nil, Go, in.Pos())
	case *ssa.Defer:
		fb.call(blk, &in.Call, nil, Defer, in.Pos())
	}
}

// results are the operands of a return. A function that defers keeps them in
// variables until the deferred calls have run; what was put there for this very
// return is what it returns.
func results(ret *ssa.Return) []ssa.Value {
	out := slices.Clone(ret.Results)
	for i, r := range out {
		load, ok := r.(*ssa.UnOp)
		if !ok || load.Op != token.MUL || load.Block() != ret.Block() {
			continue
		}
		if cell, ok := load.X.(*ssa.Alloc); ok && onlyHere(cell) {
			for _, in := range ret.Block().Instrs {
				if in == ssa.Instruction(load) {
					break
				}
				if st, ok := in.(*ssa.Store); ok && st.Addr == ssa.Value(cell) {
					out[i] = st.Val
				}
			}
		}
	}
	return out
}

// onlyHere reports whether a variable is set and read by its function alone.
func onlyHere(cell *ssa.Alloc) bool {
	for _, r := range *cell.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if r.Addr != ssa.Value(cell) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (fb *fnBuilder) call(blk *ssa.BasicBlock, c *ssa.CallCommon, v ssa.Value, flag uint8, p token.Pos) {
	i := Instr{Op: Call, Flag: flag}
	if c.IsInvoke() {
		i.Flag |= Invoke
		i.S = c.Method.Name()
		i.Callee = fb.funcSym(c.Method)
		if n, ok := types.Unalias(c.Value.Type()).(*types.Named); ok && n.Obj().Pkg() != nil {
			// The interface as the caller names it: tables list it, and it may
			// embed the one that declares the method.
			i.Callee = Sym{Path: n.Obj().Pkg().Path(), Name: n.Origin().Obj().Name() + "." + c.Method.Name(), Ver: fb.cfg.Version(n.Obj().Pkg().Path())}
		}
		i.A = append(fb.vals(c.Value), fb.vals(c.Args...)...)
		i.I = int32(len(c.Args))
		fb.emit(blk, i, v, p)
		return
	}
	switch fn := c.Value.(type) {
	case *ssa.Builtin:
		args := fb.vals(c.Args...)
		switch fn.Name() {
		case "append":
			fb.emit(blk, Instr{Op: Append, A: args}, v, p)
		case "delete":
			fb.emit(blk, Instr{Op: MapDel, A: args}, nil, p)
		case "clear":
			fb.emit(blk, Instr{Op: MapClear, A: args}, nil, p)
		case "len", "cap":
			fb.emit(blk, Instr{Op: Len, A: args}, v, p)
		case "copy":
			fb.emit(blk, Instr{Op: Call, S: "builtin.copy", Callee: Sym{Name: "copy"}, A: args, Flag: Ext}, v, p)
		case "close":
			fb.emit(blk, Instr{Op: Call, S: "builtin.close", Callee: Sym{Name: "close"}, A: args, Flag: Ext}, v, p)
		case "panic", "recover", "print", "println":
			fb.emit(blk, Instr{Op: Call, S: "builtin." + fn.Name(), Callee: Sym{Name: fn.Name()}, A: args, Flag: Ext}, v, p)
		default:
			fb.emit(blk, Instr{Op: Copy, A: args}, v, p)
		}
		return
	case *ssa.Function:
		i.S = fn.String()
		if o, ok := fn.Object().(*types.Func); ok {
			i.Callee = fb.funcSym(o)
		} else if fn.Origin() != nil {
			if o, ok := fn.Origin().Object().(*types.Func); ok {
				i.Callee = fb.funcSym(o)
			}
		}
		fb.reference(fn)
		if len(fn.Blocks) == 0 && fn.Synthetic == "" {
			i.Flag |= Ext
		}
		i.A = fb.vals(c.Args...)
	case *ssa.MakeClosure:
		f := fn.Fn.(*ssa.Function)
		i.S = f.String()
		i.Flag |= Dynamic
		i.A = append(fb.vals(c.Value), fb.vals(c.Args...)...)
		fb.reference(f)
	default:
		i.Flag |= Dynamic
		i.S = ""
		i.A = append(fb.vals(c.Value), fb.vals(c.Args...)...)
		// A call through a package variable or field of function type keeps the
		// name of what it went through: tables may know it.
		if n, ok := types.Unalias(c.Value.Type()).(*types.Named); ok && n.Obj().Pkg() != nil {
			i.Callee = Sym{Path: n.Obj().Pkg().Path(), Name: n.Origin().Obj().Name(), Ver: fb.cfg.Version(n.Obj().Pkg().Path())}
		}
	}
	fb.emit(blk, i, v, p)
}
