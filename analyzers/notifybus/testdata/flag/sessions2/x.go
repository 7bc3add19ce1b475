// Every session of this process gets a message.
package main

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func all(srv *mcp.Server) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for ss := range srv.Sessions() { // want "^medium sure main.all.1: walks the sessions"
			ss.Log(r.Context(), &mcp.LoggingMessageParams{Data: "going down"})
		}
	}
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	http.HandleFunc("/all", all(srv))
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
	http.ListenAndServe(":8080", nil)
}
