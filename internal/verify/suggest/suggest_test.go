package suggest_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/mcpaudit/mcpaudit/internal/verify/suggest"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func tool(name, input, output string) *mcp.Tool {
	t := &mcp.Tool{Name: name, InputSchema: json.RawMessage(input)}
	if output != "" {
		t.OutputSchema = json.RawMessage(output)
	}
	return t
}

func TestFrom(t *testing.T) {
	none := `{"type":"object"}`
	d := suggest.From([]*mcp.Tool{
		tool("add_section", `{"type":"object","required":["draft","body"],"properties":{"draft":{"type":"string","description":"id from start_draft"},"body":{"type":"string"}}}`, ""),
		tool("list_notes", none, ""),
		tool("publish_draft", `{"type":"object","required":["draft_id"],"properties":{"draft_id":{"type":"string"}}}`, ""),
		tool("start_draft", `{"type":"object","required":["idempotency_key","mode","title"],"properties":{"title":{"type":"string"},"mode":{"enum":["plain","rich"]},"idempotency_key":{"type":"string"}}}`,
			`{"type":"object","properties":{"draft":{"type":"string"}}}`),
		tool("delete_everything", none, ""),
		tool("openPage", `{"type":"object","required":["url","size","on"],"properties":{"url":{"type":"string"},"size":{"type":["null","integer"],"minimum":3},"on":{"type":"boolean"}}}`, ""),
	}, []report.Finding{{Rule: "workflow", Tools: []string{"publish_draft", "add_section", "start_draft", "gone"}}})

	s := &scenario.Scenario{Steps: d.Steps}
	data, err := scenario.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := scenario.Parse("s.yaml", data); err != nil {
		t.Fatalf("the draft is no scenario: %v\n%s", err, data)
	}
	var calls []string
	for _, st := range d.Steps {
		calls = append(calls, st.Call())
	}
	if got := strings.Join(calls, ", "); got != "start_draft, add_section, publish_draft, openPage, list_notes" {
		t.Errorf("calls: %s", got)
	}
	if len(d.Notes) != 1 || !strings.Contains(d.Notes[0], "delete_everything is left out") {
		t.Errorf("notes: %q", d.Notes)
	}
	start, add, publish, page, list := d.Steps[0], d.Steps[1], d.Steps[2], d.Steps[3], d.Steps[4]
	if start.Arguments["mode"] != "plain" || start.Arguments["idempotency_key"] != "verify-call-${unique}" || !start.Write {
		t.Errorf("start_draft: %+v", start)
	}
	if start.Capture["draft"].Path != "$.structured.draft" || start.Capture["draft_id"].Path != "$.structured.draft" {
		t.Errorf("captures: %+v", start.Capture)
	}
	if add.Arguments["draft"] != "${draft}" || publish.Arguments["draft_id"] != "${draft_id}" || add.Arguments["body"] != "example" {
		t.Errorf("arguments: %v, %v", add.Arguments, publish.Arguments)
	}
	if page.Arguments["url"] != "https://example.com/" || page.Arguments["size"] != 3.0 || page.Arguments["on"] != false {
		t.Errorf("openPage: %v", page.Arguments)
	}
	if list.Write {
		t.Error("list_notes counts as a write")
	}
}

func TestMatch(t *testing.T) {
	for text, want := range map[string]string{
		"XK4D":                            "", // all of it
		"Started session 'XK4D-99' for x": "XK4D-99",
		`Created with id: note_17, enjoy`: "note_17",
		`{"handle": "abcd", "n": 1}`:      "abcd",
		"job 6ba7b810-9dad-11d1-80b4-00c04fd430c8 was started": "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
		"nothing to see here": "",
	} {
		pattern := suggest.Match(text)
		got := ""
		if pattern != "" {
			got = regexp.MustCompile(pattern).FindStringSubmatch(text)[1]
		}
		if got != want {
			t.Errorf("%q: %q by %s", text, got, pattern)
		}
	}
}
