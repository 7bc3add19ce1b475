package html_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/html"
	"github.com/mcpaudit/mcpaudit/report/internal/sample"
)

// browser finds Chromium. In CI it has to be there.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	const missing = "there is no Chromium: apt-get install chromium"
	if os.Getenv("MCPAUDIT_NEED_CHROMIUM") != "" {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return ""
}

// A tab is a page in a headless browser, and what went wrong in it.
type tab struct {
	*testing.T
	ctx context.Context

	started bool

	mu       sync.Mutex
	problems []string
}

// open shows a report in a new browser. Scripts are off if noScript is set.
func open(t *testing.T, r *report.Report, noScript bool) *tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(sample.Write(t, html.Writer{}, r)), 0o666); err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser(t)), chromedp.NoSandbox, chromedp.WindowSize(1200, 900))
	ctx, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	b := &tab{T: t}
	ctx, stop = chromedp.NewContext(ctx, chromedp.WithListener(b.listen))
	t.Cleanup(stop)
	b.ctx = ctx
	b.do() // starts the browser, which must outlive the deadlines of single steps
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: noScript})
	b.emulate("", "light")
	b.do(chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()))
	return b
}

// emulate chooses a medium and a theme. Nothing moves by itself: a click must not miss a button that is still scrolling.
func (b *tab) emulate(media, theme string) {
	b.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	})
}

// listen notes everything that a developer would see in the console.
func (b *tab) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text := "exception: " + e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
		b.problems = append(b.problems, text)
	case *runtime.EventConsoleAPICalled:
		b.problems = append(b.problems, fmt.Sprintf("console.%s", e.Type))
	case *log.EventEntryAdded:
		b.problems = append(b.problems, "log: "+e.Entry.Text)
	case *page.EventJavascriptDialogOpening:
		b.problems = append(b.problems, "dialog: "+e.Message)
	}
}

// patience is how long one step may take on a busy machine.
const patience = 60 * time.Second

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	run(b, chromedp.Steps(steps...))
}

func run[T any](b *tab, action chromedp.Action[T]) T {
	b.Helper()
	ctx := b.ctx
	if b.started {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, patience)
		defer stop()
	}
	b.started = true
	v, err := chromedp.Run(ctx, action)
	if err != nil {
		b.Fatal(err)
	}
	return v
}

func call[P, R any](b *tab, command cdp.Command[P, R], params P) R {
	b.Helper()
	v, err := chromedp.Call(b.ctx, command, params)
	if err != nil {
		b.Fatal(err)
	}
	return v
}

func (b *tab) click(selector string) {
	b.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

// eval evaluates an expression in the page.
func eval[T any](b *tab, expression string) T {
	b.Helper()
	return run(b, chromedp.Evaluate[T](expression))
}

// waitFor waits until an expression is true.
func (b *tab) waitFor(expression string) {
	b.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(patience/2))); err != nil {
		b.Fatalf("%s: %v; %d cards are shown, the focus is on %s", expression, err, eval[int](b, shown), eval[string](b, `document.activeElement.outerHTML.slice(0, 120)`))
	}
}

func (b *tab) quiet() {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.problems {
		b.Error(p)
	}
}

// screenshot keeps a picture for people, in the folder $MCPAUDIT_SCREENSHOTS.
func (b *tab) screenshot(name string) {
	dir := os.Getenv("MCPAUDIT_SCREENSHOTS")
	if dir == "" {
		return
	}
	png := run(b, chromedp.FullScreenshot(100))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666); err != nil {
		b.Fatal(err)
	}
}

const shown = `document.querySelectorAll(".card:not([hidden])").length`

func TestBrowser(t *testing.T) {
	r := sample.Load(t, "full")
	b := open(t, r, false)
	if got := eval[int](b, shown); got != len(r.Findings) {
		t.Errorf("%d cards", got)
	}
	b.screenshot("light")

	// Search, with words in any order; and the status says how many are left.
	b.do(chromedp.KeyEvent("/"))
	if got := eval[string](b, `document.activeElement.id`); got != "search" {
		t.Errorf("/ went to %q", got)
	}
	b.do(chromedp.KeyEvent("session draft_create"))
	b.waitFor(shown + ` === 1`)
	if got := eval[string](b, `document.getElementById("status").textContent`); got != "1 of 7 findings" {
		t.Errorf("status %q", got)
	}
	b.do(chromedp.KeyEvent("zzz"))
	b.waitFor(shown + ` === 0`)
	if !eval[bool](b, `!document.getElementById("empty").hidden`) {
		t.Error("nothing says that no finding matches")
	}
	b.do(chromedp.KeyEvent(kb.Escape))
	b.waitFor(shown + ` === 7`)

	// Severities, rules, what is new.
	b.click(`.tile.high`)
	b.waitFor(shown + ` === 3 && [...document.querySelectorAll(".card:not([hidden])")].every(c => c.dataset.severity === "high")`)
	b.click(`#reset-all`)
	b.waitFor(shown + ` === 7`)
	b.click(`.chip.blocker`)
	b.waitFor(shown + ` === 5`)
	b.click(`#reset-all`)
	b.waitFor(shown + ` === 7`)
	eval[int](b, `(() => { const s = document.getElementById("rule"); s.value = "ambient"; s.dispatchEvent(new Event("change", {bubbles: true})); return 1 })()`)
	b.waitFor(shown + ` === 2`)
	eval[int](b, `(() => { const s = document.getElementById("state"); s.value = "new"; s.dispatchEvent(new Event("change", {bubbles: true})); return 1 })()`)
	b.waitFor(shown + ` === 1`)

	// The state map leads to cards, also to those that the filter hides, and lights up what belongs together.
	b.do(chromedp.Focus(chromedp.CSS(`.node.memory[href="#f2"]`)))
	if got := eval[int](b, `document.querySelectorAll(".canvas.lit .node.tool.on").length`); got != 3 {
		t.Errorf("%d tools light up for store.Sessions.byID", got)
	}
	b.do(chromedp.KeyEvent(kb.Enter))
	b.waitFor(`document.getElementById("f2").open && !document.getElementById("f2").hidden`)
	b.waitFor(`document.querySelector("#f2 .code .k") !== null`) // the code has colours
	if got := eval[string](b, `document.querySelector("#f2 .l.hit").dataset.n`); got == "" {
		t.Error("no line stands out")
	}
	eval[bool](b, `!document.querySelector('.node.tool[data-tool="deploy_status"]').dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}))`)
	b.waitFor(shown + ` === 2 && !document.getElementById("tool-pill").hidden`)
	b.click(`#tool-clear`)
	b.waitFor(shown + ` === 7`)

	// The plan leads to cards.
	b.click(`.plan a[href="#f1"]`)
	b.waitFor(`document.getElementById("f1").open`)
	if got := eval[string](b, `document.querySelector("#f1 .diff .add").textContent`); !strings.Contains(got, "Stateless: true") {
		t.Errorf("diff %q", got)
	}

	// Keys walk through the cards.
	eval[int](b, `(document.activeElement.blur(), 1)`)
	b.do(chromedp.KeyEvent("j"), chromedp.KeyEvent("j"), chromedp.KeyEvent("k"))
	if got := eval[string](b, `document.querySelector(".card.current").id`); got != "f2" {
		t.Errorf("j j k from f1 leads to %s", got)
	}
	b.do(chromedp.KeyEvent("o"))
	b.waitFor(`!document.getElementById("f2").open`)

	// The ignore line can be copied.
	eval[int](b, `(document.execCommand = () => true, navigator.clipboard && (navigator.clipboard.writeText = s => { window.copied = s; return Promise.resolve() }), 1)`)
	b.click(`#f1 .copy-button`)
	b.waitFor(`document.querySelector("#f1 .copy-button").textContent === "Copied"`)

	// Themes.
	background := `getComputedStyle(document.body).backgroundColor`
	light := eval[string](b, background)
	b.emulate("", "dark")
	if dark := eval[string](b, background); dark == light {
		t.Error("the page does not follow the system's dark theme")
	}
	b.screenshot("dark")
	b.click(`#theme`)
	if got := eval[string](b, background); got != light {
		t.Errorf("theme light has the background %s", got)
	}
	b.quiet()
}

func TestBrowserNarrow(t *testing.T) {
	b := open(t, sample.Load(t, "full"), false)
	b.do(chromedp.EmulateViewport(390, 844))
	b.click(`#open-all`)
	b.waitFor(`document.querySelectorAll(".card[open]").length === 7`)
	if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %d pixels wide on a screen of 390", wide)
	}
	b.screenshot("narrow")
	b.quiet()
}

// On paper everything is open, and nothing that only a screen needs is there.
func TestBrowserPrint(t *testing.T) {
	b := open(t, sample.Load(t, "full"), false)
	printed := call(b, page.PrintToPDF, page.PrintToPDFParams{PrintBackground: new(true)})
	pdf := printed.Data
	if len(pdf) < 10_000 {
		t.Errorf("a PDF of %d bytes", len(pdf))
	}
	if dir := os.Getenv("MCPAUDIT_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "print.pdf"), pdf, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := eval[int](b, `document.querySelectorAll(".card[open]").length`); got != 0 {
		t.Errorf("%d cards stay open after printing", got)
	}
	b.emulate("print", "light")
	eval[int](b, `(window.dispatchEvent(new Event("beforeprint")), 1)`)
	if got := eval[int](b, `document.querySelectorAll(".card[open]").length`); got != 7 {
		t.Errorf("%d cards are open on paper", got)
	}
	for _, selector := range []string{".top", "#filter", ".copy-button"} {
		if got := eval[string](b, `getComputedStyle(document.querySelector("`+selector+`")).display`); got != "none" {
			t.Errorf("%s is printed", selector)
		}
	}
	b.quiet()
}

// Without scripts the page shows all of it, and no control that does nothing.
func TestBrowserWithoutScripts(t *testing.T) {
	b := open(t, sample.Load(t, "full"), true)
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{}) // for the questions below; the page's own script has been passed over
	if !eval[bool](b, `document.getElementById("filter").hidden && document.getElementById("theme").hidden`) {
		t.Error("controls without effect are shown")
	}
	if got := eval[int](b, shown); got != 7 {
		t.Errorf("%d cards", got)
	}
	b.quiet()
}

// No text of the audited code runs, and the policy has nothing to block: there is nothing that tries.
func TestBrowserHostile(t *testing.T) {
	b := open(t, sample.Load(t, "hostile"), false)
	b.click(`#open-all`)
	b.waitFor(`document.querySelectorAll(".card[open]").length === 7`)
	eval[int](b, `(document.querySelectorAll("a, button, summary").forEach(e => { if (!/^https?:/.test(e.href || "")) e.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true})) }), 1)`)
	if eval[bool](b, `"hacked" in window`) {
		t.Error("a text of the audited code ran")
	}
	if got := eval[int](b, `document.querySelectorAll("script").length + document.images.length + document.querySelectorAll("[onerror],[onload]").length`); got != 1 {
		t.Errorf("%d scripts, images and handlers", got)
	}
	b.screenshot("hostile")
	b.quiet()
}

// The policy would stop what escaping might miss.
func TestBrowserPolicy(t *testing.T) {
	b := open(t, sample.Load(t, "clean"), false)
	eval[int](b, `(() => { const s = document.createElement("script"); s.textContent = "window.injected = 1"; document.body.appendChild(s); new Image().src = "http://127.0.0.1:9/x.png"; return 1 })()`)
	if eval[bool](b, `"injected" in window`) {
		t.Error("a foreign script ran")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.problems) == 0 {
		t.Error("the policy blocked nothing")
	}
}

// Two thousand findings stay fluid: the page is there soon, and a key press in the search is answered within a tenth of a second or so.
// The bounds are wide enough for a busy CI machine; screens have a tenth of these numbers.
func TestBrowserLarge(t *testing.T) {
	start := time.Now()
	b := open(t, sample.Many(2000), false)
	b.waitFor(shown + ` === 2000`)
	load := time.Since(start)
	ready := eval[float64](b, `performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd`)
	const measure = `(() => { const s = document.getElementById("search"), t = performance.now();
		s.value = %q; document.getElementById("filter").dispatchEvent(new Event("change", {bubbles: true}));
		document.body.getBoundingClientRect(); return performance.now() - t })()`
	narrow := eval[float64](b, fmt.Sprintf(measure, "field19"))
	wide := eval[float64](b, fmt.Sprintf(measure, ""))
	scroll := eval[float64](b, `(() => { const t = performance.now(); for (let i = 0; i < 20; i++) { scrollTo(0, i * document.body.scrollHeight / 20); document.body.getBoundingClientRect() } return (performance.now() - t) / 20 })()`)
	t.Logf("browser and page %v; document %.0f ms; filter to few %.0f ms, to all %.0f ms; scroll step %.1f ms", load.Round(time.Millisecond), ready, narrow, wide, scroll)
	for what, limit := range map[string]struct{ got, max float64 }{
		"the document": {ready, 8000}, "a narrow filter": {narrow, 1500}, "no filter": {wide, 1500}, "a scroll step": {scroll, 400},
	} {
		if limit.got > limit.max {
			t.Errorf("%s takes %.0f ms", what, limit.got)
		}
	}
	b.quiet()
}
