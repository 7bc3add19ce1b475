//go:build unix

package main

import (
	"strings"
	"testing"
	"time"
)

func runs(seconds ...float64) []run {
	var all []run
	for _, s := range seconds {
		all = append(all, run{cpu: time.Duration(s * float64(time.Second)), rss: 3 << 20})
	}
	return all
}

func TestRatioIsPaired(t *testing.T) {
	// The second repetition ran on a machine twice as slow. Medians taken
	// apart would compare numbers of different repetitions.
	r := result{runs: map[string][]run{
		subject:  runs(1, 4, 1),
		"go vet": runs(10, 20, 40),
	}}
	if got := r.ratio("go vet"); got != 0.1 {
		t.Errorf("ratio = %v, want the middle one of 0.1, 0.2 and 0.025", got)
	}
}

func TestWrite(t *testing.T) {
	r := result{server: "s", cache: "empty", tools: []string{subject, "go vet", "go list -export"}, runs: map[string][]run{
		subject:           runs(1),
		"go vet":          runs(25),
		"go list -export": runs(0.5),
	}}
	var out strings.Builder
	ok, err := write(&out, []result{r})
	if err != nil || !ok {
		t.Errorf("write = %v, %v, want the target to be met", ok, err)
	}
	for _, want := range []string{"25.00", "0.040", "0.05 met", "2.000"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}

	r.runs["go vet"] = runs(10)
	out.Reset()
	if ok, _ := write(&out, []result{r}); ok || !strings.Contains(out.String(), "0.05 missed") {
		t.Errorf("write = %v, want a missed target in\n%s", ok, out.String())
	}
}
