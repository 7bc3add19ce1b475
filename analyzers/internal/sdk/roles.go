package sdk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Role says what a symbol means to an audit. The set is closed: a table that
// names another role does not parse.
type Role string

// SDKs.
const (
	// SDK marks an import path, and everything below it, as an MCP SDK or framework.
	SDK Role = "sdk"
	// ServerNew constructs an MCP server: the argument that names it.
	ServerNew Role = "server.new"
	// ServerName is a type whose field names the server (an implementation record).
	ServerName Role = "server.name"
)

// Request roots: ways in which an SDK, a framework or the standard library
// calls the user's code while it serves a request.
const (
	// RootTool registers a tool handler.
	RootTool Role = "root.tool"
	// RootPrompt registers a prompt handler.
	RootPrompt Role = "root.prompt"
	// RootResource registers the handler of a resource or of a resource template.
	RootResource Role = "root.resource"
	// RootCompletion registers a completion handler or provider.
	RootCompletion Role = "root.completion"
	// RootSubscription registers a function called when a client subscribes or unsubscribes.
	RootSubscription Role = "root.subscription"
	// RootTask registers the handler of a task-augmented tool.
	RootTask Role = "root.task"
	// RootMiddleware registers a function that wraps the handling of requests.
	RootMiddleware Role = "root.middleware"
	// RootHook registers a function called around requests or in a session's life; hook= says when.
	RootHook Role = "root.hook"
	// RootGetServer registers the function that chooses the server of an HTTP request.
	RootGetServer Role = "root.getserver"
	// RootHTTPContext registers a function that derives a request's context.
	RootHTTPContext Role = "root.httpcontext"
	// RootFilter registers a function that filters a list before a client sees it.
	RootFilter Role = "root.filter"
	// RootHTTP registers an HTTP handler or HTTP middleware; item= is the route.
	RootHTTP Role = "root.http"
	// RootRPC registers a handler of raw JSON-RPC messages.
	RootRPC Role = "root.rpc"
	// RootManager is an interface which the SDK calls while serving: session id managers, event stores, sessions.
	RootManager Role = "root.manager"
	// TypeRegistrar is a type that generated functions take to register the service object of an RPC server: its methods serve requests.
	TypeRegistrar Role = "type.registrar"
	// WrapHandler returns a handler that calls the function given to it.
	WrapHandler Role = "wrap.handler"
)

// Types of requests: a function with a parameter of such a type is a request
// handler by its signature.
const (
	// RequestTool is the request of a tool call.
	RequestTool Role = "request.tool"
	// RequestPrompt is the request of a prompt.
	RequestPrompt Role = "request.prompt"
	// RequestResource is the request to read a resource.
	RequestResource Role = "request.resource"
	// RequestAny is any other request, or the interface of all of them.
	RequestAny Role = "request.any"
	// TypeRequest is a type whose fields are data of a request.
	TypeRequest Role = "type.request"
	// TypeSession is the type of a session.
	TypeSession Role = "type.session"
	// TypeExchange is a type of which a framework makes a new value for each request, also inside the types that embed it.
	TypeExchange Role = "type.exchange"
	// TypeHeader is a map type of HTTP or metadata headers, read by indexing as well.
	TypeHeader Role = "type.header"
)

// Origins of values: where a key, an id or a decision comes from.
const (
	// OriginSessionID yields the identity of the protocol session.
	OriginSessionID Role = "origin.sessionid"
	// OriginSession yields the session object.
	OriginSession Role = "origin.session"
	// OriginClientInfo yields what the client said of itself: name, version, capabilities, roots.
	OriginClientInfo Role = "origin.clientinfo"
	// OriginArg yields arguments of a tool, a prompt or a resource request.
	OriginArg Role = "origin.arg"
	// OriginRequestID yields the JSON-RPC id or a progress token.
	OriginRequestID Role = "origin.requestid"
	// OriginRequestState yields the request state that a client sends back.
	OriginRequestState Role = "origin.requeststate"
	// OriginAnswers yields the client's answers to input requests of an earlier round.
	OriginAnswers Role = "origin.answers"
	// OriginPrincipal yields the authenticated caller.
	OriginPrincipal Role = "origin.principal"
	// OriginClaims reads the claims of a token without verifying it.
	OriginClaims Role = "origin.claims"
	// OriginHeader yields a request header; name= is the argument with its name.
	OriginHeader Role = "origin.header"
	// OriginHTTPParam yields another part of an HTTP request: path, query, form, cookie, body, peer address.
	OriginHTTPParam Role = "origin.httpparam"
	// OriginContext yields a value carried by a context; key= is the argument with its key.
	OriginContext Role = "origin.context"
	// OriginEnv yields an environment variable or another configured value.
	OriginEnv Role = "origin.env"
	// SettingSet changes what OriginEnv yields, for the whole process.
	SettingSet Role = "setting.set"
	// OriginFlag yields a command line flag or argument.
	OriginFlag Role = "origin.flag"
	// OriginClock yields the time.
	OriginClock Role = "origin.clock"
	// OriginRandom yields random numbers or bytes.
	OriginRandom Role = "origin.random"
	// OriginID mints an identifier.
	OriginID Role = "origin.id"
	// OriginHost yields what differs per host, process or instance.
	OriginHost Role = "origin.host"
	// OriginHash yields a digest of its input.
	OriginHash Role = "origin.hash"
	// OriginListCursor yields the cursor that a client sends to go on with a list.
	OriginListCursor Role = "origin.listcursor"
	// HeaderSet writes a header.
	HeaderSet Role = "header.set"
)

// Transports.
const (
	// Transport is a constructor, handler, type or method that serves MCP.
	Transport Role = "transport"
	// TransportOption is an option or options field of a transport.
	TransportOption Role = "transport.option"
)

// Lists of tools, prompts and resources.
const (
	// ListAdd adds to a list that every client sees.
	ListAdd Role = "list.add"
	// ListRemove removes from a list that every client sees.
	ListRemove Role = "list.remove"
	// ListSession changes a list for one session.
	ListSession Role = "list.session"
	// ListFetch asks another server for one of its lists.
	ListFetch Role = "list.fetch"
	// ListWatch is told when another server's lists change.
	ListWatch Role = "list.watch"
)

// Server to client, and what a protocol revision removed.
const (
	// PushRequest sends a request to the client.
	PushRequest Role = "push.request"
	// PushNotify sends a notification to clients.
	PushNotify Role = "push.notify"
	// PushEnum enumerates the connected sessions.
	PushEnum Role = "push.enum"
	// Removed enables or uses a method that the stateless revision removed or deprecated.
	Removed Role = "removed"
	// Resume keeps events so that a broken stream can be resumed.
	Resume Role = "resume"
	// Manager decides how session ids are made or checked.
	Manager Role = "manager"
	// EraGuard tells an old client from a new one.
	EraGuard Role = "era.guard"
	// ResultInputs asks the client for input in the result (multi round-trip).
	ResultInputs Role = "result.inputs"
	// ResultState puts state into the result for the client to send back.
	ResultState Role = "result.state"
	// HandleOut gives the client an id by which something is found later.
	HandleOut Role = "handle.out"
	// CacheScope declares who may share a cached result.
	CacheScope Role = "cache.scope"
)

// Definitions of tools and their results.
const (
	// ToolNew constructs a tool definition.
	ToolNew Role = "tool.new"
	// ToolType is a struct type that defines a tool.
	ToolType Role = "tool.type"
	// ToolDesc sets the description of a tool.
	ToolDesc Role = "tool.desc"
	// ToolParam declares an argument of a tool.
	ToolParam Role = "tool.param"
	// ToolHint sets an annotation of a tool.
	ToolHint Role = "tool.hint"
	// PromptNew constructs a prompt definition.
	PromptNew Role = "prompt.new"
	// PromptType is a struct type that defines a prompt.
	PromptType Role = "prompt.type"
	// ResourceNew constructs the definition of a resource or a resource template.
	ResourceNew Role = "resource.new"
	// ResourceType is a struct type that defines a resource or a resource template.
	ResourceType Role = "resource.type"
	// ResultError makes a tool result that reports an error.
	ResultError Role = "result.error"
	// ResultText makes a tool result or content of text.
	ResultText Role = "result.text"
)

// Memory: containers, cells and what guards them.
const (
	// Container is a type that holds keyed values.
	Container Role = "container"
	// ContainerNew constructs a container.
	ContainerNew Role = "container.new"
	// ContainerGet reads a value by key.
	ContainerGet Role = "container.get"
	// ContainerSet writes a value by key.
	ContainerSet Role = "container.set"
	// ContainerGetSet reads a value by key and writes it when it is missing.
	ContainerGetSet Role = "container.getset"
	// ContainerDelete removes a key.
	ContainerDelete Role = "container.delete"
	// ContainerRange visits or returns every entry.
	ContainerRange Role = "container.range"
	// ContainerClear removes every entry.
	ContainerClear Role = "container.clear"
	// SyncOnce runs a function once in the life of a value.
	SyncOnce Role = "sync.once"
	// SyncLock takes a lock or another exclusive right.
	SyncLock Role = "sync.lock"
	// Cell is a type that holds one value.
	Cell Role = "cell"
	// CellLoad reads a cell.
	CellLoad Role = "cell.load"
	// CellStore writes a cell.
	CellStore Role = "cell.store"
	// CellAdd changes a cell relative to its value.
	CellAdd Role = "cell.add"
)

// Live resources, goroutines and contexts.
const (
	// Live is the type of a resource that lives in this process.
	Live Role = "live"
	// LiveOpen opens a live resource.
	LiveOpen Role = "live.open"
	// LiveStart begins the session of a live resource that was opened before: an
	// MCP client's handshake.
	LiveStart Role = "live.start"
	// GoSpawn runs a function in another goroutine.
	GoSpawn Role = "go.spawn"
	// CtxDetach makes a context that a request's end does not cancel.
	CtxDetach Role = "ctx.detach"
	// CtxNone goes outside without a context where a variant takes one; with= names it.
	CtxNone Role = "ctx.none"
	// Retry calls a function again when it fails.
	Retry Role = "retry"
)

// Keys.
const (
	// KeyUse uses key material.
	KeyUse Role = "key.use"
	// KeyGen generates key material.
	KeyGen Role = "key.gen"
	// Seal signs or encrypts with a key bound earlier.
	Seal Role = "seal"
	// Open verifies or decrypts with a key bound earlier.
	Open Role = "open"
)

// Stores and effects outside the process.
const (
	// StoreShared is the client type of a store that every replica reaches.
	StoreShared Role = "store.shared"
	// StoreLocal is the type of a store on the disk of one instance.
	StoreLocal Role = "store.local"
	// Effect changes something outside the process.
	Effect Role = "effect"
	// EffectHTTP sends an HTTP request: its verb is fixed (verb=), an argument
	// (method=), or in the request that an argument holds (request=).
	EffectHTTP Role = "effect.http"
	// HTTPRequest constructs an HTTP request, or sets its method or URL.
	HTTPRequest Role = "http.request"
	// EffectSQL runs SQL text.
	EffectSQL Role = "effect.sql"
	// EffectPrepared runs a statement that was prepared earlier.
	EffectPrepared Role = "effect.prepared"
)

// valueKind is the grammar of one attribute's value.
type valueKind struct {
	name  string   // index, ident, names, text or enum
	words []string // of an enum
}

var (
	index = valueKind{name: "index"} // argument index, "N..." for a variadic or slice
	ident = valueKind{name: "ident"} // a Go identifier, or an index
	names = valueKind{name: "names"} // identifiers separated by commas
	text  = valueKind{name: "text"}
	count = valueKind{name: "count"}
	yesno = enum("yes", "no")
)

func enum(words ...string) valueKind { return valueKind{name: "enum", words: words} }

// check reports what is wrong with a value, or "".
func (k valueKind) check(v string) string {
	switch k.name {
	case "index":
		n, err := strconv.Atoi(strings.TrimSuffix(v, "..."))
		if err != nil || n < -2 {
			return fmt.Sprintf("%q is not an argument index", v)
		}
	case "ident":
		if !isIdent(v) && index.check(v) != "" {
			return fmt.Sprintf("%q is neither an identifier nor an argument index", v)
		}
	case "names":
		for name := range strings.SplitSeq(v, ",") {
			if !isIdent(name) {
				return fmt.Sprintf("%q is not a list of identifiers", v)
			}
		}
	case "count":
		if n, err := strconv.Atoi(v); err != nil || n < 0 {
			return fmt.Sprintf("%q is not a number", v)
		}
	case "text":
		if v == "" {
			return "empty value"
		}
	case "enum":
		if !slices.Contains(k.words, v) {
			return fmt.Sprintf("%q is not one of %s", v, strings.Join(k.words, ", "))
		}
	}
	return ""
}

// attrs are the attributes that a role allows; a name that ends in "!" is required.
type attrs map[string]valueKind

// roleSpec describes one role to the parser and to the documentation.
type roleSpec struct {
	role  Role
	attrs attrs
}

var (
	// rootAttrs belong to every way in. fn is missing on struct fields (the
	// field holds the function) and on interface types (iface names the methods).
	// fn2 is a second argument with functions, such as a route's middleware, and
	// args the index of the handler's own parameter that holds decoded arguments.
	rootAttrs = attrs{"fn": index, "fn2": index, "item": ident, "iface": names, "args": index}
	// A hook's id is the index of its own parameter that holds the JSON-RPC id.
	hookAttrs = attrs{"fn": index, "item": ident, "iface": names, "args": index, "id": index,
		"hook!": enum("initialize", "register", "unregister", "call", "list", "request", "error", "success", "notification", "task")}
	// originAttrs: result is the index of the result that carries the value
	// (0 when missing), out an argument that receives it, of one that it derives from.
	originAttrs = attrs{"result": index, "out": index, "of": index}
	keyAttrs    = attrs{"key": index, "value": index, "fn": index}
)

func with(base attrs, more attrs) attrs {
	all := attrs{}
	for k, v := range base {
		all[k] = v
	}
	for k, v := range more {
		all[k] = v
	}
	return all
}

var strength = enum("strong", "weak", "time")

var liveKind = enum("browser", "page", "process", "conn", "tx", "ssh", "pty", "file", "debugger", "lsp",
	"tunnel", "client", "ws", "container", "watch", "listener", "stream", "timer")

var storeKind = enum("sql", "redis", "kv", "object", "document", "queue", "search", "graph", "vector", "file", "cache")

var lists = enum("tool", "prompt", "resource", "template", "any")

var effectVerb = enum("create", "append", "update", "upsert", "delete", "send", "exec", "publish", "run", "file", "none")

var effectStake = enum("money", "deletion", "deployment", "message", "data", "none")

var httpVerb = enum("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "any")

// roleSpecs is the closed set of roles with the attributes of each.
var roleSpecs = []roleSpec{
	{SDK, attrs{"name": text}},
	{ServerNew, attrs{"name": index}},
	{ServerName, attrs{"name!": ident}},

	{RootTool, rootAttrs}, {RootPrompt, rootAttrs}, {RootResource, rootAttrs}, {RootCompletion, rootAttrs},
	{RootSubscription, rootAttrs}, {RootTask, rootAttrs}, {RootMiddleware, rootAttrs}, {RootHook, hookAttrs},
	{RootGetServer, rootAttrs}, {RootHTTPContext, rootAttrs}, {RootFilter, with(rootAttrs, attrs{"list": lists})},
	{RootHTTP, rootAttrs}, {RootRPC, rootAttrs}, {RootManager, rootAttrs},
	{WrapHandler, attrs{"fn!": index, "args": index}},

	{RequestTool, attrs{"targ": ident}}, {RequestPrompt, attrs{"targ": ident}},
	{RequestResource, attrs{"targ": ident}}, {RequestAny, attrs{"targ": ident}},
	{TypeRequest, nil}, {TypeSession, nil}, {TypeExchange, nil}, {TypeRegistrar, nil}, {TypeHeader, nil},

	{OriginSessionID, originAttrs}, {OriginSession, originAttrs},
	{OriginClientInfo, with(originAttrs, attrs{"from!": enum("request", "handshake", "roots")})},
	{OriginArg, with(originAttrs, attrs{"name": index})}, {OriginRequestID, originAttrs},
	{OriginRequestState, originAttrs}, {OriginAnswers, originAttrs}, {OriginPrincipal, originAttrs}, {OriginClaims, originAttrs},
	{OriginHeader, with(originAttrs, attrs{"name": index})},
	{OriginHTTPParam, with(originAttrs, attrs{"name": index, "in": enum("path", "query", "form", "cookie", "body", "peer")})},
	{OriginContext, with(originAttrs, attrs{"key": index})},
	{OriginEnv, with(originAttrs, attrs{"name": index})}, {OriginFlag, with(originAttrs, attrs{"name": index})},
	{SettingSet, attrs{"name!": index, "value!": index}},
	{OriginClock, originAttrs},
	{OriginRandom, with(originAttrs, attrs{"strength!": enum("strong", "weak"), "bits": count, "len": index})},
	{OriginID, with(originAttrs, attrs{"strength!": strength, "bits": count, "len": index})},
	{OriginHost, originAttrs}, {OriginHash, originAttrs}, {OriginListCursor, originAttrs},
	{HeaderSet, attrs{"name!": index, "value": index}},

	{Transport, attrs{"kind!": enum("http", "sse", "stdio", "memory", "any"), "options": index, "server": index,
		"statelessfield": ident, "default": enum("stateful", "format", "validating", "stateless"), "serve": yesno, "context": enum("session")}},
	{TransportOption, attrs{"sets!": enum("stateless", "stateful", "manager", "ttl", "eventstore", "heartbeat", "resolver",
		"generator", "cancel", "cors", "versions", "origin", "streaming", "sessions", "endpoint"), "value": index}},

	{ListAdd, attrs{"item!": lists}}, {ListRemove, attrs{"item!": lists}}, {ListSession, attrs{"item!": lists}},
	{ListFetch, attrs{"item!": lists}}, {ListWatch, nil},

	{PushRequest, attrs{"what!": enum("elicit", "sampling", "roots", "ping", "any")}},
	{PushNotify, attrs{"scope!": enum("session", "all", "specific", "resource", "log", "progress"), "method": index, "session": index}},
	{PushEnum, nil},
	{Removed, attrs{"what!": enum("initialized", "ping", "setlevel", "subscribe", "roots", "tasks", "sampling", "elicit",
		"elicitcomplete", "logging", "sse", "serverrequests"), "state": enum("removed", "deprecated"), "value": index}},
	{Resume, nil}, {Manager, attrs{"mode": enum("stateful", "format", "validating", "stateless"), "value": index}},
	{EraGuard, attrs{"what!": enum("version", "modern", "legacy", "versions"), "value": index}},
	{ResultInputs, nil}, {ResultState, attrs{"value": index}}, {HandleOut, nil},
	{CacheScope, attrs{"scope": ident, "default": enum("public", "private")}},

	{ToolNew, attrs{"name!": index, "desc": index, "options": index}},
	{ToolType, attrs{"name!": ident, "desc": ident, "hints": ident}},
	{ToolDesc, attrs{"value": index}},
	{ToolParam, attrs{"name!": index}},
	{ToolHint, attrs{"hint!": enum("readonly", "destructive", "idempotent", "openworld", "all"), "value": index}},
	{PromptNew, attrs{"name!": index, "options": index}}, {PromptType, attrs{"name!": ident}},
	{ResourceNew, attrs{"name!": index, "options": index}}, {ResourceType, attrs{"name!": ident}},
	{ResultError, attrs{"text": index}}, {ResultText, attrs{"text": index}},

	{Container, attrs{"ttl!": enum("yes", "no", "option", "size")}},
	{ContainerNew, attrs{"ttl": ident}},
	{ContainerGet, keyAttrs}, {ContainerSet, with(keyAttrs, attrs{"ttl": index})},
	{ContainerGetSet, with(keyAttrs, attrs{"ttl": index})}, {ContainerDelete, keyAttrs}, {ContainerRange, keyAttrs}, {ContainerClear, nil},
	{SyncOnce, attrs{"fn": index}}, {SyncLock, nil},
	{Cell, nil}, {CellLoad, attrs{"value": index}}, {CellStore, attrs{"value": index}}, {CellAdd, attrs{"value": index}},

	{Live, attrs{"kind!": liveKind}},
	{LiveOpen, attrs{"kind!": liveKind, "result": index}}, {LiveStart, attrs{"kind!": liveKind}},
	{GoSpawn, attrs{"fn!": index}}, {CtxDetach, nil}, {CtxNone, attrs{"with!": text}}, {Retry, attrs{"fn!": index}},

	{KeyUse, attrs{"arg": index, "arg2": index, "what!": enum("sign", "seal", "verify")}},
	{KeyGen, attrs{"result": index, "out": index}},
	{Seal, attrs{"text": index, "aad": index}}, {Open, attrs{"text": index, "aad": index}},

	{StoreShared, attrs{"kind!": storeKind}}, {StoreLocal, attrs{"kind!": storeKind}},
	{Effect, attrs{"verb!": effectVerb, "stake": effectStake, "natural": yesno}},
	{EffectHTTP, attrs{"method": index, "verb": httpVerb, "url": index, "request": index}},
	{HTTPRequest, attrs{"method": index, "verb": httpVerb, "url": index}},
	{EffectSQL, attrs{"query!": index}}, {EffectPrepared, nil},
}

// Roles lists the closed set of roles in the order of their documentation.
func Roles() []Role {
	roles := make([]Role, len(roleSpecs))
	for i, s := range roleSpecs {
		roles[i] = s.role
	}
	return roles
}

var specByRole = func() map[Role]attrs {
	m := make(map[Role]attrs, len(roleSpecs))
	for _, s := range roleSpecs {
		m[s.role] = s.attrs
	}
	return m
}()

// validate reports what is wrong with an entry's role and attributes, or "".
func validate(e Entry) string {
	spec, ok := specByRole[e.Role]
	if !ok {
		return fmt.Sprintf("unknown role %q", e.Role)
	}
	for name, value := range e.Attrs {
		kind, ok := spec[name]
		if !ok {
			kind, ok = spec[name+"!"]
		}
		if !ok {
			return fmt.Sprintf("role %s has no attribute %q", e.Role, name)
		}
		if msg := kind.check(value); msg != "" {
			return fmt.Sprintf("%s=: %s", name, msg)
		}
	}
	for name := range spec {
		if required, ok := strings.CutSuffix(name, "!"); ok && e.Attrs[required] == "" {
			return fmt.Sprintf("role %s needs %s=", e.Role, required)
		}
	}
	return ""
}
