// A framework whose session carries data of the user's own.
package main

import (
	"context"
	"strconv"

	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

func count(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	sess, ok := mcp.GetSessionFromContext(ctx)
	if !ok {
		return mcp.NewTextResult("no session"), nil
	}
	n := 0
	if v, ok := sess.GetData("count"); ok {
		n = v.(int)
	}
	n++
	sess.SetData("count", n) // want "^blocker sure main: session data count: this is kept inside the protocol session"
	return mcp.NewTextResult(strconv.Itoa(n)), nil
}

func main() {
	s := mcp.NewServer("counter", "1.0.0")
	s.RegisterTool(mcp.NewTool("count"), count)
	s.Start()
}
