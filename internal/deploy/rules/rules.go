// Package rules lists the rules about deployment files.
//
//go:generate go run ../gendocs
package rules

import (
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules/affinity"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules/debugenv"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules/instancename"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules/platformaffinity"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules/routingheaders"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules/sessionrouting"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules/singleton"
)

// All lists the rules, the most telling first.
func All() []*rule.Rule {
	return []*rule.Rule{
		sessionrouting.Rule,
		affinity.Rule,
		singleton.Rule,
		routingheaders.Rule,
		debugenv.Rule,
		instancename.Rule,
		platformaffinity.Rule,
	}
}
