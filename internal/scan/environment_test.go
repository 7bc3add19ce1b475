package scan

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
)

const environmentModule = `
-- go.mod --
module example.com/m

go 1.26
-- cmd/server/main.go --
package main

import "example.com/m/serve"

func main() { serve.Run() }
-- cmd/tool/main.go --
package main

func main() {}
-- serve/serve.go --
package serve

import (
	"encoding/json"
	"net/http"
	"os"
)

const name = "STATE" + "_KEY"

type settings struct {
	Port int ` + "`env:\"PORT,required\"`" + `
}

func key() string {
	if v, ok := os.LookupEnv(name); ok {
		return v
	}
	return os.Getenv("FALLBACK_KEY")
}

func dynamic(n string) string { return os.Getenv(n) }

func Run() {
	os.Setenv("MCPGODEBUG", "hintomitempty=1")
	http.HandleFunc("POST /mcp", func(w http.ResponseWriter, r *http.Request) {
		var req struct{ Method string }
		json.NewDecoder(r.Body).Decode(&req)
		switch req.Method {
		case "tools/list", "tools/call":
			json.NewEncoder(w).Encode(key() + dynamic("x"))
		}
	})
	http.ListenAndServe(":8080", nil)
}
`

func TestEnvironment(t *testing.T) {
	ld := loadText(t, environmentModule)
	reads, sets := ld.environment()
	var got []string
	for _, v := range reads {
		if v.Package != "example.com/m/serve" || v.File != "serve/serve.go" || v.From > v.Line || v.To < v.Line {
			t.Errorf("%+v", v)
		}
		got = append(got, v.Name)
	}
	slices.Sort(got)
	if want := "FALLBACK_KEY PORT STATE_KEY"; strings.Join(got, " ") != want {
		t.Errorf("reads %v, want %s", got, want)
	}
	if len(sets) != 1 || sets[0].Name != "MCPGODEBUG" || sets[0].Value != "hintomitempty=1" || sets[0].Line != 25 {
		t.Errorf("sets %+v", sets)
	}
	m := ld.programs(engine.Judge(engine.Builtin(), ld.summarise(), nil, nil))
	if m.Path != "example.com/m" || len(m.Programs) != 2 {
		t.Errorf("programs %+v", m)
	}
}
