// Values that start-up sets and requests read.
package main

import (
	"context"
	"flag"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type config struct {
	root    string
	verbose bool
}

var version = "dev"

type service struct{ cfg config }

func (c *config) load() {
	c.root = os.Getenv("ROOT")
	flag.BoolVar(&c.verbose, "v", false, "say more")
	flag.Parse()
}

func (s *service) where(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if s.cfg.verbose {
		return nil, s.cfg.root + " " + version, nil
	}
	return nil, s.cfg.root, nil
}

func main() {
	s := &service{}
	s.cfg.load()
	srv := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "where"}, s.where)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
