//go:build unix

package replica_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify/replica"
)

// The test binary is the server under test as well.
func TestMain(m *testing.M) {
	if mode := os.Getenv("REPLICA_MODE"); mode != "" {
		server(mode, os.Args[1])
		return
	}
	os.Exit(m.Run())
}

func server(mode, addr string) {
	switch mode {
	case "crash":
		fmt.Fprintln(os.Stderr, "no database")
		os.Exit(7)
	case "deaf": // never listens
		fmt.Println("thinking")
		time.Sleep(time.Hour)
	case "mute": // listens and never answers
		l, err := net.Listen("tcp", addr)
		if err != nil {
			panic(err)
		}
		for {
			if _, err := l.Accept(); err != nil {
				panic(err)
			}
		}
	case "other": // speaks something else
		l, err := net.Listen("tcp", addr)
		if err != nil {
			panic(err)
		}
		for {
			c, err := l.Accept()
			if err != nil {
				panic(err)
			}
			fmt.Fprint(c, "220 mail.example.com\r\n")
		}
	case "flood":
		go func() {
			line := strings.Repeat("x", 1000) + "\n"
			for {
				fmt.Print(line)
			}
		}()
	case "family": // starts a process that outlives it unless the group is ended
		child := exec.Command("sleep", "3600")
		if err := child.Start(); err != nil {
			panic(err)
		}
		if err := os.WriteFile(os.Getenv("PID_FILE"), []byte(strconv.Itoa(child.Process.Pid)), 0o644); err != nil {
			panic(err)
		}
	}
	panic(http.ListenAndServe(addr, http.NotFoundHandler()))
}

func spec(t *testing.T, mode string) replica.Spec {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return replica.Spec{
		Name: "instance 1", Command: "'" + self + "' {addr}", HTTP: true, Ready: 3 * time.Second,
		Env: map[string]string{"REPLICA_MODE": mode, "PID_FILE": filepath.Join(t.TempDir(), "pid")},
	}
}

func TestStart(t *testing.T) {
	p, err := replica.Start(t.Context(), spec(t, "good"))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get("http://" + p.Addr)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if p.Crashed() || !p.Alive() {
		t.Error("it does not run")
	}
	p.Kill()
	if p.Alive() || p.Crashed() {
		t.Error("a killed process runs, or counts as crashed")
	}
	if _, err := net.DialTimeout("tcp", p.Addr, time.Second); err == nil {
		t.Error("the port is still open")
	}
	p.Stop() // again, harmless
}

// A server that cannot be used gets one sentence that says what is wrong.
func TestHostile(t *testing.T) {
	for mode, want := range map[string]string{
		"crash": "instance 1 ended at its start: exit status 7; it printed last: no database",
		"deaf":  "instance 1 did not listen on 127.0.0.1:",
		"mute":  "did not answer an HTTP request within 3s; it printed nothing",
		"other": "but not with HTTP",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			p, err := replica.Start(t.Context(), spec(t, mode))
			if err == nil {
				p.Kill()
				t.Fatal("it counts as ready")
			}
			if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q, want %q", err, want)
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
	for command, want := range map[string]string{
		"/nowhere/server {addr}": "cannot be started",
		"":                       "it is empty",
		"server 'unclosed":       "command",
	} {
		if _, err := replica.Start(t.Context(), replica.Spec{Name: "instance 1", Command: command}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", command, err, want)
		}
	}
}

// A process that floods its output neither waits for a reader nor fills the memory.
func TestFlood(t *testing.T) {
	p, err := replica.Start(t.Context(), spec(t, "flood"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(p.Log.String(), "left out"); {
		if time.Now().After(deadline) {
			t.Fatal("nothing was left out of the log")
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := len(p.Log.String()); n > 2<<20 {
		t.Errorf("the log keeps %d bytes", n)
	}
	if n := len(p.Log.LastLine()); n > 210 {
		t.Errorf("the last line has %d bytes", n)
	}
}

// What a server has started ends with it.
func TestGroup(t *testing.T) {
	s := spec(t, "family")
	p, err := replica.Start(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(s.Env["PID_FILE"])
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(data))
	if err != nil {
		t.Fatal(err)
	}
	p.Kill()
	for deadline := time.Now().Add(5 * time.Second); !gone(pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the child of the server still runs")
		}
	}
}

// gone reports whether a process has ended. One that nobody waits for stays as a zombie.
func gone(pid int) bool {
	if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(stat), ") Z ")
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	start := time.Now()
	s := spec(t, "deaf")
	s.Ready = time.Minute
	if _, err := replica.Start(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestWords(t *testing.T) {
	t.Setenv("NAME", "value")
	got, err := replica.Words(`./server --a '{"x": 1}' --b={dir} "$NAME" {other}`, map[string]string{"dir": "/tmp/with blank"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"./server", "--a", `{"x": 1}`, "--b=/tmp/with blank", "value", "{other}"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q", got)
	}
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	if err := replica.Run(t.Context(), "echo {word} > file", dir, nil, map[string]string{"word": "hello"}); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "file")); string(data) != "hello\n" {
		t.Errorf("the file holds %q", data)
	}
	err := replica.Run(t.Context(), "echo because; exit 3", dir, nil, nil)
	if err == nil || !strings.Contains(err.Error(), "because") || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("error %v", err)
	}
	out, err := replica.Output(t.Context(), 200*time.Millisecond, dir, "sh", "-c", "echo usage; sleep 60")
	if err == nil || !strings.Contains(out, "usage") {
		t.Errorf("%q, %v", out, err)
	}
}
