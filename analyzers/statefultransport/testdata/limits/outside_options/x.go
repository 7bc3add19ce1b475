// with github.com/mark3labs/mcp-go@v1.2.1

// Callers of this library may pass WithStateLess(true); the module does not
// show them, so that the default is reported.
package notes

import "github.com/mark3labs/mcp-go/server"

// New serves s with the options of the caller.
func New(s *server.MCPServer, opts ...server.StreamableHTTPOption) *server.StreamableHTTPServer {
	return server.NewStreamableHTTPServer(s, opts...) // want "medium sure notes.New: NewStreamableHTTPServer: the default"
}
