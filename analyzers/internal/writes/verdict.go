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
	var hard, soft, open, set *Effect
	for _, e := range t.Effects {
		switch {
		case e.Word == AgainWord && e.Hard && e.Kind != Push:
			first(&hard, e)
		case e.Word == AgainWord:
			first(&soft, e)
		case e.Word == WriteWord:
			first(&open, e)
		case e.Hard && e.Kind != Memory && e.Kind != Process:
			first(&set, e)
		}
	}
	says := t.says()
	switch says {
	case ReadWord, DeleteWord:
		return Verdict{}
	case SetWord:
		if hard != nil && hard.Kind == API || hard != nil && hard.Kind == File {
			return Verdict{true, hard, false}
		}
		return Verdict{}
	}
	if hard != nil {
		return Verdict{true, hard, true}
	}
	if says != AgainWord {
		return Verdict{}
	}
	for _, e := range []*Effect{soft, open} {
		if e == nil || e.Kind == Forward && t.Desc != AgainWord || set != nil && e == open {
			continue
		}
		return Verdict{true, e, false}
	}
	return Verdict{}
}

func first(p **Effect, e *Effect) {
	if *p == nil {
		*p = e
	}
}

// says is what the tool's name says, or its description where the name has no
// verb.
func (t *Tool) says() Word {
	if t.Word == NoWord {
		return t.Desc
	}
	return t.Word
}
