// with github.com/mark3labs/mcp-go@v1.2.1

// A digest of the host's name tells instances apart in logs; the key comes from configuration.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/server"
)

func instance() string {
	host, _ := os.Hostname()
	sum := sha256.Sum256([]byte(host))
	return hex.EncodeToString(sum[:4])
}

func main() {
	slog.Info("start", "instance", instance())
	key := []byte(os.Getenv("LINK_KEY"))
	http.HandleFunc("/link", func(w http.ResponseWriter, r *http.Request) {
		m := hmac.New(sha256.New, key)
		m.Write([]byte(r.FormValue("file")))
		w.Write([]byte(hex.EncodeToString(m.Sum(nil))))
	})
	http.Handle("/mcp", server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true)))
	http.ListenAndServe(":8080", nil)
}
