// One tool ends an index and forgets it, one closes what it has opened, another takes the
// shared resource away for good when it closes it, a last closes what may be its own.
package main

import (
	"context"
	"database/sql"
	"net"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type index struct{ file *sql.DB }

func (x *index) Close() error { return x.file.Close() }

type app struct {
	own     *sql.DB
	db      *sql.DB
	indexes map[string]*index
}

func (a *app) forget(ctx context.Context, req *mcp.CallToolRequest, in struct{ Name string }) (*mcp.CallToolResult, any, error) {
	x := a.indexes[in.Name]
	if x == nil {
		return nil, "no such index", nil
	}
	delete(a.indexes, in.Name)
	return nil, "forgotten", x.Close()
}

func (a *app) open(private bool) (*sql.DB, error) {
	if private {
		return sql.Open("pg", "private")
	}
	return a.db, nil
}

func (a *app) probe(ctx context.Context, req *mcp.CallToolRequest, in struct{ Addr string }) (*mcp.CallToolResult, any, error) {
	c, err := net.Dial("tcp", "127.0.0.1:9000")
	if err != nil {
		return nil, nil, err
	}
	defer c.Close()
	return nil, "reachable", nil
}

func (a *app) drop(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if a.own != nil {
		a.own.Close()
		a.own = nil
	}
	return nil, "dropped", nil
}

func (a *app) count(ctx context.Context, req *mcp.CallToolRequest, in struct{ Private bool }) (*mcp.CallToolResult, any, error) {
	db, err := a.open(in.Private)
	if err != nil {
		return nil, nil, err
	}
	if in.Private {
		defer db.Close()
	}
	var n int
	err = db.QueryRowContext(ctx, "select count(*) from notes").Scan(&n)
	return nil, n, err
}

func main() {
	db, err := sql.Open("pg", "shared")
	if err != nil {
		panic(err)
	}
	own, err := sql.Open("pg", "own")
	if err != nil {
		panic(err)
	}
	file, err := sql.Open("pg", "index")
	if err != nil {
		panic(err)
	}
	a := &app{db: db, own: own, indexes: map[string]*index{"all": {file: file}}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "probe"}, a.probe)
	mcp.AddTool(srv, &mcp.Tool{Name: "forget"}, a.forget)
	mcp.AddTool(srv, &mcp.Tool{Name: "drop"}, a.drop)
	mcp.AddTool(srv, &mcp.Tool{Name: "count"}, a.count)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
