// Structs that are more than the arguments of one tool, whose handlers cannot take another one.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type noteIn struct {
	Title string `json:"title"`
}

func post(path, text string) (*http.Response, error) {
	return http.DefaultClient.Post("https://notes.example/v1/"+path, "text/plain", strings.NewReader(text))
}

func show(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error) {
	return nil, in.Title, nil
}

// The type arguments of AddTool are written down.
func create(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error) {
	_, err := http.Post("https://notes.example/v1/notes", "text/plain", strings.NewReader(in.Title)) // refuse "is written down where it is used"
	return nil, nil, err
}

// Its handler is a method that an interface asks for.
type sender interface {
	send(ctx context.Context, req *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error)
}

type mailer struct{}

func (mailer) send(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error) {
	_, err := http.Post("https://notes.example/v1/mails", "text/plain", strings.NewReader(in.Title)) // refuse "is a method of the interface sender"
	return nil, nil, err
}

// It sets its arguments together with a new variable.
func order(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error) {
	in, err := checked(in)
	if err == nil {
		_, err = http.Post("https://notes.example/v1/orders", "text/plain", strings.NewReader(in.Title)) // refuse "another value together with a new variable"
	}
	return nil, nil, err
}

func checked(in noteIn) (noteIn, error) { return in, nil }

// One function makes several handlers.
func makes(path string) mcp.ToolHandlerFor[billIn, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in billIn) (*mcp.CallToolResult, any, error) {
		if path == "show" {
			return nil, in, nil
		}
		_, err := http.Post("https://notes.example/v1/bills", "text/plain", strings.NewReader(in.Name)) // refuse "makes several"
		return nil, nil, err
	}
}

type billIn struct{ Name string }

// Its arguments have no type with a name.
func task(ctx context.Context, _ *mcp.CallToolRequest, in map[string]any) (*mcp.CallToolResult, any, error) {
	_, err := http.Post("https://notes.example/v1/tasks", "text/plain", nil) // refuse "no type to add a field to"
	return nil, nil, err
}

// It is a value elsewhere as well: what that serves would take the argument, too.
type lineIn struct{ Text string }

func line(ctx context.Context, _ *mcp.CallToolRequest, in lineIn) (*mcp.CallToolResult, any, error) {
	_, err := http.Post("https://notes.example/v1/lines", "text/plain", strings.NewReader(in.Text)) // refuse "is used at .* as well"
	return nil, nil, err
}

// It is declared in a function.
func report(srv *mcp.Server) {
	type reportIn struct{ Days int }
	last := reportIn{7}
	mcp.AddTool(srv, &mcp.Tool{Name: "send_report"}, func(ctx context.Context, _ *mcp.CallToolRequest, in reportIn) (*mcp.CallToolResult, any, error) {
		_, err := http.Post("https://notes.example/v1/reports", "text/plain", nil) // refuse "is declared in a function"
		return nil, in == last, err
	})
}

func also(any) {}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "show_note"}, show)
	mcp.AddTool[noteIn, any](srv, &mcp.Tool{Name: "create_note"}, create)
	mcp.AddTool(srv, &mcp.Tool{Name: "send_mail"}, mailer{}.send)
	mcp.AddTool(srv, &mcp.Tool{Name: "create_order"}, order)
	mcp.AddTool(srv, &mcp.Tool{Name: "show_bill"}, makes("show"))
	mcp.AddTool(srv, &mcp.Tool{Name: "create_bill"}, makes("create"))
	mcp.AddTool(srv, &mcp.Tool{Name: "create_task"}, task)
	mcp.AddTool(srv, &mcp.Tool{Name: "append_line"}, line)
	also(line)
	report(srv)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
