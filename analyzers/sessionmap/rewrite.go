package sessionmap

import (
	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/tostore"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// rewrite moves a map under the session's id to the store, under a handle that
// the tools pass on.
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) { return tostore.Session(c, f) }
