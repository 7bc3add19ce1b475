// with github.com/mark3labs/mcp-go@v1.2.1

// Links are signed with a key that is a digest of the host's name.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/server"
)

func linkKey(salt string) []byte {
	host, _ := os.Hostname() // want "^high likely main.linkKey: key: the key is derived from what the host is called"
	sum := sha256.Sum256([]byte(salt + host))
	return sum[:]
}

func main() {
	key := linkKey("links")
	http.HandleFunc("/link", func(w http.ResponseWriter, r *http.Request) {
		m := hmac.New(sha256.New, key)
		m.Write([]byte(r.FormValue("file")))
		w.Write([]byte(hex.EncodeToString(m.Sum(nil))))
	})
	http.Handle("/mcp", server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true)))
	http.ListenAndServe(":8080", nil)
}
