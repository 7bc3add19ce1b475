package workflow

import (
	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/tostore"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// rewrite moves a map under ids that the caller brings to the store.
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) { return tostore.Keyed(c, f) }
