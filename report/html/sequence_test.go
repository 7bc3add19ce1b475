package html

import (
	"fmt"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

// TestPicture follows an instance through its lives.
func TestPicture(t *testing.T) {
	p := newPicture([]report.ProofExchange{
		{Step: 1, Call: "open", Instance: 1, Outcome: "ok"},
		{Call: "kill", Instance: 1},
		{Step: 2, Call: "write", Caller: "alice", Instance: 2, Outcome: "no such draft", Mark: "differs"},
		{Step: 3, Call: "write", Outcome: "nobody answered"},
		{Call: "restart", Instance: 1},
		{Step: 4, Call: "write", Instance: 1, Mark: "cut"},
	})
	if len(p.Lanes) != 2 || len(p.Lanes[0].Lives) != 2 || len(p.Lanes[1].Lives) != 1 {
		t.Fatalf("lifelines: %+v", p.Lanes)
	}
	first, second := p.Lanes[0].Lives[0], p.Lanes[0].Lives[1]
	if first.To != p.Events[0].Y || second.From != p.Events[1].Y || second.To != p.Foot || !p.Events[0].Kill || p.Events[1].Kill {
		t.Errorf("instance 1 lives in %+v, with %+v", p.Lanes[0].Lives, p.Events)
	}
	if len(p.Arrows) != 4 || p.Arrows[0].To != p.Lanes[0].X || p.Arrows[1].To != p.Lanes[1].X || p.Arrows[2].To != p.CallerX {
		t.Errorf("arrows: %+v", p.Arrows)
	}
	if a := p.Arrows[1]; a.Label != "2 write, alice" || a.Mark != "differs" || a.Y <= p.Events[0].Y {
		t.Errorf("the failure: %+v", a)
	}
	if a := p.Arrows[3]; a.Outcome != "the stream was cut" || a.Y >= p.Foot {
		t.Errorf("the cut: %+v", a)
	}
}

// TestPictureLimits keeps a page readable whatever the run was.
func TestPictureLimits(t *testing.T) {
	if p := newPicture(nil); p != nil {
		t.Errorf("a picture of nothing: %+v", p)
	}
	var long []report.ProofExchange
	for i := range 200 {
		long = append(long, report.ProofExchange{Step: i + 1, Call: "tool", Instance: i%10 + 1})
	}
	p := newPicture(long)
	if p.Before != 200-maxArrows || len(p.Arrows) != maxArrows || p.Arrows[maxArrows-1].Label != "200 tool" {
		t.Errorf("%d before, %d arrows", p.Before, len(p.Arrows))
	}
	if len(p.Lanes) != 10 || p.Lanes[9].Title != "10" || p.Width > 1400 {
		t.Errorf("%d lanes over %d pixels", len(p.Lanes), p.Width)
	}
	if p := newPicture([]report.ProofExchange{{Step: 1, Instance: 1 << 30}, {Call: "kill", Instance: -1}}); p != nil {
		t.Errorf("a picture of %d lanes", len(p.Lanes))
	}
	twice := newPicture([]report.ProofExchange{{Call: "kill", Instance: 1}, {Call: "kill", Instance: 1}, {Call: "restart", Instance: 1}, {Call: "restart", Instance: 1}})
	if got := fmt.Sprint(len(twice.Lanes[0].Lives)); got != "2" {
		t.Errorf("killed twice: %s lives", got)
	}
}
