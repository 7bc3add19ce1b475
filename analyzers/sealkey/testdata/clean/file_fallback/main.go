// with github.com/mark3labs/mcp-go@v1.2.1

// The key comes from configuration; a file stands in where one instance runs without any.
package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/server"
)

func load(path string) []byte {
	if v := os.Getenv("LINK_KEY"); v != "" {
		return []byte(v)
	}
	if b, err := os.ReadFile(path); err == nil {
		return b
	}
	b := make([]byte, 32)
	rand.Read(b)
	if err := os.WriteFile(path, b, 0o600); err != nil {
		panic(err)
	}
	return b
}

func main() {
	key := load("/data/link.key")
	http.HandleFunc("/link", func(w http.ResponseWriter, r *http.Request) {
		m := hmac.New(sha256.New, key)
		m.Write([]byte(r.FormValue("file")))
		w.Write([]byte(hex.EncodeToString(m.Sum(nil))))
	})
	http.Handle("/mcp", server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true)))
	http.ListenAndServe(":8080", nil)
}
