// A server without an SDK, in which one tool calls whichever tool it is told to.
package main

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"strings"
)

type request struct {
	Method string
	Params struct {
		Name      string
		Arguments map[string]string
	}
}

type tool struct {
	name string
	run  func(args map[string]string) string
}

type shop struct {
	db    *sql.DB
	tools []tool
}

func (s *shop) order(args map[string]string) string {
	s.db.Exec("INSERT INTO orders (article) VALUES (?)", args["article"])
	return "ordered"
}

func (s *shop) notify(args map[string]string) string {
	http.Post("https://example.com/messages", "text/plain", strings.NewReader(args["text"]))
	return "sent"
}

func (s *shop) archive(args map[string]string) string {
	s.db.Exec("UPDATE articles SET archived = 1 WHERE id = ?", args["id"])
	return s.call(args["listener"], nil)
}

func (s *shop) call(name string, args map[string]string) string {
	switch name {
	case "place_order":
		return s.order(args)
	}
	for _, t := range s.tools {
		if t.name == name {
			return t.run(args)
		}
	}
	return "no such tool"
}

func (s *shop) serve(w http.ResponseWriter, r *http.Request) {
	var req request
	json.NewDecoder(r.Body).Decode(&req)
	switch req.Method {
	case "tools/call":
		w.Write([]byte(s.call(req.Params.Name, req.Params.Arguments)))
	default:
		http.Error(w, "unknown method", http.StatusNotFound)
	}
}

func main() {
	db, err := sql.Open("sqlite", "shop.db")
	if err != nil {
		panic(err)
	}
	s := &shop{db: db}
	s.tools = []tool{{"send_message", s.notify}, {"start_report", s.archive}}
	http.HandleFunc("/mcp", s.serve)
	http.ListenAndServe(":8080", nil)
}
