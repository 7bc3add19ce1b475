package replica

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

type job struct {
	cmd  *exec.Cmd
	done chan error
}

var starter = sync.OnceValue(func() chan<- job {
	jobs := make(chan job)
	go func() {
		// The kernel ends a child with Pdeathsig when the thread that started it ends, so that thread has to stay.
		runtime.LockOSThread()
		for j := range jobs {
			j.done <- j.cmd.Start()
		}
	}()
	return jobs
})

// start starts a process that ends with this one, even if this one is killed.
func start(cmd *exec.Cmd) error {
	ownGroup(cmd)
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	j := job{cmd, make(chan error, 1)}
	starter() <- j
	return <-j.done
}
