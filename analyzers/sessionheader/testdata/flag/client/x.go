// with github.com/mark3labs/mcp-go@v1.2.1

// A client written by hand beside a server: it sends the session on that it was
// given. New servers give none, and nothing else changes for it.
package main

import (
	"bytes"
	"log"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/server"
)

func call(base string) error {
	first, err := http.Post(base, "application/json", bytes.NewBufferString(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`))
	if err != nil {
		return err
	}
	defer first.Body.Close()
	id := first.Header.Get("Mcp-Session-Id") // want "^low sure main: header Mcp-Session-Id: this client keeps the session that a server gives it"
	req, err := http.NewRequest(http.MethodPost, base, bytes.NewBufferString(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`))
	if err != nil {
		return err
	}
	if id != "" {
		req.Header.Set("Mcp-Session-Id", id)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func main() {
	if len(os.Args) > 1 {
		if err := call(os.Args[1]); err != nil {
			log.Fatal(err)
		}
		return
	}
	s := server.NewMCPServer("x", "1.0.0")
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
