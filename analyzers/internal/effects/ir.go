// Package effects turns the SSA of one package into a small, serialisable
// summary: what each function allocates, loads, stores, calls and returns,
// with the control-flow facts that rules need (the conditions that guard a
// block). Everything later works on summaries alone, so that the same linker
// runs over a whole module, over one package and its imports' facts, and over
// summaries that come from a cache.
package effects

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Version is the version of the summary format. A cache or a fact of another
// version is not read.
const Version = 3

// Pos is a source position. File is relative to the module root, with slashes.
type Pos struct {
	File string `json:"f,omitempty"`
	Line int    `json:"l,omitempty"`
	Col  int    `json:"c,omitempty"`
}

// IsValid reports whether the position names a line.
func (p Pos) IsValid() bool { return p.Line > 0 }

func (p Pos) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Kind says what a Val is.
type Kind uint8

// The kinds of operand.
const (
	None   Kind = iota
	Reg         // I is a register of the function
	Const       // S is the literal, T its basic kind
	Global      // S is "path.name"
	Func        // S is a FuncID
	Nil
)

// Val is one operand of an instruction.
type Val struct {
	K Kind   `json:"k,omitempty"`
	I int32  `json:"i,omitempty"`
	S string `json:"s,omitempty"`
}

func (v Val) String() string {
	switch v.K {
	case Reg:
		return fmt.Sprintf("t%d", v.I)
	case Const:
		return fmt.Sprintf("%q", v.S)
	case Global:
		return "@" + v.S
	case Func:
		return "func " + v.S
	case Nil:
		return "nil"
	}
	return "_"
}

// Op is the operation of an instruction.
type Op uint8

// The operations. Address arithmetic is explicit: Field and Index yield the
// address of a cell, Load and Store go through an address.
const (
	Invalid   Op = iota
	Alloc        // Dst = new(Type); S is the variable's name, if it is one
	MakeMap      // Dst = make(map)
	MakeChan     // Dst = make(chan)
	MakeSlice    // Dst = make([]T)
	Closure      // Dst = closure of S over A
	Copy         // Dst = any of A
	Convert      // Dst = A[0] converted, type asserted or boxed
	Field        // Dst = &A[0].S   (S is "path.Type.field")
	FieldVal     // Dst = A[0].S    (of a struct value)
	Index        // Dst = &A[0][A[1]]
	IndexVal     // Dst = A[0][A[1]] (of an array or string value)
	Load         // Dst = *A[0]
	Store        // *A[0] = A[1]
	MapGet       // Dst = A[0][A[1]]; CommaOk in Flag
	MapSet       // A[0][A[1]] = A[2]
	MapDel       // delete(A[0], A[1])
	MapClear     // clear(A[0])
	Range        // Dst = iterator over A[0]
	Next         // Dst = tuple(ok, key, value) from iterator A[0]
	Extract      // Dst = A[0] # I
	Call         // Dst = call; see Callee
	Return       // return A
	Send         // A[0] <- A[1]; S is "try" where a select gives up at once
	Recv         // Dst = <-A[0]
	Bin          // Dst = A[0] S A[1]
	Un           // Dst = S A[0]
	Append       // Dst = append(A[0], A[1]...)
	Len          // Dst = len(A[0])
)

var opNames = [...]string{
	"invalid", "alloc", "makemap", "makechan", "makeslice", "closure", "copy", "convert", "field", "fieldval", "index", "indexval",
	"load", "store", "mapget", "mapset", "mapdel", "mapclear", "range", "next", "extract", "call", "return", "send", "recv", "bin", "un", "append", "len",
}

func (o Op) String() string { return opNames[o] }

// Flags of an instruction.
const (
	Ptr     uint8 = 1 << iota // the destination can hold references
	CommaOk                   // the result is a (value, ok) tuple
	Go                        // the call starts a goroutine
	Defer                     // the call is deferred
	Invoke                    // the call is through an interface: A[0] is the receiver
	Dynamic                   // the call is through a function value: A[0] is the function
	Ext                       // the static callee has no summary by construction (no body)
	Struct                    // the loaded or stored value is a struct or an array
)

// Sym names a function, method, field or type of any package, in the form in
// which the knowledge tables name it.
type Sym struct {
	Path string `json:"p,omitempty"` // import path
	Name string `json:"n,omitempty"` // Func, Type.Method, Type.Field, Type
	Ver  string `json:"v,omitempty"` // module version, "" for the main module and the standard library
}

// IsZero reports whether the symbol names nothing.
func (s Sym) IsZero() bool { return s.Name == "" }

func (s Sym) String() string { return s.Path + "." + s.Name }

// Instr is one instruction.
type Instr struct {
	Op     Op     `json:"o"`
	Flag   uint8  `json:"x,omitempty"`
	Dst    int32  `json:"d"` // -1 for none
	I      int32  `json:"i,omitempty"`
	Blk    int32  `json:"b,omitempty"`
	A      []Val  `json:"a,omitempty"`
	S      string `json:"s,omitempty"` // see Op; for calls the static FuncID, or the interface method's name
	Callee Sym    `json:"c,omitzero"`  // for calls, fields and globals of tables
	Type   string `json:"t,omitempty"` // type of the destination, as TypeKey writes it
	Pos    Pos    `json:"p,omitzero"`
}

// Has reports whether all bits of f are set.
func (i *Instr) Has(f uint8) bool { return i.Flag&f == f }

// PutsInContext reports whether an instruction puts a value, its third operand,
// into a context under a key, its second.
func (i *Instr) PutsInContext() bool {
	return i.Op == Call && i.Callee.Path == "context" && i.Callee.Name == "WithValue" && len(i.A) == 3
}

// Guard is one condition that holds whenever a block runs.
type Guard struct {
	Cond Val  `json:"c"`
	Neg  bool `json:"n,omitempty"` // the condition is false
}

// Block holds the control-flow facts of one basic block.
type Block struct {
	Guards []Guard `json:"g,omitempty"` // innermost last
	Idom   int32   `json:"d"`           // immediate dominator, -1 for the entry
	Succs  []int32 `json:"s,omitempty"`
	Loop   bool    `json:"l,omitempty"` // the block can reach itself
}

// Var is a parameter, result or captured variable.
type Var struct {
	Name string `json:"n,omitempty"`
	Type string `json:"t,omitempty"`
	Ptr  bool   `json:"r,omitempty"`
	Func bool   `json:"f,omitempty"` // a function that takes what handlers take
}

// Fn is the summary of one function.
type Fn struct {
	ID       string  `json:"id"`
	Pkg      string  `json:"pkg"`
	Sym      Sym     `json:"sym,omitzero"` // declared functions and methods
	Name     string  `json:"name"`         // as people write it: (*T).M, F, F$1
	Pos      Pos     `json:"pos,omitzero"`
	End      int     `json:"end,omitempty"` // last line
	Recv     bool    `json:"recv,omitempty"`
	Params   []Var   `json:"params,omitempty"` // receiver first; registers 0…
	Free     []Var   `json:"free,omitempty"`   // captured; registers after the parameters
	Results  []Var   `json:"results,omitempty"`
	Parent   string  `json:"parent,omitempty"` // enclosing function of a literal
	Exported bool    `json:"exp,omitempty"`
	Test     bool    `json:"test,omitempty"`
	Gen      bool    `json:"gen,omitempty"`   // in a generated file
	Synth    bool    `json:"synth,omitempty"` // wrapper, thunk or bound method
	NReg     int32   `json:"nreg"`
	Blocks   []Block `json:"blocks,omitempty"`
	Code     []Instr `json:"code,omitempty"`
}

func (f *Fn) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "func %s(%d params, %d free)\n", f.ID, len(f.Params), len(f.Free))
	for i := range f.Code {
		in := &f.Code[i]
		fmt.Fprintf(&b, "  b%d %s", in.Blk, in.Op)
		if in.Dst >= 0 {
			fmt.Fprintf(&b, " t%d", in.Dst)
		}
		for _, a := range in.A {
			fmt.Fprintf(&b, " %s", a)
		}
		if in.S != "" {
			fmt.Fprintf(&b, " [%s]", in.S)
		}
		if !in.Callee.IsZero() {
			fmt.Fprintf(&b, " {%s}", in.Callee)
		}
		fmt.Fprintf(&b, " :%d\n", in.Pos.Line)
	}
	return b.String()
}

// GlobalVar is a package variable.
type GlobalVar struct {
	ID   string `json:"id"` // "path.name"
	Name string `json:"name"`
	Type string `json:"type"`
	Pos  Pos    `json:"pos,omitzero"`
	Test bool   `json:"test,omitempty"`
}

// FieldDef is a field of a named struct type.
type FieldDef struct {
	Name     string `json:"n"`
	Type     string `json:"t"`
	Pos      Pos    `json:"p,omitzero"`
	Embedded bool   `json:"e,omitempty"`
	Tag      string `json:"tag,omitempty"`
}

// TypeDef is a named type of the package.
type TypeDef struct {
	ID      string     `json:"id"` // "path.Name"
	Name    string     `json:"name"`
	Pos     Pos        `json:"pos,omitzero"`
	Under   string     `json:"u,omitempty"` // struct, interface, map, func, …
	Elem    string     `json:"elem,omitempty"`
	Fields  []FieldDef `json:"fields,omitempty"`
	Methods Methods    `json:"m,omitempty"` // of *T
	Iface   []string   `json:"i,omitempty"` // methods of an interface
}

// Methods maps the names of methods to FuncIDs.
type Methods map[string]string

// GobEncode writes the methods in the order of their names. By itself gob
// writes maps in random order, and the go command takes a fact that differs for
// one that has changed.
func (m Methods) GobEncode() ([]byte, error) {
	var out []byte
	for _, name := range slices.Sorted(maps.Keys(m)) {
		for _, s := range [2]string{name, m[name]} {
			out = append(binary.AppendUvarint(out, uint64(len(s))), s...)
		}
	}
	return out, nil
}

// GobDecode reads what GobEncode has written.
func (m *Methods) GobDecode(data []byte) error {
	*m = Methods{}
	next := func() (string, error) {
		n, k := binary.Uvarint(data)
		if k <= 0 || n > uint64(len(data)-k) {
			return "", errors.New("effects: damaged methods")
		}
		s := string(data[k : k+int(n)])
		data = data[k+int(n):]
		return s, nil
	}
	for len(data) > 0 {
		name, err := next()
		if err != nil {
			return err
		}
		if (*m)[name], err = next(); err != nil {
			return err
		}
	}
	return nil
}

// ConstDef is a string constant of the package.
type ConstDef struct {
	Name string `json:"n"`
	Val  string `json:"v"`
	Pos  Pos    `json:"p,omitzero"`
}

// Package is the summary of one package.
type Package struct {
	Version int         `json:"version"`
	Path    string      `json:"path"`
	Name    string      `json:"name"`
	Module  string      `json:"module,omitempty"`
	ModVer  string      `json:"modver,omitempty"`
	Main    bool        `json:"main,omitempty"`    // belongs to the audited module: may be reported
	Handles bool        `json:"handles,omitempty"` // it is the package that mcpaudit scaffold handles writes
	Imports []string    `json:"imports,omitempty"`
	SDKs    []Sym       `json:"sdks,omitempty"` // SDK packages imported (Path, Ver)
	Funcs   []*Fn       `json:"funcs,omitempty"`
	Globals []GlobalVar `json:"globals,omitempty"`
	Types   []TypeDef   `json:"types,omitempty"`
	Consts  []ConstDef  `json:"consts,omitempty"`
	Ignores []Ignore    `json:"ignores,omitempty"` // comments that set findings aside
}

// AFact makes a Package summary a go/analysis fact.
func (*Package) AFact() {}

func (p *Package) String() string {
	return fmt.Sprintf("summary(%d funcs, %d vars)", len(p.Funcs), len(p.Globals))
}
