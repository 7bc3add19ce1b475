package fix

import (
	"strings"
	"testing"
)

// The transport of one program is made in a package of its own; another program of the module keeps what the first one does not.
func TestProgramsOfOneModule(t *testing.T) {
	dir := module(t, map[string]string{
		"internal/serve/serve.go": `package serve

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func Run(addr string, srv *mcp.Server) error {
	return http.ListenAndServe(addr, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
`,
		"cmd/mail/main.go": `package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"strings"

	"example.com/shop/internal/serve"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type sendIn struct {
	Text string ` + "`json:\"text\"`" + `
}

func send(_ context.Context, _ *mcp.CallToolRequest, in sendIn) (*mcp.CallToolResult, any, error) {
	res, err := http.Post("https://mail.example/v1/mails", "text/plain", strings.NewReader(in.Text))
	if err != nil {
		return nil, nil, err
	}
	return nil, res.Status, res.Body.Close()
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "mail", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "send_mail", Description: "Send a mail."}, send)
	log.Fatal(serve.Run(os.Args[1], srv))
}
`,
		"cmd/demo/main.go": `package main

import (
	"context"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type pickIn struct {
	Project string ` + "`json:\"project\"`" + `
}

var project string

func pick(_ context.Context, _ *mcp.CallToolRequest, in pickIn) (*mcp.CallToolResult, any, error) {
	project = in.Project
	return nil, "picked", nil
}

func show(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
	return nil, project, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "demo", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "pick_project", Description: "Pick a project."}, pick)
	mcp.AddTool(srv, &mcp.Tool{Name: "show_project", Description: "Show the project."}, show)
	log.Fatal(srv.Run(context.Background(), &mcp.IOTransport{Reader: os.Stdin, Writer: os.Stdout}))
}
`,
	})
	withHandles(t, dir, "memory")
	res := run1(t, at(dir))
	contains(t, "applied", res.Applied, "idempotency: takes an optional idempotency_key", "statefultransport: serves without sessions")
	var diff strings.Builder
	for _, f := range res.Files {
		diff.Write(f.Diff(dir))
	}
	if want := "&mcp.StreamableHTTPOptions{Stateless: true}"; !strings.Contains(diff.String(), want) {
		t.Errorf("no %s in %s", want, diff.String())
	}
}
