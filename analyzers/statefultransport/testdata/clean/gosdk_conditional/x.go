// The operator decides: a remark, not an error.
package main

import (
	"flag"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func fromEnv() *mcp.StreamableHTTPOptions {
	if os.Getenv("MCP_STATELESS") == "true" {
		return &mcp.StreamableHTTPOptions{Stateless: true}
	}
	return nil
}

func main() {
	stateless := flag.Bool("stateless", true, "serve without sessions")
	flag.Parse()
	s := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	pick := func(*http.Request) *mcp.Server { return s }
	http.Handle("/flag", mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{Stateless: *stateless}))
	http.Handle("/env", mcp.NewStreamableHTTPHandler(pick, fromEnv()))
	http.ListenAndServe(":8080", nil)
}
