// Package access is a part of somebody's server: who calls it is not seen.
package access

import "sync"

type rights struct{ canRead, canWrite bool }

var known sync.Map // want "^high likely access.known: a decision about rights"

func Rights(project string, ask func() (rights, error)) (rights, error) {
	if v, ok := known.Load(project); ok {
		return v.(rights), nil
	}
	v, err := ask()
	if err == nil {
		known.Store(project, v)
	}
	return v, err
}
