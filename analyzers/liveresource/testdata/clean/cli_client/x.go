// with github.com/mark3labs/mcp-go@v1.2.1

// A command line of one user that calls a tool of another server.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"example.com/app/tools"
)

func main() {
	t, err := tools.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(t.Call(context.Background(), os.Args[2]))
}
