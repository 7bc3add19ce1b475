package sdk

import (
	"io/fs"
	"strings"
	"sync"
)

// paths is what the tables say of import paths alone. A driver that starts a
// process per package asks no more of most packages, and parsing every line
// would cost more than the rest of its work there.
type paths struct {
	sdks      []string
	versioned []string
}

var quick = sync.OnceValue(func() paths {
	var p paths
	names, err := fs.Glob(files, "tables/*.table")
	if err != nil {
		panic("sdk: " + err.Error())
	}
	for _, name := range names {
		src, err := fs.ReadFile(files, name)
		if err != nil {
			panic("sdk: " + err.Error())
		}
		last := ""
		for line := range strings.Lines(string(src)) {
			role, path, versions := columns(line)
			switch {
			case role == string(SDK):
				p.sdks = append(p.sdks, path)
			case versions != "*" && path != last && role != "":
				p.versioned = append(p.versioned, path)
				last = path
			}
		}
	}
	return p
})

// columns cuts the role, the path and the versions out of a line.
func columns(line string) (role, path, versions string) {
	var col [4]string
	for i := range col {
		line = strings.TrimLeft(line, " \t\r\n")
		end := strings.IndexAny(line, " \t\r\n")
		if end < 0 {
			end = len(line)
		}
		col[i], line = line[:end], line[end:]
		if strings.HasPrefix(col[0], "#") {
			return "", "", ""
		}
	}
	return col[0], col[1], col[3]
}

// IsSDKPath is Tables.IsSDK for the embedded tables, without parsing them.
func IsSDKPath(path string) bool {
	anyMajor, _ := majorWildcard(path)
	for _, s := range quick().sdks {
		if isBelow(path, s) || isBelow(anyMajor, s) {
			return true
		}
	}
	return false
}

// HasVersions reports whether the embedded tables say different things of a
// path at different versions of its module.
func HasVersions(path string) bool {
	anyMajor, _ := majorWildcard(path)
	for _, s := range quick().versioned {
		if base, below := strings.CutSuffix(s, "/..."); below {
			if isBelow(path, base) || isBelow(anyMajor, base) {
				return true
			}
		} else if path == s || anyMajor == s {
			return true
		}
	}
	return false
}
