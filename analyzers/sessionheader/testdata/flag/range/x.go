// The header picks a shard, in a middleware around an SDK.
package main

import (
	"hash/fnv"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func sticky(shards []http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := fnv.New32a()
		for _, v := range r.Header.Values("Mcp-Session-Id") { // want "^high sure main: header Mcp-Session-Id"
			h.Write([]byte(v))
		}
		shards[int(h.Sum32())%len(shards)].ServeHTTP(w, r)
	})
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)
	http.ListenAndServe(":8080", sticky([]http.Handler{h, h}))
}
