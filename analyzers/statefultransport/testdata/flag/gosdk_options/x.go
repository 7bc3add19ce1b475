// Options that are written out but never say Stateless: true.
package main

import (
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type config struct {
	Addr      string
	Stateless bool // parsed, and then forgotten
	Idle      time.Duration
}

func (c config) options() *mcp.StreamableHTTPOptions {
	o := &mcp.StreamableHTTPOptions{DisableLocalhostProtection: true}
	o.SessionTimeout = c.Idle
	return o
}

func mount(mux *http.ServeMux, c config, s *mcp.Server) {
	pick := func(*http.Request) *mcp.Server { return s }
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(pick, c.options()))                                          // want "blocker sure main.mount: NewStreamableHTTPHandler"
	mux.Handle("/v2", mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{}))                          // want "blocker"
	mux.Handle("/v3", mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{Stateless: false}))          // want "blocker"
	mux.Handle("/v4", mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{SessionTimeout: time.Hour})) // want "blocker"
}

func main() {
	mux := http.NewServeMux()
	mount(mux, config{Addr: ":8080"}, mcp.NewServer(&mcp.Implementation{Name: "files"}, nil))
	http.ListenAndServe(":8080", mux)
}
