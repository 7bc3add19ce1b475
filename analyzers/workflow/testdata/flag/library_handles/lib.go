// A library whose functions are the only ways in: one makes the key and returns it, another is given it.
package relay

import (
	"strconv"
	"sync"
	"time"
)

type target struct{ host, call string }

type table struct {
	mu sync.Mutex
	to map[string]target // want "^high likely relay.table.to: what one call stores here, a later call looks up"
}

func (t *table) Open(x target) string {
	id := strconv.FormatInt(time.Now().UnixNano(), 36)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.to[id] = x
	return id
}

func (t *table) Answer(id string) (target, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	x, ok := t.to[id]
	return x, ok
}

// Names are chosen by whoever calls: nothing says that two requests do.
type names struct {
	mu sync.Mutex
	by map[string]target // want "^high possible relay.names.by: "
}

func (n *names) Add(name string, x target) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.by[name] = x
}

func (n *names) Find(name string) (target, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	x, ok := n.by[name]
	return x, ok
}
