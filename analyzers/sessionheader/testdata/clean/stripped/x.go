// A proxy removes the header before it forwards the request.
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
		r.Out.Header.Del("Mcp-Session-Id")
	}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.Handle("/up", p)
	http.ListenAndServe(":8080", nil)
}
