// Package mcp declares what the tests use of the SDK's package.
package mcp

import (
	"context"
	"net/http"
)

type MCPMethod string

type Implementation struct{ Name, Version string }

type Meta struct {
	ProgressToken    any
	AdditionalFields map[string]any
}

func (m *Meta) GetMetaField(key string) any { return nil }
func (m *Meta) ClientInfo() *Implementation { return nil }
func (m *Meta) ProtocolVersion() string     { return "" }

type (
	Request struct{ Method string }
	Result  struct{ Meta *Meta }
)

type MultiRoundTripParams struct {
	RequestState   string
	InputResponses InputResponses
}

type (
	InputResponses map[string]InputResponse
	InputResponse  struct{}
	InputRequests  map[string]InputRequest
	InputRequest   struct{}
)

type CallToolParams struct {
	MultiRoundTripParams
	Name         string
	Arguments    any
	RawArguments []byte
	Meta         *Meta
}

type CallToolRequest struct {
	Request
	Header http.Header
	Params CallToolParams
}

func (r CallToolRequest) GetArguments() map[string]any                              { return nil }
func (r CallToolRequest) GetRawArguments() any                                      { return nil }
func (r CallToolRequest) BindArguments(target any) error                            { return nil }
func (r CallToolRequest) GetString(key, defaultValue string) string                 { return "" }
func (r CallToolRequest) GetInt(key string, defaultValue int) int                   { return 0 }
func (r CallToolRequest) GetFloat(key string, defaultValue float64) float64         { return 0 }
func (r CallToolRequest) GetBool(key string, defaultValue bool) bool                { return false }
func (r CallToolRequest) RequireString(key string) (string, error)                  { return "", nil }
func (r CallToolRequest) RequireInt(key string) (int, error)                        { return 0, nil }
func (r CallToolRequest) RequireFloat(key string) (float64, error)                  { return 0, nil }
func (r CallToolRequest) RequireBool(key string) (bool, error)                      { return false, nil }
func (r CallToolRequest) GetStringSlice(key string, defaultValue []string) []string { return nil }

func ParseString(request CallToolRequest, key string, defaultValue string) string { return "" }
func ParseInt(request CallToolRequest, key string, defaultValue int) int          { return 0 }
func ParseBoolean(request CallToolRequest, key string, defaultValue bool) bool    { return false }
func ParseArgument(request CallToolRequest, key string, defaultVal any) any       { return nil }

type CallToolResult struct {
	Result
	Content           []Content
	StructuredContent any
	IsError           bool
}

type Content interface{ isContent() }

type TextContent struct{ Type, Text string }

func (TextContent) isContent() {}

func NewTextContent(text string) TextContent                                      { return TextContent{} }
func NewToolResultText(text string) *CallToolResult                               { return nil }
func NewToolResultError(text string) *CallToolResult                              { return nil }
func NewToolResultErrorFromErr(text string, err error) *CallToolResult            { return nil }
func NewToolResultErrorf(format string, a ...any) *CallToolResult                 { return nil }
func NewToolResultStructured(structured any, fallbackText string) *CallToolResult { return nil }

type ToolAnnotation struct {
	Title           string
	ReadOnlyHint    *bool
	DestructiveHint *bool
	IdempotentHint  *bool
	OpenWorldHint   *bool
}

type ToolInputSchema struct {
	Type       string
	Properties map[string]any
	Required   []string
}

type Tool struct {
	Name, Description string
	InputSchema       ToolInputSchema
	RawInputSchema    []byte
	Annotations       ToolAnnotation
}

type (
	ToolOption     func(*Tool)
	PropertyOption func(map[string]any)
)

func NewTool(name string, opts ...ToolOption) Tool                      { return Tool{} }
func NewToolWithRawSchema(name, description string, schema []byte) Tool { return Tool{} }
func WithDescription(description string) ToolOption                     { return nil }
func WithString(name string, opts ...PropertyOption) ToolOption         { return nil }
func WithNumber(name string, opts ...PropertyOption) ToolOption         { return nil }
func WithBoolean(name string, opts ...PropertyOption) ToolOption        { return nil }
func WithObject(name string, opts ...PropertyOption) ToolOption         { return nil }
func WithArray(name string, opts ...PropertyOption) ToolOption          { return nil }
func WithToolAnnotation(annotation ToolAnnotation) ToolOption           { return nil }
func WithReadOnlyHintAnnotation(value bool) ToolOption                  { return nil }
func WithDestructiveHintAnnotation(value bool) ToolOption               { return nil }
func WithIdempotentHintAnnotation(value bool) ToolOption                { return nil }
func WithOpenWorldHintAnnotation(value bool) ToolOption                 { return nil }
func WithTitleAnnotation(title string) ToolOption                       { return nil }
func Description(desc string) PropertyOption                            { return nil }
func Required() PropertyOption                                          { return nil }
func Enum(values ...string) PropertyOption                              { return nil }
func DefaultString(value string) PropertyOption                         { return nil }
func ToBoolPtr(b bool) *bool                                            { return &b }

type TypedToolHandlerFunc[T any] func(ctx context.Context, request CallToolRequest, args T) (*CallToolResult, error)

func NewTypedToolHandler[T any](handler TypedToolHandlerFunc[T]) func(ctx context.Context, request CallToolRequest) (*CallToolResult, error) {
	return nil
}

type (
	PromptArgument struct{ Name, Description string }
	Prompt         struct {
		Name, Description string
		Arguments         []PromptArgument
	}
	PromptOption   func(*Prompt)
	ArgumentOption func(*PromptArgument)
)

func NewPrompt(name string, opts ...PromptOption) Prompt            { return Prompt{} }
func WithPromptDescription(description string) PromptOption         { return nil }
func WithArgument(name string, opts ...ArgumentOption) PromptOption { return nil }

type GetPromptParams struct {
	MultiRoundTripParams
	Name      string
	Arguments map[string]string
}

type GetPromptRequest struct {
	Request
	Header http.Header
	Params GetPromptParams
}

type (
	Role          string
	PromptMessage struct {
		Role    Role
		Content Content
	}
	GetPromptResult struct {
		Result
		Description string
		Messages    []PromptMessage
	}
)

type (
	Resource               struct{ URI, Name, Description, MIMEType string }
	ResourceTemplate       struct{ URITemplate, Name, Description, MIMEType string }
	ResourceOption         func(*Resource)
	ResourceTemplateOption func(*ResourceTemplate)
)

func NewResource(uri string, name string, opts ...ResourceOption) Resource { return Resource{} }
func NewResourceTemplate(uriTemplate string, name string, opts ...ResourceTemplateOption) ResourceTemplate {
	return ResourceTemplate{}
}
func WithMIMEType(mimeType string) ResourceOption               { return nil }
func WithResourceDescription(description string) ResourceOption { return nil }

type ReadResourceParams struct {
	URI       string
	Arguments map[string]any
}

type ReadResourceRequest struct {
	Request
	Header http.Header
	Params ReadResourceParams
}

type ResourceContents interface{ isResourceContents() }

type TextResourceContents struct{ URI, MIMEType, Text string }

func (TextResourceContents) isResourceContents() {}

type (
	InitializeParams struct {
		ProtocolVersion string
		Capabilities    ClientCapabilities
		ClientInfo      Implementation
	}
	InitializeRequest struct {
		Request
		Params InitializeParams
		Header http.Header
	}
	InitializeResult   struct{ Result }
	ClientCapabilities struct {
		Elicitation *struct{}
		Sampling    *struct{}
	}
	ListToolsRequest struct {
		Request
		Header http.Header
	}
	ListToolsResult struct {
		Result
		Tools []Tool
	}
	Notification        struct{ Method string }
	JSONRPCNotification struct {
		JSONRPC string
		Notification
	}
	ElicitationParams struct {
		Message         string
		RequestedSchema any
		URL             string
	}
	ElicitationRequest struct {
		Request
		Params ElicitationParams
	}
	ElicitationResponse struct {
		Action  string
		Content any
	}
	ElicitationResult struct {
		Result
		ElicitationResponse
	}
	CreateMessageParams  struct{ SystemPrompt string }
	CreateMessageRequest struct {
		Request
		CreateMessageParams
	}
	CreateMessageResult struct{ Result }
	ListRootsRequest    struct{ Request }
	ListRootsResult     struct {
		Result
		Roots []Root
	}
	Root             struct{ URI, Name string }
	LoggingLevel     string
	Task             struct{ TaskID string }
	CreateTaskResult struct {
		Result
		Task Task
	}
	CompleteArgument struct{ Name, Value string }
	CompleteContext  struct{ Arguments map[string]string }
	Completion       struct{ Values []string }
)

type InputRequiredResult struct {
	Result
	RequestState string
}

func NewInputRequiredResult(requests InputRequests, requestState string) *InputRequiredResult {
	return nil
}

// URLElicitationRequiredError asks the client to open a page.
type URLElicitationRequiredError struct{ Elicitations []ElicitationParams }

func (e URLElicitationRequiredError) Error() string { return "" }

type CacheScope string

const (
	CacheScopePublic  CacheScope = "public"
	CacheScopePrivate CacheScope = "private"
)

const (
	MethodToolsList     MCPMethod = "tools/list"
	MethodResourcesRead MCPMethod = "resources/read"
)
