package kustomize_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/deploy/kustomize"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// build writes files and builds the kustomization in a folder. Whether the outcome is Kustomize's own, the module fixtures/kustomize tests.
func build(t *testing.T, dir string, files map[string]string) (*kustomize.Graph, *kustomize.Built, string) {
	t.Helper()
	root := t.TempDir()
	var found []string
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if kustomize.IsFile(filepath.Base(path)) {
			found = append(found, path)
		}
	}
	slices.Sort(found)
	g := kustomize.New(kustomize.Files{Roots: []string{root}, Name: func(path string) string {
		rel, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		return filepath.ToSlash(rel)
	}}, found)
	return g, g.Build(filepath.Join(root, dir)), root
}

func object(t *testing.T, b *kustomize.Built, kind, name string) *tree.Node {
	t.Helper()
	for _, o := range b.Objects {
		if o.Node.Str("kind") == kind && o.Node.Str("metadata", "name") == name {
			return o.Node
		}
	}
	t.Fatalf("no %s %s among %d objects, problems %v", kind, name, len(b.Objects), b.Problems)
	return nil
}

const service = `apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    a: b
spec:
  sessionAffinity: ClientIP
  ports:
    - port: 80
    - port: 81
`

// Every value knows the place that sets it: the base, a patch in a file or in a text, an operation, a field of the overlay.
func TestPlaces(t *testing.T) {
	_, b, _ := build(t, "top", map[string]string{
		"base/kustomization.yaml": "resources: [web.yaml, run.yaml]\n",
		"base/web.yaml":           service,
		"base/run.yaml":           "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {}\n",
		"top/patch.yaml":          "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  type: LoadBalancer\n",
		"top/nginx.conf":          "events {}\n",
		"top/kustomization.yml": `namePrefix: my-
resources: [../base]
replicas:
  - name: web
    count: 3
patches:
  - path: patch.yaml
  - patch: |
      apiVersion: v1
      kind: Service
      metadata: {name: web}
      spec:
        externalName: x
  - target: {kind: Service}
    patch: |-
      - op: add
        path: /spec/clusterIP
        value: None
configMapGenerator:
  - name: proxy
    files: [nginx.conf]
`,
	})
	if len(b.Problems)+len(b.Gaps) > 0 {
		t.Fatal(b.Problems, b.Gaps)
	}
	web, run := object(t, b, "Service", "my-web"), object(t, b, "Deployment", "my-web")
	for _, test := range []struct {
		n    *tree.Node
		want string
	}{
		{web.Get("spec", "sessionAffinity"), "base/web.yaml:8:3"},
		{web.Get("spec", "type"), "top/patch.yaml:5:3"},
		{web.Get("spec", "externalName"), "top/kustomization.yml:13:9"},
		{web.Get("spec", "clusterIP"), "top/kustomization.yml:18:9"},
		{run.Get("spec", "replicas"), "top/kustomization.yml:5:5"},
	} {
		if test.n == nil || test.n.Key.String() != test.want {
			t.Errorf("%+v, want %s", test.n, test.want)
		}
	}
	if web.Get("spec", "clusterIP").By == "" {
		t.Error("the value of an operation does not say so")
	}
	conf := object(t, b, "ConfigMap", "my-proxy").Get("data", "nginx.conf")
	if at := conf.Inside()(1, 1, ""); at.String() != "top/nginx.conf:1:1" {
		t.Error(at)
	}
	for _, o := range b.Objects {
		if o.Name != "web" && o.Name != "proxy" {
			t.Errorf("the object is called %s in its own file", o.Name)
		}
	}
}

// A base that others take in is not built by itself, and what a build took in is not read again.
func TestTops(t *testing.T) {
	g, b, root := build(t, "dev", map[string]string{
		"base/kustomization.yaml": "resources: [web.yaml]\n",
		"base/web.yaml":           service,
		"base/left.yaml":          service,
		"part/kustomization.yaml": "kind: Component\n",
		"dev/kustomization.yaml":  "resources: [../base]\n",
		"prod/Kustomization":      "bases: [../base/]\ncomponents: [../part]\n",
	})
	var tops []string
	for _, dir := range g.Tops() {
		tops = append(tops, filepath.Base(dir))
	}
	if !slices.Equal(tops, []string{"dev", "prod"}) {
		t.Error(tops)
	}
	if len(b.Objects) != 1 || !g.Covers(filepath.Join(root, "base", "web.yaml")) || g.Covers(filepath.Join(root, "base", "left.yaml")) {
		t.Error("the wrong files are taken in")
	}
}

// What is missing, broken or elsewhere is said, with its place, and the rest is built.
func TestProblems(t *testing.T) {
	for name, test := range map[string]struct {
		kustomization, problem, gap string
		objects                     int
	}{
		"nothing wrong":    {"resources: [web.yaml]\n", "", "", 1},
		"missing file":     {"resources:\n  - web.yaml\n  - gone.yaml\n", "kustomization.yaml:3", "", 1},
		"missing folder":   {"resources:\n  - ../gone\n", "kustomization.yaml:2", "", 0},
		"itself":           {"resources:\n  - web.yaml\n  - .\n", "kustomization.yaml:3", "", 1},
		"broken":           {"resources: [web.yaml\n", "kustomization.yaml:", "", 0},
		"broken resource":  {"resources: [web.yaml, broken.yaml]\n", "broken.yaml:2", "", 2},
		"broken patch":     {"resources: [web.yaml]\npatches:\n  - path: broken.yaml\n", "broken.yaml:2", "", 1},
		"patch of nothing": {"resources: [web.yaml]\npatches:\n  - patch: |\n      apiVersion: v1\n      kind: Service\n      metadata: {name: other}\n", "kustomization.yaml:4", "", 1},
		"no such path":     {"resources: [web.yaml]\npatches:\n  - target: {kind: Service}\n    patch: |-\n      - op: remove\n        path: /spec/gone\n", "kustomization.yaml:5", "", 1},
		"odd entries":      {"resources: [web.yaml, {a: b}, \"\"]\npatches: [{}]\n", "kustomization.yaml:1", "", 1},
		"no map":           {"- a\n- b\n", "", "", 0},
		"remote":           {"resources:\n  - web.yaml\n  - https://example.com/a//b?ref=1\n", "", "kustomization.yaml:3", 1},
		"remote by host":   {"resources:\n  - github.com/acme/orders/deploy\n", "", "kustomization.yaml:2", 0},
		"outside":          {"resources:\n  - ../../outside.yaml\n", "", "kustomization.yaml:2", 0},
		"plugins":          {"resources: [web.yaml]\ntransformers: [x.yaml]\n", "", "kustomization.yaml:2", 1},
		"charts":           {"helmCharts: [{name: x}]\n", "", "kustomization.yaml:1", 0},
	} {
		_, b, _ := build(t, "top", map[string]string{"top/kustomization.yaml": test.kustomization, "top/web.yaml": service, "top/broken.yaml": "a: [\nb\n---\nkind: Service\nmetadata: {name: web}\napiVersion: v1\n"})
		problem, gap := "", ""
		for _, p := range b.Problems {
			problem += p.Pos.String() + " " + p.Msg + " " + p.Hint
		}
		for _, g := range b.Gaps {
			gap += g.What + " " + g.Why
		}
		if len(b.Objects) != test.objects || (problem != "") != (test.problem != "") || !strings.Contains(problem, test.problem) || (gap != "") != (test.gap != "") || !strings.Contains(gap, test.gap) {
			t.Errorf("%s: %d objects, problem %q, gap %q", name, len(b.Objects), problem, gap)
		}
	}
}

// A link does not lead out of what may be read.
func TestLinks(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.yaml")
	if err := os.WriteFile(secret, []byte(service), 0o600); err != nil {
		t.Fatal(err)
	}
	g, _, root := build(t, "", map[string]string{"kustomization.yaml": "resources: [link.yaml]\n"})
	if err := os.Symlink(secret, filepath.Join(root, "link.yaml")); err != nil && runtime.GOOS == "windows" {
		t.Skip(err) // it takes a privilege there
	} else if err != nil {
		t.Fatal(err)
	}
	if b := g.Build(root); len(b.Objects) > 0 || len(b.Problems) == 0 {
		t.Errorf("the link was followed: %v", b.Objects)
	}
}

// Of a generated secret only the names of its keys are taken.
func TestSecrets(t *testing.T) {
	_, b, _ := build(t, "", map[string]string{
		"kustomization.yaml": "secretGenerator:\n  - name: keys\n    literals: [A=hunter2]\n    envs: [keys.env]\n    files: [c.txt]\n",
		"keys.env":           "B=hunter2\n",
		"c.txt":              "hunter2",
	})
	data := object(t, b, "Secret", "keys").Get("data")
	for _, key := range []string{"A", "B", "c.txt"} {
		if v := data.Get(key); v == nil || v.Value != "" {
			t.Errorf("%s: %+v", key, v)
		}
	}
}

// What grows without end is cut off and said.
func TestLarge(t *testing.T) {
	files := map[string]string{"l0/kustomization.yaml": "resources: [web.yaml]\n", "l0/web.yaml": service}
	for i := 1; i <= 12; i++ {
		prev := fmt.Sprintf("../l%d", i-1)
		files[fmt.Sprintf("l%d/kustomization.yaml", i)] = "resources: [" + strings.TrimSuffix(strings.Repeat(prev+", ", 10), ", ") + "]\n"
	}
	if _, b, _ := build(t, "l12", files); len(b.Problems) != 2 || len(b.Objects) > 20_000 {
		t.Errorf("%d objects, problems %v", len(b.Objects), b.Problems)
	}
	var ops strings.Builder
	for i := range 24 {
		fmt.Fprintf(&ops, "      - op: copy\n        from: /metadata\n        path: /metadata/m%d\n", i)
	}
	if _, b, _ := build(t, "", map[string]string{"web.yaml": service, "kustomization.yaml": "resources: [web.yaml]\npatches:\n  - target: {kind: Service}\n    patch: |-\n" + ops.String()}); len(b.Problems) != 1 {
		t.Errorf("problems %v", b.Problems)
	}
}

// Damaged kustomizations, patches and resources end no build.
func TestDamaged(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	const noise = "{}[]:\"'-#&*!|>%@`\n\t \\;="
	whole := map[string]string{
		"base/kustomization.yaml": "resources: [web.yaml]\nconfigMapGenerator:\n  - name: c\n    files: [web.yaml]\n    literals: [a=b]\n",
		"base/web.yaml":           service,
		"top/patch.yaml":          "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  ports:\n    - port: 80\n      name: x\n    - $patch: delete\n      port: 81\n",
		"top/ops.yaml":            "- op: add\n  path: /spec/ports/0\n  value: {port: 1}\n- op: move\n  from: /spec/ports/0\n  path: /spec/a~1b\n",
		"top/kustomization.yaml":  "namePrefix: a-\nresources: [../base]\npatches:\n  - path: patch.yaml\n  - target: {kind: Service, name: w.*}\n    path: ops.yaml\nreplicas: [{name: web, count: 2}]\nimages: [{name: a, newTag: b}]\nlabels: [{pairs: {a: b}, includeSelectors: true}]\nreplacements: [{path: copy.yaml}]\nconfigurations: [fields.yaml]\nvars: [{name: V, objref: {apiVersion: v1, kind: Service, name: web}, fieldref: {fieldPath: 'spec.ports[0].port'}}]\n",
		"top/copy.yaml":           "- source: {kind: Service, fieldPath: spec.ports.0.port, options: {delimiter: x, index: 0}}\n  targets:\n    - select: {kind: '.*', labelSelector: a=b}\n      reject: [{name: x}]\n      fieldPaths: ['spec.ports.[port=8.*].name', data.web\\.yaml.spec.x, 'spec.*.y']\n      options: {create: true, delimiter: ':', index: -1}\n",
		"top/fields.yaml":         "nameReference: [{kind: Service, fieldSpecs: [{path: spec/a, kind: Service}]}]\nvarReference: [{path: spec/ports/name}, {path: metadata}]\nimages: [{path: spec/type}]\ncommonLabels: [{path: spec/x/y, create: true}]\nreplicas: [{path: spec/n, create: true}]\nnamespace: [{path: spec/ports/z, create: true}]\n",
	}
	for _, name := range slices.Sorted(maps.Keys(whole)) {
		for i := range 24 {
			files := maps.Clone(whole)
			src := []byte(files[name])
			if i%2 == 0 {
				src = src[:len(src)*i/24]
			}
			for range 1 + len(src)/40 {
				if len(src) > 0 {
					src[rnd.IntN(len(src))] = noise[rnd.IntN(len(noise))]
				}
			}
			files[name] = string(src)
			_, b, _ := build(t, "top", files)
			for _, p := range b.Problems {
				if strings.Contains(p.Hint, "please report") {
					t.Errorf("%s: %s on %q", name, p.Msg, src)
				}
			}
		}
	}
}
