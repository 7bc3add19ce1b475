// The version of the build, not of the instance; a client named after the host.
package main

import (
	"context"
	"net/http"
	"os"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func version() string {
	if b, ok := debug.ReadBuildInfo(); ok {
		return b.Main.Version
	}
	return "dev"
}

func probe(ctx context.Context) {
	host, _ := os.Hostname()
	mcp.NewClient(&mcp.Implementation{Name: "probe-" + host}, nil).Connect(ctx, nil, nil)
}

func main() {
	go probe(context.Background())
	srv := mcp.NewServer(&mcp.Implementation{Name: "files", Version: version()}, nil)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
