// Names in constants and variables of another package, compared and forwarded.
package main

import (
	"net/http"

	"example.com/app/names"
)

type gateway struct {
	upstream string
	client   *http.Client
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	out, err := http.NewRequestWithContext(r.Context(), r.Method, g.upstream, r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	out.Header.Set(names.Session, r.Header.Get(names.Session)) // want "^(high|medium) sure main: header Mcp-Session-Id"
	resp, err := g.client.Do(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.Header().Add(names.Allowed, resp.Status)
}

func main() {
	http.ListenAndServe(":8080", &gateway{client: http.DefaultClient})
}
