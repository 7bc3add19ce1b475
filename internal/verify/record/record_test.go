package record_test

import (
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/verify/proxy"
	"github.com/mcpaudit/mcpaudit/internal/verify/record"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
)

func exchange(request, response string) proxy.Exchange {
	return proxy.Exchange{Request: []byte(request), Response: []byte(response), ContentType: "application/json", Done: true, Authorized: true}
}

func TestScenario(t *testing.T) {
	lost := exchange(`{"id":9,"method":"tools/call","params":{"name":"lost"}}`, "")
	stream := exchange(`{"id":5,"method":"tools/call","params":{"name":"show_draft","arguments":{"draft":"d-123456","depth":2}}}`,
		"event: message\ndata: {\"method\":\"notifications/progress\"}\n\nevent: message\ndata: {\"id\":5,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"two sections\"}]}}\n\n")
	stream.ContentType = "text/event-stream"
	stream.Cut, stream.Done = true, false // the client left when it had its answer
	s := record.Scenario([]proxy.Exchange{
		exchange(`{"id":1,"method":"server/discover"}`, `{"id":1,"result":{}}`),
		exchange(`{"id":2,"method":"tools/list"}`, `{"id":2,"result":{"tools":[{"name":"start","annotations":{"readOnlyHint":false}},{"name":"peep","annotations":{"readOnlyHint":true}}]}}`),
		exchange(`{"id":3,"method":"tools/call","params":{"name":"start","arguments":{"title":"Plan"}}}`,
			`{"id":3,"result":{"content":[{"type":"text","text":"{}"}],"structuredContent":{"draft":{"id":"d-123456"},"title":"Plan"}}}`),
		exchange(`{"id":4,"method":"tools/call","params":{"name":"peep","arguments":{"title":"Plan","draft":"d-123456"}}}`,
			`{"id":4,"result":{"isError":true,"content":[{"type":"text","text":"no"}]}}`),
		stream,
		lost,
		exchange(`{"id":6,"method":"resources/read","params":{"uri":"note://all"}}`, `{"id":6,"result":{"contents":[{"uri":"note://all","text":"x"}]}}`),
		exchange(`{"id":7,"method":"tools/call","params":{"name":"publish","arguments":{}}}`, `{"id":7,"result":{"inputRequests":{"sure":{}},"requestState":"s"}}`),
		exchange(`{"id":8,"method":"tools/call","params":{"name":"publish","arguments":{},"inputResponses":{"sure":{"action":"accept","content":{"why":"done"}}}}}`,
			`{"id":8,"result":{"content":[]}}`),
	})
	data, err := scenario.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	again, err := scenario.Parse("s.yaml", data)
	if err != nil {
		t.Fatalf("the recording is no scenario: %v\n%s", err, data)
	}
	var calls []string
	for _, st := range again.Steps {
		calls = append(calls, st.Call())
	}
	if got := strings.Join(calls, ", "); got != "start, peep, show_draft, resource note://all, publish" {
		t.Errorf("calls: %s", got)
	}
	start, peep, show, publish := again.Steps[0], again.Steps[1], again.Steps[2], again.Steps[4]
	if c := start.Capture["draft"]; c.Path != "$.structured.draft.id" || len(start.Capture) != 1 {
		t.Errorf("captures: %+v", start.Capture)
	}
	if peep.Arguments["draft"] != "${draft}" || peep.Arguments["title"] != "Plan" || show.Arguments["draft"] != "${draft}" {
		t.Errorf("arguments: %v, %v", peep.Arguments, show.Arguments)
	}
	if !start.Write || peep.Write || show.Write {
		t.Errorf("writes: %t, %t, %t", start.Write, peep.Write, show.Write)
	}
	if peep.Expect == nil || !peep.Expect.Error || show.Expect != nil {
		t.Errorf("expectations: %+v, %+v", peep.Expect, show.Expect)
	}
	if a := publish.Answers["*"]; a.Action != "accept" || a.Content["why"] != "done" {
		t.Errorf("answers: %+v", publish.Answers)
	}
	if c := again.Callers["user"]; c.Token != "$"+record.TokenVariable {
		t.Errorf("callers: %+v", again.Callers)
	}
}
