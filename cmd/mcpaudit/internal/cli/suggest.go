package cli

import "github.com/mcpaudit/mcpaudit/internal/near"

// hint proposes the candidate that a misspelt word was meant to be, or says otherwise when none is near.
func hint(word string, candidates []string, prefix, otherwise string) string {
	if word := near.Word(word, candidates); word != "" {
		return "did you mean " + prefix + word + "?"
	}
	return otherwise
}
