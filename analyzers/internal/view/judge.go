package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Nature is what a state object is: the rules of the catalogue each take the
// objects of one nature, so that one object gets one card.
type Nature uint8

// The natures.
const (
	Harmless   Nature = iota // no answer depends on it
	SessionMap               // keyed by the protocol session
	Workflow                 // one call stores, another retrieves
	Cursor                   // a position kept for the next call
	Ambient                  // a current something, without a key
	Memo                     // a cache: a miss makes the entry anew
	Live                     // a live resource
	Task                     // background work that is polled later
	Bus                      // subscribers and broadcasts
	Handshake                // taken at initialize, relied on later
	Upload                   // content that grows over calls
	RequestID                // keyed by the JSON-RPC id
)

// Verdict is the nature of a state object and what speaks for it.
type Verdict struct {
	Nature     Nature
	Severity   Severity
	Confidence Confidence
	Collapse   bool   // keyed by session under a stateless transport
	Pointer    bool   // keyed by the session object rather than its id
	Why        string // what tells this object apart
}

// replay is why an object of the handshake is told apart: it answers the
// handshakes of later clients.
const replay = "replay"

// Replays reports whether an object holds the answer to a handshake for others.
func (j Verdict) Replays() bool { return j.Nature == Handshake && j.Why == replay }

// whyIssued says that a cell holds what later requests must bring to be let in.
const whyIssued = "issued"

// Issued reports whether an object holds a login that this process handed out.
func (j Verdict) Issued() bool { return j.Nature == Workflow && j.Why == whyIssued }

// whyStops says that an object holds how to stop what an earlier call started.
const whyStops = "stops"

// whyMarked says that requests mark which entry is the current one.
const whyMarked = "marked"

// whyAwaits says that one request waits in an object for what another brings.
const whyAwaits = "awaits"

// Awaits reports whether one request waits in an object for what another brings.
func (j Verdict) Awaits() bool { return j.Why == whyAwaits }

// Stops reports whether later calls stop the work of earlier ones through an object.
func (j Verdict) Stops() bool { return j.Nature == Task && j.Why == whyStops }

// heldBus is why a bus is told apart: start-up fills the list of its listeners.
const heldBus = "held"

// Held reports whether the listeners of a bus are those of start-up.
func (j Verdict) Held() bool { return j.Nature == Bus && j.Why == heldBus }

// AtMost is a confidence that does not exceed the one in the object itself being
// state.
func (j Verdict) AtMost(c Confidence) Confidence {
	if j.Confidence == Possible {
		return Possible
	}
	return c
}

// Judge finds the nature of a state object.
func (v *View) Judge(st *State) Verdict {
	m := Once(v, "judged", func() map[*State]Verdict { return map[*State]Verdict{} })
	if j, ok := m[st]; ok {
		return j
	}
	j := v.judge(st)
	switch j.Nature {
	case Workflow, Ambient, Cursor:
		if v.accumulates(st) {
			j.Nature = Upload
		}
	}
	switch {
	case j.Nature == Harmless:
	case v.oldClients(st):
		j.Severity = Info
	case j.Nature != Bus && j.Nature != Live && v.onlyRecorded(st):
		j.Severity = Info // read for a log line or a metric
	case v.wordOf(st, "metric", "telemetry", "stats.", "tracing", "observab"):
		j.Severity, j.Confidence = Info, Possible // no answer depends on it
	case v.limiter(st):
		j.Severity = Info // per replica it is inexact, not wrong
	case j.Why == whyIssued, j.Why == whyStops, j.Why == whyMarked, j.Why == whyAwaits, j.Nature == Workflow && v.waits(st):
	case j.Nature != SessionMap && j.Nature != Live && j.Nature != Bus && j.Why != replay && v.wordOf(st, "cache", "lru", "memoiz", "memois"):
		if j.Severity != Medium || j.Nature != Memo {
			j = v.cache(st)
		}
	case (j.Nature == Workflow || j.Nature == Task || j.Nature == Ambient && st.Container(v.Program)) && v.fetched(st):
		j = v.cache(st)
	case (j.Nature == Bus || j.Nature == Workflow || j.Nature == SessionMap && st.WriteKeys.Has(mintedKey)) && v.correlates(st), j.Nature == SessionMap && v.hookPair(st):
		j = Verdict{}
	case j.Nature == Workflow && v.timesOnly(st):
		j.Severity = Info
	}
	if j.Nature != Harmless && !v.toldApart(st, j) && !slices.ContainsFunc(st.Writers, func(r *link.Root) bool { return r.Kind != link.RootAPI }) {
		j.Confidence = Possible // only users of the library could say when this runs
	}
	key := strings.ToLower(st.Key)
	login := strings.Contains(key, "oauth") || strings.Contains(key, "login")
	if j.Nature == SessionMap && !login && !strings.Contains(key, "auth") && v.beside(st) {
		j.Severity, j.Confidence = Info, Possible // sessions of something else, terminals say
	}
	if j.Nature != Harmless && j.Nature != SessionMap && j.Nature != Handshake && j.Why != whyFirst && !slices.ContainsFunc(st.Roots, v.speaksMCP) {
		// A console or an API beside the server. What it keeps for the next of
		// its own requests breaks all the same; the rest is its own business.
		minted := st.WriteKeys.Has(FromStrongID|FromWeakID) || guessable(st.WriteKeys)
		missed := v.missed(st) && st.WriteKeys.Has(FromStrongID|FromWeakID|callers)
		client := j.Nature == Memo && !slices.ContainsFunc(st.Roots, func(r *link.Root) bool { return !outgoing(r) })
		waits := j.Nature == Workflow && (v.waits(st) || j.Awaits())
		switch {
		case j.Nature == Bus && v.heldBus(st):
			j.Severity, j.Confidence, j.Why = v.scale(Medium), Likely, heldBus
		case (j.Nature != Workflow || !st.Keyed || !minted && !missed) && !j.Issued() && !login && !client && !waits && !v.fixedByFirst(st):
			j.Confidence = Possible
		}
	}
	m[st] = j
	return j
}

func (v *View) judge(st *State) Verdict {
	if !slices.ContainsFunc(st.Roots, func(r *link.Root) bool { return !r.Service() }) {
		return Verdict{} // of a service beside MCP, which is another matter
	}
	if v.stops(st) {
		return Verdict{Nature: Task, Severity: v.scale(Medium), Confidence: Likely, Why: whyStops}
	}
	if v.failsOnce(st) {
		return Verdict{Nature: Memo, Severity: v.scale(Medium), Confidence: Likely, Why: WhyFailure}
	}
	if v.harmlessType(st.Type) || v.telemetry(elemKey(strings.TrimLeft(st.Type, "*"))) {
		return Verdict{}
	}
	if onlySends(st) || v.onceOnly(st) || v.locks(elemKey(strings.TrimLeft(st.Type, "*"))) || slices.ContainsFunc(st.Elems, v.locks) {
		return Verdict{}
	}
	if !st.Direct.Has(callers) && !slices.ContainsFunc(st.Writers, func(r *link.Root) bool { return !v.makesServers(r.Fn) }) {
		return Verdict{} // filled while a server is put together
	}
	j := Verdict{Severity: v.scale(High), Confidence: v.confidence(st)}
	cont := st.Container(v.Program)
	switch {
	case st.Keys.Has(FromSession) && st.Keyed && v.beforeStore(st):
		return v.cache(st)
	case st.Keys.Has(FromSession) && st.Keyed:
		j.Nature, j.Severity = SessionMap, v.scale(Blocker)
		j.Pointer = v.pointerKeys(st)
		if v.limiter(st) {
			j.Severity = Info
		} else if v.AnyStateless() {
			j.Collapse = true
		} else if st.Rebuilds && st.Live == "" && !slices.ContainsFunc(st.Writes, func(a *link.Access) bool { return a.Depth > 0 }) {
			j.Severity = v.scale(Medium)
		}
		return j
	case st.Keyed && st.Keys.Has(FromRequestID) && !st.Keys.Has(FromArg|FromStrongID):
		j.Nature, j.Severity = RequestID, Low
		return j
	case len(st.Reads) == 0 && st.Live == "":
		if !selfRead(st) {
			return Verdict{}
		}
	}
	if st.Keyed && st.DirectKeys.Has(FromSessionName) {
		j.Nature, j.Severity = SessionMap, High
		if j.Confidence == Sure {
			j.Confidence = Likely
		}
		return j
	}
	switch {
	case v.awaits(st):
		j.Nature, j.Why = Workflow, whyAwaits
		return j
	case cont && v.subscribers(st):
		j.Nature = Bus
		return j
	case leased(st.Live) && v.onlyForgotten(st):
		return Verdict{}
	case leased(st.Live) && v.aged(st):
		return v.memo(st, j) // a pool: what it gives may be new at any time
	case leased(st.Live) && !v.lazyConfig(st):
		j.Nature = Live
		return j
	}
	if v.streamTable(st) || v.mailboxes(st) && st.Keys.Has(FromHTTP|FromSessionName) {
		j.Nature, j.Severity = SessionMap, Blocker
		if j.Confidence == Sure {
			j.Confidence = Likely
		}
		return j
	}
	if !st.Keyed && v.replayed(st) {
		j.Nature, j.Why = Handshake, replay
		return j
	}
	if cont && st.Keyed {
		switch {
		case v.onlyEnded(st):
			return Verdict{}
		case advances(st):
			j.Nature = Cursor
			return j
		case v.waits(st):
			j.Nature = Workflow
			return j
		case st.Rebuilds && (!v.mutated(st) || st.WriteKeys == FromConst && v.madeAlike(st)), v.remembered(st):
			return v.memo(st, j)
		case v.background(st):
			j.Nature = Task
			return j
		case st.WriteKeys == FromConst && len(st.Reads) > 0:
			j.Nature = Ambient
			return j
		}
		j.Nature = Workflow
		return j
	}
	if cont && st.Live == "" && v.alsoHeld(st) {
		return Verdict{}
	}
	if cont {
		if strings.HasPrefix(strings.TrimLeft(st.Type, "*"), "chan ") {
			return Verdict{}
		}
		if v.lazyConfig(st) || v.drained(st) {
			return Verdict{}
		}
		if slices.ContainsFunc(st.Writes, func(a *link.Access) bool { return a.Kind == link.Update }) {
			j.Nature = Workflow
			return j
		}
		if v.marks(st) {
			j.Nature, j.Why = Ambient, whyMarked
			return j
		}
		if !st.Direct.Has(callers) {
			return Verdict{}
		}
		j.Nature = Ambient
		j.Severity = v.scale(Medium)
		return j
	}
	return v.judgeCell(st, j)
}

// whyFirst says that what the first caller brought stays for all later ones.
const whyFirst = "first"

// FirstCallers reports whether a verdict is about what the first caller brought.
func (j Verdict) FirstCallers() bool { return j.Why == whyFirst }

// callers are the origins that differ from caller to caller.
const callers = FromArg | FromPrincipal | FromSession | FromHTTP | FromClientInfo | FromRequestID

// judgeCell judges a single value without a key.
func (v *View) judgeCell(st *State, j Verdict) Verdict {
	if v.setAtHandshake(st) {
		j.Nature = Handshake
		return j
	}
	if v.firstCaller(st) {
		j.Nature, j.Why = Ambient, whyFirst
		if j.Confidence == Sure {
			j.Confidence = Likely // a name says whose value it is
		}
		return j
	}
	if v.lazyConfig(st) || v.innerCache(st) || v.openedOnDemand(st) || v.built(st) {
		return Verdict{}
	}
	if v.issued(st) {
		j.Nature, j.Why = Workflow, whyIssued
		if !v.ofEntries(st) {
			j.Severity = v.scale(Medium) // one holder at a time: often a server for one person
		}
		if j.Confidence == Sure {
			j.Confidence = Likely // what the holder may do with it is not followed
		}
		return j
	}
	if st.Live == "" && (v.heldNearer(st) || v.onlyLeads(st) || v.resets(st)) {
		return Verdict{}
	}
	hook := len(st.Writers) > 0 && !slices.ContainsFunc(st.Writers, func(r *link.Root) bool { return r.Kind != sdk.RootHook || !handshakeHook(r.Hook) })
	update := slices.ContainsFunc(st.Writes, func(a *link.Access) bool { return a.Kind == link.Update })
	if update && isNumber(st.Type) {
		if !v.answerUses(st) {
			return Verdict{}
		}
		j.Nature = Ambient
		if cursorName(st.Object) {
			j.Nature = Cursor
		}
		return j
	}
	if st.Direct.Has(FromClientInfo) || hook {
		j.Nature = Handshake
		return j
	}
	if st.Keys.Has(FromRequestID) {
		return Verdict{}
	}
	if cursorName(st.Object) && isNumber(st.Type) {
		j.Nature = Cursor
		return j
	}
	if update && isBuffer(st.Type) {
		if !v.answerUses(st) {
			return Verdict{}
		}
		j.Nature = Ambient
		return j
	}
	if v.getOrCompute(st) && !v.prepared(st) && !st.Values.Has(FromPrincipal|FromSession) && !v.givenByCaller(st) {
		return Verdict{} // made on demand, the same for every caller
	}
	if !st.Direct.Has(callers) && !st.Values.Has(FromArg|FromPrincipal|FromSession) && !v.switches(st) && !v.prepared(st) {
		// The same for every caller: a token of the process that is renewed, a
		// probe that is repeated.
		return Verdict{}
	}
	if v.refreshed(st) {
		return v.cache(st)
	}
	j.Nature = Ambient
	return j
}

// scale lowers a severity when requests cannot reach another replica.
func (v *View) scale(s Severity) Severity {
	if v.OverHTTP() {
		return s
	}
	switch s {
	case Blocker, High:
		return Low
	case Medium:
		return Low
	}
	return s
}

// confidence says how well the way from a request to the writes is known.
func (v *View) confidence(st *State) Confidence {
	c := Possible
	for _, a := range st.Writes {
		_, root, sure := v.PathTo(Loc{a.Fn, a.Instr}, "")
		switch {
		case sure:
			return Sure
		case root != nil:
			c = Likely
		}
	}
	return c
}
