package target_test

import (
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
)

var shop = target.Module{Path: "example.com/acme/shop/v2", Programs: []target.Program{
	{Package: "example.com/acme/shop/v2/cmd/tools", Dir: "cmd/tools", MCP: true},
	{Package: "example.com/acme/shop/v2/cmd/billing", Dir: "cmd/billing"},
}}

func workload(name string, c fact.Container) *fact.Workload {
	return &fact.Workload{Scope: "k8s", Format: "Kubernetes", Kind: "Deployment", Name: name, Labels: map[string]string{"app": name}, Containers: []*fact.Container{&c}}
}

func TestWorkload(t *testing.T) {
	image := func(s string) fact.Container { return fact.Container{Image: s} }
	for name, test := range map[string]struct {
		w       *fact.Workload
		mod     target.Module
		want    target.Answer
		sure    bool
		program string
	}{
		"image of the program":     {workload("x", image("ghcr.io/acme/tools:1@sha256:0")), shop, target.Yes, true, "example.com/acme/shop/v2/cmd/tools"},
		"image of another program": {workload("mcp", image("ghcr.io/acme/billing")), shop, target.No, true, "example.com/acme/shop/v2/cmd/billing"},
		"image of the module":      {workload("x", image("localhost:5000/shop:dev")), shop, target.Yes, true, "example.com/acme/shop/v2/cmd/tools"},
		"ko":                       {workload("x", image("ko://example.com/acme/shop/v2/cmd/tools")), shop, target.Yes, true, "example.com/acme/shop/v2/cmd/tools"},
		"command":                  {workload("x", fact.Container{Image: "base", Command: []string{"/bin/tools", "-http"}}), shop, target.Yes, true, "example.com/acme/shop/v2/cmd/tools"},
		"build":                    {workload("x", fact.Container{Builds: []string{"./cmd/tools"}}), shop, target.Yes, true, "example.com/acme/shop/v2/cmd/tools"},
		"build of a file":          {workload("x", fact.Container{Builds: []string{"cmd/billing/main.go"}}), shop, target.No, true, "example.com/acme/shop/v2/cmd/billing"},
		"build below a context":    {workload("x", fact.Container{Context: "cmd", Builds: []string{"./tools"}}), shop, target.Yes, true, "example.com/acme/shop/v2/cmd/tools"},
		"database":                 {workload("mcp-store", image("docker.io/library/postgres:17")), shop, target.No, true, ""},
		"name":                     {workload("shop-mcp", image("acme/x")), shop, target.Yes, false, "example.com/acme/shop/v2/cmd/tools"},
		"console":                  {workload("mcp-console", image("acme/x")), shop, target.No, false, ""},
		"variable":                 {workload("x", fact.Container{Image: "acme/x", Env: []fact.Env{{Name: "MCP_PORT"}}}), shop, target.Yes, false, "example.com/acme/shop/v2/cmd/tools"},
		"python":                   {workload("mcp-python", image("acme/x")), shop, target.No, false, ""},
		"python without code":      {workload("mcp-python", image("acme/x")), target.Module{}, target.Yes, false, ""},
		"client":                   {workload("mcp-client-high-load", image("acme/x")), target.Module{}, target.No, false, ""},
		"module of a command":      {workload("x", fact.Container{Image: "acme/y", Command: []string{"python", "-m", "orders_mcp.main:app"}}), target.Module{}, target.Yes, false, ""},
		"nothing":                  {workload("x", image("acme/y")), target.Module{}, target.Yes, false, ""}, // there is no other
		"nothing else":             {workload("x", image("acme/y")), target.Module{Around: []string{"orders-mcp"}}, target.Yes, false, ""},
		"nothing else in a module": {workload("x", image("acme/y")), shop, target.Yes, false, "example.com/acme/shop/v2/cmd/tools"},
		"unsure":                   {workload("x", image("acme/tools")), target.Module{Path: shop.Path, Programs: shop.Programs[:1], Unsure: true}, target.Yes, false, "example.com/acme/shop/v2/cmd/tools"},
		"a guess":                  {workload("x", image("acme/tools")), target.Module{Path: shop.Path, Programs: shop.Programs, Guessed: true}, target.Unknown, false, ""},
		"a guess with a name":      {workload("x", image("acme/mcp-tools")), target.Module{Path: shop.Path, Programs: shop.Programs[:1], Guessed: true}, target.Yes, false, "example.com/acme/shop/v2/cmd/tools"},
	} {
		r := target.New(&fact.Set{Workloads: []*fact.Workload{test.w}}, test.mod)
		v := r.Workload(test.w)
		if v.Answer != test.want || v.Sure != test.sure || v.Program != test.program || v.Answer != target.Unknown && v.How == "" {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// What a command says besides its program does not make it the server.
func TestCommand(t *testing.T) {
	other := workload("b", fact.Container{Image: "acme/b"})
	for word, want := range map[string]target.Answer{
		"--store=dns+http://orders-mcp": target.Unknown,
		"--store":                       target.Unknown,
		"acme:eu:orders-mcp":            target.Unknown,
		"until nc -z orders-mcp 80; do sleep 1; done": target.Unknown,
		"/bin/orders-mcp --http":                      target.Yes,
		"wait-for db && exec orders-mcp --port 80":    target.Yes,
		"@acme/orders-mcp":                            target.Yes,
		"postgres://user@db/mcp":                      target.Unknown,
		"DATABASE=mcp":                                target.Unknown,
	} {
		w := workload("a", fact.Container{Image: "acme/a", Command: []string{"run", word}})
		if v := target.New(&fact.Set{Workloads: []*fact.Workload{w, other}}, target.Module{}).Workload(w); v.Answer != want {
			t.Errorf("%s: %+v", word, v)
		}
	}
}

// Two workloads that nothing tells apart are both unknown.
func TestUndecided(t *testing.T) {
	a, b := workload("a", fact.Container{Image: "acme/a"}), workload("b", fact.Container{Image: "acme/b"})
	r := target.New(&fact.Set{Workloads: []*fact.Workload{a, b}}, target.Module{})
	if r.Workload(a).Answer != target.Unknown || r.Workload(b).Answer != target.Unknown {
		t.Error("one of two was chosen")
	}
	// In one folder of several the one that is left over may be anything.
	b.Scope = "addons"
	c := workload("c-mcp", fact.Container{Image: "acme/c"})
	r = target.New(&fact.Set{Workloads: []*fact.Workload{b, c}}, target.Module{})
	if r.Workload(b).Answer != target.Unknown {
		t.Error("the leftover of another folder was chosen")
	}
	// In a chart it is the chart's point.
	b.Scope = "charts/b/"
	r = target.New(&fact.Set{Workloads: []*fact.Workload{b, c}}, target.Module{})
	if r.Workload(b).Answer != target.Yes {
		t.Error("the only workload of a chart was not chosen")
	}
	// Of several charts nobody knows.
	d := workload("d", fact.Container{Image: "acme/d"})
	d.Scope = "charts/d/"
	r = target.New(&fact.Set{Workloads: []*fact.Workload{b, c, d}}, target.Module{})
	if r.Workload(b).Answer != target.Unknown || r.Workload(d).Answer != target.Unknown {
		t.Error("the only workload of one of several charts was chosen")
	}
}

func TestFront(t *testing.T) {
	server, db := workload("server", fact.Container{Image: "acme/tools"}), workload("db", fact.Container{Image: "redis"})
	set := &fact.Set{
		Workloads: []*fact.Workload{server, db},
		Services: []*fact.Service{
			{Scope: "k8s", Name: "front", Selector: map[string]string{"app": "server"}},
			{Scope: "k8s", Name: "store", Selector: map[string]string{"app": "db"}},
			{Scope: "k8s", Name: "headless"},
		},
	}
	r := target.New(set, shop)
	for name, test := range map[string]struct {
		t    fact.Target
		want target.Answer
	}{
		"service":            {fact.Target{Scope: "k8s", Services: []string{"front"}}, target.Yes},
		"database":           {fact.Target{Scope: "k8s", Services: []string{"store"}}, target.No},
		"both":               {fact.Target{Scope: "k8s", Services: []string{"store", "front"}}, target.Yes},
		"from another file":  {fact.Target{Scope: "k8s/ingress", Services: []string{"front"}}, target.Yes},
		"another chart":      {fact.Target{Scope: "chart/", Services: []string{"nowhere"}}, target.Unknown},
		"path":               {fact.Target{Scope: "other", Services: []string{"a"}, Paths: []string{"~ ^/mcp(/.*)?$"}}, target.Yes},
		"path below":         {fact.Target{Scope: "other", Services: []string{"a"}, Paths: []string{"/api"}}, target.Unknown},
		"resource's name":    {fact.Target{Scope: "tf", Names: []string{"shop_mcp"}}, target.Yes},
		"dashboard":          {fact.Target{Scope: "tf", Names: []string{"dashboard"}}, target.No},
		"alone":              {fact.Target{Scope: "tf", Names: []string{"lb"}, Alone: true}, target.Yes},
		"workload":           {fact.Target{Workload: db}, target.No},
		"default of a proxy": {fact.Target{Scope: "k8s", All: true}, target.Yes},
		"nothing":            {fact.Target{Scope: "tf"}, target.Unknown},
	} {
		if v := r.Front(test.t); v.Answer != test.want {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// Of the only workload it is doubtful whether it is the server, unless something speaks of MCP: the code, a folder, a path, a header.
func TestDoubt(t *testing.T) {
	for name, test := range map[string]struct {
		set   fact.Set
		mod   target.Module
		doubt bool
	}{
		"files":  {fact.Set{}, target.Module{}, true},
		"folder": {fact.Set{}, target.Module{Around: []string{"deploy", "orders-mcp"}}, false},
		"file":   {fact.Set{}, target.Module{Named: true}, false},
		"code":   {fact.Set{}, shop, false},
		"path":   {fact.Set{Routes: []*fact.Route{{Paths: []string{"/", "/mcp"}}}}, target.Module{}, false},
		"probe":  {fact.Set{Probes: []*fact.Probe{{Path: "/mcp"}}}, target.Module{}, false},
		"header": {fact.Set{Headers: []*fact.Headers{{Names: []string{"accept", "mcp-protocol-version"}}}}, target.Module{}, false},
		"key":    {fact.Set{Pins: []*fact.Pin{{Key: "mcp-session-id"}}}, target.Module{}, false},
		"name":   {fact.Set{Streams: []*fact.Stream{{Target: fact.Target{Names: []string{"mcp_backend"}}}}}, target.Module{}, false},
		"others": {fact.Set{Pins: []*fact.Pin{{Key: "x-user"}}, Routes: []*fact.Route{{Name: "web", Paths: []string{"/api"}}}}, target.Module{}, true},
	} {
		w := workload("x", fact.Container{Image: "acme/y"})
		test.set.Workloads = []*fact.Workload{w}
		if v := target.New(&test.set, test.mod).Workload(w); v.Answer != target.Yes || v.Doubt != test.doubt {
			t.Errorf("%s: %+v", name, v)
		}
	}
}
