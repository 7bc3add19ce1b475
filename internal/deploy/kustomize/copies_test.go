package kustomize_test

import (
	"slices"
	"strings"
	"testing"
)

const workload = `apiVersion: apps/v1
kind: Deployment
metadata: {name: run}
spec:
  template:
    spec:
      containers:
        - name: main
          image: shop:1
          env:
            - name: NAME
              value: $(WEB)
            - name: TEXT
              value: at $(WEB) for $$(PRICE) or $(OTHER)
            - name: PORT
              value: $(PORT)
`

// A copied value is set where it was copied from; one that only a part of was copied stays where it is. Both say that they are copies.
func TestCopiedPlaces(t *testing.T) {
	_, b, _ := build(t, "", map[string]string{
		"web.yaml":       service,
		"run.yaml":       workload,
		"values.yaml":    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: values}\ndata:\n  how: None\n  conf: |\n    {\"deep\": {\"a\": 1}}\n",
		"more/copy.yaml": "source: {kind: ConfigMap, fieldPath: data.how}\ntargets:\n  - select: {kind: Service}\n    fieldPaths: [spec.sessionAffinity]\n",
		"kustomization.yaml": `resources: [web.yaml, run.yaml, values.yaml]
replacements:
  - path: more/copy.yaml
  - sourceValue: "2"
    targets:
      - select: {kind: Deployment}
        fieldPaths: ["spec.template.spec.containers.[name=main].image"]
        options: {delimiter: ":", index: 1}
      - select: {name: values}
        fieldPaths: [data.conf.deep.b]
        options: {create: true}
vars:
  - name: WEB
    objref: {apiVersion: v1, kind: Service, name: web}
  - name: PORT
    objref: {apiVersion: v1, kind: Service, name: web}
    fieldref: {fieldPath: "spec.ports[1].port"}
`,
	})
	if len(b.Problems)+len(b.Gaps) > 0 {
		t.Fatal(b.Problems, b.Gaps)
	}
	how := object(t, b, "Service", "web").Get("spec", "sessionAffinity")
	if how.Value != "None" || how.Key.String() != "values.yaml:5:3" || how.By != "a replacement" {
		t.Errorf("%+v", how)
	}
	main := object(t, b, "Deployment", "run").Get("spec", "template", "spec", "containers").Items()[0]
	if image := main.Get("image"); image.Value != "shop:2" || image.Key.String() != "run.yaml:9:11" || image.By != "a replacement" {
		t.Errorf("%+v", image)
	}
	if conf := object(t, b, "ConfigMap", "values").Get("data", "conf"); conf.Value != `{"deep":{"a":1,"b":2}}` {
		t.Errorf("%+v", conf)
	}
	var got []string
	for _, e := range main.Get("env").Items() {
		v := e.Get("value")
		got = append(got, v.Value+" "+v.Key.String()+" "+v.By)
	}
	want := []string{"web web.yaml:4:3 a variable", "at web for $(PRICE) or $(OTHER) run.yaml:14:15 a variable", "81 web.yaml:11:7 a variable"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What cannot be copied is said, and nothing else of the build is lost.
func TestCopyProblems(t *testing.T) {
	for name, test := range map[string]struct{ entry, want string }{
		"no source":       {"replacements: [{targets: [{select: {kind: Service}}]}]", "without source or targets"},
		"no targets":      {"replacements: [{sourceValue: a}]", "without source or targets"},
		"two sources":     {"replacements: [{sourceValue: a, source: {kind: Service}, targets: [{select: {}}]}]", "two sources"},
		"nothing":         {"replacements: [{source: {kind: Job}, targets: [{select: {kind: Service}}]}]", "nothing that the kustomization has"},
		"several":         {"replacements: [{source: {}, targets: [{select: {kind: Service}}]}]", "more than one object"},
		"no field":        {"replacements: [{source: {kind: Service, fieldPath: spec.none}, targets: [{select: {kind: Service}}]}]", "has no field spec.none"},
		"no part":         {"replacements: [{source: {kind: Service, options: {delimiter: x, index: 3}}, targets: [{select: {kind: Service}}]}]", "no such part"},
		"no place":        {"replacements: [{sourceValue: a, targets: [{select: {kind: Service}, fieldPaths: [spec.none]}]}]", "spec.none is not there"},
		"no list":         {"replacements: [{sourceValue: a, targets: [{select: {kind: Service}, fieldPaths: ['spec.*.a']}]}]", "no list"},
		"no element":      {"replacements: [{sourceValue: a, targets: [{select: {kind: Service}, fieldPaths: [spec.ports.7.port]}]}]", "no element 7"},
		"no pattern":      {"replacements: [{sourceValue: a, targets: [{select: {kind: Service}, fieldPaths: ['spec.ports.[port=(].name']}]}]", "no regular expression"},
		"no text":         {"replacements: [{sourceValue: a, targets: [{select: {kind: Service}, fieldPaths: [spec.ports], options: {delimiter: x}}]}]", "to put a part into"},
		"no select":       {"replacements: [{sourceValue: a, targets: [{fieldPaths: [spec]}]}]", "selects nothing"},
		"file and text":   {"replacements: [{path: web.yaml, source: {kind: Service}}]", "written out and has a file"},
		"no file":         {"replacements: [{path: none.yaml}]", "is not there"},
		"no object":       {"vars: [{name: A, objref: {apiVersion: v1, kind: Service, name: other}}]", "about nothing that the kustomization has"},
		"no value":        {"vars: [{name: A, objref: {apiVersion: v1, kind: Service, name: web}, fieldref: {fieldPath: spec.x}}]", "has no field spec.x"},
		"twice":           {"vars: [{name: A, objref: {apiVersion: v1, kind: Service, name: web}}, {name: A, objref: {apiVersion: v1, kind: Service, name: web}}]", "defined twice"},
		"no fields":       {"configurations: [none.yaml]", "is not there"},
		"damaged fields":  {"configurations: [bad.yaml]", "YAML"},
		"a second object": {"resources: [web.yaml]", "a second Service web"},
	} {
		t.Run(name, func(t *testing.T) {
			text := "resources: [web.yaml, run.yaml]\n" + test.entry + "\n"
			if strings.HasPrefix(test.entry, "resources") {
				text = "resources: [web.yaml, run.yaml, web.yaml]\n"
			}
			_, b, _ := build(t, "", map[string]string{"kustomization.yaml": text, "web.yaml": service, "run.yaml": workload, "bad.yaml": "a: [\n"})
			if len(b.Problems) != 1 || !strings.Contains(b.Problems[0].Msg, test.want) || b.Problems[0].File == "" {
				t.Errorf("problems %+v, want %q", b.Problems, test.want)
			}
			object(t, b, "Deployment", "run")
		})
	}
}

// Where parts of a kustomization are missing, what is copied from them or to them is no problem of its own.
func TestCopyOfParts(t *testing.T) {
	_, b, _ := build(t, "", map[string]string{
		"web.yaml":           service,
		"kustomization.yaml": "resources: [web.yaml, \"https://example.com/base?ref=v1\"]\nreplacements:\n  - source: {kind: ConfigMap, name: far}\n    targets: [{select: {kind: Service}, fieldPaths: [spec.none]}]\nvars:\n  - name: FAR\n    objref: {apiVersion: v1, kind: ConfigMap, name: far}\n",
	})
	if len(b.Problems) != 0 || len(b.Gaps) != 1 {
		t.Errorf("problems %v, gaps %v", b.Problems, b.Gaps)
	}
}

// What is made to grow without end is cut off and said once.
func TestBombs(t *testing.T) {
	big := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: big}\ndata: {a: aaaaaaaaaaaaaaaa}\nspec:\n  x: [" + strings.Repeat("1,", 50_000) + "1]\n"
	grow := "replacements:\n" + strings.Repeat("  - source: {kind: ConfigMap, fieldPath: spec}\n    targets: [{select: {kind: ConfigMap}, fieldPaths: [spec.y.z], options: {create: true}}]\n", 60)
	text := "replacements:\n" + strings.Repeat("  - source: {kind: ConfigMap, fieldPath: data.a}\n    targets: [{select: {kind: ConfigMap}, fieldPaths: [data.a], options: {delimiter: '#', index: 99}}]\n", 60)
	for name, test := range map[string]struct{ entries, want string }{
		"objects":    {"resources: [" + strings.Repeat("big.yaml,", 200) + "big.yaml]\n", "more than can be built"},
		"copies":     {"resources: [big.yaml]\n" + grow, "more than can be built"},
		"texts":      {"resources: [big.yaml]\n" + text, "grows too large"},
		"generators": {"configMapGenerator: [{name: a, files: [" + strings.Repeat("b=page.txt,", 200) + "b=page.txt]}]\n", "more than can be built"},
		"prefix":     {"resources: [big.yaml]\nnamePrefix: " + strings.Repeat("a", 2000) + "\n", "too long"},
	} {
		t.Run(name, func(t *testing.T) {
			_, b, _ := build(t, "", map[string]string{"kustomization.yaml": test.entries, "big.yaml": big, "page.txt": strings.Repeat("x", 1<<20)})
			found := false
			for _, p := range b.Problems {
				found = found || strings.Contains(p.Msg, test.want)
			}
			if !found || len(b.Problems) > 60 {
				t.Errorf("%d problems, none says %q", len(b.Problems), test.want)
			}
		})
	}
}
