package deploy_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/deploy"
	"github.com/mcpaudit/mcpaudit/report"
)

const relay = `apiVersion: apps/v1
kind: Deployment
metadata: {name: relay}
spec:
  replicas: 1
  strategy: {type: Recreate}
  selector: {matchLabels: {app: relay}}
  template:
    metadata: {labels: {app: relay}}
    spec: {containers: [{name: relay, image: "example.com/relay:1"}]}
`

// Where nothing speaks of MCP, the only workload is a possible server; where a folder does, or somebody names the file, a likely one.
func TestDoubt(t *testing.T) {
	for _, test := range []struct {
		folder, path, module string
		want                 report.Confidence
	}{
		{"relay", ".", "require example.com/store v1.0.0\n", report.Possible},
		{"relay-mcp", ".", "", report.Likely},
		{"relay", "relay.yaml", "", report.Likely},
		{"relay", ".", "require github.com/modelcontextprotocol/go-sdk v1.8.0\n", report.Likely},
	} {
		dir := filepath.Join(t.TempDir(), test.folder)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "relay.yaml"), []byte(relay), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/relay\n"+test.module), 0o644); err != nil {
			t.Fatal(err)
		}
		res, err := deploy.Run(context.Background(), deploy.Options{Base: dir, Paths: []string{test.path}})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Findings) != 1 || res.Findings[0].Confidence != test.want {
			t.Errorf("%s %s: %+v", test.folder, test.path, res.Findings)
		}
	}
}

// An autoscaler of a cluster scales what runs in the cluster.
func TestScaled(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"compose.yaml": "services:\n  tools-mcp: {image: example.com/tools-mcp}\n",
		"k8s.yaml":     "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: tools-mcp}\nspec: {template: {spec: {containers: [{name: a, image: example.com/tools-mcp}]}}}\n---\napiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: tools-mcp}\nspec: {template: {spec: {containers: [{name: a, image: example.com/other}]}}}\n---\napiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: s}\nspec: {scaleTargetRef: {name: tools-mcp}, maxReplicaCount: 4}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	res, err := deploy.Run(context.Background(), deploy.Options{Base: dir, Paths: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range res.View.Facts.Workloads {
		if want := w.Kind == "Deployment"; w.Replicas.Several() != want {
			t.Errorf("%s %s: %+v", w.Format, w.Kind, w.Replicas)
		}
	}
}
