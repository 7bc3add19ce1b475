package scan

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// goSettings are the settings of the go command that remedies need.
type goSettings struct {
	GOMOD, GOWORK, GOFLAGS, GOMODCACHE string
}

// A refusal is the go command's message about a module that cannot be had.
type refusal struct{ path, version, reason string }

// refused matches "path@version: reason", and what the module is replaced by
// in between. The go command puts the modules that require it on lines before.
var refused = regexp.MustCompile(`([^\s@:/][^\s@:]*)@(v[^\s:;,()/]+)(?: \(replaced by [^)]*\))?:\s+([^\n]+(?:\n\s+server response:[^\n]+)?)`)

func parseRefusal(msg string) (refusal, bool) {
	for _, m := range refused.FindAllStringSubmatch(msg, -1) {
		if semver.IsValid(m[2]) && module.CheckImportPath(m[1]) == nil {
			return refusal{m[1], m[2], strings.Join(strings.Fields(m[3]), " ")}, true
		}
	}
	return refusal{}, false
}

// remedy changes the next question so that the go command can answer it. It
// reports whether there is one. The user's files stay as they are.
func (l *lister) remedy(ctx context.Context, pkgs []*listed, msg string) (bool, error) {
	var found []refusal
	sums := strings.Contains(msg, "missing go.sum entry") || strings.Contains(msg, "updates to go.mod needed")
	failed := len(pkgs) == 0
	note := func(text, pkg string) {
		r, ok := parseRefusal(text)
		if !ok || l.absent[r.path] != "" {
			return
		}
		// A module whose code cannot be had costs its own packages only. One that
		// is missing from the graph costs those of all other modules too.
		if pkg != "" && (inModule(pkg, r.path) || strings.Contains(r.reason, ".zip: ")) {
			return
		}
		found = append(found, r)
	}
	if msg != "" && failed {
		note(msg, "")
	}
	outside := false
	for _, p := range pkgs {
		if p.Error == nil {
			continue
		}
		note(p.Error.Err, p.ImportPath)
		sums = sums || strings.Contains(p.Error.Err, "missing go.sum entry")
		outside = outside || strings.Contains(p.Error.Err, "does not contain modules listed in go.work")
	}
	healthy := len(found) == 0 && !sums && !outside && (msg == "" || !failed)
	if healthy {
		return false, nil
	}
	if l.settings == nil {
		if err := l.ask(ctx); err != nil {
			return false, err
		}
	}
	s := l.settings
	work := s.GOWORK != "" && s.GOWORK != "off"
	switch {
	case work && (outside || failed && (strings.Contains(msg, "go.work") || strings.Contains(msg, "conflicting replacements"))):
		l.problem("workspace", fmt.Sprintf("the workspace %s does not hold this module as it should: %s", s.GOWORK, workReason(msg)),
			"mend go.work with `go work use`; the module was audited without the workspace")
		l.setenv("GOWORK", "off")
		l.settings = nil
		return true, nil
	case failed && strings.Contains(msg, "inconsistent vendoring"), failed && strings.Contains(msg, "vendor/modules.txt"):
		if l.has("-mod=readonly") {
			return false, nil
		}
		l.problem("vendor", "the vendor folder does not agree with go.mod: "+vendorReason(msg), "run `go mod vendor`; the module cache was used instead")
		l.flags = append(l.flags, "-mod=readonly")
		return true, nil
	case s.GOMOD == "" || s.GOMOD == os.DevNull, strings.Contains(s.GOFLAGS, "-modfile"), strings.Contains(s.GOFLAGS, "-overlay"):
		return false, nil // no module, or the user has remedies of their own
	case sums && !work && !l.has("-mod=mod"):
		// A copy of go.mod and go.sum may be completed as `go mod tidy` would.
		if err := l.writeModule(); err != nil {
			return false, nil
		}
		l.flags = append(slices.DeleteFunc(l.flags, func(f string) bool { return strings.HasPrefix(f, "-mod=") }), "-mod=mod")
		l.problem("dependency", "go.mod or go.sum is incomplete: "+sumsReason(pkgs, msg), "run `go mod tidy` and audit again")
		return true, nil
	case len(found) == 0:
		return false, nil
	}
	if l.absent == nil {
		l.absent = map[string]string{}
	}
	for _, r := range found {
		if l.absent[r.path] == "" {
			l.absent[r.path] = r.version
			l.problem("dependency", fmt.Sprintf("module %s %s cannot be had: %s", r.path, r.version, r.reason), refusalHint(r))
		}
		if offline(r.reason) {
			l.setenv("GOPROXY", "off") // no more waiting for a network that is not there
			l.uncached(s)
		}
	}
	var err error
	if work {
		err = l.writeWorkspace()
	} else {
		err = l.writeModule()
	}
	return err == nil, nil
}

// ask asks the go command for its settings.
func (l *lister) ask(ctx context.Context) error {
	out, msg, err := l.goCommand(ctx, "env", "-json", "GOMOD", "GOWORK", "GOFLAGS", "GOMODCACHE")
	if err != nil {
		return err
	}
	l.settings = new(goSettings)
	if msg != "" || json.Unmarshal(out, l.settings) != nil {
		l.settings = new(goSettings) // nothing can be remedied without them
	}
	return nil
}

func (l *lister) has(flag string) bool { return slices.Contains(l.flags, flag) }

func (l *lister) setenv(key, value string) {
	if l.env == nil {
		l.env = os.Environ()
	}
	l.env = append(slices.Clip(l.env), key+"="+value)
}

// inModule reports whether an import path can be one of a module's.
func inModule(importPath, module string) bool {
	rest, ok := strings.CutPrefix(importPath, module)
	return ok && (rest == "" || rest[0] == '/')
}

func offline(reason string) bool {
	for _, s := range []string{"GOPROXY=off", "dial tcp", "no such host", "connection refused", "i/o timeout", "TLS handshake timeout", "network is unreachable"} {
		if strings.Contains(reason, s) {
			return true
		}
	}
	return false
}

func refusalHint(r refusal) string {
	at := r.path + "@" + r.version
	switch {
	case offline(r.reason):
		return "run `go mod download` where there is a network and audit again; what uses the module was audited as far as it goes"
	case strings.Contains(r.reason, "replacement directory"):
		return "check that folder out, or drop the replace directive; what uses the module was audited as far as it goes"
	case strings.Contains(r.reason, "missing go.sum entry"):
		return "run `go mod download " + at + "` and audit again; what uses the module was audited as far as it goes"
	case strings.Contains(r.reason, "checksum mismatch"):
		return "compare go.sum with the module's origin; what uses the module was audited as far as it goes"
	}
	return "require a version that exists with `go get " + r.path + "@latest`, or set GOPRIVATE and the credentials if it is private; what uses the module was audited as far as it goes"
}

func workReason(msg string) string {
	if msg == "" {
		return "it lists other modules only"
	}
	return strings.TrimPrefix(firstLines(msg, 2), "errors parsing go.work:; ")
}

func vendorReason(msg string) string {
	lines := strings.Split(firstLines(msg, 2), "; ")
	return lines[len(lines)-1]
}

func sumsReason(pkgs []*listed, msg string) string {
	for _, p := range pkgs {
		if p.Error != nil && strings.Contains(p.Error.Err, "missing go.sum entry") {
			return reason(p.Error.Err)
		}
	}
	return reason(msg)
}

// uncached puts aside every required module that is not in the module cache.
func (l *lister) uncached(s *goSettings) {
	data, err := os.ReadFile(s.GOMOD)
	if err != nil {
		return
	}
	f, err := modfile.ParseLax(s.GOMOD, data, nil)
	if err != nil {
		return
	}
	replaced := map[string]bool{}
	for _, r := range f.Replace {
		replaced[r.Old.Path] = true
	}
	n := 0
	for _, r := range f.Require {
		if replaced[r.Mod.Path] || l.absent[r.Mod.Path] != "" {
			continue
		}
		dir, err1 := module.EscapePath(r.Mod.Path)
		ver, err2 := module.EscapeVersion(r.Mod.Version)
		if err1 != nil || err2 != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(s.GOMODCACHE, "cache", "download", filepath.FromSlash(dir), "@v", ver+".mod")); err != nil {
			l.absent[r.Mod.Path] = r.Mod.Version
			n++
		}
	}
	if n > 0 {
		l.problem("dependency", fmt.Sprintf("%d more required modules are not in the module cache, and there is no network to fetch them", n),
			"run `go mod download` where there is a network and audit again; what uses them was audited as far as it goes")
	}
}

// emptyModules makes an empty module for each one that cannot be had and
// returns their folders.
func (l *lister) emptyModules() (map[string]string, error) {
	if l.temp == "" {
		dir, err := os.MkdirTemp("", "mcpaudit-")
		if err != nil {
			return nil, err
		}
		l.temp = dir
	}
	dirs := map[string]string{}
	for i, path := range slices.Sorted(maps.Keys(l.absent)) {
		dir := filepath.Join(l.temp, "absent", strconv.Itoa(i))
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module "+modfile.AutoQuote(path)+"\n"), 0o666); err != nil {
			return nil, err
		}
		dirs[path] = dir
	}
	return dirs, nil
}

// replace lets folders stand for modules in a go.mod or go.work.
func replace(f interface {
	AddReplace(oldPath, oldVers, newPath, newVers string) error
	DropReplace(oldPath, oldVers string) error
}, have []*modfile.Replace, dirs map[string]string,
) error {
	for _, r := range slices.Clone(have) {
		if dirs[r.Old.Path] != "" {
			if err := f.DropReplace(r.Old.Path, r.Old.Version); err != nil {
				return err
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(dirs)) {
		if err := f.AddReplace(path, "", dirs[path], ""); err != nil {
			return err
		}
	}
	return nil
}

// writeModule writes copies of go.mod and go.sum in which empty modules stand
// for the absent ones. A replacement keeps the requirement: nothing else in the
// graph moves.
func (l *lister) writeModule() error {
	dirs, err := l.emptyModules()
	if err != nil {
		return err
	}
	data, err := os.ReadFile(l.settings.GOMOD)
	if err != nil {
		return err
	}
	f, err := modfile.Parse(l.settings.GOMOD, data, nil)
	if err != nil {
		return err
	}
	if err := replace(f, f.Replace, dirs); err != nil {
		return err
	}
	f.Cleanup()
	if data, err = f.Format(); err != nil {
		return err
	}
	name := filepath.Join(l.temp, "go.mod")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(filepath.Dir(l.settings.GOMOD), "go.sum"))
	if err == nil {
		err = os.WriteFile(filepath.Join(l.temp, "go.sum"), sum, 0o666)
	}
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	return l.use("-modfile=" + name)
}

// writeWorkspace lays a copy of go.work over the real one in which empty
// modules stand for the absent ones. A workspace has no -modfile.
func (l *lister) writeWorkspace() error {
	dirs, err := l.emptyModules()
	if err != nil {
		return err
	}
	data, err := os.ReadFile(l.settings.GOWORK)
	if err != nil {
		return err
	}
	f, err := modfile.ParseWork(l.settings.GOWORK, data, nil)
	if err != nil {
		return err
	}
	if err := replace(f, f.Replace, dirs); err != nil {
		return err
	}
	f.Cleanup()
	name := filepath.Join(l.temp, "go.work")
	if err := os.WriteFile(name, modfile.Format(f.Syntax), 0o666); err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {l.settings.GOWORK: name}})
	if err != nil {
		return err
	}
	list := filepath.Join(l.temp, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o666); err != nil {
		return err
	}
	return l.use("-overlay=" + list)
}

// use adds a flag to the next question unless it is there already.
func (l *lister) use(flag string) error {
	if !l.has(flag) {
		l.flags = append(l.flags, flag)
	}
	return nil
}
