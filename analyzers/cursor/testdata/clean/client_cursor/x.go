// The client carries the position: it goes out with one page and comes back.
package main

import (
	"context"
	"encoding/base64"
	"net/http"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Cursor string }

type page struct {
	Rows []string
	Next string
}

type search struct{ rows []string }

func (s *search) list(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, page, error) {
	offset := 0
	if a.Cursor != "" {
		b, err := base64.URLEncoding.DecodeString(a.Cursor)
		if err != nil {
			return nil, page{}, err
		}
		if offset, err = strconv.Atoi(string(b)); err != nil {
			return nil, page{}, err
		}
	}
	end := min(offset+10, len(s.rows))
	return nil, page{s.rows[offset:end], base64.URLEncoding.EncodeToString([]byte(strconv.Itoa(end)))}, nil
}

func main() {
	s := &search{rows: make([]string, 100)}
	srv := mcp.NewServer(&mcp.Implementation{Name: "search"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "list"}, s.list)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
