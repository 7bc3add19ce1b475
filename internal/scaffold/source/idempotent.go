package handles

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
)

// IdempotencyArgument is the name of the tool argument that carries the key.
const IdempotencyArgument = "idempotency_key"

// ErrOtherArguments means that a key came a second time with other arguments. Its text is for the model that made the call.
var ErrOtherArguments = errors.New("this idempotency_key was used before with other arguments: choose a new one for a new effect")

// errUnfinished marks a call that came to no result worth recording.
var errUnfinished = errors.New("handles: no result")

// reply is what is recorded of a tool call.
type reply struct {
	Arguments string          // digest
	Result    json.RawMessage // of the call
}

// keyIn reads the idempotency key among the arguments of a call, "" if there is none, and a digest of the other arguments.
func keyIn(arguments []byte) (key, digest string) {
	var args map[string]any
	read := json.NewDecoder(bytes.NewReader(arguments))
	read.UseNumber() // large ones that differ would look the same
	if read.Decode(&args) != nil {
		return "", ""
	}
	key, _ = args[IdempotencyArgument].(string)
	delete(args, IdempotencyArgument)
	data, err := json.Marshal(args)
	if err != nil {
		return "", ""
	}
	sum := sha256.Sum256(data)
	return key, hex.EncodeToString(sum[:])
}

// withoutKey is the arguments of a call without the idempotency key, for handlers: one that sends all its arguments somewhere is not to send it.
// Arguments that are no JSON object are returned as they are.
func withoutKey[T any](arguments T) T {
	var rest any
	switch args := any(arguments).(type) {
	case map[string]any:
		if _, ok := args[IdempotencyArgument]; !ok {
			return arguments
		}
		args = maps.Clone(args)
		delete(args, IdempotencyArgument)
		rest = args
	case json.RawMessage:
		var object map[string]json.RawMessage
		if json.Unmarshal(args, &object) != nil {
			return arguments
		}
		delete(object, IdempotencyArgument)
		data, err := json.Marshal(object)
		if err != nil {
			return arguments
		}
		rest = json.RawMessage(data)
	}
	if without, ok := rest.(T); ok {
		return without
	}
	return arguments
}

// errUnreadable means that the first call was made, and that its result cannot be told again.
func errUnreadable(err error) error {
	return fmt.Errorf("the first call with this idempotency key has succeeded, do not repeat it; its result cannot be read again: %w", err)
}

// repeatable runs a tool call once per key. A result that is an error or a question to the client (input_required) is passed on and not
// recorded. It returns the JSON of the first result to repetitions.
func repeatable(ctx context.Context, principal, tool, key, digest string, call func(context.Context) (result any, failed bool, err error)) (first json.RawMessage, err error) {
	got, repeated, err := Once(ctx, nil, principal, tool, key, func(ctx context.Context) (reply, error) {
		result, failed, err := call(ctx)
		if err != nil {
			return reply{}, err
		}
		data, err := json.Marshal(result)
		if err != nil {
			return reply{}, err
		}
		if failed || strings.Contains(string(data), `"inputRequests":`) {
			return reply{}, errUnfinished
		}
		return reply{Arguments: digest, Result: data}, nil
	})
	switch {
	case errors.Is(err, errUnfinished):
		return nil, errUnfinished
	case err != nil:
		return nil, err
	case !repeated:
		return nil, nil
	case got.Arguments != digest:
		return nil, ErrOtherArguments
	}
	return got.Result, nil
}
