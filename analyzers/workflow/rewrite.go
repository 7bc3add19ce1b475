package workflow

import (
	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/tomap"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/tostore"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// rewrite moves a map under ids that the caller brings to the store: where each
// use is a step of its own, entry by entry, otherwise as a map; where other requests
// than the calls of tools use it, as a table.
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	if fix, err := tostore.Keyed(c, f); err == nil {
		return fix, nil
	}
	fix, err := tomap.Move(c, f)
	if err == nil {
		return fix, nil
	}
	return tomap.ShareInstead(c, f, err)
}
