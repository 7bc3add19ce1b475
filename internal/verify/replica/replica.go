// Package replica runs the server under test, and the programs beside it, as processes on free loopback ports: it starts them,
// waits until they answer, keeps what they print, kills and restarts them, and leaves none of them behind.
package replica

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"mvdan.cc/sh/v3/shell"
)

// DefaultReady is how long a start may take.
const DefaultReady = 20 * time.Second

const (
	stopGrace   = time.Second            // between asking a process to end and ending it
	pipeGrace   = 300 * time.Millisecond // for what a process has printed at its end
	startTries  = 3                      // a free port can be taken between the look and the use
	pollPause   = 5 * time.Millisecond
	dialTimeout = time.Second
)

// Spec says how a process is started.
type Spec struct {
	Name    string // as it stands in messages: "instance 1"
	Command string // words as for a shell; {addr}, {host}, {port} and the placeholders are filled in
	Env     map[string]string
	Dir     string
	Ready   time.Duration     // 0 is DefaultReady
	HTTP    bool              // ready is when it answers HTTP, not when it listens
	Fill    map[string]string // placeholders besides the address
}

// A Process is a running program.
type Process struct {
	Addr string // where it listens
	Log  *Log

	spec Spec
	cmd  *exec.Cmd
	done chan struct{}
	told atomic.Bool // to end
}

// Start starts a process and waits until it answers. The error says in one sentence why it does not.
func Start(ctx context.Context, spec Spec) (*Process, error) {
	var err error
	for try := range startTries {
		var p *Process
		// A server that does not allow the reuse of its address cannot have a reserved one.
		if p, err = launch(spec, try == 0); err != nil {
			return nil, err
		}
		if err = p.await(ctx); err == nil {
			return p, nil
		}
		p.Kill()
		if !strings.Contains(p.Log.String(), "address already in use") {
			break
		}
	}
	return nil, err
}

// port finds a port for a process, which is released when the process ends.
func port(reserved bool) (addr string, release func(), err error) {
	if reserved {
		return reserve()
	}
	addr, err = freeAddr()
	return addr, func() {}, err
}

func launch(spec Spec, reserved bool) (*Process, error) {
	addr, release, err := port(reserved)
	if err != nil {
		return nil, fmt.Errorf("%s: no free port: %w", spec.Name, err)
	}
	started := false
	defer func() {
		if !started {
			release()
		}
	}()
	host, number, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	fill := maps.Clone(spec.Fill)
	if fill == nil {
		fill = make(map[string]string)
	}
	fill["addr"], fill["host"], fill["port"] = addr, host, number
	words, err := Words(spec.Command, fill)
	if err != nil {
		return nil, fmt.Errorf("%s: command %q: %w", spec.Name, spec.Command, err)
	}
	p := &Process{Addr: addr, Log: new(Log), spec: spec, done: make(chan struct{})}
	p.cmd = exec.Command(words[0], words[1:]...)
	p.cmd.Dir = spec.Dir
	p.cmd.Env = environ(spec.Env, fill)
	p.cmd.Stdout, p.cmd.Stderr = p.Log, p.Log
	p.cmd.WaitDelay = pipeGrace
	if err := start(p.cmd); err != nil {
		return nil, fmt.Errorf("%s cannot be started: %w", spec.Name, err)
	}
	started = true
	go func() {
		_ = p.cmd.Wait() // the state is read from ProcessState
		killGroup(p.cmd) // what it may have started itself
		release()
		close(p.done)
	}()
	return p, nil
}

// Words splits a command as a shell does, without running one, and fills in placeholders afterwards, so that a value with
// blanks stays one word.
func Words(command string, fill map[string]string) ([]string, error) {
	words, err := shell.Fields(command, nil)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, errors.New("it is empty")
	}
	for i := range words {
		words[i] = scenario.Fill(words[i], fill)
	}
	return words, nil
}

func environ(extra, fill map[string]string) []string {
	env := os.Environ()
	for _, k := range slices.Sorted(maps.Keys(extra)) {
		env = append(env, k+"="+scenario.Fill(extra[k], fill))
	}
	return env
}

// await waits until the process answers.
func (p *Process) await(ctx context.Context) error {
	limit := p.spec.Ready
	if limit == 0 {
		limit = DefaultReady
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	listens := false
	for {
		answers, err := p.probe(ctx, &listens)
		if answers && p.Alive() { // and not somebody else on its port
			return nil
		}
		if err != nil {
			return err
		}
		select {
		case <-p.done:
			return p.ended()
		case <-ctx.Done():
			if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return ctx.Err()
			}
			if listens {
				return fmt.Errorf("%s listens on %s but did not answer an HTTP request within %s%s", p.spec.Name, p.Addr, limit, p.lastWords())
			}
			return fmt.Errorf("%s did not listen on %s within %s%s", p.spec.Name, p.Addr, limit, p.lastWords())
		case <-time.After(pollPause):
		}
	}
}

// Reach waits until something that was started elsewhere listens on an address.
func Reach(ctx context.Context, addr string, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	dialer := net.Dialer{Timeout: dialTimeout}
	for {
		conn, err := dialer.DialContext(ctx, "tcp", addr)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("nothing listens on %s within %s: %w", addr, limit, err)
		case <-time.After(pollPause):
		}
	}
}

// probe tries the process once.
func (p *Process) probe(ctx context.Context, listens *bool) (bool, error) {
	dialer := net.Dialer{Timeout: dialTimeout}
	conn, err := dialer.DialContext(ctx, "tcp", p.Addr)
	if err != nil {
		return false, nil
	}
	*listens = true
	defer conn.Close()
	if !p.spec.HTTP {
		return true, nil
	}
	// Any answer will do. HEAD opens no event stream.
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now()) }) // ends the read below
	defer stop()
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-p.done:
			_ = conn.SetDeadline(time.Now()) // likewise
		case <-done:
		}
	}()
	if _, err := fmt.Fprintf(conn, "HEAD / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", p.Addr); err != nil {
		return false, nil
	}
	head := make([]byte, len("HTTP/"))
	n, err := conn.Read(head)
	if n == 0 {
		return false, nil
	}
	if err == nil && !strings.HasPrefix("HTTP/", string(head[:n])) {
		return false, fmt.Errorf("%s answers on %s, but not with HTTP", p.spec.Name, p.Addr)
	}
	return err == nil, nil
}

// ended says how a process that should run has ended.
func (p *Process) ended() error {
	return fmt.Errorf("%s ended at its start: %s%s", p.spec.Name, p.State(), p.lastWords())
}

// State says how a process has ended: "exit status 1".
func (p *Process) State() string {
	if p.Alive() {
		return "running"
	}
	return p.cmd.ProcessState.String()
}

func (p *Process) lastWords() string {
	if last := p.Log.LastLine(); last != "" {
		return "; it printed last: " + last
	}
	return "; it printed nothing"
}

// Alive reports whether the process runs.
func (p *Process) Alive() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// Ended waits for the process to end by itself, and reports whether it has. One that was told to end is not waited for.
func (p *Process) Ended(within time.Duration) bool {
	if p.told.Load() {
		return false
	}
	select {
	case <-p.done:
		return true
	case <-time.After(within):
		return false
	}
}

// Crashed reports whether the process has ended without being told to.
func (p *Process) Crashed() bool { return !p.Alive() && !p.told.Load() }

// Kill ends the process and all that it started, at once.
func (p *Process) Kill() {
	p.told.Store(true)
	killGroup(p.cmd)
	<-p.done
}

// Stop asks the process to end, and ends it when it does not.
func (p *Process) Stop() {
	p.told.Store(true)
	askGroup(p.cmd)
	select {
	case <-p.done:
	case <-time.After(stopGrace):
		p.Kill()
	}
}

func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}
