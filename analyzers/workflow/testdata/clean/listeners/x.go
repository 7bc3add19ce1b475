// with github.com/mark3labs/mcp-go@v1.2.1

// Start-up subscribes parts of this process to changes; requests only tell them.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type change struct{ What string }

type hub struct{ listeners []chan change }

func (h *hub) listen() <-chan change {
	c := make(chan change, 8)
	h.listeners = append(h.listeners, c)
	return c
}

func (h *hub) tell(what string) {
	c := change{}
	c.What = what
	for _, l := range h.listeners {
		select {
		case l <- c:
		default:
		}
	}
}

func main() {
	h := &hub{}
	go func(c <-chan change) {
		for x := range c {
			log.Println(x.What)
		}
	}(h.listen())
	s := server.NewMCPServer("hub", "1.0.0")
	s.AddTool(mcp.NewTool("touch"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		h.tell(req.GetString("what", ""))
		return mcp.NewToolResultText("told"), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
