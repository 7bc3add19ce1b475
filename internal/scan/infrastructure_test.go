package scan

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const infrastructureModule = `
-- go.mod --
module example.com/m

go 1.26

require (
	go.etcd.io/bbolt v1.4.0
	k8s.io/api v0.35.0
)

replace go.etcd.io/bbolt => ./bbolt

replace k8s.io/api => ./api
-- bbolt/go.mod --
module go.etcd.io/bbolt
-- bbolt/bbolt.go --
package bbolt

type Options struct{ ReadOnly bool }

type DB struct{}

func Open(path string, mode uint32, o *Options) (*DB, error) { return nil, nil }
-- api/go.mod --
module k8s.io/api
-- api/core/v1/v1.go --
package v1

type ServiceAffinity string

const ServiceAffinityClientIP ServiceAffinity = "ClientIP"

type ServiceSpec struct{ SessionAffinity ServiceAffinity }
-- main.go --
package main

import (
	"net/http"
	"syscall"

	"go.etcd.io/bbolt"
	corev1 "k8s.io/api/core/v1"
)

type store struct{ db *bbolt.DB }

func (s *store) open() (err error) {
	s.db, err = bbolt.Open("x", 0o600, nil)
	return err
}

func inspect() (*bbolt.DB, error) {
	return bbolt.Open("x", 0o600, &bbolt.Options{ReadOnly: true})
}

func service() corev1.ServiceSpec {
	return corev1.ServiceSpec{SessionAffinity: corev1.ServiceAffinityClientIP}
}

func assigned(s *corev1.ServiceSpec) {
	a := corev1.ServiceAffinityClientIP
	s.SessionAffinity = a
}

func compared(s corev1.ServiceSpec) bool {
	return s.SessionAffinity == corev1.ServiceAffinityClientIP
}

func wanted(s corev1.ServiceSpec) bool {
	want := corev1.ServiceAffinityClientIP
	return s.SessionAffinity != want
}

type spec struct{ Name, SessionAffinity string }

func ownType() spec {
	return spec{Name: "x", SessionAffinity: "ClientIP"}
}

func untyped() map[string]any {
	m := map[string]any{"name": "x"}
	m["sessionAffinity"] = "ClientIP"
	return m
}

func configured(want string) spec {
	if want == "" {
		want = "None"
	}
	return spec{SessionAffinity: want}
}

func described() map[string]string {
	return map[string]string{"ClientIP": "sessionAffinity", "sessionAffinity": "None"}
}

func main() {
	_ = syscall.Flock(1, syscall.LOCK_EX)
	http.HandleFunc("POST /mcp", func(w http.ResponseWriter, r *http.Request) {
		switch r.Header.Get("Mcp-Method") {
		case "tools/list", "tools/call":
			_ = (&store{}).open()
		}
	})
}
`

func TestUses(t *testing.T) {
	ld := loadText(t, infrastructureModule)
	var got []string
	for _, u := range ld.uses() {
		got = append(got, fmt.Sprintf("%s %s %s:%d:%d", u.Kind, u.Function, u.File, u.Line, u.Col))
		if u.Package != "example.com/m" || u.What == "" {
			t.Errorf("%+v", u)
		}
	}
	slices.Sort(got)
	want := "lock main.main main.go:64:6|pinning main.assigned main.go:27:7|pinning main.ownType main.go:43:42|pinning main.service main.go:23:45|pinning main.untyped main.go:48:25|store main.store.open main.go:14:14"
	if all := strings.Join(got, "|"); all != want {
		t.Errorf("got  %s\nwant %s", all, want)
	}
}
