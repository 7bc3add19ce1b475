// with github.com/mark3labs/mcp-go@v1.2.1

// Random nonces, ids and verifiers under a configured key.
package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/server"
)

func main() {
	sum := sha256.Sum256([]byte(os.Getenv("STATE_KEY")))
	block, err := aes.NewCipher(sum[:])
	if err != nil {
		panic(err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	http.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		nonce := make([]byte, aead.NonceSize())
		rand.Read(nonce)
		verifier := rand.Text()
		state := aead.Seal(nonce, nonce, []byte(verifier), nil)
		http.Redirect(w, r, "https://idp.example/?state="+base64.RawURLEncoding.EncodeToString(state), http.StatusFound)
	})
	http.Handle("/mcp", server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true)))
	http.ListenAndServe(":8080", nil)
}
