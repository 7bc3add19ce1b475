// Maps that more than the call sees, or that are not found everywhere.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type note struct {
	Text string
	Done bool
}

type order struct {
	Text string
	Paid bool
}

type parcel struct{ Text string }

type tree struct {
	Name     string
	Children []*tree
}

type store struct {
	swept   map[string]*note   // refuse "is used in a goroutine of its own"
	latest  map[string]*note   // refuse "holds a part of its entries as well"
	kept    map[string]note    // refuse "String may be called through an interface"
	cleared map[string]note    // refuse "cleared is made anew"
	saved   map[string]note    // refuse "saved is passed on to Marshal"
	seeded  map[string]note    // refuse "is used before the server starts"
	trees   map[string]*tree   // refuse "holds others of its kind"
	anys    map[string]error   // refuse "entries hold a error"
	waited  map[string]*order  // refuse "waits in a loop"
	behind  map[string]*parcel // refuse "is used by a goroutine of its own"
	web     map[string]note    // refuse "store keeps files as well"
	values  map[string]note    // refuse "set is used as a value"
	later   map[string]note    // refuse "is used in a function that may run later"
	twice   map[string]int     // refuse "would be worked out twice"

	last *note
}

type in struct{ ID, Text string }

func (s *store) String() string { return s.kept["title"].Text }

func (s *store) reset() { s.cleared = map[string]note{} }

func (s *store) save() {
	data, err := json.Marshal(s.saved)
	if err == nil {
		err = os.WriteFile("notes.json", data, 0o600)
	}
	if err != nil {
		panic(err)
	}
}

func (s *store) seed() { s.seeded["welcome"] = note{Text: "welcome"} }

func (s *store) sweep() {
	for {
		time.Sleep(time.Minute)
		for id, n := range s.swept {
			if n.Done {
				delete(s.swept, id)
			}
		}
	}
}

func (s *store) set(id string) { s.values[id] = note{Text: id} }

func key(id string) string { return "x" + id }

var setter func(id string)

func (s *store) write(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.swept[a.ID] = &note{Text: a.Text}
	n := &note{Text: a.Text}
	s.latest[a.ID] = n
	s.last = n
	s.kept[a.ID] = note{Text: a.Text}
	s.cleared[a.ID] = note{Text: a.Text}
	s.saved[a.ID] = note{Text: a.Text}
	s.save()
	s.seeded[a.ID] = note{Text: a.Text}
	s.trees[a.ID] = &tree{Name: a.Text}
	s.anys[a.ID] = os.ErrExist
	s.waited[a.ID] = &order{Text: a.Text}
	s.behind[a.ID] = &parcel{Text: a.Text}
	s.web[a.ID] = note{Text: a.Text}
	setter = s.set
	setter(a.ID)
	time.AfterFunc(time.Second, func() { s.later[a.ID] = note{Text: a.Text} })
	s.twice[key(a.ID)]++
	if a.Text == "" {
		s.reset()
	}
	return nil, nil, nil
}

func (s *store) read(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	w, ok := s.waited[a.ID]
	if !ok {
		return nil, nil, os.ErrNotExist
	}
	for !w.Paid {
		time.Sleep(time.Second)
	}
	b, ok := s.behind[a.ID]
	if !ok {
		return nil, nil, os.ErrNotExist
	}
	go announce(b)
	if s.last == nil || s.swept[a.ID] == nil || s.latest[a.ID] == nil || s.trees[a.ID] == nil || s.anys[a.ID] == nil || s.twice[a.ID] == 0 {
		return nil, nil, os.ErrNotExist
	}
	var out []note
	for _, m := range []map[string]note{} {
		out = append(out, m[a.ID])
	}
	v, ok := s.kept[a.ID]
	if !ok {
		return nil, nil, os.ErrNotExist
	}
	out = append(out, v)
	if v, ok = s.cleared[a.ID]; !ok {
		return nil, nil, os.ErrNotExist
	}
	out = append(out, v)
	if v, ok = s.saved[a.ID]; !ok {
		return nil, nil, os.ErrNotExist
	}
	out = append(out, v)
	if v, ok = s.seeded[a.ID]; !ok {
		return nil, nil, os.ErrNotExist
	}
	out = append(out, v)
	if v, ok = s.web[a.ID]; !ok {
		return nil, nil, os.ErrNotExist
	}
	out = append(out, v)
	if v, ok = s.values[a.ID]; !ok {
		return nil, nil, os.ErrNotExist
	}
	out = append(out, v)
	if v, ok = s.later[a.ID]; !ok {
		return nil, nil, os.ErrNotExist
	}
	return nil, append(out, v, note{Text: s.String()}), nil
}

func announce(p *parcel) { println(p.Text) }

func main() {
	s := &store{
		swept: map[string]*note{}, latest: map[string]*note{}, kept: map[string]note{}, cleared: map[string]note{}, saved: map[string]note{},
		seeded: map[string]note{}, trees: map[string]*tree{}, anys: map[string]error{}, waited: map[string]*order{}, behind: map[string]*parcel{},
		web: map[string]note{}, values: map[string]note{}, later: map[string]note{}, twice: map[string]int{},
	}
	s.seed()
	go s.sweep()
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "write"}, s.write)
	mcp.AddTool(srv, &mcp.Tool{Name: "read"}, s.read)
	http.HandleFunc("/web", func(w http.ResponseWriter, r *http.Request) {
		show(r.Context(), s, w)
	})
	http.ListenAndServe("", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}

func show(ctx context.Context, s *store, w http.ResponseWriter) {
	for _, n := range s.web {
		w.Write([]byte(n.Text))
	}
}
