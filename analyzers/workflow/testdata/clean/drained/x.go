// with github.com/mark3labs/mcp-go@v1.2.1

// Requests append what happened to a buffer, which a goroutine of the process
// writes away: no request looks there for what another one left.
package main

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type entry struct{ Who, What string }

type journal struct {
	mu     sync.Mutex
	db     *sql.DB
	buffer []entry
	full   chan struct{}
}

func (j *journal) add(who, what string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.buffer = append(j.buffer, entry{who, what})
	if len(j.buffer) > 100 {
		select {
		case j.full <- struct{}{}:
		default:
		}
	}
}

func (j *journal) run() {
	t := time.NewTicker(time.Minute)
	for {
		select {
		case <-j.full:
		case <-t.C:
		}
		j.flush()
	}
}

func (j *journal) flush() {
	j.mu.Lock()
	batch := j.buffer
	j.buffer = make([]entry, 0, 100)
	j.mu.Unlock()
	for _, e := range batch {
		j.db.Exec("INSERT INTO journal (who, what) VALUES ($1, $2)", e.Who, e.What)
	}
}

func main() {
	db, err := sql.Open("postgres", "")
	if err != nil {
		panic(err)
	}
	j := &journal{db: db, full: make(chan struct{}, 1)}
	go j.run()
	s := server.NewMCPServer("journal", "1.0.0")
	s.AddTool(mcp.NewTool("touch"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		j.add(req.GetString("who", ""), "touch")
		return mcp.NewToolResultText("touched"), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
