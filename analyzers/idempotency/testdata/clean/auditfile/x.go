// What a server writes to its audit log is true twice when it happened twice.
package main

import (
	"context"
	"net/http"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type fileAudit struct{ path string }

func (l *fileAudit) Record(line string) error {
	f, err := os.OpenFile(l.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(line + "\n")
	return err
}

type wiki struct{ audit *fileAudit }

type in struct{ Title, Text string }

func (w *wiki) page(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "https://wiki.example/pages/"+a.Title, strings.NewReader(a.Text))
	if err != nil {
		return nil, nil, err
	}
	if _, err := http.DefaultClient.Do(req); err != nil {
		return nil, nil, err
	}
	return nil, nil, w.audit.Record("page " + a.Title)
}

func main() {
	w := &wiki{&fileAudit{"audit.log"}}
	s := mcp.NewServer(&mcp.Implementation{Name: "wiki"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "manage_page", Description: "Creates a page or writes it anew."}, w.page)
	mcp.NewStreamableHTTPHandler(nil, nil)
}
