package join_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/deploy"
	"github.com/mcpaudit/mcpaudit/internal/deploy/join"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/report"
)

const (
	server = `apiVersion: apps/v1
kind: Deployment
metadata: {name: tools}
spec:
  REPLICAS
  template:
    spec:
      containers:
        - name: s
          image: example.com/shop/tools
          ENV
`
	other = `apiVersion: apps/v1
kind: Deployment
metadata: {name: billing}
spec: {replicas: 9, template: {spec: {containers: [{name: s, image: example.com/shop/billing}]}}}
`
)

var module = target.Module{Path: "example.com/shop", Programs: []target.Program{
	{Package: "example.com/shop/cmd/tools", Dir: "cmd/tools", MCP: true},
	{Package: "example.com/shop/cmd/billing", Dir: "cmd/billing"},
}}

func finding(rule string, s report.Severity, pkg string) report.Finding {
	return report.Finding{Rule: rule, Severity: s, Confidence: report.Sure, Object: rule + " object", Package: "example.com/shop/" + pkg,
		Site: report.Site{File: pkg + "/x.go", Line: 20, Column: 1}, Message: "it breaks"}
}

// apply joins some findings with the files of the server.
func apply(t *testing.T, files map[string]string, findings ...report.Finding) *report.Report {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := &report.Report{Findings: findings}
	audit := &rule.Audit{Findings: findings,
		Steps: map[string]string{"ambient": report.StepState, "sealkey": report.StepKeys, "hints": report.StepWrites},
		Reads: []rule.Variable{
			{Name: "LISTEN", File: "store/x.go", Line: 12, From: 10, To: 30},
			{Name: "STATE_KEY", File: "store/x.go", Line: 15, From: 10, To: 30},
			{Name: "OTHER_KEY", File: "store/x.go", Line: 45, From: 40, To: 50},
		}}
	res, err := deploy.Run(context.Background(), deploy.Options{Base: dir, Paths: []string{"."}, Module: module, Audit: audit})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Problems) > 0 {
		t.Fatal(res.Problems)
	}
	join.Apply(r, res)
	return r
}

func manifest(replicas, env string) map[string]string {
	return map[string]string{"a.yaml": strings.NewReplacer("REPLICAS", replicas, "ENV", env).Replace(server), "b.yaml": other}
}

func TestScaled(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		f     report.Finding
		want  report.Severity
		says  string
	}{
		"several":         {manifest("replicas: 3", ""), finding("ambient", report.Medium, "store"), report.High, "a.yaml:5 Deployment tools runs several instances: replicas: 3"},
		"already high":    {manifest("replicas: 3", ""), finding("ambient", report.High, "store"), report.High, "replicas: 3"},
		"info":            {manifest("replicas: 3", ""), finding("ambient", report.Info, "store"), report.Info, ""},
		"one":             {manifest("replicas: 1", ""), finding("ambient", report.Medium, "store"), report.Medium, ""},
		"not in memory":   {manifest("replicas: 3", ""), finding("hints", report.Medium, "store"), report.Medium, ""},
		"another program": {manifest("replicas: 3", ""), finding("ambient", report.Medium, "cmd/billing/ledger"), report.Medium, ""},
		"recreated":       {manifest("strategy: {type: Recreate}", ""), finding("ambient", report.Medium, "store"), report.Medium, "a.yaml:5 Deployment tools is replaced as a whole"},
		"autoscaled": {map[string]string{"a.yaml": strings.NewReplacer("REPLICAS", "paused: false", "ENV", "").Replace(server), "h.yaml": `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: tools}
spec: {scaleTargetRef: {kind: Deployment, name: tools}, maxReplicas: 5}
`}, finding("ambient", report.Medium, "store"), report.High, "h.yaml:4 Deployment tools runs several instances: HorizontalPodAutoscaler with up to 5 replicas"},
	} {
		t.Run(name, func(t *testing.T) {
			f := apply(t, test.files, test.f).Findings[0]
			var related []string
			for _, r := range f.Related {
				related = append(related, r.File+":"+string(rune('0'+r.Line))+" "+r.What)
			}
			all := strings.Join(related, "\n")
			if f.Severity != test.want || test.says == "" && all != "" || !strings.Contains(all, test.says) {
				t.Errorf("%s, related %q", f.Severity, all)
			}
			if raised := f.Severity != test.f.Severity; raised != strings.Contains(f.Message, "not a corner") {
				t.Errorf("the message is %q", f.Message)
			}
		})
	}
}

func TestKeyed(t *testing.T) {
	for name, test := range map[string]struct {
		env      string
		more     string
		severity report.Severity
		want     report.Severity
		says     string
	}{
		"set":           {"env: [{name: STATE_KEY, valueFrom: {secretKeyRef: {name: a, key: b}}}]", "", report.High, report.Medium, "The deployment files set STATE_KEY"},
		"not set":       {"env: [{name: OTHER_KEY, value: x}]", "", report.High, report.High, "Deployment tools does not set STATE_KEY"},
		"raised":        {"", "", report.Medium, report.High, "does not set STATE_KEY"},
		"empty":         {"env: [{name: STATE_KEY, value: ''}]", "", report.High, report.High, "does not set STATE_KEY"},
		"unknown map":   {"envFrom: [{secretRef: {name: keys}}]", "", report.High, report.High, ""},
		"known map":     {"envFrom: [{configMapRef: {name: keys}}]", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: keys}\ndata: {STATE_KEY: x}\n", report.High, report.Medium, "The deployment files set STATE_KEY"},
		"known without": {"envFrom: [{configMapRef: {name: keys}}]", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: keys}\ndata: {A: x}\n", report.High, report.High, "does not set STATE_KEY"},
	} {
		t.Run(name, func(t *testing.T) {
			files := manifest("paused: false", test.env)
			if test.more != "" {
				files["c.yaml"] = test.more
			}
			f := apply(t, files, finding("sealkey", test.severity, "store")).Findings[0]
			if f.Severity != test.want || !strings.Contains(f.Message, test.says) || test.says == "" && f.Message != "it breaks" {
				t.Errorf("%s: %s", f.Severity, f.Message)
			}
		})
	}
	// A key that no variable stands behind is left alone.
	f := finding("sealkey", report.High, "store")
	f.Site.Line = 90
	if got := apply(t, manifest("paused: false", ""), f).Findings[0]; got.Message != f.Message {
		t.Errorf("the message is %q", got.Message)
	}
}

func TestDeployment(t *testing.T) {
	r := apply(t, manifest("replicas: 2", ""))
	want := report.Deployment{Files: 2, Workloads: []report.Workload{{
		Kind: "Deployment", Name: "tools", File: "a.yaml", Line: 2, Program: "example.com/shop/cmd/tools", Scale: "replicas: 2", How: "its image is called tools",
	}}}
	if r.Deployment.Files != want.Files || len(r.Deployment.Workloads) != 1 || r.Deployment.Workloads[0] != want.Workloads[0] {
		t.Errorf("got %+v", r.Deployment)
	}
}
