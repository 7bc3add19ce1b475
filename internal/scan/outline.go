package scan

import (
	"bytes"
	"go/ast"
)

// outline returns a source file without the bodies of its functions. Of a
// dependency only the declarations are needed, and bodies are most of what the
// parser reads. What it leaves is Go code as long as the file is; a caller that
// cannot parse it should parse the file itself.
func outline(src []byte) []byte {
	out := make([]byte, 0, len(src)/2)
	kept := 0                // src[:kept] has been dealt with
	pos, open := 0, 0        // how far src was read, and how many braces are open there
	next := declared(src, 0) // declarations that gofmt has seen begin a line
	for next >= 0 {
		at := next
		if pos, open = skim(src, pos, at, open); pos < 0 {
			break // a comment or string that does not end
		}
		if pos == at && open == 0 {
			if from, to := body(src, at+len(funcWord)); to >= 0 {
				out = append(out, src[kept:from]...)
				out = append(out, '{', '}')
				kept, pos = to, to
			}
		}
		next = declared(src, max(pos-1, at+1))
	}
	return append(out, src[kept:]...)
}

// declared returns the next line from src[i] on that begins like a function, or
// -1.
func declared(src []byte, i int) int {
	if i == 0 && bytes.HasPrefix(src, funcWord) {
		return 0
	}
	if n := bytes.Index(src[i:], lineFunc); n >= 0 {
		return i + n + 1
	}
	return -1
}

var (
	funcWord = []byte("func ")
	lineFunc = []byte("\nfunc ")
)

// body finds the braces of the body of the function whose signature begins at
// src[i]. end is behind the closing one, or -1 if there is no body.
func body(src []byte, i int) (open, end int) {
	parens := 0
	for i < len(src) {
		switch c := src[i]; c {
		case '(', '[':
			parens++
		case ')', ']':
			parens--
		case '\n':
			if parens == 0 {
				return 0, -1 // a declaration without a body
			}
		case '{':
			if parens > 0 || wordBefore(src, i) {
				// A struct or an interface in the signature.
				j := block(src, i)
				if j < 0 {
					return 0, -1
				}
				i = j
				continue
			}
			return i, block(src, i)
		case '"', '`', '\'', '/':
			j := lexeme(src, i)
			if j < 0 {
				return 0, -1
			}
			i = j
			continue
		}
		i++
	}
	return 0, -1
}

// wordBefore reports whether the brace at src[i] belongs to a struct or an
// interface type.
func wordBefore(src []byte, i int) bool {
	before := bytes.TrimRight(src[max(0, i-16):i], " \t")
	return bytes.HasSuffix(before, []byte("interface")) || bytes.HasSuffix(before, []byte("struct"))
}

// block returns the index behind the brace that closes the one at src[i], -1 if
// there is none.
func block(src []byte, i int) int {
	depth := 0
	for i < len(src) {
		switch src[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '`', '\'', '/':
			j := lexeme(src, i)
			if j < 0 {
				return -1
			}
			i = j
			continue
		}
		i++
	}
	return -1
}

// skim reads from i to at and returns where it ends and how many braces and
// parentheses are open there, depth more than before. It ends behind at if at
// is inside a comment or a string, and is -1 if that does not end.
func skim(src []byte, i, at, depth int) (end, open int) {
	for i < at {
		switch src[i] {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
		case '"', '`', '\'', '/':
			if i = lexeme(src, i); i < 0 {
				return -1, depth
			}
			continue
		}
		i++
	}
	return i, depth
}

// lexeme returns the index behind the string, rune, comment or slash at src[i],
// -1 if it does not end.
func lexeme(src []byte, i int) int {
	switch q := src[i]; q {
	case '`':
		n := bytes.IndexByte(src[i+1:], '`')
		if n < 0 {
			return -1
		}
		return i + n + 2
	case '"', '\'':
		for j := i + 1; j < len(src); j++ {
			switch src[j] {
			case '\\':
				j++
			case q:
				return j + 1
			case '\n':
				return -1
			}
		}
		return -1
	}
	if i+1 < len(src) {
		switch src[i+1] {
		case '/':
			n := bytes.IndexByte(src[i:], '\n')
			if n < 0 {
				return len(src)
			}
			return i + n // the line end may matter
		case '*':
			n := bytes.Index(src[i+2:], []byte("*/"))
			if n < 0 {
				return -1
			}
			return i + n + 4
		}
	}
	return i + 1
}

// trim takes the elements out of the composite literals that package variables
// begin with: the type of the variable does not depend on them.
func trim(f *ast.File) {
	for _, d := range f.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range d.Specs {
			v, ok := s.(*ast.ValueSpec)
			if !ok {
				continue
			}
			for _, e := range v.Values {
				if u, ok := e.(*ast.UnaryExpr); ok {
					e = u.X
				}
				lit, ok := e.(*ast.CompositeLit)
				if !ok {
					continue
				}
				if a, ok := lit.Type.(*ast.ArrayType); ok {
					if _, ok := a.Len.(*ast.Ellipsis); ok {
						continue // as long as the elements say
					}
				}
				lit.Elts = nil
			}
		}
	}
}
