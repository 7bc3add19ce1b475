// Command mcpaudit finds what keeps a Go MCP server from running without sessions and on several replicas.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/mcpaudit/mcpaudit/cmd/mcpaudit/internal/cli"
)

func main() {
	if isVetCall(os.Args[1:]) {
		vet()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	os.Exit(cli.Main(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
