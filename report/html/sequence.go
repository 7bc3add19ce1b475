package html

import (
	"fmt"

	"github.com/mcpaudit/mcpaudit/report"
)

// The measures of a sequence picture.
const (
	maxLanes    = 32  // more do not fit on any page
	maxArrows   = 60  // the last ones are drawn, since they end in the failure; the table below has all
	charWidth   = 7.4 // of the labels
	laneWidth   = 96
	narrowLane  = 44
	manyLanes   = 8 // from here on lanes are narrow and have numbers only
	answerWidth = 420
	sequenceRow = 26
	sequenceTop = 34
	maxLabel    = 42 // characters
	maxOutcome  = 56
)

// A picture is a run as a sequence diagram: requests are arrows from the caller to the lifelines of the instances.
type picture struct {
	Width, Height int
	CallerX, Foot int
	AnswerX       int
	Before        int // requests that are not drawn
	Lanes         []lane
	Arrows        []arrow
	Events        []event
	Name          string // for those who do not see it
}

// A lane is an instance; its lifelines have gaps where it was dead.
type lane struct {
	X     int
	Title string
	Lives []span
}

type span struct{ From, To int }

type arrow struct {
	Y, TextY, From, To, Tip int
	Label, Outcome, Full    string
	Mark                    string
}

// An event is something that was done to an instance.
type event struct {
	X, Y  int
	Label string
	Kill  bool
}

// newPicture lays out a sequence, or returns nil where a table says it better.
func newPicture(sequence []report.ProofExchange) *picture {
	count := 0
	for _, e := range sequence {
		count = max(count, e.Instance)
	}
	if len(sequence) == 0 || count > maxLanes {
		return nil
	}
	p := &picture{Before: max(0, len(sequence)-maxArrows)}
	drawn := sequence[p.Before:]
	longest := len("restart instance 00")
	for _, e := range drawn {
		longest = max(longest, len([]rune(labelOf(e))))
	}
	p.CallerX = int(float64(longest)*charWidth) + 2*padding
	wide, title := laneWidth, "instance %d"
	if count >= manyLanes {
		wide, title = narrowLane, "%d"
	}
	p.AnswerX = p.CallerX + count*wide + 18
	p.Width = p.AnswerX + answerWidth
	p.Foot = sequenceTop + len(drawn)*sequenceRow
	p.Height = p.Foot + padding
	for i := range count {
		p.Lanes = append(p.Lanes, lane{X: p.CallerX + (i+1)*wide, Title: fmt.Sprintf(title, i+1)})
	}
	born := make([]int, count) // where the present life of an instance begins; 0 for a dead one
	for i := range born {
		born[i] = sequenceTop
	}
	for i, e := range drawn {
		y := sequenceTop + i*sequenceRow + sequenceRow/2
		if e.Step == 0 && e.Instance > 0 {
			p.happened(e, y, born)
			continue
		}
		p.Arrows = append(p.Arrows, p.newArrow(e, y))
	}
	for i, from := range born {
		if from > 0 {
			p.Lanes[i].Lives = append(p.Lanes[i].Lives, span{from, p.Foot})
		}
	}
	last := sequence[len(sequence)-1]
	p.Name = fmt.Sprintf("Sequence of %s on %s, the last one %s", report.Plural(len(sequence), "request"), report.Plural(count, "instance"), clean(last.Call))
	return p
}

// happened draws a kill or a restart.
func (p *picture) happened(e report.ProofExchange, y int, born []int) {
	l := &p.Lanes[e.Instance-1]
	kill := e.Call == "kill"
	switch from := &born[e.Instance-1]; {
	case kill && *from > 0:
		l.Lives = append(l.Lives, span{*from, y})
		*from = 0
	case !kill && *from == 0:
		*from = y
	}
	p.Events = append(p.Events, event{X: l.X, Y: y, Label: fmt.Sprintf("%s instance %d", clean(e.Call), e.Instance), Kill: kill})
}

// newArrow draws a request. One that no instance got, as when it is dead, has no line.
func (p *picture) newArrow(e report.ProofExchange, y int) arrow {
	a := arrow{Y: y, TextY: y + 4, From: p.CallerX, To: p.CallerX, Mark: clean(e.Mark)}
	if e.Instance > 0 {
		a.To = p.Lanes[e.Instance-1].X
	}
	a.Tip = a.To - 7
	label, outcome := labelOf(e), clean(e.Outcome)
	if e.Mark == "cut" {
		outcome = "the stream was cut"
	}
	a.Full = clip(label + ": " + outcome)
	a.Label, a.Outcome = label, cutTo(outcome, maxOutcome)
	return a
}

// labelOf tells which request an arrow is.
func labelOf(e report.ProofExchange) string {
	label := clean(e.Call)
	if e.Step > 0 {
		label = itoa(e.Step) + " " + label
	}
	if e.Caller != "" {
		label += ", " + clean(e.Caller)
	}
	if e.Mark == "again" {
		label += ", again"
	}
	return cutTo(label, maxLabel)
}

// cutTo keeps the beginning of a text.
func cutTo(s string, limit int) string {
	if runes := []rune(s); len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return s
}
