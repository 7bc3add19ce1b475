// A proxy copies all headers to its upstream.
package main

import (
	"io"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type proxy struct{ upstream string }

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	out, err := http.NewRequestWithContext(r.Context(), r.Method, p.upstream, r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	for k, vs := range r.Header {
		for _, v := range vs {
			out.Header.Add(k, v) // want "^medium sure main.*ServeHTTP: headers copied"
		}
	}
	resp, err := http.DefaultClient.Do(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	io.Copy(w, resp.Body)
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	http.Handle("/local", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.Handle("/mcp/upstream", &proxy{"https://mcp.example/mcp"})
	http.ListenAndServe(":8080", nil)
}
