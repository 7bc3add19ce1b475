// Package mcp declares what the tests use of the SDK's package.
package mcp

import (
	"context"
	"iter"
	"log/slog"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

type Implementation struct{ Name, Title, Version string }

type Server struct{}

type ServerOptions struct {
	Instructions                string
	Logger                      *slog.Logger
	InitializedHandler          func(context.Context, *InitializedRequest)
	PageSize                    int
	RootsListChangedHandler     func(context.Context, *RootsListChangedRequest)
	ProgressNotificationHandler func(context.Context, *ProgressNotificationServerRequest)
	CompletionHandler           func(context.Context, *CompleteRequest) (*CompleteResult, error)
	KeepAlive                   time.Duration
	KeepAliveFailureThreshold   int
	SubscribeHandler            func(context.Context, *SubscribeRequest) error
	UnsubscribeHandler          func(context.Context, *UnsubscribeRequest) error
	Capabilities                *ServerCapabilities
	HasPrompts                  bool
	HasResources                bool
	HasTools                    bool
	GetSessionID                func() string
	SetCacheable                func(context.Context, Request, *Cacheable)
	SupportedProtocolVersions   []string
}

type ServerCapabilities struct {
	Logging *LoggingCapabilities
}

type LoggingCapabilities struct{}

type (
	Tool struct {
		Name, Title, Description  string
		Annotations               *ToolAnnotations
		InputSchema, OutputSchema any
		Meta                      Meta
	}
	ToolAnnotations struct {
		Title           string
		ReadOnlyHint    bool
		IdempotentHint  bool
		DestructiveHint *bool
		OpenWorldHint   *bool
	}
	Prompt struct {
		Name, Title, Description string
		Arguments                []*PromptArgument
	}
	PromptArgument struct {
		Name, Description string
		Required          bool
	}
	Resource         struct{ Name, Title, Description, URI, MIMEType string }
	ResourceTemplate struct{ Name, Title, Description, URITemplate, MIMEType string }
)

type (
	ToolHandler                 func(context.Context, *CallToolRequest) (*CallToolResult, error)
	ToolHandlerFor[In, Out any] func(context.Context, *CallToolRequest, In) (*CallToolResult, Out, error)
	PromptHandler               func(context.Context, *GetPromptRequest) (*GetPromptResult, error)
	ResourceHandler             func(context.Context, *ReadResourceRequest) (*ReadResourceResult, error)
	MethodHandler               func(ctx context.Context, method string, req Request) (Result, error)
	Middleware                  func(MethodHandler) MethodHandler
)

func NewServer(impl *Implementation, options *ServerOptions) *Server { return nil }

func AddTool[In, Out any](s *Server, t *Tool, h ToolHandlerFor[In, Out]) {}

func (s *Server) AddTool(t *Tool, h ToolHandler)                             {}
func (s *Server) AddPrompt(p *Prompt, h PromptHandler)                       {}
func (s *Server) AddResource(r *Resource, h ResourceHandler)                 {}
func (s *Server) AddResourceTemplate(t *ResourceTemplate, h ResourceHandler) {}
func (s *Server) AddReceivingMiddleware(middleware ...Middleware)            {}
func (s *Server) AddSendingMiddleware(middleware ...Middleware)              {}
func (s *Server) RemoveTools(names ...string)                                {}
func (s *Server) RemovePrompts(names ...string)                              {}
func (s *Server) RemoveResources(uris ...string)                             {}
func (s *Server) RemoveResourceTemplates(uriTemplates ...string)             {}
func (s *Server) Run(ctx context.Context, t Transport) error                 { return nil }
func (s *Server) Sessions() iter.Seq[*ServerSession]                         { return nil }
func (s *Server) ResourceUpdated(ctx context.Context, params *ResourceUpdatedNotificationParams) error {
	return nil
}
func (s *Server) Connect(ctx context.Context, t Transport, opts *ServerSessionOptions) (*ServerSession, error) {
	return nil, nil
}

type ServerSessionOptions struct{}

type Meta map[string]any

func (m Meta) GetMeta() map[string]any   { return m }
func (m *Meta) SetMeta(x map[string]any) {}

type Params interface {
	GetMeta() map[string]any
	SetMeta(map[string]any)
}

type Result interface {
	GetMeta() map[string]any
	SetMeta(map[string]any)
}

type Session interface {
	ID() string
}

type Request interface {
	GetSession() Session
	GetParams() Params
	GetExtra() *RequestExtra
}

type RequestExtra struct {
	TokenInfo      *auth.TokenInfo
	Header         http.Header
	CloseSSEStream func(CloseSSEStreamArgs)
}

type CloseSSEStreamArgs struct{ RetryAfter time.Duration }

type ServerRequest[P Params] struct {
	Session *ServerSession
	Params  P
	Extra   *RequestExtra
}

func (r *ServerRequest[P]) GetSession() Session                     { return r.Session }
func (r *ServerRequest[P]) GetParams() Params                       { return r.Params }
func (r *ServerRequest[P]) GetExtra() *RequestExtra                 { return r.Extra }
func (r *ServerRequest[P]) ProtocolVersion() string                 { return "" }
func (r *ServerRequest[P]) ClientInfo() *Implementation             { return nil }
func (r *ServerRequest[P]) ClientCapabilities() *ClientCapabilities { return nil }

type ClientRequest[P Params] struct {
	Session *ClientSession
	Params  P
}

type (
	CallToolRequest                   = ServerRequest[*CallToolParamsRaw]
	GetPromptRequest                  = ServerRequest[*GetPromptParams]
	ReadResourceRequest               = ServerRequest[*ReadResourceParams]
	CompleteRequest                   = ServerRequest[*CompleteParams]
	InitializedRequest                = ServerRequest[*InitializedParams]
	ListToolsRequest                  = ServerRequest[*ListToolsParams]
	ListPromptsRequest                = ServerRequest[*ListPromptsParams]
	SubscribeRequest                  = ServerRequest[*SubscribeParams]
	UnsubscribeRequest                = ServerRequest[*UnsubscribeParams]
	RootsListChangedRequest           = ServerRequest[*RootsListChangedParams]
	ProgressNotificationServerRequest = ServerRequest[*ProgressNotificationParams]
	ElicitRequest                     = ClientRequest[*ElicitParams]
	CreateMessageRequest              = ClientRequest[*CreateMessageParams]
)

type CallToolParams struct {
	Meta
	Name           string
	Arguments      any
	RequestState   string
	InputResponses InputResponseMap
}

type CallToolParamsRaw struct {
	Meta
	Name           string
	Arguments      []byte
	RequestState   string
	InputResponses InputResponseMap
}

func (x *CallToolParamsRaw) GetProgressToken() any { return nil }

type GetPromptParams struct {
	Meta
	Name           string
	Arguments      map[string]string
	RequestState   string
	InputResponses InputResponseMap
}

type ReadResourceParams struct {
	Meta
	URI            string
	RequestState   string
	InputResponses InputResponseMap
}

type (
	CompleteParams struct {
		Meta
		Ref      *CompleteReference
		Argument CompleteParamsArgument
		Context  *CompleteContext
	}
	CompleteReference      struct{ Type, Name, URI string }
	CompleteParamsArgument struct{ Name, Value string }
	CompleteContext        struct{ Arguments map[string]string }
	CompleteResult         struct {
		Meta
		Completion CompletionResultDetails
	}
	CompletionResultDetails struct {
		HasMore bool
		Total   int
		Values  []string
	}
	InitializedParams          struct{ Meta }
	RootsListChangedParams     struct{ Meta }
	ProgressNotificationParams struct {
		Meta
		ProgressToken   any
		Message         string
		Progress, Total float64
	}
	ListToolsParams struct {
		Meta
		Cursor string
	}
	ListPromptsParams struct {
		Meta
		Cursor string
	}
	ListRootsParams struct{ Meta }
	SubscribeParams struct {
		Meta
		URI string
	}
	UnsubscribeParams struct {
		Meta
		URI string
	}
	ResourceUpdatedNotificationParams struct {
		Meta
		URI string
	}
	InitializeParams struct {
		Meta
		Capabilities    *ClientCapabilities
		ClientInfo      *Implementation
		ProtocolVersion string
	}
	ElicitParams struct {
		Meta
		Mode, Message   string
		RequestedSchema any
		ElicitationID   string
		URL             string
	}
	ElicitResult struct {
		Meta
		Action  string
		Content map[string]any
	}
	CreateMessageParams struct {
		Meta
		MaxTokens    int64
		Messages     []*SamplingMessage
		SystemPrompt string
	}
	SamplingMessage struct {
		Content Content
		Role    Role
	}
	CreateMessageResult struct {
		Meta
		Content Content
		Model   string
		Role    Role
	}
	PingParams           struct{ Meta }
	LoggingMessageParams struct {
		Meta
		Data   any
		Level  LoggingLevel
		Logger string
	}
	ListRootsResult struct {
		Meta
		Roots []*Root
	}
	Root               struct{ Name, URI string }
	ClientCapabilities struct {
		Elicitation *struct{}
		Sampling    *struct{}
		Roots       struct{ ListChanged bool }
	}
	Cacheable struct {
		TTLMs      int
		CacheScope string
	}
)

type (
	Role         string
	LoggingLevel string
)

type InputRequest interface{ isInputRequest() }

func (*ElicitParams) isInputRequest()        {}
func (*CreateMessageParams) isInputRequest() {}
func (*ListRootsParams) isInputRequest()     {}

type InputResponse interface{ isInputResponse() }

func (*ElicitResult) isInputResponse()        {}
func (*CreateMessageResult) isInputResponse() {}
func (*ListRootsResult) isInputResponse()     {}

type (
	InputRequestMap  map[string]InputRequest
	InputResponseMap map[string]InputResponse
)

type CallToolResult struct {
	Meta
	Cacheable
	Content           []Content
	StructuredContent any
	IsError           bool
	InputRequests     InputRequestMap
	RequestState      string
}

func (r *CallToolResult) SetError(err error) {}
func (r *CallToolResult) GetError() error    { return nil }

type GetPromptResult struct {
	Meta
	Description   string
	Messages      []*PromptMessage
	InputRequests InputRequestMap
	RequestState  string
}

type PromptMessage struct {
	Content Content
	Role    Role
}

type ReadResourceResult struct {
	Meta
	Cacheable
	Contents      []*ResourceContents
	InputRequests InputRequestMap
	RequestState  string
}

type ResourceContents struct {
	URI, MIMEType, Text string
	Blob                []byte
}

type ListToolsResult struct {
	Meta
	Cacheable
	NextCursor string
	Tools      []*Tool
}

type Content interface{ isContent() }

type TextContent struct{ Text string }

func (*TextContent) isContent() {}

type ServerSession struct{}

func (ss *ServerSession) ID() string                          { return "" }
func (ss *ServerSession) InitializeParams() *InitializeParams { return nil }
func (ss *ServerSession) Close() error                        { return nil }
func (ss *ServerSession) Wait() error                         { return nil }
func (ss *ServerSession) Ping(ctx context.Context, params *PingParams) error {
	return nil
}
func (ss *ServerSession) Log(ctx context.Context, params *LoggingMessageParams) error {
	return nil
}
func (ss *ServerSession) NotifyProgress(ctx context.Context, params *ProgressNotificationParams) error {
	return nil
}
func (ss *ServerSession) Elicit(ctx context.Context, params *ElicitParams) (*ElicitResult, error) {
	return nil, nil
}
func (ss *ServerSession) CreateMessage(ctx context.Context, params *CreateMessageParams) (*CreateMessageResult, error) {
	return nil, nil
}
func (ss *ServerSession) ListRoots(ctx context.Context, params *ListRootsParams) (*ListRootsResult, error) {
	return nil, nil
}

type Client struct{}

type ClientOptions struct{}

type ClientSessionOptions struct{}

func NewClient(impl *Implementation, options *ClientOptions) *Client { return nil }

func (c *Client) Connect(ctx context.Context, t Transport, opts *ClientSessionOptions) (*ClientSession, error) {
	return nil, nil
}

type ClientSession struct{}

func (cs *ClientSession) ID() string   { return "" }
func (cs *ClientSession) Close() error { return nil }
func (cs *ClientSession) CallTool(ctx context.Context, params *CallToolParams) (*CallToolResult, error) {
	return nil, nil
}
func (cs *ClientSession) ListTools(ctx context.Context, params *ListToolsParams) (*ListToolsResult, error) {
	return nil, nil
}

type Transport interface {
	Connect(ctx context.Context) (Connection, error)
}

type Connection interface {
	Close() error
	SessionID() string
}

type (
	StdioTransport    struct{}
	InMemoryTransport struct{}
	CommandTransport  struct{ Command any }
)

func (*StdioTransport) Connect(context.Context) (Connection, error)    { return nil, nil }
func (*InMemoryTransport) Connect(context.Context) (Connection, error) { return nil, nil }
func (*CommandTransport) Connect(context.Context) (Connection, error)  { return nil, nil }

func NewInMemoryTransports() (*InMemoryTransport, *InMemoryTransport) { return nil, nil }

type StreamableHTTPOptions struct {
	Stateless                    bool
	JSONResponse                 bool
	Logger                       *slog.Logger
	EventStore                   EventStore
	SessionTimeout               time.Duration
	DisableLocalhostProtection   bool
	PropagateRequestCancellation bool
}

type StreamableHTTPHandler struct{}

func NewStreamableHTTPHandler(getServer func(*http.Request) *Server, opts *StreamableHTTPOptions) *StreamableHTTPHandler {
	return nil
}

func (h *StreamableHTTPHandler) ServeHTTP(w http.ResponseWriter, req *http.Request) {}

type StreamableServerTransport struct {
	SessionID  string
	Stateless  bool
	EventStore EventStore
}

func (t *StreamableServerTransport) Connect(context.Context) (Connection, error)        { return nil, nil }
func (t *StreamableServerTransport) ServeHTTP(w http.ResponseWriter, req *http.Request) {}

type SSEHandler struct{}

type SSEOptions struct{ DisableLocalhostProtection bool }

func NewSSEHandler(getServer func(*http.Request) *Server, opts *SSEOptions) *SSEHandler { return nil }

func (h *SSEHandler) ServeHTTP(w http.ResponseWriter, req *http.Request) {}

type SSEServerTransport struct {
	Endpoint string
	Response http.ResponseWriter
}

func (t *SSEServerTransport) Connect(context.Context) (Connection, error) { return nil, nil }

type EventStore interface {
	Open(ctx context.Context, sessionID, streamID string) error
	Append(ctx context.Context, sessionID, streamID string, data []byte) error
	After(ctx context.Context, sessionID, streamID string, index int) iter.Seq2[[]byte, error]
	SessionClosed(ctx context.Context, sessionID string) error
}

type MemoryEventStore struct{}

type MemoryEventStoreOptions struct{}

func NewMemoryEventStore(opts *MemoryEventStoreOptions) *MemoryEventStore { return nil }

func (s *MemoryEventStore) Open(context.Context, string, string) error           { return nil }
func (s *MemoryEventStore) Append(context.Context, string, string, []byte) error { return nil }
func (s *MemoryEventStore) After(context.Context, string, string, int) iter.Seq2[[]byte, error] {
	return nil
}
func (s *MemoryEventStore) SessionClosed(context.Context, string) error { return nil }

func ResourceNotFoundError(uri string) error { return nil }

func URLElicitationRequiredError(elicitations []*ElicitParams) error { return nil }

func SupportedProtocolVersions() []string { return nil }

type LoggingHandler struct{ slog.Handler }

type LoggingHandlerOptions struct{ LoggerName string }

func NewLoggingHandler(ss *ServerSession, opts *LoggingHandlerOptions) *LoggingHandler { return nil }
