// with github.com/mark3labs/mcp-go@v1.2.1

// The defaults and the session modes of mcp-go.
package main

import (
	"errors"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/server"
)

// known refuses every id that this process did not hand out.
type known struct{ ids sync.Map }

func (k *known) Generate() string { k.ids.Store("s", true); return "s" }
func (k *known) Validate(id string) (bool, error) {
	if _, ok := k.ids.Load(id); !ok {
		return false, errors.New("unknown session")
	}
	return false, nil
}
func (k *known) Terminate(id string) (bool, error) { k.ids.Delete(id); return false, nil }

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	plain := server.NewStreamableHTTPServer(s, server.WithEndpointPath("/mcp"))         // want "^medium sure main.main: NewStreamableHTTPServer: the default mints session ids"
	kept := server.NewStreamableHTTPServer(s, server.WithStateful(true))                // want "^blocker sure main.main: NewStreamableHTTPServer: sessions live"
	checked := server.NewStreamableHTTPServer(s, server.WithSessionIdManager(&known{})) // want "^blocker sure main.main: NewStreamableHTTPServer: ids are checked"
	old := server.NewSSEServer(s, server.WithBaseURL("http://localhost"))               // want "^blocker sure main.main: NewSSEServer"
	undone := server.NewStreamableHTTPServer(s, server.WithStateLess(false))            // want "^medium"
	for path, h := range map[string]http.Handler{"/a": plain, "/b": kept, "/c": checked, "/d": old, "/e": undone} {
		http.Handle(path, h)
	}
	http.ListenAndServe(":8080", nil)
}
