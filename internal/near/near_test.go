package near

import "testing"

func TestWord(t *testing.T) {
	names := []string{"sessionmap", "sessionid", "task", "memo", "cursor"}
	for word, want := range map[string]string{
		"sesionmap":  "sessionmap",
		"sessoinid":  "sessionid",
		"session":    "sessionid",
		"SESSIONMAP": "sessionmap",
		"tsak":       "task",
		"cursors":    "cursor",
		"x":          "",
		"":           "",
		"upload":     "",
	} {
		if got := Word(word, names); got != want {
			t.Errorf("Word(%q) = %q, want %q", word, got, want)
		}
	}
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"ab", "", 2}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"kitten", "sitting", 3}} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
