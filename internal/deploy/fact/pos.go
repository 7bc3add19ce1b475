package fact

import "strconv"

// Pos is a place in a file. The file is relative to the audited folder and written with slashes; lines and columns count from 1.
type Pos struct {
	File string
	Line int
	Col  int
}

// IsZero reports whether the place is unknown.
func (p Pos) IsZero() bool { return p.File == "" && p.Line == 0 }

// String is file:line:column.
func (p Pos) String() string {
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
}
