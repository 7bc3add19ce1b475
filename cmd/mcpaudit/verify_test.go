//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// However a run ends, the servers that it has started end with it.
func TestVerifyLeavesNothingBehind(t *testing.T) {
	program, err := exec.LookPath("mcpaudit")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		signal syscall.Signal
		code   int
	}{
		"interrupt": {syscall.SIGINT, 130},
		"terminate": {syscall.SIGTERM, 130},
		"kill":      {syscall.SIGKILL, -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if test.signal == syscall.SIGKILL && !hasProc() {
				t.Skip("only Linux ends the children of a process that is killed")
			}
			dir := t.TempDir()
			pidFile := filepath.Join(dir, "pid")
			scenario := filepath.Join(dir, "scenario.yaml")
			text := fmt.Sprintf("server:\n  command: sh -c 'echo $$$$ > %s; exec sleep 600'\n  ready: 1m\nsteps: [{tool: a}]\n", pidFile)
			text = strings.ReplaceAll(text, "$$$$", "$$")
			if err := os.WriteFile(scenario, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(program, "verify", "--scenario", scenario)
			var out strings.Builder
			cmd.Stderr = &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			pid := await(t, pidFile)
			if err := cmd.Process.Signal(test.signal); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != test.code {
				t.Errorf("exit code %d, want %d: %s", got, test.code, out.String())
			}
			for deadline := time.Now().Add(10 * time.Second); running(pid); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(deadline) {
					_ = syscall.Kill(pid, syscall.SIGKILL)
					t.Fatal("the server still runs")
				}
			}
		})
	}
}

func hasProc() bool {
	_, err := os.Stat("/proc/self/stat")
	return err == nil
}

// await reads the process id that the server writes.
func await(t *testing.T, file string) int {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		data, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if pid, err := strconv.Atoi(strings.TrimSpace(string(data))); err == nil {
			return pid
		}
	}
	t.Fatal("the server was not started")
	return 0
}

// running reports whether a process runs. One that nobody waits for stays as a zombie.
func running(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}
