package writes_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/ruletest"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/writes"
)

// What one tool hands to a shared helper is not mixed up with what another
// hands to it.
func TestToolsAreFollowedApart(t *testing.T) {
	p := ruletest.Load(t, "testdata/shared")
	got := map[string]string{}
	for _, tool := range writes.Tools(p.View) {
		got[tool.Name] = writes.Describe(tool)
	}
	for name, want := range map[string]string{
		"add_note":    "again http",
		"note_text":   "set http",
		"drop_note":   "delete http",
		"list_notes":  "",
		"note_label":  "set api",
		"note_ticket": "again api",
	} {
		d, ok := got[name]
		_, effects, _ := strings.Cut(d, "\n")
		switch {
		case !ok:
			t.Errorf("tool %s is not found", name)
		case want == "" && effects != "":
			t.Errorf("tool %s does something: %s", name, effects)
		case !strings.Contains(effects, want), strings.Count(effects, "\n") > 0:
			t.Errorf("tool %s: want one effect %q, got\n%s", name, want, d)
		}
	}
}

// A tool that goes through its own dispatcher, as hooks do that may call any
// tool, does not do what the others do.
func TestThroughDispatcher(t *testing.T) {
	p := ruletest.Load(t, "testdata/dispatcher")
	again := map[string]bool{}
	for _, tool := range writes.Tools(p.View) {
		again[tool.Name] = tool.Judge().Again
	}
	want := map[string]bool{"place_order": true, "send_message": true, "start_report": false}
	if !maps.Equal(again, want) {
		t.Errorf("%v, want %v", again, want)
	}
}
