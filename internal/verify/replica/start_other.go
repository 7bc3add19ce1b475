//go:build !linux

package replica

import "os/exec"

func start(cmd *exec.Cmd) error {
	ownGroup(cmd)
	return cmd.Start()
}
