// Package handles has the declarations of the scaffolded package that rewrites
// use.
//
//mcpaudit:handles
package handles

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"net/http"
	"strings"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type Kind[T any] struct {
	Name, MintedBy string
	TTL            time.Duration
}

func (k *Kind[T]) Create(ctx context.Context, principal string, v T) (string, error) { return "", nil }
func (k *Kind[T]) Set(ctx context.Context, principal, name string, v T) error        { return nil }
func (k *Kind[T]) Get(ctx context.Context, principal, handle string) (v T, err error) {
	return v, nil
}
func (k *Kind[T]) Revoke(ctx context.Context, principal, handle string) error { return nil }

type Keys struct{}

func (k *Keys) Key(purpose string) []byte { return nil }

func MustOpen()       {}
func MustKeys() *Keys { return nil }

func Principal(req mcp.Request) (string, error)                               { return "", nil }
func PrincipalOrAnonymous(req mcp.Request) string                             { return "" }
func CallerPrincipal(ctx context.Context, header http.Header) (string, error) { return "", nil }
func CallerOrAnonymous(ctx context.Context, header http.Header) string        { return "" }

func key(args map[string]any) string { k, _ := args["idempotency_key"].(string); return k }

func Idempotent[In, Out any](tool string, handler mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		key(nil)
		return handler(ctx, req, in)
	}
}

func IdempotentHandler(tool string, handler server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		key(nil)
		return handler(ctx, req)
	}
}

func IdempotentRequest(tool string, handler mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		key(nil)
		return handler(ctx, req)
	}
}

func WithHandle(res *mcp.CallToolResult, name, handle string) *mcp.CallToolResult { return res }
func ResultWithHandle(res *mcpgo.CallToolResult, name, handle string) *mcpgo.CallToolResult {
	return res
}

func verified(state string) (string, error) {
	if !hmac.Equal(hmac.New(sha256.New, MustKeys().Key("state")).Sum(nil), []byte(state)) {
		return "", errors.New("unknown")
	}
	return state, nil
}

func OpenState(ctx context.Context, req *mcp.CallToolRequest) (string, error) {
	return verified(req.Params.RequestState)
}
func SealState(req *mcp.CallToolRequest, state string) string { return state }

func OpenCallState(ctx context.Context, req mcpgo.CallToolRequest) (string, error) {
	return verified(req.Params.RequestState)
}
func SealCallState(ctx context.Context, req mcpgo.CallToolRequest, state string) string { return state }

type Cursors struct{}

func (c Cursors) Next(principal, tool string, at any) (string, error) { return "", nil }
func (c Cursors) At(principal, tool, text string, at any) error       { return nil }

type Map[K comparable, V any] struct{ entries map[K]V }

func NewMap[K comparable, V any](name string, ttl time.Duration) *Map[K, V] {
	return &Map[K, V]{entries: map[K]V{}}
}

type View[K comparable, V any] struct{ m *Map[K, V] }

func (m *Map[K, V]) In(ctx context.Context) View[K, V] { return View[K, V]{m} }
func (v View[K, V]) Take(key K) (value V, ok bool) {
	value, ok = v.Lookup(key)
	v.Delete(key)
	return value, ok
}
func (v View[K, V]) Lookup(key K) (value V, ok bool) { value, ok = v.m.entries[key]; return value, ok }
func (v View[K, V]) Get(key K) V                     { return v.m.entries[key] }
func (v View[K, V]) Set(key K, value V)              { v.m.entries[key] = value }
func (v View[K, V]) Delete(key K)                    { delete(v.m.entries, key) }
func (v View[K, V]) All() map[K]V                    { return v.m.entries }
func (v View[K, V]) Len() int                        { return len(v.m.entries) }
func InMemory(ctx context.Context) context.Context   { return ctx }

type Table[K comparable, V any] struct{ entries map[K]V }

func NewTable[K comparable, V any](name string, ttl time.Duration) *Table[K, V] {
	return &Table[K, V]{entries: map[K]V{}}
}

func (t *Table[K, V]) Lookup(key K) (value V, ok bool) { value, ok = t.entries[key]; return value, ok }
func (t *Table[K, V]) Take(key K) (value V, ok bool) {
	value, ok = t.Lookup(key)
	t.Delete(key)
	return
}
func (t *Table[K, V]) Get(key K) V        { return t.entries[key] }
func (t *Table[K, V]) Set(key K, value V) { t.entries[key] = value }
func (t *Table[K, V]) Delete(key K)       { delete(t.entries, key) }
func (t *Table[K, V]) All() map[K]V       { return t.entries }
func (t *Table[K, V]) Len() int           { return len(t.entries) }

type SyncMap[K comparable, V any] struct{ m *Map[K, V] }

func NewSyncMap[K comparable, V any](name string, ttl time.Duration) *SyncMap[K, V] {
	return &SyncMap[K, V]{NewMap[K, V](name, ttl)}
}

type SyncView[K comparable, V any] struct{ v View[K, V] }

func (m *SyncMap[K, V]) In(ctx context.Context) SyncView[K, V] { return SyncView[K, V]{m.m.In(ctx)} }
func (v SyncView[K, V]) Load(key any) (value any, ok bool) {
	value, ok = v.v.Lookup(key.(K))
	return value, ok
}
func (v SyncView[K, V]) Store(key, value any) { v.v.Set(key.(K), value.(V)) }
func (v SyncView[K, V]) LoadOrStore(key, value any) (actual any, loaded bool) {
	v.Store(key, value)
	return v.Load(key)
}
func (v SyncView[K, V]) LoadAndDelete(key any) (value any, loaded bool) { return v.Load(key) }
func (v SyncView[K, V]) Delete(key any)                                 { v.v.Delete(key.(K)) }
func (v SyncView[K, V]) Swap(key, value any) (previous any, loaded bool) {
	v.Store(key, value)
	return v.Load(key)
}
func (v SyncView[K, V]) Range(f func(key, value any) bool) {
	for key, value := range v.v.All() {
		f(key, value)
	}
}

type Callers bool

const (
	Anyone   Callers = false
	Verified Callers = true
)

func Stateful[In, Out any](callers Callers, handler mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return handler
}

func StatefulRequest[Req mcp.Request, Res any](callers Callers, handler func(context.Context, Req) (Res, error)) func(context.Context, Req) (Res, error) {
	return handler
}

func StatefulHandler[Req, Res any](callers Callers, handler func(context.Context, Req) (Res, error)) func(context.Context, Req) (Res, error) {
	return handler
}

func NewHandle(mapName string) string { return mapName }

func Resume(ctx context.Context, mapName, handle, mintedBy string) (string, error) {
	return handle, nil
}

func ResumeOrNew(ctx context.Context, mapName, handle, mintedBy string) (string, error) {
	return handle, nil
}

func ResumeIfAny(ctx context.Context, mapName, handle, mintedBy string) (string, error) {
	return handle, nil
}

func IfThere(ctx context.Context, mapName, handle string) string { return handle }

type Buffer struct{ bytes.Buffer }

type Builder struct{ strings.Builder }
