package suggest

import (
	"slices"
	"strings"
	"unicode"
)

// Verbs in the names of tools, by what such a tool does to the state that tools share.
var (
	creators   = []string{"create", "open", "start", "new", "begin", "login", "connect", "init", "prepare", "make", "register", "launch", "allocate", "initiate"}
	choosers   = []string{"use", "select", "set", "switch", "enable", "choose", "activate", "configure"}
	readers    = []string{"list", "get", "search", "show", "read", "find", "status", "view", "describe", "query", "count", "check", "fetch", "lookup", "info", "echo", "browse", "inspect", "explain", "directory", "current", "whoami", "help"}
	finishers  = []string{"close", "finish", "end", "publish", "commit", "complete", "submit", "stop", "disconnect", "logout", "release", "export", "execute", "confirm"}
	destroyers = []string{"delete", "remove", "drop", "destroy", "purge", "wipe", "truncate", "kill", "erase", "clear", "reset", "uninstall", "revoke", "shutdown"}
)

// words splits a name at separators and at changes of case: "createDraft" and "create-draft" are create, draft.
func words(name string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	lower := false
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) || unicode.IsUpper(r) && lower {
			flush()
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			word.WriteRune(r)
		}
		lower = unicode.IsLower(r)
	}
	flush()
	return out
}

func has(name string, verbs []string) bool {
	return slices.ContainsFunc(words(name), func(w string) bool { return slices.Contains(verbs, w) })
}

// rank orders the tools of one state object: what makes it, what chooses it, what changes it, what reads it, what ends it.
func rank(name string) int {
	switch {
	case has(name, destroyers):
		return 5
	case has(name, creators):
		return 0
	case has(name, choosers):
		return 1
	case has(name, finishers):
		return 4
	case has(name, readers):
		return 3
	}
	return 2
}

// handleName reports whether an argument's name is that of a handle, and what the handle is of: "draft_id" is of a draft.
func handleName(arg string) (of string, ok bool) {
	w := words(arg)
	if len(w) == 0 {
		return "", false
	}
	switch last := w[len(w)-1]; last {
	case "id", "handle", "token", "cursor", "ref", "uuid", "key":
		if slices.Contains(w, "idempotency") {
			return "", false
		}
		return strings.Join(w[:len(w)-1], "_"), true
	}
	return strings.Join(w, "_"), false
}
