//go:build unix

package kustomize_test

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe that a kustomization names is not waited for.
func TestPipe(t *testing.T) {
	g, _, root := build(t, "", map[string]string{"kustomization.yaml": "resources: [web.yaml, pipe.yaml]\n", "web.yaml": service})
	if err := syscall.Mkfifo(filepath.Join(root, "pipe.yaml"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := g.Build(root)
	if len(b.Problems) != 1 || b.Problems[0].File != "pipe.yaml" {
		t.Errorf("problems %+v", b.Problems)
	}
	object(t, b, "Service", "web")
}
