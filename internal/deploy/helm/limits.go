package helm

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"text/template"
	"text/template/parse"
)

// Limits of what the templates of a chart may do. They stop what is made to run for ever or to fill the memory; the largest of public
// charts stay far below all of them.
const (
	maxSteps  = 1_000_000  // passes of loops, templates that are entered, and work on texts and values
	maxText   = 16 << 20   // bytes of a text
	maxWeight = 1_000_000  // of a value: its elements, and its texts in units of textUnit
	maxSet    = 50_000_000 // weight of all values that are put into others
	maxDepth  = 1000       // levels of a value
	textUnit  = 64         // bytes
	workUnit  = 512        // bytes, or elements, that cost one step
)

var (
	errSteps = errors.New("the templates go on without end")
	errLarge = errors.New("a value or a text is too large")
)

// A meter measures what the templates of a chart do, with all of its values files.
type meter struct {
	steps int
	set   int
	known map[uintptr]int // weights of maps that are handed to many templates
}

// step is called at the start of every template and of every pass of a loop.
func (m *meter) step() (string, error) { return "", m.charge(1) }

func (m *meter) charge(n int) error {
	if m.steps += n; m.steps > maxSteps {
		return errSteps
	}
	return nil
}

// stepName is the function that counts steps, which no chart calls.
const stepName = "mcpauditStep"

// tick is a call of it.
var tick = func() parse.Node {
	t := template.Must(template.New("").Funcs(template.FuncMap{stepName: func() string { return "" }}).Parse("{{" + stepName + "}}"))
	return t.Root.Nodes[0]
}()

// count puts a step before everything in a list, and before everything that a loop in it repeats.
func count(list *parse.ListNode, top bool) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.IfNode:
			count(n.List, false)
			count(n.ElseList, false)
		case *parse.WithNode:
			count(n.List, false)
			count(n.ElseList, false)
		case *parse.RangeNode:
			count(n.List, true)
			count(n.ElseList, false)
		}
	}
	if top {
		list.Nodes = append([]parse.Node{tick.Copy()}, list.Nodes...)
	}
}

// metered makes the templates count that were parsed since the last call.
func (e *executor) metered(t *template.Template) {
	for _, t := range t.Templates() {
		if t.Tree != nil && !e.counted[t.Tree] {
			e.counted[t.Tree] = true
			count(t.Root, true)
		}
	}
}

// Functions whose outcome holds their arguments, that change one, and that write values out.
var (
	builders = strings.Fields("dict list tuple append mustAppend push mustPush prepend mustPrepend concat deepCopy mustDeepCopy chunk mustChunk values pluck default ternary coalesce")
	changers = strings.Fields("set merge mustMerge mergeOverwrite mustMergeOverwrite")
	writers  = strings.Fields("toYaml mustToYaml toYamlPretty toJson mustToJson toPrettyJson mustToPrettyJson toRawJson mustToRawJson toToml mustToToml toString toStrings quote squote cat print printf println html js urlquery deepCopy mustDeepCopy has mustHas uniq mustUniq without mustWithout join sortAlpha")
)

// guarded are functions that stop where they would make something too large.
func (m *meter) guarded(f template.FuncMap) template.FuncMap {
	kinds := map[string]string{}
	for kind, names := range map[string][]string{"builder": builders, "changer": changers, "writer": writers} {
		for _, name := range names {
			kinds[name] += kind
		}
	}
	for name, fn := range map[string]any{"print": fmt.Sprint, "printf": fmt.Sprintf, "println": fmt.Sprintln, "html": template.HTMLEscaper, "js": template.JSEscaper, "urlquery": template.URLQueryEscaper} {
		f[name] = fn // those of text/template
	}
	out := template.FuncMap{}
	for name, fn := range f {
		out[name] = m.guard(name, kinds[name], reflect.ValueOf(fn))
	}
	out[stepName] = m.step
	return out
}

// guard wraps one function.
func (m *meter) guard(name, kind string, fn reflect.Value) any {
	return reflect.MakeFunc(fn.Type(), func(args []reflect.Value) []reflect.Value {
		m.before(name, kind, args)
		var res []reflect.Value
		if fn.Type().IsVariadic() {
			res = fn.CallSlice(args)
		} else {
			res = fn.Call(args)
		}
		switch out := res[0]; {
		case out.Kind() == reflect.String:
			m.text(out.Len())
		case strings.Contains(kind, "builder"):
			must(m.weigh(out, true) <= maxWeight, errLarge)
		case strings.Contains(kind, "changer"):
			m.changed(args[0], out)
		}
		return res
	}).Interface()
}

// must ends a template, which takes a panic of a function for its error.
func must(ok bool, err error) {
	if !ok {
		panic(err)
	}
}

func (m *meter) text(n int) {
	must(n <= maxText, errLarge)
	must(m.charge(n/workUnit) == nil, errSteps)
}

// before charges for the arguments of a function, and stops one that would multiply them.
func (m *meter) before(name, kind string, args []reflect.Value) {
	text := 0
	for _, a := range args {
		for a.Kind() == reflect.Interface && !a.IsNil() {
			a = a.Elem()
		}
		if a.Kind() == reflect.String {
			text += a.Len()
		}
	}
	must(m.charge(1+text/workUnit) == nil, errSteps)
	if strings.Contains(kind, "writer") {
		w := 0
		for _, a := range args {
			w += m.weigh(a, false)
		}
		must(w <= 4*maxWeight, errLarge)
		must(m.charge(w/16) == nil, errSteps)
	}
	length := func(i int) int {
		if a := args[i]; a.Kind() == reflect.String || a.Kind() == reflect.Slice {
			return a.Len()
		}
		return 1
	}
	switch name {
	case "indent", "nindent":
		lines := 1 + strings.Count(args[1].String(), "\n")
		must(args[0].Int() <= maxLoop && int(args[0].Int())*lines <= maxText, errLarge)
	case "replace":
		must((1+strings.Count(args[2].String(), args[0].String()))*length(1) <= maxText, errLarge)
	case "regexReplaceAll", "mustRegexReplaceAll", "regexReplaceAllLiteral", "mustRegexReplaceAllLiteral":
		must((1+length(1))*(1+length(2)) <= 64*maxText, errLarge)
	case "join":
		if list := args[1]; list.Kind() == reflect.Interface && reflect.Indirect(list.Elem()).Kind() == reflect.Slice {
			must(reflect.Indirect(list.Elem()).Len()*length(0) <= maxText, errLarge)
		}
	case "wrapWith":
		must((1+length(2))*(1+length(1)) <= 64*maxText, errLarge)
	}
}

// changed measures a map that others were put into.
func (m *meter) changed(target, out reflect.Value) {
	for target.Kind() == reflect.Interface {
		target = target.Elem()
	}
	w := m.weigh(out, false)
	must(w <= maxWeight, errLarge)
	if m.set += w; m.set > maxSet {
		panic(errLarge)
	}
	if target.Kind() == reflect.Map {
		if _, ok := m.known[target.Pointer()]; ok {
			m.known[target.Pointer()] = w
		}
	}
}

// know weighs the maps that templates are handed, so that they need not be weighed again wherever they are passed on.
func (m *meter) know(t table) {
	v := reflect.ValueOf(t)
	m.known[v.Pointer()] = 0
	m.known[v.Pointer()] = m.weigh(v, false)
}

// weigh is the weight of a value, more than maxWeight*4 for one that is too large or goes round in a circle. With shortcuts, maps that are known are not entered.
func (m *meter) weigh(v reflect.Value, shortcuts bool) int {
	w := 0
	var enter func(v reflect.Value, depth int)
	enter = func(v reflect.Value, depth int) {
		for (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) && !v.IsNil() {
			v = v.Elem()
		}
		if w++; w > 4*maxWeight {
			return
		}
		if depth > maxDepth {
			w = 4*maxWeight + 1
			return
		}
		switch v.Kind() {
		case reflect.String:
			w += v.Len() / textUnit
		case reflect.Slice, reflect.Array:
			if k := v.Type().Elem().Kind(); k != reflect.Interface && k != reflect.Map && k != reflect.String && k != reflect.Slice {
				w += v.Len() / textUnit
				return
			}
			for i := 0; i < v.Len() && w <= 4*maxWeight; i++ {
				enter(v.Index(i), depth+1)
			}
		case reflect.Map:
			if known, ok := m.known[v.Pointer()]; ok && shortcuts {
				w += known
				return
			}
			for it := v.MapRange(); w <= 4*maxWeight && it.Next(); {
				enter(it.Value(), depth+1)
			}
		}
	}
	enter(v, 0)
	return w
}
