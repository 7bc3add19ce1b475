package main

import (
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type seat struct{ Row, Place int }

// seats has the seat of each session, until it ends.
type seats struct {
	mu sync.Mutex
	of map[*mcp.ServerSession]*seat
}

func (s *seats) take(ss *mcp.ServerSession, row int) *seat {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil {
		s.of = map[*mcp.ServerSession]*seat{}
	}
	st := s.of[ss]
	if st == nil {
		st = &seat{}
		s.of[ss] = st
	}
	st.Row = row
	return st
}

func (s *seats) find(ss *mcp.ServerSession) (*seat, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st, ok := s.of[ss]
	return st, ok
}
