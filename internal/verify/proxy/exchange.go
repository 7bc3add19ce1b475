package proxy

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// An Exchange is one HTTP request and its answer.
type Exchange struct {
	Start    time.Time
	Took     time.Duration
	HTTP     string // the HTTP method
	Path     string
	Method   string // the JSON-RPC method, "" for none
	Name     string // of the tool, prompt or resource
	ID       string // of the JSON-RPC request
	Instance int
	Status   int
	Cut      bool
	// Authorized tells that the request had an Authorization header. Its value is not kept.
	Authorized bool
	Error      string // why the instance did not answer
	Done       bool

	Request, Response           []byte // as far as they were kept
	RequestBytes, ResponseBytes int64
	ContentType                 string
}

// peekLimit is how far into a request its method and name are looked for. A larger body passes unread.
const peekLimit = 1 << 20

// peek reads the JSON-RPC method of a request and returns its whole body.
func peek(r *http.Request, e *Exchange) io.Reader {
	body := bufio.NewReaderSize(r.Body, peekLimit)
	if r.Method != http.MethodPost {
		return body
	}
	head, _ := body.Peek(peekLimit) // a short body ends the reading
	var message struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Name string `json:"name"`
			URI  string `json:"uri"`
		} `json:"params"`
	}
	// A body that was cut off does not parse; the headers of the newest protocol name the method as well.
	if json.Unmarshal(head, &message) == nil {
		e.Method, e.ID = message.Method, string(message.ID)
		e.Name = message.Params.Name + message.Params.URI
	}
	if e.Method == "" {
		e.Method, e.Name = r.Header.Get("Mcp-Method"), r.Header.Get("Mcp-Name")
	}
	return body
}

// recorder keeps the first bytes of a body. An instance can answer, or die, while its transport still reads the request:
// what is recorded then goes on growing after the exchange is over.
type recorder struct {
	limit int

	mu    sync.Mutex
	kept  []byte
	total int64
}

// recorded returns what was kept so far, and how many bytes passed.
func (r *recorder) recorded() ([]byte, int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clip(r.kept), r.total
}

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total += int64(len(p))
	if room := r.limit - len(r.kept); room > 0 {
		r.kept = append(r.kept, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

// observer records an answer on its way to the client.
type observer struct {
	http.ResponseWriter
	exchange *Exchange
	recorder *recorder
	proxy    *Proxy
}

// Unwrap lets http.ResponseController flush.
func (o *observer) Unwrap() http.ResponseWriter { return o.ResponseWriter }

func (o *observer) WriteHeader(status int) {
	o.proxy.mu.Lock()
	if status >= http.StatusOK {
		o.exchange.Status = status
		o.exchange.ContentType = o.Header().Get("Content-Type")
	}
	o.proxy.mu.Unlock()
	o.ResponseWriter.WriteHeader(status)
}

func (o *observer) Write(p []byte) (int, error) {
	_, _ = o.recorder.Write(p) // never fails
	return o.ResponseWriter.Write(p)
}

// severed is the client's end of a stream that is cut: at the first byte of the answer, the instance loses its reader.
type severed struct {
	header http.Header
	cut    *Cut
	proxy  *Proxy
	cancel context.CancelFunc
}

func (s *severed) Header() http.Header {
	if s.header == nil {
		s.header = make(http.Header)
	}
	return s.header
}

func (s *severed) WriteHeader(int) {}

func (s *severed) Write([]byte) (int, error) {
	s.cancel()
	return 0, io.ErrClosedPipe
}

// Messages returns the JSON-RPC messages of a recorded body, which is JSON or an event stream.
func Messages(body []byte, contentType string) []json.RawMessage {
	if !bytes.HasPrefix([]byte(contentType), []byte("text/event-stream")) {
		if json.Valid(body) {
			return []json.RawMessage{body}
		}
		return nil
	}
	var out []json.RawMessage
	var data []byte
	flush := func() {
		if json.Valid(data) {
			out = append(out, data)
		}
		data = nil
	}
	for line := range bytes.Lines(body) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			flush()
			continue
		}
		if rest, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			if data != nil {
				data = append(data, '\n')
			}
			data = append(data, bytes.TrimPrefix(rest, []byte(" "))...)
		}
	}
	flush()
	return out
}
