package discover_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/deploy/discover"
)

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const pod = "apiVersion: v1\nkind: Pod\n"

func TestFormats(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want discover.Format
	}{
		"a.yaml":                  {pod, discover.Kubernetes},
		"b.yml":                   {"\xef\xbb\xbf# x\r\napiVersion: v1\r\nkind: Pod\r\n", discover.Kubernetes},
		"a.json":                  {`{"apiVersion": "v1", "kind": "Pod"}`, discover.Kubernetes},
		"quoting.json":            {`{"x": "` + strings.Repeat("y", 2000) + `", "apiVersion": 1, "kind": 2}`, discover.None},
		"template.yaml":           {"apiVersion: v1\nkind: {{ .Kind }}\n", discover.Kubernetes},
		"wide.yaml":               {"\xff\xfea\x00p\x00i\x00V\x00e\x00r\x00s\x00i\x00o\x00n\x00:\x00 \x00v\x001\x00\n\x00k\x00i\x00n\x00d\x00:\x00 \x00P\x00o\x00d\x00", discover.Kubernetes},
		"wide_big.yaml":           {"\xfe\xff\x00a\x00p\x00i\x00V\x00e\x00r\x00s\x00i\x00o\x00n\x00:\x00 \x00v\x001\x00\n\x00k\x00i\x00n\x00d\x00:\x00 \x00P\x00o\x00d", discover.Kubernetes},
		"settings.yaml":           {"log: debug\n", discover.None},
		"docker-compose.prod.yml": {"services: {}\n", discover.Compose},
		"stack.yaml":              {"services:\n  a:\n    image: x\n", discover.Compose},
		"kustomization.yaml":      {"resources: []\npatches:\n  - patch: |\n      apiVersion: v1\n      kind: Service\n", discover.Kustomization},
		"Dockerfile":              {"FROM x\n", discover.Dockerfile},
		"server.Dockerfile":       {"FROM x\n", discover.Dockerfile},
		"Containerfile.dev":       {"FROM x\n", discover.Dockerfile},
		"Dockerfile.dockerignore": {"x\n", discover.None},
		".env.example":            {"A=1\n", discover.Dotenv},
		".envrc":                  {"A=1\n", discover.None},
		"x.service":               {"[Service]\n", discover.Systemd},
		"Procfile":                {"web: x\n", discover.Procfile},
		"nginx.conf":              {"server { location / { proxy_pass http://a; } }\n", discover.Nginx},
		"my.conf":                 {"[section]\nkey = value\n", discover.None},
		"lb.cfg":                  {"frontend f\n  bind :80\nbackend b\n  server s a:80\n", discover.HAProxy},
		"setup.cfg":               {"[metadata]\n", discover.None},
		"Caddyfile":               {"x\n", discover.Caddy},
		"dynamic.toml":            {"[http.routers.a]\n", discover.TraefikTOML},
		"fly.staging.toml":        {"app = 'x'\n", discover.Fly},
		"pyproject.toml":          {"[project]\n", discover.None},
		"dynamic.yaml":            {"http:\n  routers: {}\n", discover.Traefik},
		"e.yaml":                  {"static_resources:\n  listeners: []\n", discover.Envoy},
		"main.tf":                 {"", discover.Terraform},
		"stack.yml":               {"AWSTemplateFormatVersion: x\n", discover.CloudFormation},
		"task.json":               {`{"containerDefinitions": []}`, discover.ECS},
		"app.yaml":                {"runtime: go126\nscaling: {}\n", discover.AppEngine},
		".bedrock_agentcore.yaml": {"agents: {}\n", discover.AgentCore},
		"aca.yaml":                {"type: Microsoft.App/containerApps\n", discover.ContainerApp},
	} {
		dir := write(t, map[string]string{name: test.text})
		files, problems := discover.Under(dir, dir)
		got := discover.None
		if len(files) > 0 {
			got = files[0].Format
		}
		if got != test.want || len(problems) > 0 {
			t.Errorf("%s is %d, want %d; %v", name, got, test.want, problems)
		}
	}
}

func TestFolders(t *testing.T) {
	files := map[string]string{"chart/Chart.yaml": "name: x\n", "chart/templates/a.yaml": pod, "chart/charts/sub/Chart.yaml": "name: y\n"}
	for _, dir := range []string{"deploy", "vendor/x", "node_modules/x", ".git", ".github/workflows", "_old", "testdata/x", "test", "e2e-tests", "my_fixtures", "other"} {
		files[dir+"/a.yaml"] = pod
	}
	files["other/go.mod"] = "module x\n"
	dir := write(t, files)
	found, problems := discover.Under(dir, dir)
	var got []string
	for _, f := range found {
		got = append(got, f.Name)
	}
	slices.Sort(got)
	if want := "chart deploy/a.yaml"; strings.Join(got, " ") != want || len(problems) > 0 {
		t.Errorf("got %v, want %s; %v", got, want, problems)
	}
	// What is named is read, wherever it stands.
	for _, name := range []string{"testdata", "other", "e2e-tests/a.yaml"} {
		if found, _ := discover.Under(filepath.Join(dir, name), dir); len(found) != 1 {
			t.Errorf("%s: %d files", name, len(found))
		}
	}
}

func TestProblems(t *testing.T) {
	dir := write(t, map[string]string{
		"Dockerfile":      "FROM x\x00y",
		"data.yaml":       "\x00\x01",
		"compose.yaml":    strings.Repeat("# x\n", 2<<20),
		"large.yaml":      "x: 1\n" + strings.Repeat("# x\n", 2<<20),
		"deploy/note.txt": "x",
	})
	_, problems := discover.Under(dir, dir)
	var got []string
	for _, p := range problems {
		got = append(got, p.File+" "+p.Msg)
	}
	if want := "Dockerfile is a binary file|compose.yaml larger than 4 MiB, not read"; strings.Join(got, "|") != want {
		t.Errorf("got %v", got)
	}
	for name, want := range map[string]string{"deploy/note.txt": "no deployment file", "missing": "no such file", "data.yaml": "binary"} {
		if _, problems := discover.Under(filepath.Join(dir, name), dir); len(problems) != 1 || !strings.Contains(fmt.Sprint(problems[0].Msg), want) || problems[0].File != name {
			t.Errorf("%s: %+v", name, problems)
		}
	}
}
