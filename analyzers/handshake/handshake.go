package handshake

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule handshake.
var Rule = rule.Must(doc, rule.Rule{
	Name:    "handshake",
	Group:   rule.Session,
	Step:    rule.StepState,
	Hours:   [2]float64{2, 8},
	Clause:  "2026-07-28 basic, statelessness: servers MUST NOT rely on prior requests over the same connection to establish context",
	Check:   check,
	Rewrite: rewrite,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.Handshake {
			continue
		}
		f := v.Card(st, j)
		f.Message = "this is set at the handshake, which clients of 2026-07-28 do not make: later requests find it empty or another client's"
		f.Suggestion = "take it from the request's _meta or from the verified token on each call"
		if j.Replays() {
			f.Message = "what the first client's handshake was answered is kept here and given to every later client: they get what another one negotiated, and clients of 2026-07-28 make no handshake"
			f.Suggestion = "ask the other server with each request (_meta), or give each client a session of its own"
		}
		report(f)
	}
	hooks(v, report)
	upstream(v, report)
	frozen(v, report)
	tokens(v, report)
	entries(v, report)
	overrides(v, report)
	seen := map[string]bool{}
	v.Calls(sdk.OriginClientInfo, func(l view.Loc, e sdk.Entry) {
		if e.Get("from") == "request" || e.Get("from") == "roots" || l.Fn.Test || l.In().Op == effects.Field && v.Stored(l) {
			return
		}
		key := l.Fn.Fn.ID
		roots := v.Reached(l.Fn)
		if seen[key] || len(roots) == 0 || v.InHook(l.Fn) || !v.FromSessionObject(l) || v.OnlyEra(l) {
			return
		}
		seen[key] = true
		f := rule.Finding{Severity: rule.Medium, Confidence: rule.Sure, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + sessionInfo, Package: l.Fn.Fn.Pkg, Site: l.Pos(), Tools: view.Tools(roots)}
		f.Path, _, _ = v.PathTo(l, "reads what the client said at the handshake")
		f.Message = "this depends on what the client said at the handshake of its session; without one it is missing"
		f.Suggestion = "read the client information of the request (_meta)"
		if v.EraGuarded(l) {
			f.Severity = rule.Info
			f.Message = "what the client said at the handshake is read for old clients only"
		} else if !v.Decides(l) {
			f.Severity = rule.Info
			f.Message = "what the client said at the handshake is only recorded here; without one it is missing"
		}
		report(f)
	})
}

// sessionInfo is how the objects of findings about one session's client end.
const sessionInfo = ": client information of the session"

// hooks reports hooks of the handshake that change what other requests see:
// for clients of 2026-07-28 they never run.
func hooks(v *rule.View, report func(rule.Finding)) {
	for _, r := range v.HandshakeHooks() {
		f := rule.Finding{Severity: rule.Medium, Confidence: rule.Sure, Object: r.Object, Package: r.Package, Site: r.Site, Path: r.Path, Related: r.Related}
		f.Message = "this hook of the handshake changes what later requests rely on, and it never runs for clients of 2026-07-28"
		f.Suggestion = "do it on the first request that needs it, from the verified token"
		report(f)
	}
}

// frozen reports values of an HTTP request that handlers of a session take from
// their context, though that is the context of the session's first request.
func frozen(v *rule.View, report func(rule.Finding)) {
	for _, z := range v.FrozenValues() {
		f := rule.Finding{Severity: v.Scale(rule.High), Confidence: rule.Likely, Object: z.Fn.Pkg.Name + "." + z.Fn.Name + ": context of the request that began the session", Package: z.Fn.Fn.Pkg, Site: z.Pos(), Tools: view.Tools(z.Roots)}
		f.Path = []rule.Frame{{Pos: z.Serves.Pos(), Function: z.Serves.Fn.Name, What: "serves sessions"}, {Pos: z.Pos(), Function: z.Fn.Name, What: "puts a value of the HTTP request into its context"}, {Pos: z.Read.Pos(), Function: z.Read.Fn.Name, What: "later reads it for every request of the session"}}
		if z.Sure && len(z.Roots) > 0 {
			f.Confidence = rule.Sure
		}
		f.Message = "handlers of a session get the context of the HTTP request that began it: what this puts there is not that of the request which they answer"
		f.Suggestion = "read the request's own header and token (Extra of the request), or serve without sessions"
		if z.Conditional {
			f.Severity = rule.Info
			f.Message = "where configuration has this transport keep sessions, their handlers get the context of the HTTP request that began them, not that of the request which they answer"
		}
		report(f)
	}
}

// tokens reports digests of the token that a session began with, which the
// tokens of later requests must have, too.
func tokens(v *rule.View, report func(rule.Finding)) {
	for _, b := range v.BoundTokens() {
		roots := v.Reached(b.Compare.Fn)
		f := rule.Finding{Severity: v.Scale(rule.Medium), Confidence: rule.Likely, Object: b.Object, Package: b.Package, Site: b.Keep.Pos(), Role: "token", Tools: view.Tools(roots)}
		f.Path = []rule.Frame{{Pos: b.Keep.Pos(), Function: b.Keep.Fn.Name, What: "keeps a digest of the token"}, {Pos: b.Compare.Pos(), Function: b.Compare.Fn.Name, What: "refuses requests whose token has another"}}
		f.Message = "the token of one request is kept for good, as a digest: when the client renews it, the same caller is refused"
		f.Suggestion = "compare the issuer and the subject of the verified token, which stay the same when it is renewed"
		report(f)
	}
}

// entries reports what the handshake leaves under a name in a record of the
// session, and later requests take from there.
func entries(v *rule.View, report func(rule.Finding)) {
	for _, e := range v.HandshakeEntries() {
		f := rule.Finding{Severity: v.Scale(rule.Medium), Confidence: rule.Sure, Object: e.Object, Package: e.Fn.Fn.Pkg, Site: e.Pos()}
		f.Path, _, _ = v.PathTo(e.Loc, "keeps it at the handshake")
		f.Path = append(f.Path, rule.Frame{Pos: e.Read.Pos(), Function: e.Read.Fn.Name, What: "later reads it"})
		f.Message = "later requests need what this keeps of the handshake, which clients of 2026-07-28 do not make"
		f.Suggestion = "take it from each request's own _meta, or from the verified token"
		report(f)
	}
}

// overrides reports transports of a session's requests that put the caller who
// was there when they were made in the place of the one who asks now.
func overrides(v *rule.View, report func(rule.Finding)) {
	for _, o := range v.Overrides() {
		f := rule.Finding{Severity: v.Scale(rule.High), Confidence: rule.Likely, Object: o.Object, Package: o.Package, Site: o.Site}
		f.Path = []rule.Frame{{Pos: o.Keep.Pos(), Function: o.Keep.Fn.Name, What: "keeps what the context holds now"}, {Pos: o.Puts.Pos(), Function: o.Puts.Fn.Name, What: "puts it into the context of every later request"}}
		f.Message = "every request through this transport gets what one context held when the transport was made, in the place of what its own context holds: later callers act as the first, or with a token that has expired"
		f.Suggestion = "take it from the context of the request, and use what is kept only where that has none"
		report(f)
	}
}

// upstream reports sessions with other MCP servers that are begun once and
// kept: a gateway's own handshake.
func upstream(v *rule.View, report func(rule.Finding)) {
	kept := v.HeldResources()
	for _, st := range v.StateObjects() {
		if v.Judge(st).Nature == view.Live {
			kept = append(kept, st)
		}
	}
	for _, c := range v.LibraryClients() {
		f := rule.Finding{Severity: rule.Medium, Confidence: rule.Likely, Object: c.Object, Package: c.Package, Site: c.Pos, Related: c.Related}
		f.Path = []rule.Frame{{Pos: c.Start.Pos(), Function: c.Start.Fn.Name, What: "makes the handshake with another server"}, {Pos: c.Use.Pos(), Function: c.Use.Fn.Name, What: "later relies on it"}}
		f.Message = "the handshake with another server is made once for the life of the process: servers of 2026-07-28 know neither it nor the session"
		f.Suggestion = "send what the handshake said with each request (_meta), with an SDK that discovers what the server speaks"
		report(f)
	}
	for _, st := range kept {
		starts := v.UpstreamStarts(st)
		if len(starts) == 0 {
			continue
		}
		f := rule.Finding{Severity: v.Scale(rule.Medium), Confidence: rule.Likely, Object: st.Object, Package: st.Pkg.Path, Site: st.Pos, Tools: view.Tools(st.Roots), Related: v.Upstream(st)}
		f.Path, _, _ = v.PathTo(starts[0], "makes the handshake with another server")
		f.Message = "the handshake with another server is made once and its session is kept for all callers: servers of 2026-07-28 know neither"
		f.Suggestion = "send what the handshake said with each request (_meta), and forward the caller's own client information"
		report(f)
	}
}
