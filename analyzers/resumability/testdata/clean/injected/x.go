// A library passes on what its caller chose: a remark.
package serve

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Handler serves srv; es may be nil.
func Handler(srv *mcp.Server, es mcp.EventStore) http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv },
		&mcp.StreamableHTTPOptions{Stateless: true, EventStore: es})
}
