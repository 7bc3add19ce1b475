package scan

import (
	"context"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

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
	o.keep = true
	ld, err := load(ctx, o, sdkTest(tables))
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
	proposed := map[int]engine.Proposal{}
	next := res.Propose(syntax)
	rewriting := map[string]bool{}
	for _, r := range rules {
		rewriting[r.Name] = r.Rewrite != nil
	}
	for i, f := range res.Findings {
		if rewriting[f.Rule] {
			proposed[i], next = next[0], next[1:]
		}
	}
	p.Report = ld.report(o, rules, sums, res)
	for i, f := range res.Findings {
		x := Found{Finding: finding(f), Rewrites: rewriting[f.Rule]}
		x.Key = strings.Join([]string{f.Rule, f.Package, f.Object, f.Role}, "\x00")
		x.Card = card(p.Report, &x.Finding)
		if pr, ok := proposed[i]; ok {
			x.Refusal = pr.Refusal
			if pr.Fix != nil {
				x.Fix = ld.fix(pr.Fix)
			}
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
	s := &engine.Syntax{Fset: ld.fset, Position: ld.position, Whole: true, Handles: ld.handles()}
	for _, p := range ld.pkgs {
		if p.own && p.matter && p.DepOnly {
			s.Whole = false // findings in packages that were not asked for are not known
		}
		if !p.own || !p.matter || p.types == nil || p.info == nil || p.ForTest != "" {
			continue
		}
		s.Packages = append(s.Packages, &engine.SyntaxPackage{
			Path: p.ImportPath, Types: p.types, Info: p.info, Files: p.files,
			Sound: len(p.bad) == 0 && len(p.mended) == 0 && p.dropped == 0 && !p.shaky && len(p.CgoFiles) == 0,
			Source: func(pos token.Pos) ([]byte, error) {
				return ld.read(ld.fset.Position(pos).Filename)
			},
		})
	}
	return s
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
		return a.From - b.From
	})
	return out
}

// Compile type-checks the packages with their tests and returns what a compiler
// would refuse.
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
	var out []report.Problem
	for _, p := range ld.problems {
		out = append(out, report.Problem{Kind: p.kind, Package: p.pkg, File: p.file, Line: p.line, Message: p.msg, Hint: p.hint})
	}
	return out, nil
}

// String names a finding for messages.
func (f *Found) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", f.Site.File, f.Site.Line, f.Rule, f.Object)
}
