package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// TestAction runs the steps of action.yml as a runner of GitHub does.
func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not on PATH")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Name, Description, Author string
		Branding                  map[string]string
		Inputs                    map[string]struct{ Description, Default string }
		Outputs                   map[string]struct{ Description, Value string }
		Runs                      struct {
			Using string
			Steps []struct {
				Name, ID, Shell, Run string
				Env                  map[string]string
			}
		}
	}
	if err := yaml.UnmarshalWithOptions(text, &action, yaml.Strict()); err != nil {
		t.Fatal(err)
	}

	server := t.TempDir()
	if err := os.WriteFile(filepath.Join(server, "go.mod"), []byte("module example.com/clean\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(server, "clean.go"), []byte("package clean\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	runner := t.TempDir()
	inputs := map[string]string{}
	for name, in := range action.Inputs {
		if in.Description == "" {
			t.Errorf("the input %s is not described", name)
		}
		inputs[name] = in.Default
	}
	inputs["working-directory"] = "server"
	inputs["sarif"] = filepath.Join(runner, "out.sarif")
	inputs["args"] = "--min-confidence possible"
	workspace := t.TempDir()
	if err := os.Rename(server, filepath.Join(workspace, "server")); err != nil {
		t.Fatal(err)
	}

	run := func(inputs map[string]string) error {
		for _, step := range action.Runs.Steps {
			if strings.Contains(step.Run, "${{") {
				t.Errorf("%s: an input in a script is code of whoever writes the input", step.Name)
			}
			cmd := exec.Command(step.Shell, "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
			cmd.Dir = workspace
			cmd.Env = append(os.Environ(), "GITHUB_ACTION_PATH="+root, "RUNNER_TEMP="+runner,
				"GITHUB_OUTPUT="+filepath.Join(runner, "output"), "GITHUB_STEP_SUMMARY="+filepath.Join(runner, "summary"))
			for name, value := range step.Env {
				for input, text := range inputs {
					value = strings.ReplaceAll(value, "${{ inputs."+input+" }}", text)
				}
				if strings.Contains(value, "${{") {
					t.Errorf("%s: %s is %s", step.Name, name, value)
				}
				cmd.Env = append(cmd.Env, name+"="+value)
			}
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Logf("%s: %s", step.Name, out)
				return err
			}
		}
		return nil
	}
	if err := run(inputs); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"output": "exit-code=0\nreport=", "summary": "No findings", "out.sarif": `"2.1.0"`, "mcpaudit/report.json": `"schema_version": 1`} {
		got, err := os.ReadFile(filepath.Join(runner, filepath.FromSlash(name)))
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}

	// A failure is the step's.
	inputs["fail-on"] = "nonsense"
	if err := run(inputs); err == nil {
		t.Error("a wrong input passes")
	}
	if got, _ := os.ReadFile(filepath.Join(runner, "output")); !strings.Contains(string(got), "exit-code=2\n") {
		t.Errorf("outputs:\n%s", got)
	}
	for name := range action.Outputs {
		if got, _ := os.ReadFile(filepath.Join(runner, "output")); !strings.Contains(string(got), name+"=") {
			t.Errorf("the output %s is not set", name)
		}
	}
}

// TestPreCommitHook runs what the hook runs.
func TestPreCommitHook(t *testing.T) {
	text, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct {
		ID, Name, Description, Entry, Language string
		Args                                   []string
		Types                                  []string `yaml:"types_or"`
		Pass                                   *bool    `yaml:"pass_filenames"`
		Serial                                 bool     `yaml:"require_serial"`
		Minimum                                string   `yaml:"minimum_pre_commit_version"`
	}
	if err := yaml.UnmarshalWithOptions(text, &hooks, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	if len(hooks) != 1 || hooks[0].ID != "mcpaudit" || hooks[0].Pass == nil || *hooks[0].Pass || hooks[0].Language != "golang" {
		t.Fatalf("%+v", hooks)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/clean\n\ngo 1.26\n", "clean.go": "package clean\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "x"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	cmd := exec.Command(hooks[0].Entry, hooks[0].Args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
