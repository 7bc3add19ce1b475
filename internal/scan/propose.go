package scan

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
	"github.com/mcpaudit/mcpaudit/report"
)

// Proposals are the findings of an audit with the rewrites that the rules
// propose for them.
type Proposals struct {
	Report   *report.Report
	Findings []Found // before they are merged to cards
	Root     string  // the module's folder
	Handles  string  // import path of the scaffolded package for handles, "" if there is none
}

// Found is one finding of one rule.
type Found struct {
	report.Finding
	Key      string // identifies it across edits, among the findings of all rules
	Card     string // fingerprint of the card of the report that it belongs to
	Rewrites bool   // its rule has a rewrite
	Fix      *Fix   // nil if the rule has none for it
	Refusal  string // why not
	Kind     string // the same without names and places, to be counted
}

// Fix is one rewrite.
type Fix struct {
	Message string
	Review  bool
	Edits   []FileEdit
}

// FileEdit replaces bytes of a file.
type FileEdit struct {
	File     string // absolute
	From, To int    // offsets in bytes
	New      string
}

// Propose audits and asks the rules for rewrites.
func Propose(ctx context.Context, o Options) (*Proposals, error) {
	rules, err := chosen(o)
	if err != nil {
		return nil, err
	}
	tables, err := engine.Extend(o.Tables)
	if err != nil {
		return nil, &UsageError{Msg: err.Error()}
	}
	o.keep = keepSyntax
	ld, err := load(ctx, o, sdkTest(tables))
	if err == nil && ld.byPath[ld.handles()] == nil && ld.handles() != "" {
		// What the package for handles has is known only if it is read, whatever was asked for.
		if len(o.Patterns) == 0 {
			o.Patterns = []string{"./..."}
		}
		o.Patterns = append(slices.Clone(o.Patterns), ld.handles())
		ld, err = load(ctx, o, sdkTest(tables))
	}
	if err != nil {
		return nil, err
	}
	sums := ld.summarise()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	res := engine.Judge(tables, sums, rules, ruleNames())
	syntax := ld.syntax()
	p := &Proposals{Root: ld.root, Handles: syntax.Handles}
	proposed := res.Propose(syntax)
	p.Report = ld.report(o, rules, sums, res, nil)
	for i, f := range res.Findings {
		x := Found{Finding: finding(f), Rewrites: proposed[i].Rewrites}
		if why := proposed[i].Refusal; why != nil {
			x.Refusal, x.Kind = why.Reason, why.Kind
		}
		x.Key = strings.Join([]string{f.Rule, f.Package, f.Object, f.Role}, "\x00")
		x.Card = card(p.Report, &x.Finding)
		if fix := proposed[i].Fix; fix != nil {
			x.Fix = ld.fix(fix)
		}
		p.Findings = append(p.Findings, x)
	}
	return p, nil
}

// card finds the card of the report that a finding went into.
func card(r *report.Report, f *report.Finding) string {
	best := ""
	for _, c := range r.Findings {
		if c.Object != f.Object || c.Package != f.Package || c.Rule != f.Rule && !slices.Contains(c.Also, f.Rule) {
			continue
		}
		if c.Site == f.Site {
			return c.Fingerprint
		}
		if best == "" {
			best = c.Fingerprint
		}
	}
	return best
}

// syntax is what rewrites read.
func (ld *loaded) syntax() *engine.Syntax {
	s := &engine.Syntax{Fset: ld.fset, Position: ld.position, Whole: true, Handles: ld.handles(), Tests: ld.testSyntax}
	for _, p := range ld.pkgs {
		if p.own && p.matter && p.DepOnly {
			s.Whole = false // findings in packages that were not asked for are not known
		}
		if p.ImportPath == s.Handles && !p.matter && !slices.ContainsFunc(p.Imports, ld.isSDK) {
			s.Unserved = true // it reaches no SDK; that of an SDK's own module counts as a part of it
		}
		if !p.editable() {
			continue
		}
		info := p.info
		if info == nil {
			info = &types.Info{} // it is not to be edited
		}
		s.Packages = append(s.Packages, &engine.SyntaxPackage{
			Path: p.ImportPath, Types: p.types, Info: info, Files: p.files,
			Sound: p.isSound() && (ld.keep == keepSyntax || p.sound), Cgo: len(p.CgoFiles) > 0,
			Source: func(pos token.Pos) ([]byte, error) {
				return ld.read(ld.fset.Position(pos).Filename)
			},
		})
	}
	return s
}

// editable reports whether a package is one that rewrites may look at.
func (p *pkg) editable() bool { return p.own && p.matter && p.types != nil && p.ForTest == "" }

// isSound reports whether a package type-checks as it is written.
func (p *pkg) isSound() bool {
	return len(p.bad) == 0 && len(p.mended) == 0 && p.dropped == 0 && !p.shaky && len(p.CgoFiles) == 0
}

// handles finds the package that mcpaudit scaffold handles has written.
func (ld *loaded) handles() string {
	matches, _ := filepath.Glob(filepath.Join(ld.root, "internal", "*", "scaffold.sum"))
	for _, p := range ld.pkgs {
		if p.own && p.ForTest == "" {
			matches = append(matches, filepath.Join(p.Dir, "scaffold.sum"))
		}
	}
	for _, m := range matches {
		if _, err := ld.read(m); err != nil {
			continue
		}
		if rel, err := filepath.Rel(ld.root, filepath.Dir(m)); err == nil {
			return ld.module + "/" + filepath.ToSlash(rel)
		}
	}
	return ""
}

// fix turns positions into offsets.
func (ld *loaded) fix(f *engine.Fix) *Fix {
	out := &Fix{Message: f.Message, Review: f.Review}
	for _, e := range f.Edits {
		tf := ld.fset.File(e.Pos)
		out.Edits = append(out.Edits, FileEdit{File: tf.Name(), From: tf.Offset(e.Pos), To: tf.Offset(e.End), New: e.New})
	}
	slices.SortStableFunc(out.Edits, func(a, b FileEdit) int {
		if a.File != b.File {
			return strings.Compare(a.File, b.File)
		}
		return cmp.Or(a.From-b.From, a.To-b.To)
	})
	return out
}

// rewrites are the rewrites of the findings as the report holds them: by the place
// of the finding among those of the result. They are proposals, which nothing has
// compiled. After all rules have run it is known what is in the way of a rewrite.
//
// Most findings are refused by what is known of the program. Only if one is not,
// the packages are read again.
func (ld *loaded) rewrites(ctx context.Context, res *engine.Result, allRules bool) ([][]report.Fix, error) {
	if ld.keep == keepNothing || !res.Rewrites() {
		return nil, nil
	}
	s := ld.syntax()
	s.Whole = s.Whole && allRules
	if s.Offer = true; !res.Asks(s) {
		return nil, nil
	}
	if err := ld.readAgain(ctx); err != nil {
		return nil, err
	}
	whole := s.Whole
	s = ld.syntax()
	s.Whole, s.Offer = whole, true
	out := make([][]report.Fix, len(res.Findings))
	for i, p := range res.Propose(s) {
		if p.Fix == nil {
			continue
		}
		if fix, err := ld.reported(res.Findings[i].Rule, ld.fix(p.Fix)); err == nil {
			out[i] = []report.Fix{fix}
		}
	}
	return out, nil
}

// readAgain brings back the syntax of the packages that may be edited, with types
// that fit.
func (ld *loaded) readAgain(ctx context.Context) error {
	var order []*pkg
	sem := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for _, p := range ld.pkgs {
		if !p.editable() || !p.sound {
			continue
		}
		order = append(order, p)
		p.types, p.done = nil, make(chan struct{})
		p.deps, p.gone, p.later, p.errs, p.bad = nil, nil, nil, nil, nil
		wg.Add(1)
		go func() {
			defer wg.Done()
			sem <- struct{}{}
			defer func() { <-sem }()
			ld.unpanicked(p, func() { ld.parse(p) })
		}()
	}
	wg.Wait()
	ld.checkAll(ctx, sem, order, nil)
	return ctx.Err()
}

// reported writes a rewrite down with the text that it replaces. A file that
// cannot be read again has no rewrite.
func (ld *loaded) reported(rule string, f *Fix) (report.Fix, error) {
	out := report.Fix{Rule: rule, Description: f.Message, Review: f.Review}
	for i := 0; i < len(f.Edits); {
		e := f.Edits[i]
		// What readers are to do with two edits that touch one another is open: they become one.
		for i++; i < len(f.Edits) && f.Edits[i].File == e.File && f.Edits[i].From <= e.To; i++ {
			e.New += f.Edits[i].New
			e.To = max(e.To, f.Edits[i].To)
		}
		src, err := ld.read(e.File)
		if err != nil {
			return out, err
		}
		if e.To > len(src) {
			return out, fmt.Errorf("%s has changed", e.File)
		}
		out.Edits = append(out.Edits, report.NewEdit(ld.rel(e.File), src, e.From, e.To, LineEnds(src, e.New)))
	}
	return out, nil
}

// LineEnds gives a text the line ends of the file that it is for.
func LineEnds(src []byte, text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if bytes.Contains(src, []byte("\r\n")) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// Compile type-checks the packages with their tests, also in the builds that
// the module's own build tags select, and returns what a compiler would refuse.
func Compile(ctx context.Context, o Options) ([]report.Problem, error) {
	tables, err := engine.Extend(o.Tables)
	if err != nil {
		return nil, &UsageError{Msg: err.Error()}
	}
	o.Tests, o.strict = true, true
	ld, err := load(ctx, o, sdkTest(tables))
	if err != nil {
		return nil, err
	}
	out := ld.told()
	for _, v := range ld.variants(ctx, o).audit {
		o.Tags = strings.Split(v.tags, ",")
		other, err := load(ctx, o, sdkTest(tables))
		if err != nil {
			return nil, err
		}
		out = append(out, other.told()...)
	}
	return out, nil
}

// String names a finding for messages.
func (f *Found) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", f.Site.File, f.Site.Line, f.Rule, f.Object)
}
