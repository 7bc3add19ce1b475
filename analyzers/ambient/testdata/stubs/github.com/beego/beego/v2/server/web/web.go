package web

import "net/http"

type Writer = http.ResponseWriter

type Request = http.Request

type Context struct {
	Body []byte
	W    http.ResponseWriter
	R    *http.Request
}

func (c *Context) Header(name string) string { return "" }

type Controller struct {
	Ctx  *Context
	Data map[any]any
}

func (c *Controller) ServeJSON() {}

func Router(path string, c any, methods string) {}

func Run() {}
