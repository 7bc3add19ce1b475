package replica

import (
	"fmt"
	"os"
	"syscall"
)

// reserve finds a free port and keeps everybody else from being given it by the system: a socket is bound to it and never listens.
// Linux lets another socket listen there all the same if both allow the reuse of addresses, which servers do.
func reserve() (addr string, release func(), err error) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return "", nil, os.NewSyscallError("socket", err)
	}
	release = func() { _ = syscall.Close(fd) } // nothing was written to it
	if err := syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		release()
		return "", nil, os.NewSyscallError("setsockopt", err)
	}
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		release()
		return "", nil, os.NewSyscallError("bind", err)
	}
	name, err := syscall.Getsockname(fd)
	if err != nil {
		release()
		return "", nil, os.NewSyscallError("getsockname", err)
	}
	in, ok := name.(*syscall.SockaddrInet4)
	if !ok {
		release()
		return "", nil, fmt.Errorf("getsockname: a %T", name)
	}
	return fmt.Sprintf("127.0.0.1:%d", in.Port), release, nil
}
