package cancellation

import (
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/ruletest"
)

func TestRule(t *testing.T) { ruletest.Run(t, Rule) }
