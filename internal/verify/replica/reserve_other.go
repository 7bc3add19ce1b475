//go:build !linux

package replica

// reserve finds a free port. It can be taken until the server has it: a start that fails for that reason is tried again.
func reserve() (addr string, release func(), err error) {
	addr, err = freeAddr()
	return addr, func() {}, err
}
