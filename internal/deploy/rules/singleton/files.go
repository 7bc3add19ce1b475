package singleton

import (
	"fmt"
	"path"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/report"
)

// files joins files that one request writes and another one reads with the volumes of the server: what lies in the container itself, or in a
// volume that lives and dies with one instance, the next instance does not have. A workload that may run any server, such as the resource of an
// operator, says nothing about this program. Whether the files are a cache, or a store that configuration replaces, the code alone would tell: the
// finding is possible, no more.
func files(v *rule.View, emit func(report.Finding)) {
	for _, u := range v.Audit.Uses {
		if u.Kind != rule.Files || u.Reader == nil {
			continue
		}
		for _, w := range v.Facts.Workloads {
			verdict := v.Targets.Workload(w)
			if verdict.Answer != target.Yes || verdict.Program == "" || w.Format != "Kubernetes" && w.Format != "Knative" || !v.Concerns(report.Finding{Package: u.Package}, verdict.Program) {
				continue
			}
			if at, where := private(w, u.Path); where != "" {
				emit(keeps(w, verdict, u, at, where))
			}
		}
	}
}

// private says where files lie that no other instance sees. Where a volume may hold them that outlives the instance, it says nothing: what one
// node at a time can write, and what several instances make of that, the other findings of the rule are about.
func private(w *fact.Workload, dir string) (at fact.Pos, where string) {
	kinds := map[string]fact.Volume{}
	for _, vol := range w.Volumes {
		kinds[vol.Name] = vol
	}
	at, where = w.Pos, "in the container itself"
	longest := -1
	for _, c := range w.Containers {
		for _, m := range c.Mounts {
			if m.ReadOnly {
				continue
			}
			vol := kinds[m.Volume]
			switch vol.Kind {
			case "configMap", "secret", "projected", "downwardAPI":
				continue
			}
			holds := path.IsAbs(dir) && within(dir, m.Path)
			switch {
			case vol.Kind == "emptyDir" && holds && len(m.Path) > longest:
				at, where, longest = vol.Pos, "in the emptyDir "+m.Volume, len(m.Path)
			case vol.Kind == "emptyDir":
			case holds && len(m.Path) > longest:
				at, where, longest = vol.Pos, "", len(m.Path)
			case !path.IsAbs(dir):
				return fact.Pos{}, "" // it may be this volume
			}
		}
	}
	return at, where
}

func within(dir, mount string) bool {
	mount = path.Clean(mount)
	return dir == mount || strings.HasPrefix(dir, strings.TrimSuffix(mount, "/")+"/")
}

func keeps(w *fact.Workload, verdict target.Verdict, u rule.Use, at fact.Pos, where string) report.Finding {
	f := report.Finding{
		Confidence: report.Possible, Object: w.Title() + " files of " + u.Function, Package: verdict.Program, Site: rule.Site(at), Role: "files",
		Suggestion: "keep the content in a store that all instances reach, under a handle that the first call returns and the second one takes; a volume that all instances can write is the lesser cure",
	}
	lie := fmt.Sprintf("%s writes files that %s reads in a later request, and in %s %s they lie %s", u.By, u.Reader.Name, w.Kind, w.Name, where)
	if w.Replicas.Several() {
		f.Severity = report.High
		f.Message = fmt.Sprintf("%s. It runs several times (%s), and another instance does not find them", lie, w.Replicas.Words)
		f.Related = append(f.Related, rule.Related(w.Replicas.Pos, w.Replicas.Words))
	} else {
		f.Severity = report.Medium
		f.Message = lie + ": they are gone when the instance is replaced, and a second one would not find them"
	}
	f.Message += rule.Decided(verdict)
	f.Related = append(f.Related,
		report.Related{File: u.File, Line: u.Line, What: u.Function + " writes them"},
		report.Related{File: u.Reader.File, Line: u.Reader.Line, What: "they are read here"})
	return f
}
