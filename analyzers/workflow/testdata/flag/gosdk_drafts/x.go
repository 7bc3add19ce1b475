// One tool stores a plan under a minted id, another one runs it.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type plan struct{ steps []string }

type planner struct {
	mu    sync.Mutex
	plans map[string]*plan // want "^high sure main.planner.plans: what one call stores here"
}

type draft struct{ Steps []string }

type run struct{ PlanID string }

func (p *planner) draft(ctx context.Context, req *mcp.CallToolRequest, in draft) (*mcp.CallToolResult, any, error) {
	id := rand.Text()
	p.mu.Lock()
	p.plans[id] = &plan{steps: in.Steps}
	p.mu.Unlock()
	return nil, id, nil
}

func (p *planner) run(ctx context.Context, req *mcp.CallToolRequest, in run) (*mcp.CallToolResult, any, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pl, ok := p.plans[in.PlanID]
	if !ok {
		return nil, nil, fmt.Errorf("no plan %q", in.PlanID)
	}
	delete(p.plans, in.PlanID)
	return nil, pl.steps, nil
}

func main() {
	p := &planner{plans: map[string]*plan{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "planner"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "draft_plan"}, p.draft)
	mcp.AddTool(s, &mcp.Tool{Name: "run_plan"}, p.run)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
