package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// progress shows on one line of a terminal how far the audit is. It stays silent for audits that are over at once.
type progress struct {
	mu      sync.Mutex
	w       io.Writer
	enabled bool
	next    time.Time // not before this time
	shown   bool
}

const (
	progressDelay    = 700 * time.Millisecond
	progressInterval = 100 * time.Millisecond
	clearLine        = "\r\x1b[K"
)

func newProgress(w io.Writer, enabled bool) *progress {
	return &progress{w: w, enabled: enabled, next: time.Now().Add(progressDelay)}
}

// update may be called from several goroutines, and after close.
func (p *progress) update(stage string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if !p.enabled || now.Before(p.next) {
		return
	}
	p.next = now.Add(progressInterval)
	p.shown = true
	if total > 0 {
		fmt.Fprintf(p.w, "%s%s %d/%d", clearLine, stage, done, total)
		return
	}
	fmt.Fprintf(p.w, "%s%s", clearLine, stage)
}

func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, clearLine)
	}
	p.enabled = false
}
