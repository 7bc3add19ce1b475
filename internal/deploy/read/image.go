package read

import (
	"bufio"
	"bytes"
	"path"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// dockerfile reads what an image is built from and what it sets.
func (c *context) dockerfile(src []byte, at tree.Locate) {
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	res, err := parser.Parse(bytes.NewReader(src))
	if err != nil {
		line := 1
		if loc, ok := err.(interface{ Location() []parser.Range }); ok && len(loc.Location()) > 0 {
			line = max(loc.Location()[0].Start.Line, 1)
		}
		if len(bytes.TrimSpace(src)) > 0 {
			c.problem(at(line, 1, ""), "no valid Dockerfile", "check with `docker build --check`")
		}
		return
	}
	lines := bytes.Split(src, []byte("\n"))
	w := &fact.Workload{Pos: at(1, 1, ""), Scope: c.scope, Format: "Dockerfile", Kind: "image", Name: path.Base(path.Dir(c.file))}
	con := &fact.Container{Pos: w.Pos, Name: "image", Context: string(c.scope), Dockerfile: c.file}
	w.Containers = []*fact.Container{con}
	// Settings count in the last stage, and in the stages that it is made from.
	stages := map[string][]fact.Env{}
	stage, base := "", ""
	for _, n := range res.AST.Children {
		words := args(n)
		switch strings.ToUpper(n.Value) {
		case "FROM":
			if len(words) > 0 {
				base = words[0]
			}
			stages[stage] = con.Env
			stage = ""
			if len(words) > 2 && strings.EqualFold(words[1], "as") {
				stage = words[2]
			}
			con.Env = append([]fact.Env{}, stages[base]...)
			con.Command = nil
			con.Image = base
		case "ENV":
			for i := 0; i+1 < len(words); i += 3 {
				col, line := find(lines, n, words[i])
				con.Env = append(con.Env, variable(words[i], strings.Trim(words[i+1], `"'`), at(line, col, ""), false))
			}
		case "ARG":
			for _, a := range words {
				if name, value, ok := strings.Cut(a, "="); ok && name == debugVariable {
					col, line := find(lines, n, name)
					con.Env = append(con.Env, variable(name, strings.Trim(value, `"'`), at(line, col, ""), false))
				}
			}
		case "RUN":
			con.Builds = append(con.Builds, builds(n.Original)...)
		case "CMD", "ENTRYPOINT":
			if len(words) == 1 && !n.Attributes["json"] {
				con.Env = append(con.Env, assignments(words[0], at(n.StartLine, 1, ""))...)
				words = shellWords(words[0])
			}
			con.Command = append(con.Command, words...)
		case "HEALTHCHECK":
			c.healthcheck(n, at, w)
		}
	}
	c.set.Workloads = append(c.set.Workloads, w)
}

func args(n *parser.Node) []string {
	var out []string
	for next := n.Next; next != nil; next = next.Next {
		out = append(out, next.Value)
	}
	return out
}

// find is the place of a word in the lines of an instruction.
func find(lines [][]byte, n *parser.Node, word string) (col, line int) {
	for l := n.StartLine; l <= n.EndLine && l <= len(lines); l++ {
		if i := bytes.Index(lines[l-1], []byte(word)); i >= 0 {
			return i + 1, l
		}
	}
	return 1, n.StartLine
}

func (c *context) healthcheck(n *parser.Node, at tree.Locate, w *fact.Workload) {
	cmd := n.Original
	p := &fact.Probe{Pos: at(n.StartLine, 1, ""), Target: fact.Target{Scope: c.scope, Workload: w}, Format: "Dockerfile", Object: c.file, What: "HEALTHCHECK", Calls: removedCall(cmd)}
	if _, after, ok := strings.Cut(cmd, "CMD"); ok {
		p.Path = gets(strings.NewReplacer("[", " ", "]", " ", ",", " ").Replace(after))
	}
	if p.Calls != "" || p.Path != "" {
		c.set.Probes = append(c.set.Probes, p)
	}
}

// builds are the packages that the go commands of a shell line build.
func builds(run string) []string {
	var out []string
	words := shellWords(run)
	for i := 0; i+1 < len(words); i++ {
		if words[i] != "go" && !strings.HasSuffix(words[i], "/go") || words[i+1] != "build" && words[i+1] != "install" {
			continue
		}
		found := false
		for _, w := range words[i+2:] {
			if w == "go" || w == "&&" {
				break
			}
			if w == "." || strings.HasPrefix(w, "./") || strings.HasSuffix(w, ".go") || strings.Contains(w, "/cmd/") && !strings.HasPrefix(w, "/") {
				out = append(out, w)
				found = true
			}
		}
		if !found {
			out = append(out, ".")
		}
	}
	return out
}

// dotenv reads the variables of a .env file.
func (c *context) dotenv(src []byte, at tree.Locate) {
	e := &fact.EnvSource{Scope: c.scope, Name: path.Base(c.file)}
	s := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))))
	s.Buffer(nil, 1<<20)
	for line := 1; s.Scan(); line++ {
		text := strings.TrimSpace(s.Text())
		col := len(s.Text()) - len(strings.TrimLeft(s.Text(), " \t")) + 1
		if rest, ok := strings.CutPrefix(text, "export "); ok {
			col += len(text) - len(rest)
			text = strings.TrimSpace(rest)
		}
		name, value, ok := strings.Cut(text, "=")
		name = strings.TrimSpace(name)
		if strings.HasPrefix(text, "#") || !ok || strings.ContainsAny(name, " \t'\"") {
			continue
		}
		e.Env = append(e.Env, variable(name, dotenvValue(strings.TrimSpace(value)), at(line, col, ""), false))
	}
	c.set.Env = append(c.set.Env, e)
	w := &fact.Workload{Pos: at(1, 1, ""), Scope: c.scope, Format: "environment file", Kind: "environment file", Name: path.Base(c.file)}
	w.Containers = []*fact.Container{{Pos: w.Pos, Name: path.Base(c.file), Env: e.Env}}
	c.set.Workloads = append(c.set.Workloads, w)
}

// dotenvValue takes quotes and a comment from a value.
func dotenvValue(v string) string {
	if v != "" && (v[0] == '"' || v[0] == '\'') {
		v, _, _ = strings.Cut(v[1:], v[:1])
		return v
	}
	v, _, _ = strings.Cut(v, " #")
	return strings.TrimSpace(v)
}

// systemd reads the unit of a service.
func (c *context) systemd(src []byte, at tree.Locate) {
	w := &fact.Workload{Pos: at(1, 1, ""), Scope: c.scope, Format: "systemd", Kind: "unit", Name: strings.TrimSuffix(path.Base(c.file), ".service")}
	con := &fact.Container{Pos: w.Pos, Name: w.Name}
	w.Containers = []*fact.Container{con}
	section, key, value, first := "", "", "", 0
	lines := strings.Split(strings.TrimPrefix(string(src), "\ufeff"), "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, "\r")
		text := strings.TrimSpace(line)
		if value == "" && (text == "" || text[0] == '#' || text[0] == ';') {
			continue
		}
		if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
			section, key, value = text, "", ""
			continue
		}
		if key == "" {
			k, v, ok := strings.Cut(text, "=")
			if !ok {
				continue
			}
			key, value, first = strings.TrimSpace(k), strings.TrimSpace(v), i+1
		} else {
			value += " " + text
		}
		if rest, more := strings.CutSuffix(value, `\`); more {
			value = rest
			continue
		}
		if section == "[Service]" {
			c.unit(con, key, value, at(first, 1, ""))
		}
		key, value = "", ""
	}
	c.set.Workloads = append(c.set.Workloads, w)
}

func (c *context) unit(con *fact.Container, key, value string, at fact.Pos) {
	switch key {
	case "ExecStart":
		con.Command = shellWords(strings.TrimLeft(value, "@-+!:"))
		con.Env = append(con.Env, assignments(value, at)...)
	case "Environment":
		for _, w := range shellWords(value) {
			if name, v, ok := strings.Cut(w, "="); ok {
				e := variable(name, v, at, false)
				for _, spec := range []string{"%i", "%I", "%H", "%m"} {
					if strings.Contains(v, spec) {
						e.From = spec
					}
				}
				con.Env = append(con.Env, e)
			}
		}
	}
}

// procfile reads the processes of a Procfile.
func (c *context) procfile(src []byte, at tree.Locate) {
	for i, line := range strings.Split(string(src), "\n") {
		name, cmd, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(strings.TrimSpace(line), "#") || strings.ContainsAny(name, " \t/") || name == "" {
			continue
		}
		pos := at(i+1, 1, "")
		w := &fact.Workload{Pos: pos, Scope: c.scope, Format: "Procfile", Kind: "process", Name: name}
		con := &fact.Container{Pos: pos, Name: name, Command: shellWords(cmd), Env: assignments(cmd, pos)}
		for _, word := range con.Command {
			k, v, ok := strings.Cut(word, "=")
			if ok && k != debugVariable && hostVariables(v) != "" && !strings.HasPrefix(k, "-") {
				con.Env = append(con.Env, variable(k, v, pos, false))
			}
		}
		w.Containers = []*fact.Container{con}
		c.set.Workloads = append(c.set.Workloads, w)
	}
}
