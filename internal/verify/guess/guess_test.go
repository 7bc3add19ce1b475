package guess

import (
	"context"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
)

// The forms in which Go programs print their flags.
func TestFromHelp(t *testing.T) {
	for name, test := range map[string]struct{ help, want string }{
		"flag": {"Usage of server:\n  -addr string\n    \taddress to listen on (default \"127.0.0.1:8080\")\n  -dir string\n    \tfolder\n", " -addr {addr}"},
		"flag, mode": {"Usage of server:\n  -port string\n    \tport (default \"8080\")\n  -transport string\n    \tstdio, sse, or http (default \"stdio\")\n",
			" -transport http -port {port}| -port {port}"},
		"pflag":               {"Flags:\n  -h, --help          help for server\n      --host string   host (default \"0.0.0.0\")\n  -p, --port int      port\n", " --port {port} --host {host}"},
		"urfave":              {"OPTIONS:\n   --listen value, -l value  where to listen [$LISTEN]\n   --help, -h                show help\n", " --listen {addr}"},
		"go-flags":            {"Application Options:\n  -a, --addr=   HTTP listen address\n  -s, --stdio   Enable stdio\n", " --addr {addr}"},
		"nothing of the kind": {"Usage: server FILE\n  -v\tverbose\n", ""},
	} {
		var got []string
		for _, c := range fromHelp("", test.help) {
			got = append(got, c.args)
		}
		if s := strings.Join(got, "|"); s != test.want {
			t.Errorf("%s: %q, want %q", name, s, test.want)
		}
	}
	if !mentionsCommand("Available Commands:\n  serve       Serve\n  version\n", "serve") || mentionsCommand("it can serve\n", "serve") {
		t.Error("subcommands")
	}
}

func TestServerThatDoesNotBuild(t *testing.T) {
	_, err := Server(context.Background(), "echo no compiler >&2; exit 1", t.TempDir(), scenario.Server{}, scenario.Caller{})
	if err == nil || !strings.Contains(err.Error(), "building the server") || !strings.Contains(err.Error(), "no compiler") {
		t.Errorf("error %v", err)
	}
}

// A program that serves nothing is tried and given up with what was tried and what came of it.
func TestServerThatIsNone(t *testing.T) {
	_, err := Server(context.Background(), "printf '#!/bin/sh\\necho \"  -addr string\"\\n' > {bin}/server; chmod +x {bin}/server", t.TempDir(), scenario.Server{}, scenario.Caller{})
	if err == nil || !strings.Contains(err.Error(), "after trying -addr") || !strings.Contains(err.Error(), "ended at its start") {
		t.Errorf("error %v", err)
	}
}
