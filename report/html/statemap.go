package html

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mcpaudit/mcpaudit/report"
)

// The map that is drawn. Beyond this nobody can follow the lines; the list below the drawing has all of it.
const (
	maxMemory = 40
	maxTools  = 80
	maxName   = 40 // characters
)

// The measures of the drawing.
const (
	mapWidth  = 1080
	boxWidth  = 360
	rowHeight = 34
	boxHeight = 26
	padding   = 14
	caption   = 26 // above the columns
)

type stateMap struct {
	Width, Height int
	Left, Right   int // where the columns begin
	Tools         []node
	Memory        []node
	Edges         []edge
	Undrawn       int
	List          []mapEntry
}

// A node is a box of the drawing.
type node struct {
	ID             int
	X, Y, W, H     int
	TextX, TextY   int
	Label, Name    string
	Severity       string // of memory
	Card           int    // of memory
	Any            bool   // stands for requests of no named tool
	Note           string // how many it is joined with
	NoteX          int
	AccessibleName string
}

type edge struct {
	Path     string
	Severity string
	Tool     int
	Memory   int
}

// mapEntry is the map as a list.
type mapEntry struct {
	Name, Severity string
	Card           int
	Tools          []string
}

// anyRequest is the node of requests whose tool is not known.
const anyRequest = -1

// newStateMap lays out the map: tools on the left, memory on the right, most risky memory on top, and tools beside the memory that they reach.
func newStateMap(r *report.Report) *stateMap {
	m := r.StateMap()
	if len(m.Memory) == 0 {
		return nil
	}
	out := &stateMap{Width: mapWidth, Left: padding, Right: mapWidth - boxWidth - padding}
	for _, mem := range m.Memory {
		e := mapEntry{Name: clean(mem.Name), Severity: string(mem.Severity), Card: mem.Finding + 1}
		for _, t := range mem.Tools {
			e.Tools = append(e.Tools, clean(m.Tools[t].Name))
		}
		out.List = append(out.List, e)
	}
	tools, memory := choose(&m)
	out.Undrawn = len(m.Memory) - len(memory)
	height := max(len(tools), len(memory)) * rowHeight
	out.Height = caption + height + padding
	at := map[int]int{}
	for i, t := range tools {
		n := box(i, len(tools), height, padding)
		n.ID = t
		if t == anyRequest {
			n.Any, n.Name, n.Label = true, "requests of no tool with a known name", "other requests"
		} else {
			n.Name, n.Label = clean(m.Tools[t].Name), short(clean(m.Tools[t].Name))
		}
		at[t] = n.Y + n.H/2
		out.Tools = append(out.Tools, n)
	}
	for i, k := range memory {
		mem := &m.Memory[k]
		n := box(i, len(memory), height, mapWidth-boxWidth-padding)
		n.ID, n.Name, n.Label, n.Severity, n.Card = k, clean(mem.Name), short(clean(mem.Name)), string(mem.Severity), mem.Finding+1
		n.Note = itoa(len(mem.Tools))
		n.NoteX = n.X + n.W - 12
		n.AccessibleName = fmt.Sprintf("%s, severity %s, shared by %s, finding %d", n.Name, n.Severity, report.Plural(len(mem.Tools), "tool"), n.Card)
		out.Memory = append(out.Memory, n)
		joined := mem.Tools
		if len(joined) == 0 {
			joined = []int{anyRequest}
		}
		for _, t := range joined {
			if y, drawn := at[t]; drawn {
				out.Edges = append(out.Edges, edge{curve(padding+boxWidth, y, n.X, n.Y+n.H/2), string(mem.Severity), t, k})
			}
		}
	}
	return out
}

// choose picks what is drawn, and orders the tools by the middle of the memory that they reach, so that few lines cross.
func choose(m *report.StateMap) (tools, memory []int) {
	type weight struct{ sum, count int }
	reach := map[int]*weight{}
	for k := range m.Memory {
		if len(memory) == maxMemory {
			break
		}
		joined := m.Memory[k].Tools
		if len(joined) == 0 {
			joined = []int{anyRequest}
		}
		more := 0
		for _, t := range joined {
			if reach[t] == nil {
				more++
			}
		}
		if len(reach)+more > maxTools && k > 0 {
			break
		}
		for _, t := range joined {
			if reach[t] == nil {
				if len(reach) == maxTools {
					continue
				}
				reach[t] = new(weight)
				tools = append(tools, t)
			}
			reach[t].sum += len(memory)
			reach[t].count++
		}
		memory = append(memory, k)
	}
	slices.SortStableFunc(tools, func(a, b int) int {
		return cmp.Compare(reach[a].sum*reach[b].count, reach[b].sum*reach[a].count)
	})
	return tools, memory
}

// box places the i-th of n boxes in a column.
func box(i, n, height, x int) node {
	slot := float64(height) / float64(n)
	y := caption + int(slot*(float64(i)+0.5)) - boxHeight/2
	return node{X: x, Y: y, W: boxWidth, H: boxHeight, TextX: x + 14, TextY: y + boxHeight/2}
}

func curve(x1, y1, x2, y2 int) string {
	middle := (x1 + x2) / 2
	return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, middle, y1, middle, y2, x2, y2)
}

// short cuts the middle out of a long name: what it begins with and what it ends in tell most.
func short(s string) string {
	runes := []rune(s)
	if len(runes) <= maxName {
		return s
	}
	head := maxName / 3
	return string(runes[:head]) + "…" + string(runes[len(runes)-(maxName-head-1):])
}
