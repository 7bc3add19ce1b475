package read

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/discover"
	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/helm"
)

// chart renders a Helm chart with its default values, and once more with each further values file, and reads what comes out.
func (c *context) chart(f discover.File) {
	c.scope = fact.ChartScope(f.Name) // nothing outside of a chart belongs to it
	ch, err := helm.Load(f.Path, f.Name)
	if err != nil {
		c.problem(fact.Pos{File: f.Name + "/Chart.yaml", Line: 1}, err.Error(), "mend the chart; `helm template` shows the same error")
		return
	}
	for _, name := range ch.Skipped {
		c.set.Gaps = append(c.set.Gaps, fact.Gap{What: f.Name + "/" + name, Why: "the file is too large to be read as a part of the chart"})
	}
	if list := ch.Missing(); len(list) > 0 {
		c.set.Gaps = append(c.set.Gaps, fact.Gap{What: "dependencies of the chart " + f.Name, Why: strings.Join(list, ", ") + " are not in its charts folder; `helm dependency build` puts them there"})
	}
	c.render(ch, nil)
	for i := range ch.Variants {
		c.render(ch, &ch.Variants[i])
	}
}

func (c *context) render(ch *helm.Chart, variant *helm.File) {
	with := "its default values"
	if variant != nil {
		with = variant.Shown
	}
	refuse := func(at fact.Pos, msg string) {
		c.problem(at, "the chart does not render with "+with+": "+msg, "check with `helm template`, and give the values that it needs in values.yaml")
	}
	r, err := ch.Render(variant)
	if err != nil {
		at, msg := fact.Pos{File: string(c.scope) + "Chart.yaml", Line: 1}, err.Error()
		if fail, ok := errors.AsType[*helm.Failure](err); ok {
			at, msg = fact.Pos{File: fail.File, Line: fail.Line}, fail.Msg
		}
		refuse(at, msg)
		return
	}
	if n := len(r.Failed); n > 0 {
		msg := r.Failed[0].Msg
		if n > 1 {
			msg += fmt.Sprintf(" (and %d more templates fail)", n-1)
		}
		refuse(fact.Pos{File: r.Failed[0].File, Line: r.Failed[0].Line}, msg+"; the other templates were read")
	}
	c.set.Files += len(r.Docs)
	if n := len(r.Unset); n > 0 && variant == nil {
		c.set.Gaps = append(c.set.Gaps, fact.Gap{What: "values that the chart " + string(c.scope) + " insists on", Why: fmt.Sprintf("%d of them have no default; they were left empty", n)})
	}
	if len(r.Asked) > 0 && variant == nil {
		c.set.Gaps = append(c.set.Gaps, fact.Gap{What: "parts of the chart " + string(c.scope) + " that depend on the cluster", Why: "its templates ask for " + strings.Join(r.Asked, ", ") + "; the cluster was taken to have none"})
	}
	for _, doc := range r.Docs {
		if strings.TrimSpace(doc.Text) == "" || strings.HasSuffix(doc.Name, ".txt") {
			continue
		}
		c.file = doc.Name
		c.each([]byte(doc.Text), doc.At, c.manifest)
	}
}
