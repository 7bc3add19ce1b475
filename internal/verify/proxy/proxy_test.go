package proxy_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify/proxy"
)

// start runs instances that answer with their number, and a proxy before them.
func start(t *testing.T, n int, handler func(i int) http.HandlerFunc) *proxy.Proxy {
	t.Helper()
	var targets []proxy.Target
	for i := range n {
		s := httptest.NewServer(handler(i))
		t.Cleanup(s.Close)
		u, err := url.Parse(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		targets = append(targets, u)
	}
	p, err := proxy.New(targets)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func number(i int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		fmt.Fprint(w, i)
	}
}

func call(t *testing.T, p *proxy.Proxy, method string) (string, error) {
	t.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":{"name":"tool"}}`, method)
	resp, err := http.Post(p.URL+"/mcp", "application/json", strings.NewReader(body))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return string(data), err
}

// finished waits for the record of a request: the client may be served before its handler ends.
func finished(t *testing.T, p *proxy.Proxy, i int) proxy.Exchange {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
		if e := p.Since(i)[0]; e.Done {
			return e
		}
		if time.Now().After(deadline) {
			t.Fatal("the record is not complete")
		}
	}
}

func TestRouting(t *testing.T) {
	p := start(t, 3, number)
	sequence := func(n int) (s string) {
		for range n {
			answer, err := call(t, p, "tools/call")
			if err != nil {
				t.Fatal(err)
			}
			s += answer
		}
		return s
	}
	p.RoundRobin(0)
	if got := sequence(4); got != "0120" {
		t.Errorf("round-robin: %s", got)
	}
	p.Pin(2)
	if got := sequence(2); got != "22" {
		t.Errorf("pinned: %s", got)
	}
	p.RoundRobin(1)
	if got := sequence(2); got != "12" {
		t.Errorf("round-robin from 1: %s", got)
	}
	e := finished(t, p, p.Mark()-1)
	if e.Method != "tools/call" || e.Name != "tool" || e.ID != "7" || e.Instance != 2 || e.Status != 200 || string(e.Response) != "2" || !e.Done {
		t.Errorf("recorded %+v", e)
	}
}

func TestDeadInstance(t *testing.T) {
	p := start(t, 1, number)
	p.SetTarget(0, &url.URL{Scheme: "http", Host: "127.0.0.1:1"})
	resp, err := http.Get(p.URL)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if e := finished(t, p, 0); resp.StatusCode != http.StatusBadGateway || e.Error == "" {
		t.Errorf("status %d, recorded %+v", resp.StatusCode, e)
	}
}

// A body of any size passes whole, and as much of it as asked for is kept.
func TestLargeBodies(t *testing.T) {
	const size = 5 << 20
	p := start(t, 1, func(int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			n, _ := io.Copy(io.Discard, r.Body)
			fmt.Fprint(w, n)
			_, _ = w.Write(bytes.Repeat([]byte("y"), size))
		}
	})
	p.KeepBodies(100)
	body := `{"method":"tools/call","params":{"name":"big","arguments":{"data":"` + strings.Repeat("x", size) + `"}}}`
	resp, err := http.Post(p.URL, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprint(len(body)); !strings.HasPrefix(string(answer), want+"y") || len(answer) != len(want)+size {
		t.Errorf("the answer has %d bytes and begins with %.20s", len(answer), answer)
	}
	e := finished(t, p, 0)
	if len(e.Request) != 100 || len(e.Response) != 100 || e.RequestBytes != int64(len(body)) || e.ResponseBytes != int64(len(answer)) {
		t.Errorf("kept %d and %d bytes of %d and %d", len(e.Request), len(e.Response), e.RequestBytes, e.ResponseBytes)
	}
}

// Events pass when they come, not when the stream ends.
// TestEarlyAnswer has an instance that answers before it has read the request, and one that dies over it.
func TestEarlyAnswer(t *testing.T) {
	p := start(t, 2, func(i int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			_, _ = r.Body.Read(make([]byte, 1))
			if i == 1 {
				panic(http.ErrAbortHandler)
			}
			w.WriteHeader(http.StatusUnauthorized)
		}
	})
	body := bytes.Repeat([]byte("x"), 8<<20)
	for i := range 40 {
		resp, err := http.Post(p.URL+"/mcp", "text/plain", bytes.NewReader(body))
		if err != nil {
			continue // the proxy gave up on the rest of the body
		}
		resp.Body.Close()
		if e := finished(t, p, i); e.Instance != i%2 || !bytes.Equal(e.Request, body[:len(e.Request)]) || len(e.Request) == 0 {
			t.Fatalf("request %d: instance %d, %d bytes kept", i, e.Instance, len(e.Request))
		}
	}
}

func TestEventStream(t *testing.T) {
	next := make(chan struct{})
	p := start(t, 1, func(int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for i := range 3 {
				fmt.Fprintf(w, "data: {\"n\":%d}\n\n", i)
				_ = http.NewResponseController(w).Flush()
				<-next
			}
		}
	})
	resp, err := http.Get(p.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	for i := range 3 {
		for lines.Scan() && lines.Text() == "" {
		}
		if want := fmt.Sprintf(`data: {"n":%d}`, i); lines.Text() != want {
			t.Errorf("line %q, want %q", lines.Text(), want)
		}
		next <- struct{}{}
	}
	for lines.Scan() { // to the end
	}
	e := finished(t, p, 0)
	if got := proxy.Messages(e.Response, e.ContentType); len(got) != 3 || string(got[2]) != `{"n":2}` {
		t.Errorf("messages %s", got)
	}
}

func TestCut(t *testing.T) {
	served, left := make(chan struct{}, 10), make(chan struct{}, 10)
	p := start(t, 1, func(int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), "slow") {
				<-r.Context().Done()
				left <- struct{}{}
				return
			}
			served <- struct{}{}
			fmt.Fprint(w, "answer")
		}
	})

	t.Run("at the answer", func(t *testing.T) {
		cut := p.CutNext("tools/call", 10*time.Second)
		if answer, err := call(t, p, "tools/list"); err != nil || answer != "answer" {
			t.Errorf("another method: %q, %v", answer, err)
		}
		if answer, err := call(t, p, "tools/call"); err == nil {
			t.Errorf("the client gets %q", answer)
		}
		if happened, early := p.Happened(cut); !happened || early {
			t.Errorf("happened %t, early %t", happened, early)
		}
		if len(served) != 2 {
			t.Errorf("the server has seen %d requests, and none twice: want 2", len(served))
		}
		if answer, err := call(t, p, "tools/call"); err != nil || answer != "answer" {
			t.Errorf("the call after: %q, %v", answer, err)
		}
	})

	t.Run("in the middle", func(t *testing.T) {
		cut := p.CutNext("slow", 50*time.Millisecond)
		if answer, err := call(t, p, "slow"); err == nil {
			t.Errorf("the client gets %q", answer)
		}
		select {
		case <-left:
		case <-time.After(5 * time.Second):
			t.Error("the server does not see that its client has gone")
		}
		if happened, early := p.Happened(cut); !happened || !early {
			t.Errorf("happened %t, early %t", happened, early)
		}
	})

	cut := p.CutNext("never", time.Second)
	if happened, _ := p.Happened(cut); happened {
		t.Error("a cut without a request has happened")
	}
}

func TestMessages(t *testing.T) {
	for body, want := range map[string]int{
		"data: {\"a\":1}\n\nevent: x\ndata: {\"b\":\ndata: 2}\n\n": 2,
		"data: {\"a\":1}": 1, // cut off behind a whole message
		"data: {\"a\"":    0,
		": comment\n\n":   0,
	} {
		if got := proxy.Messages([]byte(body), "text/event-stream; charset=utf-8"); len(got) != want {
			t.Errorf("%q: %s", body, got)
		}
	}
	if got := proxy.Messages([]byte(`{"a":1}`), "application/json"); len(got) != 1 {
		t.Errorf("%s", got)
	}
}
