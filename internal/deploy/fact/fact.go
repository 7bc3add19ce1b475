// Package fact holds what the deployment files of a server say, in plain data and without their formats: what runs, how often, with which
// settings, and what stands between it and its clients. Readers write facts, rules judge them.
//
// Values of environment variables are kept only where a rule must read them (see Env). Facts never reach a report as a whole.
package fact

import (
	"cmp"
	"strings"
)

// Set is everything that was read.
type Set struct {
	Workloads []*Workload
	Services  []*Service
	Routes    []*Route
	Pins      []*Pin
	Headers   []*Headers
	Streams   []*Stream
	Probes    []*Probe
	Platforms []*Platform
	Claims    []*Claim
	Scales    []*Scale
	Env       []*EnvSource
	Budgets   []*Budget

	Problems []Problem
	Gaps     []Gap
	Files    int // that were read
}

// Add takes over the facts of another set.
func (s *Set) Add(o *Set) {
	s.Workloads = append(s.Workloads, o.Workloads...)
	s.Services = append(s.Services, o.Services...)
	s.Routes = append(s.Routes, o.Routes...)
	s.Pins = append(s.Pins, o.Pins...)
	s.Headers = append(s.Headers, o.Headers...)
	s.Streams = append(s.Streams, o.Streams...)
	s.Probes = append(s.Probes, o.Probes...)
	s.Platforms = append(s.Platforms, o.Platforms...)
	s.Claims = append(s.Claims, o.Claims...)
	s.Scales = append(s.Scales, o.Scales...)
	s.Env = append(s.Env, o.Env...)
	s.Budgets = append(s.Budgets, o.Budgets...)
	s.Problems = append(s.Problems, o.Problems...)
	s.Gaps = append(s.Gaps, o.Gaps...)
	s.Files += o.Files
}

// A Problem is a file, or a part of one, that should have been read and could not be.
type Problem struct {
	Pos
	Msg, Hint string
}

// A Gap is something that is left out on purpose.
type Gap struct{ What, Why string }

// Scope is the folder, chart or build of a kustomization that facts belong to: names are looked up within one scope.
type Scope string

// ChartScope is the scope of what a chart in a folder renders to.
func ChartScope(dir string) Scope { return Scope(dir + "/") }

// BuildScope is the scope of what the kustomization in a folder comes to.
func BuildScope(dir string) Scope { return Scope(dir + "//") }

// Chart reports whether a scope is a chart, which is about one thing and a world of its own.
func (s Scope) Chart() bool { return strings.HasSuffix(string(s), "/") && !s.Build() }

// Build reports whether a scope is a kustomization that was built. Builds of one base are worlds apart.
func (s Scope) Build() bool { return strings.HasSuffix(string(s), "//") }

// Apart reports whether two scopes have nothing to do with each other: one is a chart, both are builds, or they share no folder.
func (s Scope) Apart(o Scope) bool {
	if s == o {
		return false
	}
	top := func(s Scope) string { head, _, _ := strings.Cut(string(s), "/"); return head }
	return top(s) != top(o) || s.Chart() || o.Chart() || s.Build() && o.Build()
}

// A Workload runs containers, or a program without one.
type Workload struct {
	Pos
	Scope      Scope
	Format     string // "Kubernetes", "Compose", "Dockerfile", ...
	Kind       string // "Deployment", "service", "task definition", ...
	Name       string
	Source     string            // its name in its own file, where a kustomization gives it another one
	Labels     map[string]string // of its instances
	Containers []*Container
	Volumes    []Volume
	Replicas   Replicas
	Recreate   Pos // the old instance is stopped before the new one starts
	Single     []Single
}

// Title is what the workload is called in the file that has it, so that several overlays of one base are about one object.
func (w *Workload) Title() string {
	return strings.TrimSpace(w.Kind + " " + cmp.Or(w.Source, w.Name))
}

// Replicas is how many instances run. Zero means that the files do not say.
type Replicas struct {
	Count int // fixed number, or the least of an autoscaler
	Max   int // of an autoscaler
	Pos   Pos // what says so
	Words string
}

// Several reports whether more than one instance is asked for.
func (r Replicas) Several() bool { return r.Count > 1 || r.Max > 1 }

// Scale sets how many instances of a workload run, from outside of it.
type Scale struct {
	Scope    Scope
	Format   string // of the workload, "" if it may be any
	Kind     string // of the workload, "" if it is not said
	Workload string
	Replicas Replicas
}

// Single is a setting that makes a second instance impossible or useless.
type Single struct {
	Pos
	What string
}

// A Container is one process with its settings.
type Container struct {
	Pos
	Name       string
	Image      string
	Builds     []string // main packages or folders that the image is built from, as written
	Context    string   // folder that the image is built in, relative to the audited folder
	Dockerfile string
	Command    []string // entry point and arguments
	Env        []Env
	EnvFrom    []string // names of maps of variables
	Mounts     []Mount
	Ports      []string
}

// Env is a variable that is set for a process. Value is kept for the few variables that a rule reads; otherwise only that the variable is set.
type Env struct {
	Pos
	Name  string
	Value string // for kept variables only
	From  string // "metadata.name": the platform's name of the instance
	Empty bool   // set to nothing
}

// EnvSource is a named map of variables.
type EnvSource struct {
	Scope Scope
	Name  string
	Env   []Env
}

// Mount is a volume as a container sees it.
type Mount struct {
	Pos
	Volume   string
	Path     string
	ReadOnly bool
}

// Volume is storage of a workload.
type Volume struct {
	Pos
	Name  string
	Kind  string // "emptyDir", "hostPath", "claim", "named", "bind", or what a manifest calls it
	Claim string // name of the claim
	Once  bool   // one node or one instance at a time can write it
}

// A Claim is a request for storage.
type Claim struct {
	Pos
	Scope Scope
	Name  string
	Once  bool
	Mode  Pos // what says so
}

// A Budget keeps a number of instances from being moved away.
type Budget struct {
	Pos
	Scope    Scope
	Name     string
	Selector map[string]string
}

// A Service gives the instances of a workload one name.
type Service struct {
	Pos
	Scope    Scope
	Name     string
	Selector map[string]string
	Ports    []string
}

// A Route sends requests to services.
type Route struct {
	Pos
	Scope    Scope
	Name     string
	Backends []string
	Paths    []string
}

// A Target says what a setting is about, as far as the file tells.
type Target struct {
	Scope    Scope
	Services []string // names of services
	Workload *Workload
	Paths    []string // URL paths
	Names    []string // names that stand around: the upstream's, the router's, the resource's
	Alone    bool     // the setting's file has one backend and no other
	All      bool     // the setting is a default for everything behind the proxy
}

// By is what requests are pinned by.
type By string

// What requests are pinned by.
const (
	ByClient By = "the client's address"
	ByCookie By = "a cookie"
	ByHeader By = "a header"
	ByBody   By = "the request's body"
	ByQuery  By = "a query parameter"
	ByID     By = "an instance's id"
)

// A Pin is a setting that sends requests of one client, session or connection to one instance.
type Pin struct {
	Pos
	Target
	Format string // "Kubernetes Service", "nginx", ...
	Object string // what holds the setting: "Service web"
	What   string // the setting in short: "sessionAffinity: ClientIP"
	By     By
	Key    string // the header's or parameter's name, lower case
	Drop   []Pos  // entries, directives or lines that make up the setting, for the rewrite; the first is Pos
	Off    string // what to put in place of the value when the entry must stay
	Match  bool   // routes by the key rather than pinning by it
	Fixed  string // why the setting cannot be taken out of its file
}

// Headers is a list of headers that may pass.
type Headers struct {
	Pos
	Target
	Format string
	Object string
	What   string   // the setting: "cors-allow-headers"
	Names  []string // lower case
	CORS   bool     // for browsers
	Drop   bool     // the listed headers are taken out rather than let through
}

// Stream is a setting that cuts or holds back long responses.
type Stream struct {
	Pos
	Target
	Format  string
	Object  string
	What    string // the setting: "proxy_read_timeout 30s"
	Total   bool   // limits the whole response, not the silence in it
	Buffer  bool   // holds the response back
	Seconds int
}

// Probe is a health check.
type Probe struct {
	Pos
	Target
	Format string
	Object string
	What   string // "livenessProbe", "HEALTHCHECK", ...
	Path   string // of an HTTP GET
	Calls  string // removed MCP method that it calls
}

// Platform is a hosting platform that has sessions of its own.
type Platform struct {
	Pos
	Target
	Name   string
	Object string
	What   string
}
