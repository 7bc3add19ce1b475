// Package board keeps games in memory.
package board

import (
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Game is one game.
type Game struct {
	mu    sync.Mutex
	ID    string
	Moves []Move
	Wins  map[string]int `json:"wins,omitempty"`
}

// Move is one move.
type Move struct {
	Who, Where string
	id         int
	checked    bool
}

// Games are the games that are played.
type Games struct {
	mu    sync.Mutex
	games map[string]*Game
	hits  map[string]int
}

// New returns an empty set of games.
func New() *Games {
	g := &Games{games: make(map[string]*Game)}
	g.hits = map[string]int{}
	return g
}

// Start begins a game.
func (g *Games) Start(id string) *Game {
	g.mu.Lock()
	defer g.mu.Unlock()
	game := &Game{ID: id, Wins: map[string]int{}}
	g.games[id] = game
	return game
}

// Move makes a move.
func (g *Games) Move(id string, m Move) error {
	game, err := g.find(id)
	if err != nil {
		return err
	}
	game.mu.Lock()
	defer game.mu.Unlock()
	m.id, m.checked = len(game.Moves), false
	game.Moves = append(game.Moves, m)
	return nil
}

func (g *Games) find(id string) (*Game, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if game, ok := g.games[id]; ok {
		return game, nil
	}
	return nil, fmt.Errorf("no game %s among %d", id, len(g.games))
}

// Won counts a win.
func (g *Games) Won(id, who string) {
	if g.games[id] != nil {
		g.games[id].Wins[who]++
	}
}

// IDs lists the games.
func (g *Games) IDs() []string { return slices.Sorted(maps.Keys(g.games)) }

// Busy reports whether a game has moves.
func (g *Games) Busy() bool {
	for _, game := range g.games {
		if len(game.Moves) > 0 {
			return true
		}
	}
	return longest(g.games) > 0
}

// longest only looks at the games.
func longest(games map[string]*Game) (n int) {
	for _, game := range games {
		n = max(n, len(game.Moves))
	}
	return n
}

// End removes a game.
func (g *Games) End(id string) {
	g.mu.Lock()
	delete(g.games, id)
	g.mu.Unlock()
}

// Demo shows how it works, and serves nobody.
func Demo() {
	g := New()
	fmt.Println(g.Start("demo").ID, g.IDs())
}
