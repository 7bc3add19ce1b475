//go:build unix

package verify_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const root = "../.."

// block is a fenced block of a page.
var block = regexp.MustCompile("(?ms)^```(sh|yaml)\n(.*?)^```$")

func blocks(t *testing.T, page, language string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range block.FindAllStringSubmatch(string(text), -1) {
		if m[1] == language {
			all = append(all, m[2])
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s has no block in %s", page, language)
	}
	return all
}

// sample makes a module with a server, and with the scenario of the page.
func sample(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	main, err := os.ReadFile("testdata/sample/main.go")
	if err != nil {
		t.Fatal(err)
	}
	write("main.go", string(main))
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	write("go.mod", strings.Replace(string(mod), "module github.com/mcpaudit/mcpaudit\n", "module example.com/lists\n", 1))
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write("go.sum", string(sum))
	text := blocks(t, "verify.md", "yaml")[0]
	write("scenario.yaml", text)
	write("unique.yaml", strings.ReplaceAll(text, "${caller}", "${unique}"))
	if err := os.Mkdir(filepath.Join(dir, "shared"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// shell runs a block as it stands and ends what it has left in the background.
func shell(t *testing.T, dir, path, script string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-e", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+path+":"+os.Getenv("PATH"), "GOFLAGS=-mod=mod")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what is in the background, if anything
	if err != nil && !strings.Contains(err.Error(), "WaitDelay") {
		t.Errorf("%s: %v\n%s", script, err, out.Bytes())
	}
}

func build(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(folder, "mcpaudit"), root+"/cmd/mcpaudit").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return folder
}

// TestPage runs every command of docs/verify.md as it stands there.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs servers")
	}
	dir, path := sample(t), build(t)
	recorded := false
	for _, script := range blocks(t, "verify.md", "sh") {
		if strings.Contains(script, "--record") {
			recordPage(t, dir, path, script)
			recorded = true
			continue
		}
		shell(t, dir, path, script)
	}
	if !recorded {
		t.Error("the page does not show --record")
	}
	if _, err := scenario.Load(filepath.Join(dir, "draft.yaml")); err != nil {
		t.Errorf("--suggest: %v", err)
	}
}

// recordPage runs the command that records, with a client that ends with an interrupt.
func recordPage(t *testing.T, dir, path, script string) {
	t.Helper()
	m := regexp.MustCompile(`--record (http://(\S+?)/mcp) --listen (\S+) --output (\S+)`).FindStringSubmatch(script)
	if m == nil {
		t.Fatalf("the command has changed: %s", script)
	}
	server := exec.Command(filepath.Join(dir, "bin", "server"), "-addr", m[2], "-dir", "shared")
	server.Dir = dir
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}()
	cmd := exec.Command("bash", "-c", "exec "+script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+path+":"+os.Getenv("PATH"))
	var out bytes.Buffer
	cmd.Stderr = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	talk(t, "http://"+m[3]+"/mcp")
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out.Bytes())
	}
	s, err := scenario.Load(filepath.Join(dir, m[4]))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Steps) != 2 || s.Steps[0].Tool != "add_item" || !s.Steps[0].Write || s.Steps[1].Tool != "show_list" || s.Steps[1].Write {
		t.Errorf("recorded %+v", s.Steps)
	}
	shell(t, dir, path, "mcpaudit verify --server './bin/server -addr {addr} -dir {dir}' --scenario "+m[4])
}

// talk is a client that uses the server.
func talk(t *testing.T, url string) {
	t.Helper()
	var session *mcp.ClientSession
	var err error
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		c := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
		if session, err = c.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, MaxRetries: -1}, nil); err == nil {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if _, err := session.ListTools(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, call := range []*mcp.CallToolParams{
		{Name: "add_item", Arguments: map[string]any{"list": "week", "item": "milk"}},
		{Name: "show_list", Arguments: map[string]any{"list": "week"}},
	} {
		if res, err := session.CallTool(t.Context(), call); err != nil || res.IsError {
			t.Fatalf("%s: %+v, %v", call.Name, res, err)
		}
	}
}

// TestWorkflow runs every command of the workflow in docs/ci.md as it stands there, the installation included: a module proxy
// in a folder serves this module.
func TestWorkflow(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs servers")
	}
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Name string `yaml:"name"`
				Run  string `yaml:"run"`
			} `yaml:"steps"`
		} `yaml:"jobs"`
	}
	if err := yaml.Unmarshal([]byte(blocks(t, "ci.md", "yaml")[0]), &workflow); err != nil {
		t.Fatal(err)
	}
	dir, bin := sample(t), t.TempDir()
	cache := goEnv(t, "GOMODCACHE")
	for name, value := range map[string]string{
		"GOPROXY":    "file://" + moduleProxy(t) + ",file://" + filepath.Join(cache, "cache", "download") + "," + goEnv(t, "GOPROXY"),
		"GONOSUMDB":  "*",
		"GOMODCACHE": filepath.Join(t.TempDir(), "mod"),
		"GOBIN":      bin,
	} {
		t.Setenv(name, value)
	}
	t.Cleanup(func() { _ = exec.Command("chmod", "-R", "u+w", os.Getenv("GOMODCACHE")).Run() }) // so that the folder can be removed
	ran := 0
	for _, step := range workflow.Jobs["mcpaudit"].Steps {
		if step.Run != "" {
			shell(t, dir, bin, step.Run)
			ran++
		}
	}
	if ran < 4 {
		t.Errorf("the workflow has %d commands", ran)
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// moduleProxy makes a folder that serves this module as the go command expects it.
func moduleProxy(t *testing.T) string {
	t.Helper()
	const version = "v0.0.1"
	proxy := t.TempDir()
	dir := filepath.Join(proxy, "github.com", "mcpaudit", "mcpaudit", "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list": version + "\n", version + ".info": `{"Version":"` + version + `"}`, version + ".mod": string(mod),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(filepath.Join(dir, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := zip.CreateFromDir(f, module.Version{Path: "github.com/mcpaudit/mcpaudit", Version: version}, root); err != nil {
		t.Fatal(err)
	}
	return proxy
}
