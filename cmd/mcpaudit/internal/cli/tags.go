package cli

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/spf13/pflag"
)

func bindTags(fs *pflag.FlagSet, tags *[]string) {
	fs.StringSliceVar(tags, "tags", nil, "audit only the build with these build `tags`; none: without any\n(default: also those that the module's own tags select)")
}

// checkTags rejects what cannot be a build tag: the go command would ignore it, and the audit would be another one than is thought.
func checkTags(tags []string) error {
	for i, tag := range tags {
		tags[i] = strings.TrimSpace(tag)
		bad := strings.IndexFunc(tags[i], func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' // as go/build/constraint
		})
		switch {
		case tags[i] == "":
			return usagef("--tags: a tag is empty: separate tags by commas")
		case bad >= 0:
			return usagef("--tags: %q is no build tag: letters, digits, dots and underscores make one, commas separate several", tag)
		case tags[i] == scan.NoTags && len(tags) > 1:
			return usagef("--tags: none goes with no other tag: give the tags alone, or none alone")
		}
	}
	slices.Sort(tags)
	return nil
}
