package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/mcpaudit/mcpaudit/analyzers/ambient"
	"github.com/mcpaudit/mcpaudit/analyzers/cachescope"
	"github.com/mcpaudit/mcpaudit/analyzers/cancellation"
	"github.com/mcpaudit/mcpaudit/analyzers/cursor"
	"github.com/mcpaudit/mcpaudit/analyzers/earlyeffect"
	"github.com/mcpaudit/mcpaudit/analyzers/guessablehandle"
	"github.com/mcpaudit/mcpaudit/analyzers/handledoc"
	"github.com/mcpaudit/mcpaudit/analyzers/handleexpiry"
	"github.com/mcpaudit/mcpaudit/analyzers/handleowner"
	"github.com/mcpaudit/mcpaudit/analyzers/handshake"
	"github.com/mcpaudit/mcpaudit/analyzers/hints"
	"github.com/mcpaudit/mcpaudit/analyzers/idempotency"
	"github.com/mcpaudit/mcpaudit/analyzers/liveresource"
	"github.com/mcpaudit/mcpaudit/analyzers/memo"
	"github.com/mcpaudit/mcpaudit/analyzers/notifybus"
	"github.com/mcpaudit/mcpaudit/analyzers/requestid"
	"github.com/mcpaudit/mcpaudit/analyzers/requeststate"
	"github.com/mcpaudit/mcpaudit/analyzers/resumability"
	"github.com/mcpaudit/mcpaudit/analyzers/routingheaders"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
	"github.com/mcpaudit/mcpaudit/analyzers/sealkey"
	"github.com/mcpaudit/mcpaudit/analyzers/servername"
	"github.com/mcpaudit/mcpaudit/analyzers/serverrequest"
	"github.com/mcpaudit/mcpaudit/analyzers/sessionheader"
	"github.com/mcpaudit/mcpaudit/analyzers/sessionid"
	"github.com/mcpaudit/mcpaudit/analyzers/sessionlist"
	"github.com/mcpaudit/mcpaudit/analyzers/sessionmap"
	"github.com/mcpaudit/mcpaudit/analyzers/statefultransport"
	"github.com/mcpaudit/mcpaudit/analyzers/task"
	"github.com/mcpaudit/mcpaudit/analyzers/upload"
	"github.com/mcpaudit/mcpaudit/analyzers/workflow"
)

// All lists the rules, the most telling first: where two see one object, the
// earlier one leads its card.
func All() []*rule.Rule {
	return []*rule.Rule{
		statefultransport.Rule,
		sessionmap.Rule,
		liveresource.Rule,
		task.Rule,
		upload.Rule,
		workflow.Rule,
		cursor.Rule,
		ambient.Rule,
		handshake.Rule,
		sessionlist.Rule,
		serverrequest.Rule,
		notifybus.Rule,
		sealkey.Rule,
		requeststate.Rule,
		servername.Rule,
		cachescope.Rule,
		memo.Rule,
		earlyeffect.Rule,
		idempotency.Rule,
		requestid.Rule,
		cancellation.Rule,
		guessablehandle.Rule,
		handleowner.Rule,
		handleexpiry.Rule,
		handledoc.Rule,
		resumability.Rule,
		routingheaders.Rule,
		sessionheader.Rule,
		sessionid.Rule,
		hints.Rule,
	}
}

// Analyzers lists the rules as analyzers of go/analysis, in the same order.
func Analyzers() []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, r := range All() {
		out = append(out, rule.Analyzer(r))
	}
	return out
}
