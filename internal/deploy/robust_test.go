package deploy_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/deploy"
	"github.com/mcpaudit/mcpaudit/internal/deploy/discover"
	"github.com/mcpaudit/mcpaudit/internal/deploy/join"
	"github.com/mcpaudit/mcpaudit/internal/deploy/read"
	"github.com/mcpaudit/mcpaudit/report"
)

// files calls f with every deployment file of the cases.
func files(t testing.TB, f func(discover.File)) {
	err := filepath.WalkDir(cases, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		found, _ := discover.Under(path, cases)
		for _, file := range found {
			f(file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

const noise = "{}[]:\"'-#&*!|>%@`\n\t \\;="

// Damaged files never end an audit, and no parser panics on them.
func TestDamaged(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	r := &read.Reader{}
	n := 0
	try := func(f discover.File, src []byte) {
		f.Src = src
		n++
		for _, p := range r.File(f).Problems {
			if strings.Contains(p.Hint, "please report") {
				t.Errorf("%s: %s on %q", f.Name, p.Msg, src)
			}
		}
	}
	files(t, func(f discover.File) {
		for i := range 8 {
			try(f, f.Src[:len(f.Src)*i/8])
			src := bytes.Clone(f.Src)
			for range 1 + len(src)/100 {
				src[rnd.IntN(len(src))] = noise[rnd.IntN(len(noise))]
			}
			try(f, src)
		}
		try(f, bytes.ReplaceAll(f.Src, []byte("\n"), []byte("\r\n")))
		try(f, append([]byte("\xef\xbb\xbf"), f.Src...))
		try(f, bytes.ReplaceAll(f.Src, []byte(" "), []byte("\t")))
		try(f, []byte(strings.Repeat("{", 20_000)))
	})
	if n < 2000 {
		t.Errorf("only %d texts", n)
	}
}

// Windows line ends and a byte order mark change no finding.
func TestLineEnds(t *testing.T) {
	pins := func(f discover.File) (out []string) {
		set := (&read.Reader{}).File(f)
		for _, p := range set.Pins {
			out = append(out, p.Pos.String()+" "+strings.TrimSpace(p.What))
		}
		for _, p := range set.Problems {
			out = append(out, p.Msg)
		}
		return out
	}
	files(t, func(f discover.File) {
		want := pins(f)
		f.Src = bytes.ReplaceAll(f.Src, []byte("\n"), []byte("\r\n"))
		f.Src = append([]byte("\xef\xbb\xbf"), f.Src...)
		got := pins(f)
		if f.Format == discover.Kubernetes || f.Format == discover.Nginx || f.Format == discover.HAProxy || f.Format == discover.Caddy || f.Format == discover.Terraform || f.Format == discover.Compose {
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: got %v, want %v", f.Name, got, want)
			}
		}
	})
}

// Nothing of what a secret may stand in reaches a report, in any format of file, be it whole or broken.
func TestSecrets(t *testing.T) {
	const secret = "hunter2secret"
	dir := t.TempDir()
	for name, text := range map[string]string{
		"all.yaml": `apiVersion: v1
kind: Secret
metadata: {name: mcp}
stringData: {MCPGODEBUG: "allowsessionsinstateless=1,hunter2secret=1", PASSWORD: hunter2secret}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: mcp}
spec:
  strategy: {type: Recreate}
  template:
    spec:
      containers:
        - name: mcp
          image: example/mcp
          args: ["--token=hunter2secret"]
          env:
            - {name: API_KEY, value: hunter2secret}
            - {name: MCPGODEBUG, value: "hintomitempty=1,x=hunter2secret"}
          livenessProbe: {exec: {command: [sh, -c, 'curl -H "Authorization: hunter2secret" -d "{\"method\":\"ping\"}" http://u:hunter2secret@localhost/mcp']}}
---
apiVersion: v1
kind: Service
metadata: {name: mcp, annotations: {a: hunter2secret}}
spec: {sessionAffinity: ClientIP}
---
password: hunter2secret: x
`,
		"nginx.conf":             "upstream mcp { ip_hash; server a; }\nserver { location /mcp { proxy_set_header Authorization \"Bearer hunter2secret\"; add_header Access-Control-Allow-Headers \"mcp-x, hunter2secret\"; proxy_pass http://mcp; } }\n",
		"bad.conf":               "server { location /mcp { proxy_pass http://hunter2secret\n",
		".env":                   "TOKEN=hunter2secret\nMCPGODEBUG=allowsessionsinstateless=1,hunter2secret\n",
		"Dockerfile":             "FROM scratch\nENV TOKEN=hunter2secret MCPGODEBUG=hintomitempty=1\nHEALTHCHECK CMD curl -H hunter2secret http://localhost/mcp\nBAD hunter2secret\n",
		"compose.yaml":           "services:\n  mcp:\n    image: mcp\n    environment: [\"TOKEN=hunter2secret\", MCPGODEBUG=hintomitempty=1]\n    labels: [\"traefik.http.services.a.loadbalancer.sticky.cookie.name=hunter2secret\"]\n",
		"main.tf":                "resource \"aws_lb_target_group\" \"mcp\" {\n  tags = { t = \"hunter2secret\" }\n  stickiness {\n    type = \"app_cookie\"\n    cookie_name = \"hunter2secret\"\n  }\n}\nx = \"hunter2secret\n",
		"haproxy.cfg":            "userlist u\n  user a password hunter2secret\nfrontend f\n  bind :80\nbackend mcp\n  cookie hunter2secretcookie insert\n  http-request set-header Authorization hunter2secret\n  server a 1:80\n",
		"chart/Chart.yaml":       "name: mcp\nversion: 1.0.0\n",
		"chart/values.yaml":      "token: hunter2secret\n",
		"chart/templates/a.yaml": "{{ fail (printf \"bad token %s\" .Values.token) }}\nx: {{ .Values.token.deep }}\n",
		"kustomization.yaml":     "configMapGenerator: [{name: x, literals: [TOKEN=hunter2secret]}]\npatches: [{patch: \"- op: [hunter2secret\"}]\n",
		"fly.toml":               "app = \"mcp\"\n[env]\nTOKEN = \"hunter2secret\"\nbad = hunter2secret\n",
		"mcp.service":            "[Service]\nEnvironment=TOKEN=hunter2secret MCPGODEBUG=hintomitempty=1\nExecStart=/bin/mcp --token hunter2secret\n",
		"Procfile":               "mcp: TOKEN=hunter2secret MCPGODEBUG=hintomitempty=1 bin/mcp\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	res, err := deploy.Run(context.Background(), deploy.Options{Base: dir, Paths: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Findings) < 10 || len(res.Problems) < 4 {
		t.Errorf("only %d findings and %d problems", len(res.Findings), len(res.Problems))
	}
	r := &report.Report{}
	join.Apply(r, res)
	report.Rank(r)
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if strings.Contains(line, secret) {
			t.Error(line)
		}
	}
}

// manifests are n deployments, each with its service.
func manifests(n int) []discover.File {
	var out []discover.File
	for i := range n {
		text := fmt.Sprintf(`apiVersion: apps/v1
kind: Deployment
metadata: {name: app-%[1]d, labels: {app: app-%[1]d}}
spec:
  replicas: 2
  selector: {matchLabels: {app: app-%[1]d}}
  template:
    metadata: {labels: {app: app-%[1]d}}
    spec:
      containers:
        - name: main
          image: registry.example/app-%[1]d:1
          env:
            - {name: A, value: b}
            - name: POD
              valueFrom: {fieldRef: {fieldPath: metadata.name}}
          ports: [{containerPort: 8080}]
---
apiVersion: v1
kind: Service
metadata: {name: app-%[1]d}
spec:
  selector: {app: app-%[1]d}
  sessionAffinity: ClientIP
  ports: [{port: 80}]
`, i)
		out = append(out, discover.File{Name: fmt.Sprintf("k8s/%d.yaml", i), Format: discover.Kubernetes, Src: []byte(text)})
	}
	return out
}

func BenchmarkRead(b *testing.B) {
	list := manifests(1000)
	for b.Loop() {
		r := &read.Reader{}
		for _, f := range list {
			r.File(f)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(list)), "µs/file")
}

// Ten thousand manifests are read and judged in seconds.
func BenchmarkRun(b *testing.B) {
	dir := b.TempDir()
	for i, f := range manifests(10_000) {
		name := filepath.Join(dir, fmt.Sprint(i%100), filepath.Base(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, f.Src, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := deploy.Run(context.Background(), deploy.Options{Base: dir, Paths: []string{"."}}); err != nil {
			b.Fatal(err)
		}
	}
}
