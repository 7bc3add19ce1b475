// Package target decides which of the things that are deployed is the MCP server, and says how it was decided. Everything that pins, filters or
// probes something else is none of our business.
package target

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
)

// An Answer says whether something is the MCP server.
type Answer int

// The answers.
const (
	Unknown Answer = iota
	No
	Yes
)

// A Verdict is an answer with its reason.
type Verdict struct {
	Answer
	Sure     bool   // the image, the command or the build says so; otherwise a name or the lack of others
	Doubt    bool   // nothing speaks of MCP at all
	How      string // "its image is named after cmd/web"
	Program  string // import path of the main package, if one was found
	Workload *fact.Workload
}

// A Program is a main package of the audited module.
type Program struct {
	Package string // import path
	Dir     string // relative to the audited folder
	MCP     bool   // it serves MCP
}

// A Module is the code beside the files. The zero value stands for files alone.
type Module struct {
	Path     string
	Programs []Program
	Unsure   bool     // no program was seen to start a transport: any of them may be the server
	Guessed  bool     // nor was anything seen that answers requests of MCP: there may be no server
	Around   []string // names of the folders that the files were looked for in
	Named    bool     // somebody named a file, and so said that it is about the server
}

// A Resolver answers for one set of facts.
type Resolver struct {
	set      *fact.Set
	mod      Module
	verdicts map[*fact.Workload]Verdict
	builds   map[string][]string // of each Dockerfile
	byName   map[string][]*fact.Service
	byLabel  map[string][]*fact.Workload // by each "key=value"
	called   map[string][]*fact.Workload
	scopes   map[fact.Scope][]*fact.Workload // that run
	running  int
	doubt    bool // nothing speaks of MCP
}

// New looks at all workloads.
func New(set *fact.Set, mod Module) *Resolver {
	r := &Resolver{set: set, mod: mod, verdicts: map[*fact.Workload]Verdict{}, builds: map[string][]string{}, byName: map[string][]*fact.Service{}, byLabel: map[string][]*fact.Workload{}, called: map[string][]*fact.Workload{}, scopes: map[fact.Scope][]*fact.Workload{}}
	for _, w := range set.Workloads {
		if w.Format == "Dockerfile" {
			for _, c := range w.Containers {
				r.builds[c.Dockerfile] = c.Builds
			}
		}
	}
	for _, s := range set.Services {
		r.byName[s.Name] = append(r.byName[s.Name], s)
	}
	for _, w := range set.Workloads {
		v := r.judge(w)
		v.Workload = w
		r.verdicts[w] = v
		if runs(w) {
			r.scopes[w.Scope] = append(r.scopes[w.Scope], w)
			r.running++
		}
		r.called[w.Name] = append(r.called[w.Name], w)
		for k, v := range w.Labels {
			r.byLabel[k+"="+v] = append(r.byLabel[k+"="+v], w)
		}
	}
	if r.doubt = mod.Guessed || !r.speaks(); mod.Guessed {
		return r
	}
	charts := 0
	for scope := range r.scopes {
		if scope.Chart() {
			charts++
		}
	}
	for scope, list := range r.scopes {
		// A chart is about one thing, but one of several may be about another. A folder may hold anything, unless it is all that there is.
		if scope.Chart() && charts == 1 || len(r.scopes) == 1 {
			r.onlyOne(scope, list)
		}
	}
	return r
}

// speaks reports whether there is any sign of MCP, in the code or around the files. Without one, what runs there need not be a server of it.
func (r *Resolver) speaks() bool {
	if r.mod.Path != "" {
		return true
	}
	mcp := func(name string) bool { return hasWord(name, isMCP) }
	if r.mod.Named || slices.ContainsFunc(r.mod.Around, mcp) {
		return true
	}
	for w, v := range r.verdicts {
		if v.Answer == Yes || mcp(string(w.Scope)) {
			return true
		}
	}
	return r.mentions()
}

// mentions reports whether a proxy, a probe or a platform knows MCP: by a path, a header, or a name.
func (r *Resolver) mentions() bool {
	if len(r.set.Platforms) > 0 {
		return true
	}
	var about []fact.Target
	for _, p := range r.set.Pins {
		about = append(about, p.Target)
		if hasWord(p.Key, isMCP) {
			return true
		}
	}
	for _, h := range r.set.Headers {
		about = append(about, h.Target)
		if slices.ContainsFunc(h.Names, func(name string) bool { return hasWord(name, isMCP) }) {
			return true
		}
	}
	for _, s := range r.set.Streams {
		about = append(about, s.Target)
	}
	for _, p := range r.set.Probes {
		about = append(about, p.Target)
		if MCPPath(p.Path) {
			return true
		}
	}
	for _, route := range r.set.Routes {
		about = append(about, fact.Target{Paths: route.Paths, Names: []string{route.Name}})
	}
	return slices.ContainsFunc(about, func(t fact.Target) bool {
		return slices.ContainsFunc(t.Paths, MCPPath) || slices.ContainsFunc(t.Names, func(name string) bool { return hasWord(name, isMCP) })
	})
}

// runs reports whether a workload is something that is started from its file, rather than an image or a list of variables.
func runs(w *fact.Workload) bool { return w.Format != "Dockerfile" && w.Format != "environment file" }

// onlyOne takes the one workload of a scope that is left for the server.
func (r *Resolver) onlyOne(scope fact.Scope, list []*fact.Workload) {
	names := map[string]*fact.Workload{}
	for _, w := range list {
		switch r.verdicts[w].Answer {
		case Yes:
			return
		case Unknown:
			names[w.Kind+" "+w.Name] = w
		}
	}
	if len(names) != 1 {
		return
	}
	for _, w := range list {
		if r.verdicts[w].Answer == Unknown {
			r.verdicts[w] = Verdict{Answer: Yes, How: "nothing else in " + cmp.Or(strings.TrimRight(string(scope), "/"), ".") + " can be it", Program: r.onlyProgram(), Workload: w, Doubt: r.doubt}
		}
	}
}

// onlyProgram is the one main package that serves MCP, "" if there are several or none.
func (r *Resolver) onlyProgram() string {
	p := ""
	for _, prog := range r.mod.Programs {
		if prog.MCP {
			if p != "" {
				return ""
			}
			p = prog.Package
		}
	}
	return p
}

// Workload answers for a workload.
func (r *Resolver) Workload(w *fact.Workload) Verdict { return r.verdicts[w] }

// judge looks at a workload by itself. What is built and started says more than how it is called.
func (r *Resolver) judge(w *fact.Workload) Verdict {
	var best Verdict
	for _, c := range w.Containers {
		v := r.container(w, c)
		if v.Answer == Yes && (best.Answer != Yes || v.Sure && !best.Sure) || best.Answer == Unknown {
			best = v
		}
	}
	if best.Answer == Unknown && len(w.Containers) <= 1 {
		return r.named(w.Name)
	}
	return best
}

func (r *Resolver) container(w *fact.Workload, c *fact.Container) Verdict {
	builds := c.Builds
	if builds == nil {
		builds = r.builds[c.Dockerfile]
	}
	if v := r.built(builds, c); v.Answer != Unknown {
		return v
	}
	image := imageName(c.Image)
	if p, ok := r.program(image); ok {
		return r.found(p, "its image is called "+image)
	}
	if path, ok := strings.CutPrefix(c.Image, "ko://"); ok {
		for _, p := range r.mod.Programs {
			if p.Package == path {
				return r.found(p, "its image is built from "+path)
			}
		}
	}
	for _, word := range c.Command {
		if p, ok := r.program(path.Base(word)); ok && !strings.HasPrefix(word, "-") {
			return r.found(p, "it runs "+path.Base(word))
		}
	}
	base := strings.ToLower(image)
	if slices.Contains(otherImages, base) && w.Format != "Dockerfile" {
		return Verdict{Answer: No, Sure: true, How: "its image is " + image}
	}
	if w.Format == "Dockerfile" || w.Format == "environment file" {
		return Verdict{}
	}
	for _, name := range []string{w.Name, c.Name} {
		if v := r.named(name); v.Answer == No || v.Answer == Yes && v.Program != r.onlyProgram() {
			return v
		}
	}
	if strings.Contains(w.Kind, "MCP") {
		return Verdict{Answer: Yes, Sure: true, How: "it is a resource of the kind " + w.Kind}
	}
	for _, name := range append([]string{image, w.Name, c.Name}, programs(c.Command)...) {
		if hasWord(name, isMCP) {
			return Verdict{Answer: Yes, How: "its name, image or command says mcp", Program: r.onlyProgram()}
		}
	}
	for _, e := range c.Env {
		if strings.HasPrefix(e.Name, "MCP_") || e.Name == "MCPGODEBUG" {
			return Verdict{Answer: Yes, How: "it is given " + e.Name, Program: r.onlyProgram()}
		}
	}
	return Verdict{}
}

// programs are the words of a command that may name a program, a module or a script. Flags, settings, addresses and what a script does besides
// speak of other things.
func programs(command []string) []string {
	var out []string
	for _, word := range command {
		if script := strings.Fields(word); len(script) > 1 {
			word = script[0]
			if i := slices.Index(script, "exec"); i >= 0 && i+1 < len(script) {
				word = script[i+1]
			}
		}
		if strings.HasPrefix(word, "-") || strings.Contains(word, "=") || strings.Contains(word, "://") {
			continue
		}
		word, _, _ = strings.Cut(word, ":")
		out = append(out, word)
	}
	return out
}

func (r *Resolver) found(p Program, how string) Verdict {
	if !p.MCP {
		return Verdict{Answer: No, Sure: true, How: how + ", and that program does not serve MCP", Program: p.Package}
	}
	return Verdict{Answer: Yes, Sure: !r.mod.Unsure, How: how, Program: p.Package}
}

// built compares the packages that an image is built from with the main packages.
func (r *Resolver) built(builds []string, c *fact.Container) Verdict {
	var last Verdict
	if r.mod.Guessed {
		return last
	}
	for _, b := range builds {
		dir := path.Clean(b)
		if strings.HasSuffix(b, ".go") {
			dir = path.Dir(dir)
		}
		for _, p := range r.mod.Programs {
			if p.Package != b && p.Dir != dir && p.Dir != path.Join(c.Context, dir) {
				continue
			}
			v := r.found(p, fmt.Sprintf("%s builds it from %s", cmp.Or(c.Dockerfile, "its Dockerfile"), b))
			if v.Answer == Yes {
				return v
			}
			last = v
		}
	}
	return last
}

// program finds a main package by the name of an image or of a binary.
func (r *Resolver) program(name string) (Program, bool) {
	name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	if name == "" || generic(name) || r.mod.Guessed {
		return Program{}, false
	}
	mcp, others := []Program{}, []Program{}
	for _, p := range r.mod.Programs {
		if strings.ToLower(strings.ReplaceAll(programName(p, r.mod.Path), "_", "-")) != name {
			continue
		}
		if p.MCP {
			mcp = append(mcp, p)
		} else {
			others = append(others, p)
		}
	}
	switch {
	case len(mcp) > 0:
		return mcp[0], true
	case len(others) > 0:
		return others[0], true
	}
	// An image is often called like the whole module.
	if only := r.onlyProgram(); only != "" && moduleName(r.mod.Path) == name {
		return Program{Package: only, MCP: true}, true
	}
	return Program{}, false
}

// programName is what the binary of a main package is called.
func programName(p Program, mod string) string {
	if base := path.Base(p.Package); !generic(base) && p.Package != mod {
		return base
	}
	return moduleName(mod)
}

// moduleName is the last element of a module's path that is no version.
func moduleName(mod string) string {
	base := path.Base(mod)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(mod))
	}
	if base == "." || base == "/" {
		return ""
	}
	return strings.ToLower(strings.ReplaceAll(base, "_", "-"))
}

func generic(name string) bool {
	switch name {
	case "cmd", "main", "server", "app", "src", "bin", "run", "sh", "bash", "go", ".", "":
		return true
	}
	return false
}

// imageName is the last element of an image's name, without tag and digest.
func imageName(image string) string {
	image, _, _ = strings.Cut(image, "@")
	base := path.Base(image)
	if image == "" {
		return ""
	}
	base, _, _ = strings.Cut(base, ":")
	return base
}

// named judges by a name alone.
func (r *Resolver) named(name string) Verdict {
	if p, ok := r.program(name); ok && p.MCP {
		return Verdict{Answer: Yes, How: "it is called " + name, Program: p.Package}
	}
	if hasWord(name, isOther) || r.mod.Path != "" && hasWord(name, isLanguage) {
		return Verdict{Answer: No, How: "it is called " + name}
	}
	if hasWord(name, isMCP) {
		return Verdict{Answer: Yes, How: "it is called " + name, Program: r.onlyProgram()}
	}
	return Verdict{}
}

func hasWord(name string, is func(string) bool) bool {
	return slices.ContainsFunc(words(name), is)
}

func words(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

func isMCP(word string) bool      { return strings.HasPrefix(word, "mcp") || strings.HasSuffix(word, "mcp") }
func isLanguage(word string) bool { return slices.Contains(otherLanguages, word) }
func isOther(word string) bool    { return slices.Contains(otherWords, word) }
