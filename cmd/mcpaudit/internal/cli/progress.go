package cli

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress shows on one line of a terminal how far the audit is. It stays silent for audits that are over at once.
type progress struct {
	mu      sync.Mutex
	w       io.Writer
	enabled bool
	start   time.Time
	stage   string
	bar     *progressbar.ProgressBar // of the stage; nil before it is shown
}

const (
	progressDelay    = 700 * time.Millisecond
	progressInterval = 100 * time.Millisecond
)

func newProgress(w io.Writer, enabled bool) *progress {
	return &progress{w: w, enabled: enabled, start: time.Now()}
}

// update may be called from several goroutines, and after close.
func (p *progress) update(stage string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.enabled || time.Since(p.start) < progressDelay {
		return
	}
	if p.bar == nil || p.stage != stage {
		p.clear()
		p.stage = stage
		p.bar = p.newBar(stage, total)
	}
	if total > 0 {
		// An error is one of the terminal, and of no interest to an audit.
		_ = p.bar.Set(done)
	} else {
		_ = p.bar.Add(1)
	}
}

func (p *progress) newBar(stage string, total int) *progressbar.ProgressBar {
	if total <= 0 {
		total = -1 // a spinner
	}
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(p.w),
		progressbar.OptionSetDescription(stage),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(progressInterval),
		progressbar.OptionShowCount(),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetSpinnerChangeInterval(0),
	)
}

func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil
	}
}

func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	p.enabled = false
}
