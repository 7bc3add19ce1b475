// Graph databases: CREATE makes another node each time, MERGE does not.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/surrealdb/surrealdb.go"
)

type garden struct {
	graph neo4j.DriverWithContext
	db    *surrealdb.DB
}

func (g *garden) run(ctx context.Context, cypher string, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	params := map[string]any{"name": req.GetString("name", ""), "bed": req.GetString("bed", "")}
	if _, err := neo4j.ExecuteQuery(ctx, g.graph, cypher, params, neo4j.EagerResultTransformer); err != nil { // want "sure tool plant: .*CREATE runs twice" "sure tool water: .*runs twice"
		return nil, err
	}
	return mcp.NewToolResultText("done"), nil
}

func (g *garden) plant(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return g.run(ctx, "CREATE (p:Plant {name: $name, bed: $bed})", req)
}

func (g *garden) water(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return g.run(ctx, "MATCH (b:Bed {name: $bed}) SET b.litres = b.litres + 1", req)
}

func (g *garden) bed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return g.run(ctx, "MERGE (b:Bed {name: $bed})", req)
}

func (g *garden) look(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return g.run(ctx, "MATCH (p:Plant {bed: $bed}) RETURN p", req)
}

func (g *garden) note(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	q := "CREATE remarks CONTENT {text: $text}"
	if _, err := surrealdb.Query[[]map[string]any](ctx, g.db, q, map[string]any{"text": req.GetString("text", "")}); err != nil { // want "sure tool note: .*CREATE remarks CONTENT runs twice"
		return nil, err
	}
	return mcp.NewToolResultText("noted"), nil
}

func (g *garden) change(ctx context.Context, statement string, vars map[string]any) ([]map[string]any, error) {
	res, err := surrealdb.Query[[]map[string]any](ctx, g.db, statement, vars)
	if err != nil || res == nil || len(*res) == 0 {
		return nil, err
	}
	return (*res)[0].Result, nil
}

func (g *garden) findLabel(ctx context.Context, vars map[string]any) (string, error) {
	found, err := g.change(ctx, "SELECT id FROM labels WHERE plant = $plant", vars)
	if err != nil || len(found) == 0 {
		return "", err
	}
	id, _ := found[0]["id"].(string)
	return id, nil
}

// label replaces the label that there is.
func (g *garden) label(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	vars := map[string]any{"plant": req.GetString("plant", ""), "text": req.GetString("text", "")}
	old, err := g.findLabel(ctx, vars)
	if err != nil {
		return nil, err
	}
	if old != "" {
		if _, err := g.change(ctx, "DELETE FROM labels WHERE plant = $plant", vars); err != nil {
			return nil, err
		}
	}
	if _, err := g.change(ctx, "CREATE labels CONTENT {plant: $plant, text: $text}", vars); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("labelled"), nil
}

// crop changes the record of a year that has one.
func (g *garden) crop(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	vars := map[string]any{"year": req.GetString("year", ""), "kilos": req.GetString("kilos", "")}
	known, err := g.change(ctx, "SELECT id FROM crops WHERE year = $year", vars)
	if err != nil {
		return nil, err
	}
	first := true
	for range known {
		first = false
	}
	if first {
		_, err = g.change(ctx, "CREATE crops CONTENT {year: $year, kilos: $kilos}", vars)
	} else {
		_, err = g.change(ctx, "UPDATE crops SET kilos = $kilos WHERE year = $year", vars)
	}
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("kept"), nil
}

func (g *garden) rename(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := surrealdb.Upsert[map[string]any](ctx, g.db, req.GetString("id", ""), map[string]any{"name": req.GetString("name", "")}); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("renamed"), nil
}

func main() {
	graph, err := neo4j.NewDriverWithContext("neo4j://graph")
	if err != nil {
		panic(err)
	}
	db, err := surrealdb.FromEndpointURLString(context.Background(), "ws://graph")
	if err != nil {
		panic(err)
	}
	g := &garden{graph, db}
	s := server.NewMCPServer("garden", "1")
	s.AddTool(mcp.NewTool("plant", mcp.WithDescription("A plant in a bed")), g.plant)
	s.AddTool(mcp.NewTool("water", mcp.WithDescription("Water for a bed")), g.water)
	s.AddTool(mcp.NewTool("bed", mcp.WithDescription("A bed by its name")), g.bed)
	s.AddTool(mcp.NewTool("look", mcp.WithDescription("The plants of a bed")), g.look)
	s.AddTool(mcp.NewTool("note", mcp.WithDescription("A remark about the garden")), g.note)
	s.AddTool(mcp.NewTool("add_label", mcp.WithDescription("Adds a label to a plant")), g.label)
	s.AddTool(mcp.NewTool("add_crop", mcp.WithDescription("Adds the crop of a year")), g.crop)
	s.AddTool(mcp.NewTool("rename", mcp.WithDescription("Gives a remark a name")), g.rename)
	server.ServeStdio(s)
}
