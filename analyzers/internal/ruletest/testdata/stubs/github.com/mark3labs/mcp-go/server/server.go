// Package server declares what the tests use of the SDK's package.
package server

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

type (
	ToolHandlerFunc             func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error)
	TaskToolHandlerFunc         func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CreateTaskResult, error)
	PromptHandlerFunc           func(ctx context.Context, request mcp.GetPromptRequest) (*mcp.GetPromptResult, error)
	ResourceHandlerFunc         func(ctx context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error)
	ResourceTemplateHandlerFunc func(ctx context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error)
	ToolHandlerMiddleware       func(ToolHandlerFunc) ToolHandlerFunc
	ToolFilterFunc              func(ctx context.Context, tools []mcp.Tool) []mcp.Tool
	NotificationHandlerFunc     func(ctx context.Context, notification mcp.JSONRPCNotification)
	HTTPContextFunc             func(ctx context.Context, r *http.Request) context.Context
	SSEContextFunc              func(ctx context.Context, r *http.Request) context.Context
	StdioContextFunc            func(ctx context.Context) context.Context
)

type (
	ServerTool struct {
		Tool    mcp.Tool
		Handler ToolHandlerFunc
	}
	ServerTaskTool struct {
		Tool    mcp.Tool
		Handler TaskToolHandlerFunc
	}
	ServerPrompt struct {
		Prompt  mcp.Prompt
		Handler PromptHandlerFunc
	}
	ServerResource struct {
		Resource mcp.Resource
		Handler  ResourceHandlerFunc
	}
)

type (
	MCPServer    struct{}
	ServerOption func(*MCPServer)
)

func NewMCPServer(name, version string, opts ...ServerOption) *MCPServer { return nil }

func WithHooks(hooks *Hooks) ServerOption                                  { return nil }
func WithToolFilter(toolFilter ToolFilterFunc) ServerOption                { return nil }
func WithToolHandlerMiddleware(mw ToolHandlerMiddleware) ServerOption      { return nil }
func WithToolCapabilities(listChanged bool) ServerOption                   { return nil }
func WithResourceCapabilities(subscribe, listChanged bool) ServerOption    { return nil }
func WithPromptCapabilities(listChanged bool) ServerOption                 { return nil }
func WithLogging() ServerOption                                            { return nil }
func WithRecovery() ServerOption                                           { return nil }
func WithElicitation() ServerOption                                        { return nil }
func WithPaginationLimit(limit int) ServerOption                           { return nil }
func WithPromptCompletionProvider(p PromptCompletionProvider) ServerOption { return nil }

type PromptCompletionProvider interface {
	CompletePromptArgument(ctx context.Context, promptName string, argument mcp.CompleteArgument, c mcp.CompleteContext) (*mcp.Completion, error)
}

func ServerFromContext(ctx context.Context) *MCPServer { return nil }

func (s *MCPServer) AddTool(tool mcp.Tool, handler ToolHandlerFunc)         {}
func (s *MCPServer) AddTools(tools ...ServerTool)                           {}
func (s *MCPServer) SetTools(tools ...ServerTool)                           {}
func (s *MCPServer) DeleteTools(names ...string)                            {}
func (s *MCPServer) AddTaskTool(tool mcp.Tool, handler TaskToolHandlerFunc) {}
func (s *MCPServer) AddSessionTool(sessionID string, tool mcp.Tool, handler ToolHandlerFunc) error {
	return nil
}
func (s *MCPServer) AddSessionTools(sessionID string, tools ...ServerTool) error               { return nil }
func (s *MCPServer) DeleteSessionTools(sessionID string, names ...string) error                { return nil }
func (s *MCPServer) AddPrompt(prompt mcp.Prompt, handler PromptHandlerFunc)                    {}
func (s *MCPServer) AddPrompts(prompts ...ServerPrompt)                                        {}
func (s *MCPServer) AddResource(resource mcp.Resource, handler ResourceHandlerFunc)            {}
func (s *MCPServer) AddResources(resources ...ServerResource)                                  {}
func (s *MCPServer) AddResourceTemplate(t mcp.ResourceTemplate, h ResourceTemplateHandlerFunc) {}
func (s *MCPServer) AddNotificationHandler(method string, handler NotificationHandlerFunc)     {}
func (s *MCPServer) Use(mw ...ToolHandlerMiddleware)                                           {}
func (s *MCPServer) HandleMessage(ctx context.Context, message json.RawMessage) any            { return nil }
func (s *MCPServer) WithContext(ctx context.Context, session ClientSession) context.Context {
	return nil
}
func (s *MCPServer) RegisterSession(ctx context.Context, session ClientSession) error { return nil }
func (s *MCPServer) UnregisterSession(ctx context.Context, sessionID string)          {}
func (s *MCPServer) SendNotificationToClient(ctx context.Context, method string, params map[string]any) error {
	return nil
}
func (s *MCPServer) SendNotificationToAllClients(method string, params map[string]any) {}
func (s *MCPServer) SendNotificationToSpecificClient(sessionID, method string, params map[string]any) error {
	return nil
}
func (s *MCPServer) RequestElicitation(ctx context.Context, request mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	return nil, nil
}
func (s *MCPServer) RequestSampling(ctx context.Context, request mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	return nil, nil
}
func (s *MCPServer) RequestRoots(ctx context.Context, request mcp.ListRootsRequest) (*mcp.ListRootsResult, error) {
	return nil, nil
}

type ClientSession interface {
	Initialize()
	Initialized() bool
	NotificationChannel() chan<- mcp.JSONRPCNotification
	SessionID() string
}

type SessionWithTools interface {
	ClientSession
	GetSessionTools() map[string]ServerTool
	SetSessionTools(tools map[string]ServerTool)
}

type SessionWithClientInfo interface {
	ClientSession
	GetClientInfo() mcp.Implementation
	SetClientInfo(clientInfo mcp.Implementation)
	GetClientCapabilities() mcp.ClientCapabilities
	SetClientCapabilities(clientCapabilities mcp.ClientCapabilities)
}

func ClientSessionFromContext(ctx context.Context) ClientSession { return nil }

func IsModernRequest(ctx context.Context) bool          { return false }
func RequestProtocolVersion(ctx context.Context) string { return "" }

type Hooks struct {
	OnRegisterSession   []func(ctx context.Context, session ClientSession)
	OnUnregisterSession []func(ctx context.Context, session ClientSession)
}

func (h *Hooks) AddBeforeAny(hook func(ctx context.Context, id any, method mcp.MCPMethod, message any)) {
}
func (h *Hooks) AddOnSuccess(hook func(ctx context.Context, id any, method mcp.MCPMethod, message any, result any)) {
}
func (h *Hooks) AddOnError(hook func(ctx context.Context, id any, method mcp.MCPMethod, message any, err error)) {
}
func (h *Hooks) AddOnRegisterSession(hook func(ctx context.Context, session ClientSession))   {}
func (h *Hooks) AddOnUnregisterSession(hook func(ctx context.Context, session ClientSession)) {}
func (h *Hooks) AddBeforeInitialize(hook func(ctx context.Context, id any, message *mcp.InitializeRequest)) {
}
func (h *Hooks) AddAfterInitialize(hook func(ctx context.Context, id any, message *mcp.InitializeRequest, result *mcp.InitializeResult)) {
}
func (h *Hooks) AddBeforeCallTool(hook func(ctx context.Context, id any, message *mcp.CallToolRequest)) {
}
func (h *Hooks) AddAfterCallTool(hook func(ctx context.Context, id any, message *mcp.CallToolRequest, result any)) {
}
func (h *Hooks) AddAfterListTools(hook func(ctx context.Context, id any, message *mcp.ListToolsRequest, result *mcp.ListToolsResult)) {
}

type SessionIdManager interface {
	Generate() string
	Validate(sessionID string) (isTerminated bool, err error)
	Terminate(sessionID string) (isNotAllowed bool, err error)
}

type (
	StatelessSessionIdManager           struct{}
	StatelessGeneratingSessionIdManager struct{}
	InsecureStatefulSessionIdManager    struct{}
)

func (s *StatelessSessionIdManager) Generate() string                         { return "" }
func (s *StatelessSessionIdManager) Validate(string) (bool, error)            { return false, nil }
func (s *StatelessSessionIdManager) Terminate(string) (bool, error)           { return false, nil }
func (s *StatelessGeneratingSessionIdManager) Generate() string               { return "" }
func (s *StatelessGeneratingSessionIdManager) Validate(string) (bool, error)  { return false, nil }
func (s *StatelessGeneratingSessionIdManager) Terminate(string) (bool, error) { return false, nil }
func (s *InsecureStatefulSessionIdManager) Generate() string                  { return "" }
func (s *InsecureStatefulSessionIdManager) Validate(string) (bool, error)     { return false, nil }
func (s *InsecureStatefulSessionIdManager) Terminate(string) (bool, error)    { return false, nil }

type SessionIdManagerResolver interface {
	ResolveSessionIdManager(r *http.Request) SessionIdManager
}

type EventStore interface {
	StoreEvent(ctx context.Context, sessionID, streamID string, message json.RawMessage) (string, error)
	PurgeSession(ctx context.Context, sessionID string) error
}

type InMemoryEventStore struct{}

func NewInMemoryEventStore() *InMemoryEventStore { return nil }

func (s *InMemoryEventStore) StoreEvent(context.Context, string, string, json.RawMessage) (string, error) {
	return "", nil
}
func (s *InMemoryEventStore) PurgeSession(context.Context, string) error { return nil }

type (
	StreamableHTTPServer struct{}
	StreamableHTTPOption func(*StreamableHTTPServer)
)

func NewStreamableHTTPServer(server *MCPServer, opts ...StreamableHTTPOption) *StreamableHTTPServer {
	return nil
}

func (s *StreamableHTTPServer) Start(addr string) error                          { return nil }
func (s *StreamableHTTPServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {}

func WithStateLess(stateLess bool) StreamableHTTPOption                            { return nil }
func WithStateful(stateful bool) StreamableHTTPOption                              { return nil }
func WithSessionIdManager(manager SessionIdManager) StreamableHTTPOption           { return nil }
func WithSessionIdManagerResolver(r SessionIdManagerResolver) StreamableHTTPOption { return nil }
func WithSessionIdleTTL(ttl time.Duration) StreamableHTTPOption                    { return nil }
func WithEventStore(store EventStore) StreamableHTTPOption                         { return nil }
func WithHeartbeatInterval(interval time.Duration) StreamableHTTPOption            { return nil }
func WithHTTPContextFunc(fn HTTPContextFunc) StreamableHTTPOption                  { return nil }
func WithEndpointPath(endpointPath string) StreamableHTTPOption                    { return nil }
func WithDisableStreaming(disable bool) StreamableHTTPOption                       { return nil }

type (
	SSEServer struct{}
	SSEOption func(*SSEServer)
)

func NewSSEServer(server *MCPServer, opts ...SSEOption) *SSEServer { return nil }

func (s *SSEServer) Start(addr string) error                              { return nil }
func (s *SSEServer) ServeHTTP(w http.ResponseWriter, r *http.Request)     {}
func (s *SSEServer) SendEventToSession(sessionID string, event any) error { return nil }

func WithBaseURL(baseURL string) SSEOption            { return nil }
func WithKeepAlive(keepAlive bool) SSEOption          { return nil }
func WithKeepAliveInterval(d time.Duration) SSEOption { return nil }
func WithSSEContextFunc(fn SSEContextFunc) SSEOption  { return nil }

type (
	StdioServer struct{}
	StdioOption func(*StdioServer)
)

func NewStdioServer(server *MCPServer) *StdioServer           { return nil }
func ServeStdio(server *MCPServer, opts ...StdioOption) error { return nil }
func WithStdioContextFunc(fn StdioContextFunc) StdioOption    { return nil }

type InputRequestBuilder struct{}

func NewInputRequestBuilder(requestState string) *InputRequestBuilder { return nil }

func (b *InputRequestBuilder) Elicit(id string, params mcp.ElicitationParams) *InputRequestBuilder {
	return b
}
func (b *InputRequestBuilder) RequestState(state string) *InputRequestBuilder { return b }
func (b *InputRequestBuilder) ToolResult() *mcp.CallToolResult                { return nil }

func ElicitationResponse(responses mcp.InputResponses, id string) *mcp.ElicitationResult { return nil }

func WithCacheHints(ttlMs int64, scope mcp.CacheScope) ServerOption { return nil }
func WithMethodCacheHints(method mcp.MCPMethod, ttlMs int64, scope mcp.CacheScope) ServerOption {
	return nil
}

type CORSConfig struct{ AllowedHeaders []string }
type CORSOption func(*CORSConfig)

func WithStreamableHTTPCORS(opts ...CORSOption) StreamableHTTPOption { return nil }
func WithCORSAllowedOrigins(origins ...string) CORSOption            { return nil }
func WithCORSAllowedHeaders(headers ...string) CORSOption            { return nil }
