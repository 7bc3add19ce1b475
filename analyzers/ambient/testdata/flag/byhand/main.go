// A server without an SDK over stdio: what one tool sets, another one relies on.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type request struct {
	Method string
	Params struct {
		Name      string            `json:"name"`
		Arguments map[string]string `json:"arguments"`
	}
}

type atlas struct {
	region string // want "^info sure main.atlas.region"
}

func (a *atlas) choose(args map[string]string) string { a.region = args["region"]; return "chosen" }
func (a *atlas) weather() string                      { return "sunny in " + a.region }

func (a *atlas) handle(r request) string {
	if r.Method != "tools/call" {
		return ""
	}
	switch r.Params.Name {
	case "choose_region":
		return a.choose(r.Params.Arguments)
	case "weather":
		return a.weather()
	}
	return "no such tool"
}

func main() {
	a := &atlas{}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var r request
		if json.Unmarshal(in.Bytes(), &r) == nil {
			fmt.Println(a.handle(r))
		}
	}
}
