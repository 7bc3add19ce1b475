//go:build !unix

package replica

import "os/exec"

func ownGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may be gone
}

func askGroup(cmd *exec.Cmd) { killGroup(cmd) }
