package cursor

import (
	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/tostore"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// rewrite has the caller carry the position.
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) { return tostore.Cursor(c, f) }
