package writes

import "testing"

// A name that is known in full takes the place of one that is known in part; names that only begin alike are two tools.
func TestCompletes(t *testing.T) {
	for _, c := range []struct {
		name, part string
		want       bool
	}{
		{"create_note", "create_", true},
		{"create_note", "_note", true},
		{"create_note", "create_*", true},
		{"create_note", "create_note", false},
		{"get_all", "get", false},
		{"undo", "do", false},
		{"create_*", "create_", false},
		{"send_note", "create_", false},
	} {
		if got := completes(c.name, c.part); got != c.want {
			t.Errorf("completes(%q, %q) = %v", c.name, c.part, got)
		}
	}
}
