// A constant name; the instance appears in logs.
package main

import (
	"log/slog"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const name = "files"

func main() {
	host, _ := os.Hostname()
	log := slog.With("instance", host, "pid", os.Getpid())
	srv := mcp.NewServer(&mcp.Implementation{Name: name, Version: "1"}, &mcp.ServerOptions{Logger: log})
	log.Info("serving", "name", name)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
