// Package transport declares what the tests use of the framework's package.
package transport

type (
	ServerTransport                     interface{ Run() error }
	StateMode                           string
	StreamableHTTPServerTransportOption func(*int)
)

const (
	Stateful  StateMode = "stateful"
	Stateless StateMode = "stateless"
)

func NewStreamableHTTPServerTransport(addr string, opts ...StreamableHTTPServerTransportOption) ServerTransport
func WithStreamableHTTPServerTransportOptionEndpoint(endpoint string) StreamableHTTPServerTransportOption
func WithStreamableHTTPServerTransportOptionStateMode(mode StateMode) StreamableHTTPServerTransportOption
