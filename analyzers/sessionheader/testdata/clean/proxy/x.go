// A proxy that forwards a chosen set of headers.
package main

import (
	"net/http"
	"net/http/httputil"
	"net/url"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	u, _ := url.Parse("https://mcp.example")
	p := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(u)
		r.Out.Header = http.Header{}
		for _, name := range []string{"Content-Type", "Accept", "Mcp-Protocol-Version"} {
			r.Out.Header.Set(name, r.In.Header.Get(name))
		}
	}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.Handle("/up", p)
	http.ListenAndServe(":8080", nil)
}
