package gate

import "testing"

func TestIsSDK(t *testing.T) {
	for path, want := range map[string]bool{
		"github.com/modelcontextprotocol/go-sdk/mcp":                    true,
		"github.com/modelcontextprotocol/go-sdk/examples/server/memory": false,
		"github.com/mark3labs/mcp-go/server":                            true,
		"net/http":                                                      false,
		"example.com/server/cmd/mcp":                                    false,
	} {
		if got := IsSDK(nil, path); got != want {
			t.Errorf("IsSDK(%s) = %t", path, got)
		}
	}
}

func TestSpeaksMCP(t *testing.T) {
	for src, want := range map[string]bool{
		`switch req.Method { case "tools/call":`: true,
		`w.Header().Get("Mcp-Session-Id")`:       true,
		`w.Header().Get("MCP-Session-Id")`:       true,
		`// tools/call is served elsewhere`:      false,
		``:                                       false,
	} {
		if got := SpeaksMCP([]byte(src)); got != want {
			t.Errorf("SpeaksMCP(%q) = %t", src, got)
		}
	}
}

func TestTestFolder(t *testing.T) {
	for path, want := range map[string]bool{
		"example.com/server/internal/testutil/fake": true,
		"example.com/server/store_test":             true,
		"example.com/server/latest":                 false,
	} {
		if got := TestFolder(path); got != want {
			t.Errorf("TestFolder(%s) = %t", path, got)
		}
	}
}
