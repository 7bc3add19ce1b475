// Package launch starts deployments.
package launch

import (
	"context"
	"database/sql"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Register adds the tool.
func Register(ctx context.Context, s *server.MCPServer, db *sql.DB) {
	s.AddTool(mcp.NewTool("launch"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		_, err := db.ExecContext(ctx, "INSERT INTO launches (name) VALUES (?)", req.GetString("name", "")) // want "^medium sure launch: writes without the context of the request: INSERT INTO launches .* it uses a context that is kept \\(the context of start-up\\) instead of its own"
		return mcp.NewToolResultText("launched"), err
	})
}
