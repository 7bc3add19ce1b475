// with github.com/mark3labs/mcp-go@v1.2.1

// A queue for each of a few topics is made by whoever needs it first.
package main

import (
	"context"
	"errors"
	"log"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type queue struct {
	mu   sync.Mutex
	wait []chan string
}

func (q *queue) send(what string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, w := range q.wait {
		w <- what
	}
}

func (q *queue) listen() <-chan string {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := make(chan string, 1)
	q.wait = append(q.wait, c)
	return c
}

type queues struct {
	kind   string
	queues sync.Map
}

func (q *queues) of(topic string) (*queue, error) {
	if have, ok := q.queues.Load(topic); ok {
		return have.(*queue), nil
	}
	if q.kind != "memory" {
		return nil, errors.New("no such kind of queue")
	}
	have, _ := q.queues.LoadOrStore(topic, &queue{})
	return have.(*queue), nil
}

func main() {
	qs := &queues{kind: "memory"}
	s := server.NewMCPServer("queues", "1.0.0")
	orders, err := qs.of("orders")
	if err != nil {
		panic(err)
	}
	go func(c <-chan string) {
		for o := range c {
			log.Println(o)
		}
	}(orders.listen())
	s.AddTool(mcp.NewTool("order"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		q, err := qs.of("orders")
		if err != nil {
			return nil, err
		}
		q.send(req.GetString("what", ""))
		return mcp.NewToolResultText("sent"), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
