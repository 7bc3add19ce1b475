//go:build unix

// Bench compares what an audit costs with what go vet, a plain
// go list -export and (if it is on PATH) staticcheck cost on the same servers.
//
// CPU seconds are compared, because they do not depend on how many cores are
// free; and only within one run, because they do depend on the machine. The
// tools take turns, each repetition gives one ratio, and the median counts.
//
//	go run ./internal/bench -n 3 -servers mcp-go
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// servers are the programs that are audited, by the name that -servers takes.
var servers = []struct{ name, module string }{
	{"mcp-go", "github.com/mark3labs/mcp-go@v1.2.1"},
	{"mcp-grafana", "github.com/grafana/mcp-grafana@v1.6.3"},
	{"go-sdk", "github.com/modelcontextprotocol/go-sdk@v1.8.0"},
}

const subject = "mcpaudit"

// A tool is one of the commands that are compared.
type tool struct {
	name string
	args []string
	// ok are the exit codes of a run that did its work.
	ok []int
}

func main() {
	n := flag.Int("n", 3, "repetitions of each command")
	only := flag.String("servers", "", "comma-separated servers, instead of all")
	caches := flag.String("caches", "empty,warm", "states of the build cache to measure")
	binary := flag.String("mcpaudit", "", "mcpaudit to measure, instead of one built from this module")
	check := flag.Bool("check", false, "fail if a ratio is above its target")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ok, err := bench(ctx, *n, split(*only), split(*caches), *binary)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	if *check && !ok {
		os.Exit(1)
	}
}

func split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

func bench(ctx context.Context, n int, only, caches []string, binary string) (ok bool, err error) {
	for _, name := range only {
		if !slices.ContainsFunc(servers, func(s struct{ name, module string }) bool { return s.name == name }) {
			return false, fmt.Errorf("no server %q", name)
		}
	}
	for _, c := range caches {
		if c != "empty" && c != "warm" {
			return false, fmt.Errorf("no cache state %q", c)
		}
	}
	if n < 1 {
		return false, errors.New("-n must be at least 1")
	}
	tmp, err := os.MkdirTemp("", "mcpaudit-bench-")
	if err != nil {
		return false, err
	}
	defer removeAll(tmp)
	if binary == "" {
		binary = filepath.Join(tmp, subject)
		if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "github.com/mcpaudit/mcpaudit/cmd/mcpaudit").CombinedOutput(); err != nil {
			return false, fmt.Errorf("build: %w\n%s", err, out)
		}
	}
	tools := []tool{
		{subject, []string{binary, "--fail-on", "none", "--format", "json", "./..."}, []int{0, 3}},
		{"go vet", []string{"go", "vet", "./..."}, []int{0, 1}},
		{"go list -export", []string{"go", "list", "-deps", "-export", "./..."}, []int{0, 1}},
	}
	if path, err := exec.LookPath("staticcheck"); err == nil {
		tools = append(tools, tool{"staticcheck", []string{path, "./..."}, []int{0, 1}})
	}

	var results []result
	for _, s := range servers {
		if len(only) > 0 && !slices.Contains(only, s.name) {
			continue
		}
		dir := filepath.Join(tmp, s.name)
		if err := fetch(ctx, s.module, dir); err != nil {
			return false, fmt.Errorf("%s: %w", s.module, err)
		}
		for _, cache := range caches {
			r, err := compare(ctx, n, tools, dir, cache, tmp)
			if err != nil {
				return false, fmt.Errorf("%s: %w", s.name, err)
			}
			r.server, r.cache = s.name, cache
			results = append(results, r)
		}
	}
	fmt.Println()
	return write(os.Stdout, results)
}

// fetch copies a module into dir, because tools treat the module cache
// differently from a checkout, and downloads what it needs.
func fetch(ctx context.Context, module, dir string) error {
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", module)
	cmd.Dir = os.TempDir() // outside any module
	out, err := cmd.Output()
	var got struct{ Dir, Error string }
	err = errors.Join(err, json.Unmarshal(out, &got))
	if got.Error != "" {
		return errors.New(got.Error)
	}
	if err != nil {
		return err
	}
	if err := os.CopyFS(dir, os.DirFS(got.Dir)); err != nil {
		return err
	}
	cmd = exec.CommandContext(ctx, "go", "mod", "download")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go mod download: %w\n%s", err, out)
	}
	return nil
}

// compare runs every tool n times on the module in dir.
func compare(ctx context.Context, n int, tools []tool, dir, cache, tmp string) (result, error) {
	r := result{runs: make(map[string][]run)}
	warm := filepath.Join(tmp, "warm-"+filepath.Base(dir))
	if cache == "warm" {
		for _, t := range tools[1:] {
			if _, err := measure(ctx, t, dir, warm, tmp); err != nil {
				return r, err
			}
		}
	}
	for i := range n {
		order := slices.Clone(tools)
		if i%2 == 1 {
			slices.Reverse(order)
		}
		for _, t := range order {
			build := warm
			if cache == "empty" {
				var err error
				if build, err = os.MkdirTemp(tmp, "empty-"); err != nil {
					return r, err
				}
			}
			m, err := measure(ctx, t, dir, build, tmp)
			if err != nil {
				return r, err
			}
			if cache == "empty" {
				removeAll(build)
			}
			fmt.Printf("%s, build cache %s, %d/%d: %s took %.2f CPU s\n", filepath.Base(dir), cache, i+1, n, t.name, m.cpu.Seconds())
			r.runs[t.name] = append(r.runs[t.name], m)
		}
	}
	for _, t := range tools {
		r.tools = append(r.tools, t.name)
	}
	return r, nil
}

// measure runs a tool once, with its own caches empty.
func measure(ctx context.Context, t tool, dir, build, tmp string) (run, error) {
	own, err := os.MkdirTemp(tmp, "own-")
	if err != nil {
		return run{}, err
	}
	defer removeAll(own)
	cmd := exec.CommandContext(ctx, t.args[0], t.args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir, "GOCACHE="+build, "GOWORK=off", "XDG_CACHE_HOME="+own, "STATICCHECK_CACHE="+own)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	if cmd.ProcessState == nil || !slices.Contains(t.ok, cmd.ProcessState.ExitCode()) {
		return run{}, fmt.Errorf("%s: %w\n%s", strings.Join(t.args, " "), err, stderr.String())
	}
	// The usage of a process that was waited for includes its children that
	// were, and their children: for the go command, every compiler.
	m := run{cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), wall: wall}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		m.rss = int64(u.Maxrss) * rssUnit //nolint:unconvert // 32 bits wide on some systems
	}
	return m, nil
}

// removeAll also removes folders that are not writable, as caches have them.
func removeAll(dir string) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			_ = os.Chmod(path, 0o755) // what stays is left in the temporary folder
		}
		return nil
	})
	_ = os.RemoveAll(dir)
}
