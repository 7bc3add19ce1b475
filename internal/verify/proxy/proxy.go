// Package proxy stands between the client and the instances: it sends each request to the instance that the phase wants,
// records what passed, and can cut a stream as a broken network would. Event streams and large bodies pass through unbuffered.
package proxy

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"time"
)

// A Target is the base of one instance: scheme, host and an optional path.
type Target = *url.URL

// Proxy sends requests to instances. It listens on a loopback port until Close.
type Proxy struct {
	URL string // http://127.0.0.1:port, without a path

	server   *http.Server
	listener net.Listener

	mu      sync.Mutex
	targets []Target
	route   func(n int) int // from the number of the request to the instance; nil is round-robin
	next    int
	cut     *Cut
	log     []*Exchange
	keep    int // bytes of each body that are kept
	serving int // requests that are not finished
	idle    *sync.Cond
}

// A Cut is a stream that breaks: the server gets the request, the client gets no answer.
type Cut struct {
	Method string        // the JSON-RPC method to cut
	Middle time.Duration // the server is cut off after this time at the latest, even if it is still at work

	happened bool
	early    bool
}

// New starts a proxy in front of targets.
func New(targets []Target) (*Proxy, error) { return Listen("127.0.0.1:0", targets) }

// Listen is New with an address to listen on.
func Listen(addr string, targets []Target) (*Proxy, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	p := &Proxy{URL: "http://" + l.Addr().String(), listener: l, targets: targets, keep: 64 << 10}
	p.idle = sync.NewCond(&p.mu)
	p.server = &http.Server{Handler: p, ErrorLog: log.New(io.Discard, "", 0)} // cut streams are no news
	go func() { _ = p.server.Serve(l) }()                                     // ends with Close
	return p, nil
}

// Close ends the proxy and every connection through it. When it returns, every exchange is noted.
func (p *Proxy) Close() {
	_ = p.server.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.serving > 0 {
		p.idle.Wait() // not for long: their clients are gone
	}
}

// KeepBodies sets how many bytes of each body are recorded.
func (p *Proxy) KeepBodies(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keep = n
}

// RoundRobin sends each further request to the next instance, starting with the given one.
func (p *Proxy) RoundRobin(first int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.route, p.next = nil, first
}

// Pin sends each further request to one instance.
func (p *Proxy) Pin(i int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.route = func(int) int { return i }
}

// SetTarget replaces an instance, as after a restart on another port.
func (p *Proxy) SetTarget(i int, t Target) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.targets[i] = t
}

// CutNext cuts the next request of the method.
func (p *Proxy) CutNext(method string, middle time.Duration) *Cut {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = &Cut{Method: method, Middle: middle}
	return p.cut
}

// Happened reports whether a request was cut, and whether that was before its answer began.
func (p *Proxy) Happened(c *Cut) (happened, early bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cut == c {
		p.cut = nil
	}
	return c.happened, c.early
}

// Mark is the number of exchanges so far.
func (p *Proxy) Mark() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.log)
}

// Since returns copies of the exchanges since a mark.
func (p *Proxy) Since(mark int) []Exchange {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []Exchange
	for _, e := range p.log[min(mark, len(p.log)):] {
		out = append(out, *e)
	}
	return out
}

// pick chooses the instance of a request and takes the cut that is waiting for it.
func (p *Proxy) pick(e *Exchange) (Target, *Cut) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.targets)
	e.Instance = p.next % n
	if p.route != nil {
		e.Instance = p.route(p.next)
	}
	p.next++
	p.serving++
	var cut *Cut
	if p.cut != nil && p.cut.Method == e.Method {
		cut, p.cut = p.cut, nil
		cut.happened = true
		e.Cut = true
	}
	p.log = append(p.log, e)
	return p.targets[e.Instance], cut
}

// ServeHTTP implements http.Handler.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e := &Exchange{Start: time.Now(), HTTP: r.Method, Path: r.URL.Path, Authorized: r.Header.Get("Authorization") != ""}
	p.mu.Lock()
	keep := p.keep
	p.mu.Unlock()
	body := peek(r, e)
	target, cut := p.pick(e)
	request, response := &recorder{limit: keep}, &recorder{limit: keep}
	defer p.finish(e, request, response)
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(body, request), r.Body}

	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	writer := http.ResponseWriter(&observer{ResponseWriter: w, exchange: e, recorder: response, proxy: p})
	if cut != nil {
		writer = &severed{cut: cut, proxy: p, cancel: cancel}
		timer := time.AfterFunc(cut.Middle, func() {
			p.mu.Lock()
			cut.early = true
			p.mu.Unlock()
			cancel()
		})
		defer timer.Stop()
	}
	forward(target, e, p).ServeHTTP(writer, r.WithContext(ctx))
	if cut != nil {
		panic(http.ErrAbortHandler) // closes the client's connection without an answer
	}
}

// finish completes the record of a request, also when its handler was aborted.
func (p *Proxy) finish(e *Exchange, request, response *recorder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e.Took = time.Since(e.Start)
	e.Request, e.RequestBytes = request.recorded()
	e.Response, e.ResponseBytes = response.recorded()
	e.Done = true
	p.serving--
	p.idle.Broadcast()
}

func forward(target Target, e *Exchange, p *Proxy) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = target.Host // servers check the host of local requests
		},
		FlushInterval: -1, // event streams
		ErrorLog:      log.New(io.Discard, "", 0),
		Transport:     transport,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			p.mu.Lock()
			e.Error = err.Error()
			p.mu.Unlock()
			http.Error(w, "the instance does not answer: "+err.Error(), http.StatusBadGateway)
		},
	}
}

// transport makes a connection for each request, so that no answer depends on the connection.
var transport = &http.Transport{
	DisableKeepAlives:  true,
	DisableCompression: true,
	DialContext:        (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
}
