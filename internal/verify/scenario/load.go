package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Revisions of the protocol that a scenario can ask for, newest first.
const (
	Modern = "2026-07-28"
	Legacy = "2025-11-25" // the newest revision with a handshake
)

// Protocols lists the revisions that verify can speak.
func Protocols() []string { return []string{Modern, Legacy} }

// An Error is a mistake in a scenario file.
type Error struct {
	File string
	Line int // from 1; 0 when the mistake has no place
	Msg  string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// Load reads and checks a scenario file. Mistakes are of type *Error and name the line.
func Load(file string) (*Scenario, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Parse(file, data)
}

// Parse is Load for a text that was read already. File names it in errors, and its folder is where relative paths start.
func Parse(file string, data []byte) (*Scenario, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // a byte order mark is part of the first field to the parser
	tree, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, located(file, err)
	}
	if len(tree.Docs) == 0 || tree.Docs[0].Body == nil {
		return nil, &Error{File: file, Msg: "the file is empty: a scenario needs steps"}
	}
	s := new(Scenario)
	// yaml.Strict reports fields that do not exist, and keys that stand twice.
	if err := yaml.NewDecoder(bytes.NewReader(data), yaml.Strict()).Decode(s); err != nil {
		return nil, located(file, err)
	}
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	s.File, s.Dir = file, dir
	c := &checker{file: file, tree: tree, s: s}
	c.run()
	if c.err != nil {
		return nil, c.err
	}
	return s, nil
}

// located turns an error of the YAML library into one with a line.
func located(file string, err error) error {
	var y yaml.Error
	if !errors.As(err, &y) {
		return &Error{File: file, Msg: err.Error()}
	}
	line := 0
	if t := y.GetToken(); t != nil && t.Position != nil {
		line = t.Position.Line
	}
	return &Error{File: file, Line: line, Msg: y.GetMessage()}
}

// checker finds the first mistake that the form alone does not exclude.
type checker struct {
	file string
	tree *ast.File
	s    *Scenario
	err  error
}

func (c *checker) fail(path, format string, args ...any) {
	if c.err == nil {
		c.err = &Error{File: c.file, Line: c.line(path), Msg: fmt.Sprintf(format, args...)}
	}
}

// line finds the line of a YAML path, or of the nearest parent that exists.
func (c *checker) line(path string) int {
	for path != "" && path != "$" {
		if p, err := yaml.PathString(path); err == nil {
			if node, err := p.FilterFile(c.tree); err == nil && node != nil && node.GetToken() != nil {
				return firstLine(node)
			}
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 0)]
	}
	return 0
}

// firstLine is where a node starts: a mapping starts at its first key, not at the colon behind it.
func firstLine(node ast.Node) int {
	switch n := node.(type) {
	case *ast.MappingNode:
		if len(n.Values) > 0 {
			return n.Values[0].Key.GetToken().Position.Line
		}
	case *ast.MappingValueNode:
		return n.Key.GetToken().Position.Line
	}
	return node.GetToken().Position.Line
}

func (c *checker) run() {
	s := c.s
	if len(s.Steps) == 0 {
		c.fail("$.steps", "there are no steps: a scenario is a list of calls")
	}
	for i, p := range s.Protocols {
		if !slices.Contains(Protocols(), p) {
			c.fail(fmt.Sprintf("$.protocols[%d]", i), "unknown protocol %q: use %s", p, strings.Join(Protocols(), " or "))
		}
	}
	for _, name := range sortedKeys(s.Services) {
		if s.Services[name].Command == "" {
			c.fail("$.services."+name, "service %s has no command", name)
		}
	}
	if s.Server.Path != "" && !strings.HasPrefix(s.Server.Path, "/") {
		c.fail("$.server.path", "path %q does not start with /", s.Server.Path)
	}
	c.paths("$.volatile", s.Volatile)
	known := map[string]bool{VarCaller: true, VarUnique: true, VarServer: true}
	for i := range s.Steps {
		c.step(i, known)
	}
}

func (c *checker) step(i int, known map[string]bool) {
	st, at := &c.s.Steps[i], fmt.Sprintf("$.steps[%d]", i)
	st.Line = c.line(at)
	kinds := 0
	for _, k := range []string{st.Tool, st.Prompt, st.Resource, st.Subscribe, st.Updated, st.HTTP} {
		if k != "" {
			kinds++
		}
	}
	if kinds != 1 {
		c.fail(at, "step %d must have exactly one of tool, prompt, resource, subscribe, updated and http", i+1)
	}
	if st.HTTP != "" && !regexp.MustCompile(`^[A-Z]+ /`).MatchString(st.HTTP) {
		c.fail(at+".http", "write an http step as a method and a path, as in GET /callback")
	}
	if st.Arguments != nil && st.Tool == "" && st.Prompt == "" {
		c.fail(at+".arguments", "only tools and prompts have arguments")
	}
	if st.Prompt != "" {
		for _, k := range sortedKeys(st.Arguments) {
			if _, ok := st.Arguments[k].(string); !ok {
				c.fail(at+".arguments."+k, "arguments of prompts are texts: put it in quotes")
			}
		}
	}
	for _, name := range st.Uses() {
		if !known[name] {
			c.fail(at, "${%s} is used before a step captures it", name)
		}
	}
	for _, k := range sortedKeys(st.Answers) {
		if a := st.Answers[k].Action; !slices.Contains([]string{"accept", "decline", "cancel"}, a) {
			c.fail(at+".answers."+k, "unknown action %q: use accept, decline or cancel", a)
		}
	}
	c.captures(at, st, known)
	c.paths(at+".volatile", st.Volatile)
	c.expect(at+".expect", st.Expect)
	c.expect(at+".until", st.Until)
}

func (c *checker) captures(at string, st *Step, known map[string]bool) {
	for _, name := range sortedKeys(st.Capture) {
		where := at + ".capture." + name
		capture := st.Capture[name]
		switch {
		case !regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(name):
			c.fail(where, "%q is no name of a variable: use letters, digits and _", name)
		case BuiltIn(name):
			c.fail(where, "${%s} is given by verify and cannot be captured", name)
		case capture.Path == "":
			c.fail(where, "capture %s has no path", name)
		}
		c.path(where, capture.Path)
		if re, err := regexp.Compile(capture.Match); err != nil {
			c.fail(where, "match: %v", err)
		} else if capture.Match != "" && re.NumSubexp() == 0 {
			c.fail(where, "match has no group: put what is to be captured in parentheses")
		}
		known[name] = true
	}
}

func (c *checker) expect(at string, e *Expect) {
	if e == nil {
		return
	}
	for p := range e.Equals {
		c.path(at+".equals", p)
	}
}

func (c *checker) paths(at string, paths []Path) {
	for i, p := range paths {
		c.path(fmt.Sprintf("%s[%d]", at, i), p)
	}
}

func (c *checker) path(at string, p Path) {
	if p == "" {
		return
	}
	if _, err := p.Compile(); err != nil {
		c.fail(at, "%q is no JSONPath: %v", p, err)
	}
}
