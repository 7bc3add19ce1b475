package since

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// changed lists the lines of the work tree that differ from a commit, by absolute file name. Changes of white space alone do not
// count; every line of a file that git does not know yet does.
func changed(ctx context.Context, top, commit string) (map[string][]span, error) {
	diff, err := git(ctx, top, nil, "diff", "--unified=0", "--ignore-all-space", "--no-ext-diff", "--no-textconv", "--no-color", "--find-renames",
		"--ignore-submodules", "--src-prefix=a/", "--dst-prefix=b/", commit, "--")
	if err != nil {
		return nil, err
	}
	lines := map[string][]span{}
	if err := parseDiff(diff, func(file string, s span) {
		file = filepath.Join(top, filepath.FromSlash(file))
		lines[file] = append(lines[file], s)
	}); err != nil {
		return nil, err
	}
	unknown, err := git(ctx, top, nil, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for file := range strings.SplitSeq(unknown, "\x00") {
		if file != "" {
			file = filepath.Join(top, filepath.FromSlash(file))
			lines[file] = []span{{1, math.MaxInt}}
		}
	}
	return lines, nil
}

var hunk = regexp.MustCompile(`^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// parseDiff calls found for each range of new lines in a unified diff without context.
func parseDiff(diff string, found func(file string, s span)) error {
	file := ""
	oldLeft, newLeft := 0, 0 // lines of the current hunk that are still to come
	for line := range strings.Lines(diff) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case oldLeft > 0 && strings.HasPrefix(line, "-"):
			oldLeft--
		case newLeft > 0 && strings.HasPrefix(line, "+"):
			newLeft--
		case strings.HasPrefix(line, "+++ "):
			name := strings.TrimSuffix(strings.TrimPrefix(line, "+++ "), "\t")
			if strings.HasPrefix(name, `"`) {
				unquoted, err := strconv.Unquote(name)
				if err != nil {
					return fmt.Errorf("the file name %s cannot be read", name)
				}
				name = unquoted
			}
			file = strings.TrimPrefix(name, "b/")
		case strings.HasPrefix(line, "@@ "):
			m := hunk.FindStringSubmatch(line)
			if m == nil {
				return fmt.Errorf("git prints a diff that cannot be read: %.60q", line)
			}
			first, err := strconv.Atoi(m[2])
			if err != nil {
				return err
			}
			oldLeft, newLeft = count(m[1]), count(m[3])
			if newLeft > 0 {
				found(file, span{first, first + newLeft - 1})
			}
		}
	}
	return nil
}

// count is the number of lines in a hunk's header, where 1 is left out.
func count(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 1
	}
	return n
}
