// What replicas would do to one another, where other requests than the calls of tools use a map.
package main

import (
	"crypto/rand"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type (
	login  struct{ Tries int }
	ticket struct{ For string }
	visit  struct{ Pages []string }
	user   struct{ Name string }
)

type auth struct {
	logins  map[string]*login // refuse "an entry is changed where it is held"
	tickets map[string]ticket // refuse "whether an entry is used up depends on what it holds"
	visits  map[string]visit  // refuse "a value is made of the one that was there"
	users   map[string]user   // refuse "it is filled before requests come"
	codes   map[string]ticket // refuse "an entry is looked up and removed"
}

func (a *auth) begin(w http.ResponseWriter, r *http.Request) {
	id := rand.Text()
	a.logins[id] = &login{}
	a.tickets[id] = ticket{For: r.FormValue("for")}
	a.visits[id] = visit{}
	a.users[id] = user{Name: r.FormValue("name")}
	a.codes[id] = ticket{}
	w.Write([]byte(id))
}

func (a *auth) next(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	l, ok := a.logins[id]
	t, ok2 := a.tickets[id]
	v, ok3 := a.visits[id]
	u, ok4 := a.users[id]
	if !ok || !ok2 || !ok3 || !ok4 {
		http.Error(w, "unknown", http.StatusBadRequest)
		return
	}
	l.Tries++
	if t.For != r.FormValue("for") {
		http.Error(w, "not yours", http.StatusForbidden)
		return
	}
	delete(a.tickets, id)
	v.Pages = append(v.Pages, r.URL.Path)
	a.visits[id] = v
	c := a.codes[id]
	delete(a.codes, id)
	if c.For == "" {
		http.Error(w, "unknown", http.StatusBadRequest)
		return
	}
	w.Write([]byte(u.Name))
}

func (a *auth) seen(w http.ResponseWriter, r *http.Request) {
	v, ok := a.visits[r.FormValue("id")]
	if !ok {
		http.Error(w, "unknown", http.StatusBadRequest)
		return
	}
	w.Write([]byte(v.Pages[0]))
}

func main() {
	a := &auth{map[string]*login{}, map[string]ticket{}, map[string]visit{}, map[string]user{}, map[string]ticket{}}
	a.users["root"] = user{Name: "root"}
	srv := mcp.NewServer(&mcp.Implementation{Name: "auth"}, nil)
	mux := http.NewServeMux()
	mux.HandleFunc("/login", a.begin)
	mux.HandleFunc("/next", a.next)
	mux.HandleFunc("/seen", a.seen)
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
	http.ListenAndServe(":8080", mux)
}
