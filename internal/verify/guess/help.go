package guess

import (
	"context"
	"errors"
	"os/exec"
	"regexp"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/verify/replica"
)

// helpOf asks a program for its help. A program that does not know what is asked may serve instead, so it is ended.
func helpOf(ctx context.Context, bin string, sub []string) string {
	var all strings.Builder
	for _, flag := range []string{"--help", "-h"} {
		out, err := replica.Output(ctx, helpLimit, bin, append([]string{bin + "/server"}, append(sub, flag)...)...)
		all.WriteString(out)
		if err == nil || !isMissing(err) && strings.Contains(out, "-") {
			break
		}
	}
	return all.String()
}

func isMissing(err error) bool {
	_, ok := errors.AsType[*exec.Error](err)
	return ok
}

// flagText is a flag as the help shows it.
type flagText struct {
	written string // with its dashes
	text    string // what the help says about it
}

// flagLine matches the first line of a flag in the help of the flag package, pflag, urfave/cli and kong.
var flagLine = regexp.MustCompile(`(?m)^\s*(?:-[A-Za-z],?\s+)?(--?)([A-Za-z][A-Za-z0-9_.-]*)(.*)$`)

// parseFlags reads the flags of a help text. What follows a flag up to the next one is its text.
func parseFlags(help string) map[string]flagText {
	flags := make(map[string]flagText)
	found := flagLine.FindAllStringSubmatchIndex(help, -1)
	for i, m := range found {
		end := len(help)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		name := help[m[4]:m[5]]
		if _, ok := flags[name]; !ok {
			flags[name] = flagText{written: help[m[2]:m[3]] + name, text: strings.ToLower(help[m[6]:end])}
		}
	}
	return flags
}

func first(flags map[string]flagText, names []string) (flagText, bool) {
	for _, name := range names {
		if f, ok := flags[name]; ok {
			return f, true
		}
	}
	return flagText{}, false
}

func wordsOf(text string) []string {
	return regexp.MustCompile(`[a-z][a-z_-]*[a-z]`).FindAllString(text, -1)
}

// mentionsCommand reports whether a help lists a subcommand: a word at the start of an indented line.
func mentionsCommand(help, name string) bool {
	return regexp.MustCompile(`(?m)^\s+` + regexp.QuoteMeta(name) + `(,|\s|$)`).MatchString(help)
}
