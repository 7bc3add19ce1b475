// Package client talks to a server as a real client does: with the official Go SDK, in the newest revision of the protocol or in
// the newest one that has a handshake. Whatever comes back, an answer, an error or nothing at all, becomes an Answer.
package client

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options say who connects, where and how.
type Options struct {
	URL      string // of the endpoint
	Protocol string
	Caller   scenario.Caller
	Timeout  time.Duration // of one request
	// Listen opens the stream on which a server of the older revision sends updates. Some servers leave it without an answer
	// until there is one, so it is opened only when it is needed.
	Listen bool
}

// A Session is one connection of one caller.
type Session struct {
	opts    Options
	session *mcp.ClientSession

	mu      sync.Mutex
	replies map[string]scenario.Reply
	asked   []string
	updated map[string]chan struct{}
}

// ErrProtocol is the error of a server that does not serve the protocol that was asked for.
var ErrProtocol = errors.New("the server does not serve the protocol")

// Connect connects, and lists the tools once as clients do.
func Connect(ctx context.Context, o Options) (*Session, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, o.Timeout, fmt.Errorf("no answer within %s", o.Timeout))
	defer cancel()
	s := &Session{opts: o, updated: make(map[string]chan struct{})}
	c := mcp.NewClient(&mcp.Implementation{Name: "mcpaudit-verify", Version: "1"}, &mcp.ClientOptions{
		Capabilities:       &mcp.ClientCapabilities{},
		ElicitationHandler: s.elicit,
		ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) {
			s.note(r.Params.URI)
		},
	})
	session, err := c.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:             o.URL,
		HTTPClient:           httpClient(o.Caller),
		MaxRetries:           -1, // a retry would hide the first answer
		DisableStandaloneSSE: !o.Listen || o.Protocol == scenario.Modern,
	}, &mcp.ClientSessionOptions{ProtocolVersion: o.Protocol})
	if err != nil {
		return nil, errors.New(plain(cause(ctx, err)))
	}
	s.session = session
	// An older server may choose an older revision with a handshake.
	if got := session.InitializeResult().ProtocolVersion; got != o.Protocol && (o.Protocol == scenario.Modern || got >= scenario.Modern) {
		s.Close()
		return nil, fmt.Errorf("%w %s: it answers with %s", ErrProtocol, o.Protocol, got)
	}
	// The SDK needs the schemas for arguments that travel in headers. If the list cannot be had, the calls will show what is wrong.
	if caps := session.InitializeResult().Capabilities; caps != nil && caps.Tools != nil {
		_, _ = session.ListTools(ctx, nil)
	}
	return s, nil
}

// Protocol is the revision that both sides agreed on.
func (s *Session) Protocol() string { return s.session.InitializeResult().ProtocolVersion }

// Close ends the connection. The server may be gone by then.
func (s *Session) Close() { _ = s.session.Close() }

// elicit answers for the user.
func (s *Session) elicit(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, r.Params.Message)
	reply, ok := s.replies["*"]
	for question, a := range s.replies {
		if question == r.Params.Message {
			reply, ok = a, true
		}
	}
	if !ok {
		return nil, fmt.Errorf("the server asks %q and the step has no answer for it: add answers to the step", r.Params.Message)
	}
	return &mcp.ElicitResult{Action: reply.Action, Content: reply.Content}, nil
}

func (s *Session) note(uri string) {
	select {
	case s.updates(uri) <- struct{}{}:
	default: // one is enough
	}
}

func (s *Session) updates(uri string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.updated[uri] == nil {
		s.updated[uri] = make(chan struct{}, 1)
	}
	return s.updated[uri]
}

// cause prefers the reason for which a context ended over the bare deadline.
func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func httpClient(c scenario.Caller) *http.Client {
	return &http.Client{Transport: &identity{caller: c, next: &http.Transport{
		// Nothing may depend on the connection, and a broken one must not be retried behind the client's back.
		DisableKeepAlives: true,
		DialContext:       (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
	}}}
}

// identity adds to each request who is calling.
type identity struct {
	caller scenario.Caller
	next   http.RoundTripper
}

func (i *identity) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if i.caller.Token != "" {
		r.Header.Set("Authorization", "Bearer "+i.caller.Token)
	}
	for k, v := range i.caller.Headers {
		r.Header.Set(k, v)
	}
	return i.next.RoundTrip(r)
}
