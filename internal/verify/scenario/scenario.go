// Package scenario reads the file that tells mcpaudit verify what to do with a server: how to start it, who calls it,
// which calls are made in which order, and what the answers must say. docs/verify.md explains the file,
// docs/schema/scenario-v1.schema.json describes it for editors.
package scenario

import (
	"fmt"
	"strings"
	"time"

	"github.com/theory/jsonpath"
)

// A Scenario is a conversation with a server, and what is needed to have it.
type Scenario struct {
	Name     string             `yaml:"name,omitempty"`
	About    string             `yaml:"about,omitempty"`
	Server   Server             `yaml:"server,omitempty"`
	Services map[string]Service `yaml:"services,omitempty"`
	Setup    []string           `yaml:"setup,omitempty"`    // shell commands before each run, in the scenario's folder
	Teardown []string           `yaml:"teardown,omitempty"` // shell commands after each run
	// Protocols that the server must serve. Empty: the newest one must work, and what is said of the older one is a note.
	Protocols []string          `yaml:"protocols,omitempty"`
	Callers   map[string]Caller `yaml:"callers,omitempty"`
	Timeout   Duration          `yaml:"timeout,omitempty"` // of one call
	Volatile  []Path            `yaml:"volatile,omitempty"`
	Steps     []Step            `yaml:"steps"`

	File string `yaml:"-"` // where it was read from, as the user named it
	Dir  string `yaml:"-"` // the folder that relative paths start from
}

// Server says how one instance is started.
type Server struct {
	Build   string            `yaml:"build,omitempty"`
	Command string            `yaml:"command,omitempty"`
	Env     map[string]string `yaml:"env,omitempty"`
	Dir     string            `yaml:"dir,omitempty"`
	Path    string            `yaml:"path,omitempty"`  // of the MCP endpoint
	Ready   Duration          `yaml:"ready,omitempty"` // how long a start may take
}

// A Service is a program beside the server, such as a database. Each run has a fresh one.
type Service struct {
	Build   string            `yaml:"build,omitempty"`
	Command string            `yaml:"command"`
	Env     map[string]string `yaml:"env,omitempty"`
	Dir     string            `yaml:"dir,omitempty"`
	Ready   Duration          `yaml:"ready,omitempty"`
}

// A Caller is somebody who uses the server.
type Caller struct {
	Token   string            `yaml:"token,omitempty"`   // sent as a bearer token
	Headers map[string]string `yaml:"headers,omitempty"` // sent with each request
}

// Resolve replaces values of the form $NAME by environment variables, so that no secret has to stand in a file.
func (c Caller) Resolve(getenv func(string) string) (Caller, error) {
	resolve := func(s string) (string, error) {
		name, ok := strings.CutPrefix(s, "$")
		if !ok {
			return s, nil
		}
		if v := getenv(name); v != "" {
			return v, nil
		}
		return "", fmt.Errorf("the environment variable %s is not set", name)
	}
	var err error
	if c.Token, err = resolve(c.Token); err != nil {
		return c, err
	}
	headers := make(map[string]string)
	for _, k := range sortedKeys(c.Headers) {
		if headers[k], err = resolve(c.Headers[k]); err != nil {
			return c, err
		}
	}
	c.Headers = headers
	return c, nil
}

// A Step is one call. Exactly one of Tool, Prompt, Resource, Subscribe, Updated and HTTP is set.
type Step struct {
	Name      string             `yaml:"name,omitempty"`
	Tool      string             `yaml:"tool,omitempty"`
	Prompt    string             `yaml:"prompt,omitempty"`
	Resource  string             `yaml:"resource,omitempty"`  // the URI to read
	Subscribe string             `yaml:"subscribe,omitempty"` // the URI whose updates are wanted from now on
	Updated   string             `yaml:"updated,omitempty"`   // wait for an update of this URI
	HTTP      string             `yaml:"http,omitempty"`      // "GET /path": a plain request, such as the one of a browser
	Body      string             `yaml:"body,omitempty"`      // of an http step
	Arguments map[string]any     `yaml:"arguments,omitempty"`
	Answers   map[string]Reply   `yaml:"answers,omitempty"` // to what the server asks the user; the key "*" is any question
	Capture   map[string]Capture `yaml:"capture,omitempty"`
	Expect    *Expect            `yaml:"expect,omitempty"`
	Until     *Expect            `yaml:"until,omitempty"` // the call is repeated until this holds
	Write     bool               `yaml:"write,omitempty"`
	Volatile  []Path             `yaml:"volatile,omitempty"`
	Shared    bool               `yaml:"shared,omitempty"` // other callers may see what this step did or says
	Timeout   Duration           `yaml:"timeout,omitempty"`

	Line int `yaml:"-"`
}

// Reply is what the user answers when the server asks.
type Reply struct {
	Action  string         `yaml:"action"` // accept, decline or cancel
	Content map[string]any `yaml:"content,omitempty"`
}

// Expect says what an answer must be.
type Expect struct {
	Error    bool         `yaml:"error,omitempty"`
	Contains []string     `yaml:"contains,omitempty"`
	Lacks    []string     `yaml:"lacks,omitempty"`
	Equals   map[Path]any `yaml:"equals,omitempty"`
}

// A Capture takes a value out of an answer.
type Capture struct {
	Path   Path   `yaml:"path"`
	Match  string `yaml:"match,omitempty"`  // a regular expression; its first group is the value
	Shared bool   `yaml:"shared,omitempty"` // other callers may use the value
}

// UnmarshalYAML accepts a path alone.
func (c *Capture) UnmarshalYAML(unmarshal func(any) error) error {
	var path string
	if err := unmarshal(&path); err == nil {
		c.Path = Path(path)
		return nil
	}
	type plain Capture
	return unmarshal((*plain)(c))
}

// MarshalYAML writes a path alone where nothing else is said.
func (c Capture) MarshalYAML() (any, error) {
	if c.Match == "" && !c.Shared {
		return string(c.Path), nil
	}
	type plain Capture
	return plain(c), nil
}

// A Path is a JSONPath expression (RFC 9535) into an answer.
type Path string

// Compile parses the expression.
func (p Path) Compile() (*jsonpath.Path, error) { return jsonpath.Parse(string(p)) }

// Select returns the values at the path. A path that does not parse selects nothing; Load refuses it.
func (p Path) Select(doc any) []any {
	compiled, err := p.Compile()
	if err != nil {
		return nil
	}
	return compiled.Select(doc)
}

// Duration is a time.Duration that is written as in "10s".
type Duration time.Duration

// UnmarshalYAML reads a duration.
func (d *Duration) UnmarshalYAML(unmarshal func(any) error) error {
	var s string
	if err := unmarshal(&s); err != nil {
		return err
	}
	v, err := time.ParseDuration(s)
	if err != nil || v <= 0 {
		return fmt.Errorf("%q is no duration: write it as in 500ms, 10s or 2m", s)
	}
	*d = Duration(v)
	return nil
}

// MarshalYAML writes a duration.
func (d Duration) MarshalYAML() (any, error) { return time.Duration(d).String(), nil }

// Or returns the duration, or def if there is none.
func (d Duration) Or(def time.Duration) time.Duration {
	if d == 0 {
		return def
	}
	return time.Duration(d)
}

// Call names what a step calls: "tool search", "resource file:///a".
func (s *Step) Call() string {
	switch {
	case s.Tool != "":
		return s.Tool
	case s.Prompt != "":
		return "prompt " + s.Prompt
	case s.Resource != "":
		return "resource " + s.Resource
	case s.Subscribe != "":
		return "subscribe " + s.Subscribe
	case s.Updated != "":
		return "update of " + s.Updated
	}
	if s.Name != "" {
		return s.Name
	}
	return s.HTTP
}

// Repeatable reports whether the step can be sent twice as one call.
func (s *Step) Repeatable() bool { return s.Subscribe == "" && s.Updated == "" && s.HTTP == "" }

// CallerNames lists the callers in the order of their names, the first one being the one who calls in phases with one caller.
func (s *Scenario) CallerNames() []string { return sortedKeys(s.Callers) }

// Presents returns the names of the variables that a step sends to the server.
func (s *Step) Presents() []string {
	var c collector
	walkStrings(s.Arguments, c.add)
	for _, text := range []string{s.Resource, s.Subscribe, s.Updated, s.HTTP, s.Body} {
		c.add(text)
	}
	for _, r := range s.Answers {
		walkStrings(r.Content, c.add)
	}
	return c.names
}

// Uses returns the names of the variables that a step needs: those that it sends, and those of its expectations.
func (s *Step) Uses() []string {
	c := collector{s.Presents()}
	for _, e := range []*Expect{s.Expect, s.Until} {
		if e == nil {
			continue
		}
		for _, text := range append(append([]string{}, e.Contains...), e.Lacks...) {
			c.add(text)
		}
		for _, v := range e.Equals {
			walkStrings(v, c.add)
		}
	}
	return c.names
}

// collector gathers the names of variables.
type collector struct{ names []string }

func (c *collector) add(text string) {
	for _, m := range variable.FindAllStringSubmatch(text, -1) {
		c.names = append(c.names, m[1])
	}
}
