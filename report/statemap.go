package report

import (
	"cmp"
	"slices"
	"strings"
)

// A StateMap is the picture of an audit: which tools share which memory.
type StateMap struct {
	Tools  []MapTool   // those that touch memory first, in the order of their worst memory
	Memory []MapMemory // most risky first
}

// MapTool is a tool in the map.
type MapTool struct {
	Name     string
	Memory   []int // indexes into StateMap.Memory
	Findings []int // indexes into Report.Findings, about the tool itself
}

// MapMemory is memory that outlives a call.
type MapMemory struct {
	Name     string // without the module's path
	Rule     string
	Severity Severity
	Risk     int
	Finding  int   // index into Report.Findings
	Tools    []int // indexes into StateMap.Tools; none if no tool with a known name was seen to reach it
}

// Shared counts the memory that more than one tool touches.
func (m StateMap) Shared() int {
	n := 0
	for _, x := range m.Memory {
		if len(x.Tools) > 1 {
			n++
		}
	}
	return n
}

// Memory reports whether the finding is about memory: a variable, a field or a container. Other findings are about a tool,
// about the use of a function, or about a file that is no Go code.
func (f *Finding) Memory() bool {
	return f.Object != "" && f.Tool() == "" && !strings.Contains(f.Object, ": ") && strings.HasSuffix(f.Site.File, ".go")
}

// Tool returns the tool that the finding is about, or "".
func (f *Finding) Tool() string {
	for _, prefix := range []string{"tool ", "annotations of tool "} {
		if name, ok := strings.CutPrefix(f.Object, prefix); ok {
			return name
		}
	}
	return ""
}

// StateMap draws the map of the report's findings.
func (r *Report) StateMap() StateMap {
	var m StateMap
	at := map[string]int{}
	tool := func(name string) int {
		i, seen := at[name]
		if !seen {
			i = len(m.Tools)
			at[name] = i
			m.Tools = append(m.Tools, MapTool{Name: name})
		}
		return i
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Memory() || r.step(f.Rule) == StepTransport {
			continue
		}
		mem := MapMemory{Name: r.Short(f.Object), Rule: f.Rule, Severity: f.Severity, Risk: f.Risk, Finding: i}
		for _, name := range f.Tools {
			t := tool(name)
			mem.Tools = append(mem.Tools, t)
			m.Tools[t].Memory = append(m.Tools[t].Memory, len(m.Memory))
		}
		m.Memory = append(m.Memory, mem)
	}
	for i := range r.Findings {
		if name := r.Findings[i].Tool(); name != "" {
			t := tool(name)
			m.Tools[t].Findings = append(m.Tools[t].Findings, i)
		}
	}
	return m
}

func (r *Report) step(rule string) string {
	i := slices.IndexFunc(r.Rules, func(x Rule) bool { return x.Name == rule })
	if i < 0 {
		return ""
	}
	return cmp.Or(r.Rules[i].Step, StepOther)
}
