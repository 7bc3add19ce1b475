// Package gate says which packages an audit is about, from their import paths
// and sources alone. Every driver asks it, so that all of them look at the same
// code.
package gate

import (
	"bytes"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// IsSDK reports whether an import path is an MCP SDK or framework: the code of
// these is known, not analysed. Without tables the embedded ones say so.
func IsSDK(t *sdk.Tables, path string) bool {
	if t == nil && !sdk.IsSDKPath(path) || t != nil && !t.IsSDK(path) {
		return false
	}
	// The programs that an SDK's module brings along are servers like any other.
	for elem := range strings.SplitSeq(path, "/") {
		switch elem {
		case "examples", "example", "conformance", "cmd":
			return false
		}
	}
	return true
}

// wire holds the method names and the header by which code that speaks MCP
// without an SDK is recognised before anything is type-checked.
var wire = [][]byte{[]byte("\"tools/call\""), []byte("\"tools/list\""), []byte("mcp-session-id"), []byte("Mcp-Session-Id"), []byte("MCP-Session-ID"), []byte("MCP-Session-Id"), []byte("Mcp-Session-ID")}

// SpeaksMCP reports whether a Go source names MCP's methods or its session
// header.
func SpeaksMCP(src []byte) bool {
	for _, w := range wire {
		if bytes.Contains(src, w) {
			return true
		}
	}
	return false
}

// TestFolder reports whether a package stands in a folder for tests: servers
// that only tests start are test code, like _test.go files.
func TestFolder(path string) bool {
	for elem := range strings.SplitSeq(path, "/") {
		switch elem {
		case "test", "tests", "e2e", "testing", "testutil", "testutils", "testhelper", "testhelpers", "mocks":
			return true
		}
		if strings.HasSuffix(elem, "_test") || strings.HasSuffix(elem, "_tests") {
			return true
		}
	}
	return false
}
