package sdk

import "testing"

func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		if _, err := readTables(files); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLookup(b *testing.B) {
	tables := Builtin()
	for name, symbol := range map[string][2]string{
		"Unknown":  {"example.com/server/internal/store", "Store.Put"},
		"Exact":    {"net/http", "HandleFunc"},
		"Patterns": {"github.com/google/go-github/v74/github", "IssuesService.CreateComment"},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				tables.Lookup(symbol[0], symbol[1], "v1.0.0")
			}
		})
	}
}
