// with github.com/mark3labs/mcp-go@v1.2.1

// Another field of the settings differs per host; the name is set by whoever
// writes the file of settings, if at all.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/mark3labs/mcp-go/server"
)

type settings struct {
	Name    string
	Version string
	Data    string
}

var current = &settings{Version: "1.0.0"}

func serve(s settings) error {
	srv := server.NewMCPServer(s.Name, s.Version)
	return server.NewStreamableHTTPServer(srv).Start(":8080")
}

func main() {
	host, err := os.Hostname()
	if err != nil {
		log.Fatal(err)
	}
	current.Data = filepath.Join("data", host)
	log.Fatal(serve(*current))
}
