// with github.com/modelcontextprotocol/go-sdk@v1.6.0

// The regions that another service knew of when this process started are all
// that tools will ever know of.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type region struct{ Name, Endpoint, Token string }

type settings struct {
	Base    string
	Regions []region // want "^medium likely main.settings.Regions: another service is asked once"
}

func (s settings) find(name string) (region, bool) {
	for _, r := range s.Regions {
		if r.Name == name {
			return r, true
		}
	}
	return region{}, false
}

func load(s *settings) error {
	resp, err := http.Get(s.Base + "/regions")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var list []struct {
		ID, URL string
		Auth    struct{ Token string }
	}
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil {
		return err
	}
	for _, l := range list {
		s.Regions = append(s.Regions, region{l.ID, l.URL, l.Auth.Token})
	}
	return nil
}

type in struct {
	Region string `json:"region"`
}

func describe(s settings) mcp.ToolHandlerFor[in, any] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
		r, ok := s.find(in.Region)
		if !ok {
			return nil, nil, fmt.Errorf("no region %q", in.Region)
		}
		return nil, map[string]string{"endpoint": r.Endpoint}, nil
	}
}

func main() {
	s := settings{Base: "https://regions.example"}
	if err := load(&s); err != nil {
		panic(err)
	}
	srv := mcp.NewServer(&mcp.Implementation{Name: "regions"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "describe_region"}, describe(s))
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
