package handles

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"time"
)

// lifetimes are those of the Maps, by name.
var lifetimes sync.Map

// NewHandle makes a handle for an entry of a Map that is not there yet: the last part of the Map's name and 130 random bits.
func NewHandle(mapName string) string {
	return mapName[strings.LastIndexByte(mapName, '.')+1:] + "_" + strings.ToLower(rand.Text())
}

// Resume returns a handle that a call has brought if there is an entry under it in the Map of a name, of the caller's own, and
// *UnknownError otherwise. mintedBy are the tools that a caller gets one from.
//
// Under go test, as long as HANDLES_STORE is not set, handles are taken as they come.
func Resume(ctx context.Context, mapName, handle, mintedBy string) (string, error) {
	c := callOf(ctx, mapName)
	if c == nil {
		return handle, nil
	}
	there, err := c.has(ctx, mapName+"/"+handle)
	if err != nil || there {
		return handle, err
	}
	unknown := &UnknownError{Kind: mapName[strings.LastIndexByte(mapName, '.')+1:], MintedBy: mintedBy}
	if ttl, ok := lifetimes.Load(mapName); ok {
		unknown.TTL, _ = ttl.(time.Duration)
	}
	return "", unknown
}

// ResumeOrNew is Resume for tools that begin something new if they are called without a handle.
func ResumeOrNew(ctx context.Context, mapName, handle, mintedBy string) (string, error) {
	if handle == "" {
		return NewHandle(mapName), nil
	}
	return Resume(ctx, mapName, handle, mintedBy)
}

// ResumeIfAny is Resume for tools that have an answer for callers without a handle.
func ResumeIfAny(ctx context.Context, mapName, handle, mintedBy string) (string, error) {
	if handle == "" {
		return "", nil
	}
	return Resume(ctx, mapName, handle, mintedBy)
}

// IfThere returns a handle if there is an entry under it by now, and "" otherwise: for the answers of tools that may not have made one.
func IfThere(ctx context.Context, mapName, handle string) string {
	c := callOf(ctx, mapName)
	if c == nil {
		return handle
	}
	if there, err := c.has(ctx, mapName+"/"+handle); err != nil || !there {
		return ""
	}
	return handle
}

// has reports whether there is an entry.
func (c *call) has(ctx context.Context, handle string) (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[handle]; e != nil || c.store == nil {
		return e != nil && e.there, nil
	}
	_, err := c.store.Load(ctx, c.principal, handle, now())
	if errors.Is(err, ErrUnknown) {
		return false, nil
	}
	return err == nil, err
}
