package handles

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// IdempotentHandler makes a tool safe to call again. Calls of one principal that bring the same idempotency_key get the result of the
// first one, whichever replica they reach; see Once for calls that overlap or stop half-way. Calls without a key run as before. The handler
// does not see the key.
//
//	s.AddTool(tool, handles.IdempotentHandler("create_note", createNote))
func IdempotentHandler(tool string, handler server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		arguments, err := json.Marshal(req.Params.Arguments)
		if err != nil {
			return nil, err
		}
		key, digest := keyIn(arguments)
		if key == "" {
			return handler(ctx, req)
		}
		req.Params.Arguments = withoutKey(req.Params.Arguments)
		var result *mcp.CallToolResult
		first, err := repeatable(ctx, CallerOrAnonymous(ctx, headerOf(req)), tool, key, digest, func(ctx context.Context) (any, bool, error) {
			var err error
			result, err = handler(ctx, req)
			return result, result != nil && result.IsError, err
		})
		switch {
		case errors.Is(err, ErrOtherArguments), errors.Is(err, ErrRunning), errors.Is(err, ErrUncertain):
			return mcp.NewToolResultError(err.Error()), nil // for the model to read
		case err != nil && !errors.Is(err, errUnfinished):
			return nil, err
		}
		if first != nil {
			return mcp.ParseCallToolResult(&first)
		}
		return result, nil
	}
}

// headerOf is the HTTP header of a request, empty over stdio. Releases of mcp-go before v0.35 do not hand it on: their callers are taken to
// come over HTTP.
func headerOf(req any) http.Header {
	v := reflect.ValueOf(req)
	if v.Kind() == reflect.Struct {
		if f := v.FieldByName("Header"); f.IsValid() {
			header, _ := f.Interface().(http.Header)
			return header
		}
	}
	return http.Header{"Unknown": nil}
}

// ResultWithHandle tells the caller of a tool the handle that it has to bring back, in a text beside what the tool says anyway.
func ResultWithHandle(res *mcp.CallToolResult, name, handle string) *mcp.CallToolResult {
	if res == nil {
		res = &mcp.CallToolResult{}
	}
	if res.IsError || handle == "" {
		return res // there is nothing to bring back
	}
	res.Content = append(res.Content, mcp.NewTextContent(name+": "+handle))
	return res
}
