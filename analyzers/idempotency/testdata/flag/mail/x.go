// A message is sent twice.
package main

import (
	"context"
	"net/smtp"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type mailIn struct{ To, Text string }

func send(_ context.Context, _ *mcp.CallToolRequest, in mailIn) (*mcp.CallToolResult, any, error) {
	return nil, nil, smtp.SendMail("mail.example:25", nil, "bot@mail.example", []string{in.To}, []byte(in.Text)) // want "^low sure tool write_to: .*smtp.SendMail is called twice"
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "mail"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "write_to", Description: "Writes a mail to somebody."}, send)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
