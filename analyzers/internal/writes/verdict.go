package writes

// Verdict says whether calling a tool twice differs from calling it once.
type Verdict struct {
	Again  bool
	Effect *Effect // what is done again
	Sure   bool    // proven without the tool's name
}

// Judge decides by what the tool does; its name and description only help
// where the effects leave it open.
func (t *Tool) Judge() Verdict {
	if t.Keyed != "" {
		return Verdict{}
	}
	var hard, soft, open, set, memory, forward, relative *Effect
	objects := map[string]bool{}
	for _, e := range t.Effects {
		switch {
		case e.Kind == Forward:
			if forward == nil || e.Arg && !forward.Arg {
				forward = e
			}
		case e.Kind == Memory:
			if e.Word == AgainWord && e.frame.depth <= maxMemoryDepth && !t.balanced(e) {
				first(&memory, e)
			}
			if e.Word == AgainWord && e.State != nil {
				objects[e.State.Key] = true
			}
		case e.Word == AgainWord && e.Hard:
			if (e.Kind == File || e.Kind == Process) && e.frame.depth > maxNearDepth && t.says() != AgainWord {
				continue // deep in a library of the server, and the tool says nothing of it
			}
			first(&hard, e)
		case e.Word == AgainWord:
			first(&soft, e)
			if e.relative() {
				first(&relative, e)
			}
		case e.Word == WriteWord && (e.Kind != Process || t.Word == AgainWord):
			first(&open, e)
		case e.Hard && e.Kind != Process && e.Kind != File:
			first(&set, e)
		}
	}
	if len(objects) > maxObjects {
		memory = nil // the machinery of a server, not what the tool is for
	}
	says := t.says()
	if forward != nil {
		// A tool that calls whatever tool it is told to repeats whatever that does.
		if forward.Arg && says != ReadWord && says != DeleteWord {
			return Verdict{true, forward, says == AgainWord}
		}
		// What one tool of the other server does is its own matter, unless this
		// one says it.
		if t.Word == AgainWord && t.Desc == AgainWord || t.Word == WriteWord && t.Desc == AgainWord {
			return Verdict{true, forward, false}
		}
		return Verdict{}
	}
	switch says {
	case ReadWord:
		// What starts work elsewhere is no read, whatever its name.
		if hard != nil && (hard.Kind == API || hard.Kind == HTTP && hard.Starts() || hard.Commits && t.Def.Hints["readonly"].Val != "true") {
			return Verdict{true, hard, false}
		}
		if t.Declares() && len(t.Asks) > 0 {
			return Verdict{true, t.Asks[0], false}
		}
		return Verdict{}
	case DeleteWord:
		return Verdict{}
	case SetWord:
		if hard != nil && (hard.Kind == API || hard.Kind == File && t.edits() || hard.Kind == SQL && set == nil) {
			return Verdict{true, hard, false}
		}
		return Verdict{}
	}
	switch {
	case hard != nil:
		return Verdict{true, hard, true}
	case memory != nil && (set == nil || says == AgainWord):
		return Verdict{true, memory, true}
	case t.adds() && len(t.Effects) > 0:
		// Whatever it writes, appending is no setting.
		if e := t.write(); e != nil {
			return Verdict{true, e, false}
		}
	}
	switch {
	case says == WriteWord && relative != nil:
		return Verdict{true, relative, false} // one of its actions
	case says != AgainWord:
		return Verdict{}
	case soft != nil && set == nil:
		return Verdict{true, soft, false}
	case open != nil && set == nil:
		return Verdict{true, open, false}
	}
	return Verdict{}
}

// Declares reports whether the tool's own annotations say that it may change
// and destroy things, and does so again.
func (t *Tool) Declares() bool {
	h := t.Def.Hints
	return h["readonly"].Val == "false" && h["destructive"].Val == "true" && h["idempotent"].Val != "true"
}

// relative reports whether a method's verb changes what is there from where it
// stands, so that twice is never once. Creating may be refused, starting may
// find it running.
func (e *Effect) relative() bool {
	if e.Kind != API {
		return false
	}
	switch Split(method(e.Sym))[0] {
	case "restart", "reboot", "rerun", "redeploy", "trigger", "skip", "rotate", "split", "replay", "resend", "failover", "increment", "decrement":
		return true
	}
	return false
}

// balanced reports whether what is counted up is counted down again: uses,
// not work.
func (t *Tool) balanced(e *Effect) bool {
	for _, o := range t.Effects {
		if o.Kind == Memory && o.State != nil && o.State == e.State && o.Word == AgainWord && o.down != e.down {
			return true
		}
	}
	return false
}

// edits reports whether the tool's name speaks of changing a part of something.
func (t *Tool) edits() bool {
	for _, w := range Split(t.Name) {
		switch w {
		case "edit", "modify", "replace", "patch", "change", "update", "insert":
			return true
		}
	}
	return false
}

// adds reports whether the tool's name has a verb that is relative by itself.
func (t *Tool) adds() bool {
	for _, w := range Split(t.Name) {
		switch w {
		case "append", "prepend", "increment", "decrement", "enqueue", "deposit", "withdraw":
			return true
		}
	}
	return false
}

// write is the most telling proven write.
func (t *Tool) write() *Effect {
	for _, e := range t.Effects {
		if e.Hard && e.Kind != Memory && e.Word == SetWord {
			return e
		}
	}
	return nil
}

const (
	maxMemoryDepth = 5
	maxNearDepth   = 7
	maxObjects     = 4
)

func first(p **Effect, e *Effect) {
	if *p == nil {
		*p = e
	}
}

// says is what the tool's name says, or its description where the name has no
// verb or an open one.
func (t *Tool) says() Word {
	switch {
	case t.Word == NoWord && t.Desc == NoWord:
		return nounWord(t.Name)
	case t.Word == NoWord, t.Word == WriteWord && t.Desc != NoWord:
		return t.Desc
	case t.Word == SetWord && t.Desc == WriteWord && verbAt(Split(t.Name), 0) == NoWord:
		return WriteWord // manages what is called a commit, a lock, an install
	}
	return t.Word
}

// Starts reports whether a request goes to something that it sets going or puts
// on record, which no reader does.
func (e *Effect) Starts() bool {
	words := Split(e.What)
	if len(words) == 0 {
		return false
	}
	switch singular(words[len(words)-1]) {
	case "investigation", "export", "import", "job", "run", "execution", "task", "report", "session", "build", "deployment", "incident", "snapshot", "annotation", "comment",
		"message", "order", "payment", "invoice", "ticket", "issue", "backup", "notification", "workflow", "experiment":
		return true
	}
	return false
}

func singular(w string) string {
	if len(w) > 3 && w[len(w)-1] == 's' {
		return w[:len(w)-1]
	}
	return w
}
