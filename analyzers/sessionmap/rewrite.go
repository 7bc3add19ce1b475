package sessionmap

import (
	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/tomap"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/tostore"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// rewrite moves a map under the session's id to the store, under a handle that
// the tools pass on: where each use is a step of its own, entry by entry, otherwise
// as a map.
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	if fix, err := tostore.Session(c, f); err == nil {
		return fix, nil
	}
	return tomap.Session(c, f)
}
