// Package guess finds out how a server is started when nobody says so: which of its flags, or which environment variable, takes the
// address to listen on, and at which path it answers.
package guess

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify/client"
	"github.com/mcpaudit/mcpaudit/internal/verify/replica"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
)

const (
	helpLimit  = 3 * time.Second // for a program to print its help
	startLimit = 4 * time.Second // for one try
	callLimit  = 4 * time.Second
)

// paths are where servers answer, most common first.
var paths = []string{"/mcp", "/", "/mcp/", "/mcp/stream", "/stream", "/http"}

// Found is how a server is started, and what was assumed to find it.
type Found struct {
	Server  scenario.Server
	Assumed []string
}

// Server builds a program with the given command, which writes {bin}/server, and tries how it can be started. Base holds what is
// known of the server, and caller is who connects.
func Server(ctx context.Context, build, dir string, base scenario.Server, caller scenario.Caller) (*Found, error) {
	bin, err := os.MkdirTemp("", "mcpaudit-guess-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(bin)
	fill := map[string]string{"bin": bin, "dir": bin, "instance": "1"}
	if err := replica.Run(ctx, build, dir, nil, fill); err != nil {
		return nil, fmt.Errorf("building the server: %w", err)
	}
	help := helpOf(ctx, bin, nil)
	var tried []string
	var reason error
	for _, c := range candidates(ctx, bin, help) {
		server := base
		server.Build, server.Dir, server.Command, server.Env = build, dir, "{bin}/server"+c.args, maps.Clone(c.env)
		if server.Env == nil {
			server.Env = make(map[string]string)
		}
		maps.Copy(server.Env, base.Env)
		tried = append(tried, c.name)
		path, err := try(ctx, server, fill, caller)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			if reason == nil {
				reason = err
			}
			continue
		}
		server.Path = path
		return &Found{Server: server, Assumed: []string{
			"the server is started with " + strings.TrimSpace("server"+c.args) + c.because, "it answers at " + path,
		}}, nil
	}
	if len(tried) == 0 {
		return nil, errors.New("the program shows no flag that takes an address or a port: give --server 'COMMAND {addr}'")
	}
	return nil, fmt.Errorf("no MCP client could connect after trying %s (%w): give --server 'COMMAND {addr}' and --path, --env and --caller as needed",
		strings.Join(tried, ", "), reason)
}

// try starts the server once and connects to it.
func try(ctx context.Context, server scenario.Server, fill map[string]string, caller scenario.Caller) (path string, err error) {
	p, err := replica.Start(ctx, replica.Spec{
		Name: "the server", Command: server.Command, Env: server.Env, Dir: server.Dir, Ready: startLimit, HTTP: true, Fill: maps.Clone(fill),
	})
	if err != nil {
		return "", err
	}
	defer p.Stop()
	try := paths
	if server.Path != "" {
		try = []string{server.Path}
	}
	var reason error
	for _, path := range try {
		for _, protocol := range scenario.Protocols() {
			s, err := client.Connect(ctx, client.Options{URL: "http://" + p.Addr + path, Protocol: protocol, Caller: caller, Timeout: callLimit})
			if err == nil {
				s.Close()
				return path, nil
			}
			if reason == nil {
				reason = fmt.Errorf("at %s: %w", path, err)
			}
		}
	}
	return "", reason
}

// candidate is one way of starting a program.
type candidate struct {
	name    string
	args    string
	env     map[string]string
	because string
}

// Names of flags, most telling first.
var (
	addressFlags = []string{"addr", "address", "listen", "listen-addr", "listen-address", "http-addr", "http-address", "bind", "bind-addr", "bind-address", "http", "http-listen", "server-addr", "serve", "sse-address", "endpoint"}
	portFlags    = []string{"port", "http-port", "listen-port", "server-port", "p"}
	hostFlags    = []string{"host", "hostname", "http-host", "bind-host"}
	modeFlags    = []string{"transport", "t", "mode", "transport-type", "protocol"}
	modeValues   = []string{"streamable-http", "streamablehttp", "streamable_http", "streamable", "http", "shttp"}
	subcommands  = []string{"http", "serve", "server", "start", "run", "streamable-http"}
)

// candidates lists what to try: flags that the help shows, on the program and on its subcommands, then environment variables.
func candidates(ctx context.Context, bin string, help string) []candidate {
	out := fromHelp("", help)
	for _, sub := range subcommands {
		if mentionsCommand(help, sub) {
			out = append(out, fromHelp(" "+sub, helpOf(ctx, bin, []string{sub}))...)
		}
	}
	env := map[string]string{"PORT": "{port}", "HTTP_PORT": "{port}", "MCP_PORT": "{port}", "ADDR": "{addr}", "LISTEN_ADDR": "{addr}", "HOST": "{host}"}
	return append(out, candidate{"the environment variables " + strings.Join(slices.Sorted(maps.Keys(env)), ", "), "", env,
		" and PORT, ADDR and their like in its environment"})
}

func fromHelp(prefix, help string) []candidate {
	flags := parseFlags(help)
	modes := []string{""}
	if mode, ok := first(flags, modeFlags); ok {
		for _, v := range modeValues {
			if slices.Contains(wordsOf(mode.text), v) {
				modes = append([]string{" " + mode.written + " " + v}, modes...)
			}
		}
	}
	var out []candidate
	for _, mode := range modes {
		for _, name := range addressFlags {
			if f, ok := flags[name]; ok {
				out = append(out, candidate{name: f.written, args: prefix + mode + " " + f.written + " {addr}"})
			}
		}
		for _, name := range portFlags {
			f, ok := flags[name]
			if !ok {
				continue
			}
			args := prefix + mode + " " + f.written + " {port}"
			if host, ok := first(flags, hostFlags); ok {
				args += " " + host.written + " {host}"
			}
			out = append(out, candidate{name: f.written, args: args})
		}
	}
	return out
}
