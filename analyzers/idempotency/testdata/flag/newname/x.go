// A name exists once, but not one that is made up on the way.
package main

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/rand"
	"k8s.io/client-go/dynamic"
)

type in struct{ Name, Image string }

type build struct {
	metav1.ObjectMeta
	Image string
}

type app struct{ builds dynamic.ResourceInterface }

// object goes through JSON, as typed objects do on their way to a client of
// any kind.
func object(b build) (map[string]any, error) {
	data, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	out := map[string]any{}
	return out, json.Unmarshal(data, &out)
}

func (a *app) start(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	o, err := object(build{ObjectMeta: metav1.ObjectMeta{GenerateName: x.Name + "-"}, Image: x.Image})
	if err != nil {
		return nil, nil, err
	}
	_, err = a.builds.Create(ctx, o) // want "^high sure tool start_build: .*dynamic.ResourceInterface.Create under a new name is called twice"
	return nil, nil, err
}

func (a *app) run(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	name := x.Name
	if name == "" {
		name = "run-" + rand.String(5)
	}
	o, err := object(build{ObjectMeta: metav1.ObjectMeta{Name: name}, Image: x.Image})
	if err != nil {
		return nil, nil, err
	}
	_, err = a.builds.Apply(ctx, name, o) // want "^high sure tool run_image: .*dynamic.ResourceInterface.Apply under a new name is called twice"
	return nil, nil, err
}

func (a *app) create(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	o, err := object(build{ObjectMeta: metav1.ObjectMeta{Name: x.Name}, Image: x.Image})
	if err != nil {
		return nil, nil, err
	}
	_, err = a.builds.Create(ctx, o)
	return nil, nil, err
}

func register(s *mcp.Server, a *app) {
	mcp.AddTool(s, &mcp.Tool{Name: "start_build"}, a.start)
	mcp.AddTool(s, &mcp.Tool{Name: "run_image"}, a.run)
	mcp.AddTool(s, &mcp.Tool{Name: "create_build"}, a.create)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "builds"}, nil)
	register(s, &app{})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
