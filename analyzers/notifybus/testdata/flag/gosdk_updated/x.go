// A webhook tells one replica that a resource has changed.
package main

import (
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func hook(srv *mcp.Server) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		srv.ResourceUpdated(r.Context(), &mcp.ResourceUpdatedNotificationParams{URI: r.FormValue("uri")}) // want "^medium sure main.hook.1: announces a changed resource"
	}
}

func all(srv *mcp.Server) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, ss := range slices.Collect(srv.Sessions()) { // want "^medium sure main.all.1: walks the sessions"
			ss.Log(r.Context(), &mcp.LoggingMessageParams{Data: "going down"})
		}
	}
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	http.HandleFunc("/hook", hook(srv))
	http.HandleFunc("/all", all(srv))
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
	http.ListenAndServe(":8080", nil)
}
