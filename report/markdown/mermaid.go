package markdown

import (
	"fmt"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

// The largest map that GitHub draws and that a reader can follow.
const (
	maxMemory = 25
	maxEdges  = 60
	maxLabel  = 48 // characters
)

// stateMap draws which tools share which memory as a Mermaid graph. Names are in labels only, never in identifiers.
func (p *page) stateMap() string {
	m := p.r.StateMap()
	if len(m.Memory) == 0 {
		return ""
	}
	var b, edges strings.Builder
	b.WriteString("### State map\n\nWhich tools share which memory: a call that reaches another replica, or comes after a restart, does not find it.\n\n")
	var graph strings.Builder
	graph.WriteString("graph LR\n")
	shown := map[int]bool{}
	count, unnamed, memory := 0, false, 0
	for i, mem := range m.Memory {
		if i == maxMemory || count+max(len(mem.Tools), 1) > maxEdges && i > 0 {
			break
		}
		memory++
		fmt.Fprintf(&graph, "  m%d[(\"%s\")]:::%s\n", i, label(mem.Name), mem.Severity)
		for _, t := range mem.Tools {
			if count == maxEdges {
				break
			}
			if !shown[t] {
				shown[t] = true
				fmt.Fprintf(&graph, "  t%d([\"%s\"])\n", t, label(m.Tools[t].Name))
			}
			fmt.Fprintf(&edges, "  t%d --- m%d\n", t, i)
			count++
		}
		if len(mem.Tools) == 0 {
			unnamed = true
			fmt.Fprintf(&edges, "  any -.- m%d\n", i)
			count++
		}
	}
	if unnamed {
		graph.WriteString("  any{{\"requests\"}}\n")
	}
	graph.WriteString(edges.String())
	for _, s := range report.Severities() {
		fmt.Fprintf(&graph, "  classDef %s %s\n", s, style(s))
	}
	b.WriteString(fence("mermaid", graph.String()))
	if n := len(m.Memory) - memory; n > 0 {
		fmt.Fprintf(&b, "\n_%d more objects are not drawn._\n", n)
	}
	return b.String()
}

// style is readable on light and dark backgrounds.
func style(s report.Severity) string {
	switch s {
	case report.Blocker:
		return "fill:#b42318,stroke:#7a0916,color:#fff"
	case report.High:
		return "fill:#d9480f,stroke:#a33009,color:#fff"
	case report.Medium:
		return "fill:#f59f00,stroke:#b87503,color:#000"
	case report.Low:
		return "fill:#ffe066,stroke:#b8a122,color:#000"
	}
	return "fill:#e9ecef,stroke:#868e96,color:#000"
}

// label makes a name safe inside a quoted label of Mermaid, which knows entities by number and nothing else, and which reads HTML in labels.
func label(s string) string {
	runes := []rune(report.Printable(s))
	if len(runes) > maxLabel {
		runes = append(runes[:maxLabel-1], '…')
	}
	var b strings.Builder
	for _, r := range runes {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', strings.ContainsRune(" ._-/*(),$…", r), r > 0x7f:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	return b.String()
}
