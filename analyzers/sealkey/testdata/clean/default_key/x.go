// with github.com/mark3labs/mcp-go@v1.2.1

// A well-known default is a bad key, and the same one on every replica.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"net/http"

	"github.com/mark3labs/mcp-go/server"
)

const fallback = "change me"

func main() {
	key := flag.String("key", fallback, "key that signs tokens")
	flag.Parse()
	http.HandleFunc("/token", func(w http.ResponseWriter, r *http.Request) {
		m := hmac.New(sha256.New, []byte(*key))
		m.Write([]byte(r.FormValue("user")))
		w.Write([]byte(hex.EncodeToString(m.Sum(nil))))
	})
	http.Handle("/mcp", server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true)))
	http.ListenAndServe(":8080", nil)
}
