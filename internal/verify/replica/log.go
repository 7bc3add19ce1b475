package replica

import (
	"fmt"
	"strings"
	"sync"
)

// What is kept of the output of a process: its start, which often holds the reason of a failure, and its end.
const (
	keepHead = 64 << 10
	keepTail = 256 << 10
)

// A Log keeps what a process prints. A process that floods it loses the middle, and never waits.
type Log struct {
	mu      sync.Mutex
	head    []byte
	tail    []byte // at most twice keepTail
	dropped int64
}

// Write implements io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(p)
	if room := keepHead - len(l.head); room > 0 {
		k := min(room, len(p))
		l.head = append(l.head, p[:k]...)
		p = p[k:]
	}
	l.tail = append(l.tail, p...)
	if extra := len(l.tail) - keepTail; extra > keepTail {
		l.dropped += int64(extra)
		l.tail = append([]byte(nil), l.tail[extra:]...)
	}
	return n, nil
}

// String is what was kept, with a line in place of what was not.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dropped == 0 {
		return string(l.head) + string(l.tail)
	}
	return fmt.Sprintf("%s\n[mcpaudit left out %d bytes]\n%s", l.head, l.dropped, l.tail)
}

// LastLine is the last line that is not empty, cut to a length that fits into a message.
func (l *Log) LastLine() string {
	const limit = 200
	lines := strings.Split(strings.TrimSpace(l.String()), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	if len(last) > limit {
		last = strings.ToValidUTF8(last[:limit], "") + "..."
	}
	return last
}

// Prepend puts an older log and a line before this one.
func (l *Log) Prepend(old *Log, line string) {
	before := old.String()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.head = append([]byte(before+"\n"+line+"\n"), l.head...)
}
