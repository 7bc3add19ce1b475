// with github.com/mark3labs/mcp-go@v1.2.1

// A gateway to which Envoy hands each message: the id that an upstream server
// gave to its question is kept until the client's answer comes through.
package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"sync"

	extproc "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"github.com/mark3labs/mcp-go/server"
)

type origin struct {
	Upstream string
	ID       any
}

type pending struct {
	mu      sync.Mutex
	entries map[string]origin // want "^high (sure|likely) main.pending.entries: what one call stores here"
}

func (p *pending) put(o origin) string {
	id := rand.Text()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.entries[id] = o
	return id
}

func (p *pending) take(id string) (origin, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	o, ok := p.entries[id]
	delete(p.entries, id)
	return o, ok
}

type router struct{ questions *pending }

type message struct {
	ID       any
	Upstream string
	Answer   string
}

func (r *router) Process(stream extproc.ExternalProcessor_ProcessServer) error {
	for {
		req, err := stream.Recv()
		if err != nil {
			return err
		}
		var m message
		if err := json.Unmarshal(req.Body, &m); err != nil {
			return err
		}
		if m.Answer != "" {
			o, ok := r.questions.take(m.Answer)
			if !ok {
				return errors.New("no such question")
			}
			m.Upstream, m.ID = o.Upstream, o.ID
		} else {
			m.Answer = r.questions.put(origin{m.Upstream, m.ID})
		}
		out, err := json.Marshal(m)
		if err != nil {
			return err
		}
		if err := stream.Send(&extproc.ProcessingResponse{Body: out}); err != nil {
			return err
		}
	}
}

type registrar struct{}

func (registrar) RegisterService(desc, impl any) {}

func main() {
	extproc.RegisterExternalProcessorServer(registrar{}, &router{&pending{entries: map[string]origin{}}})
	http.Handle("/mcp", server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true)))
	http.ListenAndServe(":8080", nil)
}
