// with github.com/mark3labs/mcp-go@v1.2.1

// A key that is made once and kept in a file: as shared as the volume of the file.
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

func load(path string) ([]byte, error) {
	if b, err := os.ReadFile(path); err == nil {
		return b, nil
	}
	b := make([]byte, 32)
	if _, err := rand.Read(b); err != nil { // want "^medium likely main.load: key: an instance that finds no key file makes its own key"
		return nil, err
	}
	return b, os.WriteFile(path, b, 0o600)
}

func main() {
	key, err := load("/data/secret")
	if err != nil {
		panic(err)
	}
	http.HandleFunc("/token", func(w http.ResponseWriter, r *http.Request) {
		m := hmac.New(sha256.New, key)
		m.Write([]byte(r.FormValue("user")))
		w.Write([]byte(hex.EncodeToString(m.Sum(nil))))
	})
	http.Handle("/mcp", server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true)))
	http.ListenAndServe(":8080", nil)
}
