package fix

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// club keeps games behind pointers in a type of its own, whose methods know no context, and has tests of its own.
var club = map[string]string{
	"games/games.go": `package games

import (
	"errors"
	"sync"
)

type Game struct {
	mu    sync.Mutex
	ID    string
	Moves []string
	Wins  map[string]int ` + "`json:\"wins,omitempty\"`" + `
}

type Games struct {
	mu    sync.Mutex
	games map[string]*Game
}

func New() *Games { return &Games{games: make(map[string]*Game)} }

func (g *Games) Start(id string) *Game {
	g.mu.Lock()
	defer g.mu.Unlock()
	game := &Game{ID: id, Wins: map[string]int{}}
	g.games[id] = game
	return game
}

func (g *Games) Find(id string) (*Game, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	game, ok := g.games[id]
	if !ok {
		return nil, errors.New("no such game")
	}
	return game, nil
}

func (g *Games) Move(id, move string) (*Game, error) {
	game, err := g.Find(id)
	if err != nil {
		return nil, err
	}
	game.mu.Lock()
	defer game.mu.Unlock()
	game.Moves = append(game.Moves, move)
	game.Wins[move]++
	return game, nil
}

func (g *Games) Count() int { return len(g.games) }
`,
	"games/games_test.go": `package games

import "testing"

func TestGames(t *testing.T) {
	g := New()
	if g.Start("a").ID != "a" || len(g.games) != 1 {
		t.Error("not started")
	}
	game, err := g.Move("a", "e4")
	if again, _ := g.Find("a"); err != nil || again != game || len(again.Moves) != 1 {
		t.Error("not moved")
	}
	if New().Count() != 0 {
		t.Error("a new one is not empty")
	}
}
`,
	"main.go": `package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"example.com/shop/games"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID   string ` + "`json:\"id\"`" + `
	Move string ` + "`json:\"move,omitempty\"`" + `
}

type server struct{ games *games.Games }

func (s *server) start(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text("started " + s.games.Start(a.ID).ID), nil, nil
}

func (s *server) move(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	g, err := s.games.Move(a.ID, a.Move)
	if err != nil {
		return nil, nil, err
	}
	return text(strings.Join(g.Moves, " ") + " of " + strconv.Itoa(s.games.Count())), nil, nil
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func main() {
	s := &server{games: games.New()}
	srv := mcp.NewServer(&mcp.Implementation{Name: "club", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "start_game", Description: "Start a game."}, s.start)
	mcp.AddTool(srv, &mcp.Tool{Name: "move", Description: "Make a move."}, s.move)
	log.Fatal(http.ListenAndServe(os.Args[1], mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)))
}
`,
}

// A map behind a type of its own becomes one that two replicas share, with what is changed behind its pointers; the module's own
// tests pass before and after.
func TestMapReplicas(t *testing.T) {
	dir := module(t, club)
	withHandles(t, dir, "sqlite")
	command(t, dir, nil, "go", "test", "./games")
	o := at(dir)
	o.Review = true
	res := run1(t, o)
	contains(t, "applied", res.Applied, "idempotency: takes an optional idempotency_key", "statefultransport: serves without sessions", "workflow: moves it to the store that all replicas share, per caller, for 24 hours after the last change; these take a context now: Count, Find, Move, Start")
	if err := res.Write(); err != nil {
		t.Fatal(err)
	}
	if again := run1(t, o); len(again.Files) > 0 {
		t.Errorf("a second run changes %s", again.Files[0].Diff(again.Root))
	}
	command(t, dir, nil, "go", "vet", "./games", ".")
	command(t, dir, nil, "go", "test", "./games")
	a, b := two(t, built(t, dir))
	a.says(t, "start_game", map[string]any{"id": "one"}, "started one")
	b.says(t, "move", map[string]any{"id": "one", "move": "e4"}, "e4 of 1")
	a.says(t, "move", map[string]any{"id": "one", "move": "e5"}, "e4 e5 of 1")
	a.kill()
	b.says(t, "move", map[string]any{"id": "one", "move": "f4"}, "e4 e5 f4 of 1")
	b.says(t, "move", map[string]any{"id": "two", "move": "f4"}, "no such game")
}

// A package of a library may be called by other modules: its functions stay as they are.
func TestMapOfLibrary(t *testing.T) {
	files := map[string]string{}
	for name, text := range club {
		files[name] = text
	}
	delete(files, "main.go")
	files["tools.go"] = regexp.MustCompile(`(?s)\n\tlog\.Fatal.*`).ReplaceAllString(club["main.go"], "\n}\n")
	files["tools.go"] = strings.NewReplacer("package main", "package shop", "func main() {", "func Register(srv *mcp.Server) {",
		"\tsrv := mcp.NewServer(&mcp.Implementation{Name: \"club\", Version: \"1\"}, nil)\n", "", "\t\"log\"\n", "", "\t\"net/http\"\n", "", "\t\"os\"\n", "").Replace(files["tools.go"])
	dir := module(t, files)
	withHandles(t, dir, "memory")
	o := at(dir)
	o.Review = true
	contains(t, "refused", run1(t, o).Refused, "would take a context, and other modules may call it: move package games below internal first")
}

// upload puts content together that comes in pieces.
const upload = `package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type file struct {
	Name string
	Data []byte
}

type uploads struct{ open map[string]*file }

type beginIn struct {
	ID string ` + "`json:\"id\"`" + `
}

type chunkIn struct {
	ID    string ` + "`json:\"id\"`" + `
	Chunk string ` + "`json:\"chunk\"`" + `
}

func (u *uploads) begin(ctx context.Context, req *mcp.CallToolRequest, a beginIn) (*mcp.CallToolResult, any, error) {
	u.open[a.ID] = &file{Name: a.ID}
	return text("begun"), nil, nil
}

func (u *uploads) add(ctx context.Context, req *mcp.CallToolRequest, a chunkIn) (*mcp.CallToolResult, any, error) {
	f, ok := u.open[a.ID]
	if !ok {
		return nil, nil, errors.New("no such upload")
	}
	f.Data = append(f.Data, []byte(a.Chunk)...)
	return text("thanks"), nil, nil
}

func (u *uploads) finish(ctx context.Context, req *mcp.CallToolRequest, a beginIn) (*mcp.CallToolResult, any, error) {
	f, ok := u.open[a.ID]
	if !ok {
		return nil, nil, errors.New("no such upload")
	}
	delete(u.open, a.ID)
	return text("[" + string(f.Data) + "]"), nil, nil
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func main() {
	u := &uploads{open: map[string]*file{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "files", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "begin_upload", Description: "Begin an upload."}, u.begin)
	mcp.AddTool(srv, &mcp.Tool{Name: "add_chunk", Description: "Add a chunk."}, u.add)
	mcp.AddTool(srv, &mcp.Tool{Name: "finish_upload", Description: "Finish an upload."}, u.finish)
	log.Fatal(http.ListenAndServe(os.Args[1], mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)))
}
`

// Pieces that reach different replicas come together, and one that is sent again is in it once: the wrapper for repetitions is not
// lost to the map that moves, and goes around the one that stores.
func TestUploadReplicas(t *testing.T) {
	dir := module(t, map[string]string{"main.go": upload})
	withHandles(t, dir, "sqlite")
	o := at(dir)
	o.Review = true
	res := run1(t, o)
	var got []string
	for _, a := range res.Applied {
		got = append(got, a.Rule+" "+a.Object)
	}
	for _, want := range []string{"idempotency tool add_chunk", "upload main.uploads.open", "statefultransport main.main: NewStreamableHTTPHandler"} {
		if !slices.Contains(got, want) {
			t.Fatalf("applied %q, want %s", got, want)
		}
	}
	if err := res.Write(); err != nil {
		t.Fatal(err)
	}
	if want := `handles.Idempotent("add_chunk", handles.Stateful(handles.Anyone, u.add))`; !strings.Contains(read(t, dir, "main.go"), want) {
		t.Errorf("no %s in %s", want, read(t, dir, "main.go"))
	}
	a, b := two(t, built(t, dir))
	a.says(t, "begin_upload", map[string]any{"id": "f"}, "begun")
	b.says(t, "add_chunk", map[string]any{"id": "f", "chunk": "one ", "idempotency_key": "k1"}, "thanks")
	a.says(t, "add_chunk", map[string]any{"id": "f", "chunk": "one ", "idempotency_key": "k1"}, "thanks")
	a.says(t, "add_chunk", map[string]any{"id": "f", "chunk": "two", "idempotency_key": "k2"}, "thanks")
	a.kill()
	b.says(t, "finish_upload", map[string]any{"id": "f"}, "[one two]")
	b.says(t, "finish_upload", map[string]any{"id": "f"}, "no such upload")
}

// Another program of the module verifies tokens; this one has none, and goes on taking all callers.
func TestMapBesideAuthentication(t *testing.T) {
	files := map[string]string{"cmd/private/main.go": `package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func whoami(ctx context.Context, _ *mcp.CallToolRequest, _ any) (*mcp.CallToolResult, any, error) {
	who := auth.TokenInfoFromContext(ctx)
	if who == nil {
		return nil, nil, errors.New("who are you?")
	}
	return nil, who.UserID, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "private", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "whoami"}, whoami)
	log.Fatal(http.ListenAndServe(os.Args[1], mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)))
}
`}
	for name, text := range club {
		files[name] = text
	}
	dir := module(t, files)
	withHandles(t, dir, "memory")
	o := at(dir)
	o.Review, o.Rules = true, []string{"workflow"}
	var diff strings.Builder
	for _, f := range run1(t, o).Files {
		diff.Write(f.Diff(dir))
	}
	if want := "handles.Stateful(handles.Anyone, s.move)"; !strings.Contains(diff.String(), want) {
		t.Errorf("no %s in %s", want, diff.String())
	}
}
