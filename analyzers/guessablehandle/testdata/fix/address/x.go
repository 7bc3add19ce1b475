// Each window of an editor gets the next number, and the address that serves
// it over MCP has that number in its path.
package main

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type window struct {
	id   string
	text string
}

var count atomic.Int64

func open() *window {
	return &window{id: strconv.FormatInt(count.Add(1), 10)}
}

type windows struct {
	mu  sync.Mutex
	all map[string]*window
}

// serve holds a window for as long as its editor is connected.
func (w *windows) serve(conn net.Conn) {
	win := open()
	w.mu.Lock()
	w.all[win.id] = win
	w.mu.Unlock()
	b := make([]byte, 1)
	conn.Read(b)
	w.mu.Lock()
	delete(w.all, win.id)
	w.mu.Unlock()
}

func (w *windows) find(id string) *window {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all[id]
}

func main() {
	all := &windows{all: map[string]*window{}}
	http.HandleFunc("/windows/{id}", func(w http.ResponseWriter, r *http.Request) {
		win := all.find(r.PathValue("id"))
		if win == nil {
			http.NotFound(w, r)
			return
		}
		srv := mcp.NewServer(&mcp.Implementation{Name: "editor"}, nil)
		mcp.AddTool(srv, &mcp.Tool{Name: "read"}, func(ctx context.Context, req *mcp.CallToolRequest, _ any) (*mcp.CallToolResult, any, error) {
			return nil, win.text, nil
		})
		mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return srv }, nil).ServeHTTP(w, r)
	})
	l, err := net.Listen("tcp", ":7000")
	if err != nil {
		return
	}
	go http.ListenAndServe(":8080", nil)
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go all.serve(conn)
	}
}
