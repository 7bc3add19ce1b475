// with github.com/FreePeak/cortex@v1.0.5

// Tools are registered through a wrapper, and know their caller by the
// framework's session.
package main

import (
	"context"
	"log"
	"sync"

	"github.com/FreePeak/cortex/pkg/server"
	"github.com/FreePeak/cortex/pkg/tools"
	"github.com/FreePeak/cortex/pkg/types"
)

type registry struct{ s *server.MCPServer }

func (r registry) add(tool any, h server.ToolHandler) error {
	t, ok := tool.(*types.Tool)
	if !ok {
		return nil
	}
	return r.s.AddTool(context.Background(), t, h)
}

var (
	mu     sync.Mutex
	places = map[string]string{} // want "^blocker sure main.places: entries are keyed by the protocol session"
)

func choose(ctx context.Context, r server.ToolCallRequest) (any, error) {
	mu.Lock()
	defer mu.Unlock()
	places[r.Session.ID], _ = r.Parameters["place"].(string)
	return "chosen", nil
}

func weather(ctx context.Context, r server.ToolCallRequest) (any, error) {
	mu.Lock()
	defer mu.Unlock()
	if p, ok := places[r.Session.ID]; ok {
		return "rain in " + p, nil
	}
	return "choose a place first", nil
}

func main() {
	s := server.NewMCPServer("weather", "1.0.0", nil)
	r := registry{s}
	for _, err := range []error{
		r.add(tools.NewTool("choose", tools.WithString("place", tools.Required())), choose),
		r.add(tools.NewTool("weather"), weather),
	} {
		if err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(s.ServeHTTP())
}
