//go:build unix

package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"
)

// rssUnit is what getrusage counts memory in.
var rssUnit = func() int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return 1
	}
	return 1024
}()

// run is what one run of one tool took.
type run struct {
	cpu  time.Duration // user and system, of all processes
	wall time.Duration
	rss  int64 // of the largest process, in bytes
}

// result is what all runs on one server with one state of the build cache took.
type result struct {
	server, cache string
	tools         []string
	runs          map[string][]run // by tool; runs of equal index belong together
}

// targets are the largest ratios of an audit to a tool that -check accepts.
var targets = map[[2]string]float64{
	{"empty", "go vet"}:     0.05,
	{"warm", "staticcheck"}: 0.25,
}

// ratio is the median, over the repetitions, of the CPU time of an audit
// divided by that of the tool.
func (r result) ratio(tool string) float64 {
	var all []float64
	for i, m := range r.runs[tool] {
		all = append(all, float64(r.runs[subject][i].cpu)/float64(m.cpu))
	}
	return median(all)
}

// median is the middle value, or the lower one of two middle values.
func median[T cmp.Ordered](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)/2]
}

// write prints the table and reports whether all targets were met.
func write(w io.Writer, results []result) (ok bool, err error) {
	ok = true
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SERVER\tBUILD CACHE\tTOOL\tCPU s\tWALL s\tPEAK MB\tMCPAUDIT / TOOL\tTARGET")
	for _, r := range results {
		for _, name := range r.tools {
			var cpu, wall []time.Duration
			var rss []int64
			for _, m := range r.runs[name] {
				cpu, wall, rss = append(cpu, m.cpu), append(wall, m.wall), append(rss, m.rss)
			}
			ratio, target := "", ""
			if name != subject {
				value := r.ratio(name)
				ratio = fmt.Sprintf("%.3f", value)
				if limit, has := targets[[2]string{r.cache, name}]; has {
					target = fmt.Sprintf("%.2f met", limit)
					if value > limit {
						target = fmt.Sprintf("%.2f missed", limit)
						ok = false
					}
				}
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%.2f\t%.2f\t%d\t%s\t%s\n", r.server, r.cache, name,
				median(cpu).Seconds(), median(wall).Seconds(), median(rss)>>20, ratio, target)
		}
	}
	return ok, t.Flush()
}
