// The framework makes a controller for each request; its fields are that
// request's.
package main

import (
	"encoding/json"
	"net/http/httputil"
	"net/url"

	"github.com/beego/beego/v2/server/web"
)

type params struct {
	Name      string
	Arguments struct{ Text string }
}

type message struct {
	ID     any
	Method string
	Params params
}

type endpoint struct {
	web.Controller
	caller string
}

func (c *endpoint) Handle() {
	var m message
	json.Unmarshal(c.Ctx.Body, &m)
	c.caller = c.Ctx.Header("Authorization")
	if m.Method == "tools/call" {
		switch m.Params.Name {
		case "greet":
			c.greet(m.Params)
		case "part":
			c.part(m.Params)
		}
	}
}

func (c *endpoint) greet(p params) { c.answer("hello " + p.Arguments.Text + " from " + c.caller) }
func (c *endpoint) part(p params)  { c.answer("goodbye " + p.Arguments.Text + " from " + c.caller) }

func (c *endpoint) answer(text string) {
	c.Data["json"] = text
	c.ServeJSON()
}

func (c *endpoint) Forward() {
	u, _ := url.Parse("https://tools.example.com/mcp")
	p := httputil.NewSingleHostReverseProxy(u)
	p.ErrorHandler = func(w web.Writer, r *web.Request, err error) { c.answer(err.Error()) }
	p.ServeHTTP(c.Ctx.W, c.Ctx.R)
}

func main() {
	web.Router("/mcp", &endpoint{}, "POST:Handle")
	web.Router("/forward", &endpoint{}, "POST:Forward")
	web.Run()
}
