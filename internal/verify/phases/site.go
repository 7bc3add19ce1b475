package phases

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify/proxy"
	"github.com/mcpaudit/mcpaudit/internal/verify/replica"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
)

// A site is one deployment of the server: its instances behind a proxy, and the services beside it. Every run has a fresh one,
// so that no run sees what another one did.
type site struct {
	o         *Options
	proxy     *proxy.Proxy
	instances []*replica.Process
	services  []*replica.Process
	names     []string // of the services
	fill      map[string]string
	dir       string
	unique    string
}

// A StartError says why a server, or what it needs, could not be run. It is no failure of a phase: nothing was shown.
type StartError struct{ Err error }

func (e *StartError) Error() string { return e.Err.Error() }

func (e *StartError) Unwrap() error { return e.Err }

// deploy starts n instances and what they need.
func (v *verifier) deploy(ctx context.Context, n int) (*site, error) {
	s := &site{o: v.o, unique: strings.ToLower(rand.Text()[:10])}
	if err := s.start(ctx, n, v.bin); err != nil {
		s.close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &StartError{err}
	}
	return s, nil
}

func (s *site) start(ctx context.Context, n int, bin string) error {
	dir, err := os.MkdirTemp("", "mcpaudit-run-")
	if err != nil {
		return err
	}
	s.dir = dir
	s.fill = map[string]string{"dir": dir, "bin": bin, "unique": s.unique}
	if err := s.startServices(ctx); err != nil {
		return err
	}
	for _, command := range s.o.Scenario.Setup {
		if err := replica.Run(ctx, command, s.o.Scenario.Dir, nil, s.fill); err != nil {
			return fmt.Errorf("setup: %w", err)
		}
	}
	var targets []proxy.Target
	if len(s.o.URLs) > 0 {
		for i := range n {
			u := s.o.URLs[i%len(s.o.URLs)]
			if err := replica.Reach(ctx, hostPort(u), s.o.Scenario.Server.Ready.Or(replica.DefaultReady)); err != nil {
				return err
			}
			targets = append(targets, &url.URL{Scheme: u.Scheme, Host: u.Host})
		}
	}
	for i := range n {
		if len(s.o.URLs) > 0 {
			break
		}
		p, err := replica.Start(ctx, s.spec(i))
		if err != nil {
			return err
		}
		s.instances = append(s.instances, p)
		targets = append(targets, &url.URL{Scheme: "http", Host: p.Addr})
	}
	s.proxy, err = proxy.New(targets)
	return err
}

// hostPort is where to dial for a URL.
func hostPort(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Host
	case u.Scheme == "https":
		return net.JoinHostPort(u.Hostname(), "443")
	}
	return net.JoinHostPort(u.Hostname(), "80")
}

func (s *site) startServices(ctx context.Context) error {
	services := s.o.Scenario.Services
	for _, name := range slices.Sorted(maps.Keys(services)) {
		sv := services[name]
		p, err := replica.Start(ctx, replica.Spec{
			Name: "service " + name, Command: sv.Command, Env: sv.Env, Dir: s.folder(sv.Dir), Ready: sv.Ready.Or(0), Fill: s.fill,
		})
		if err != nil {
			return err
		}
		s.services = append(s.services, p)
		s.names = append(s.names, name)
		host, port, _ := strings.Cut(p.Addr, ":")
		s.fill[name+".addr"], s.fill[name+".host"], s.fill[name+".port"] = p.Addr, host, port
	}
	return nil
}

func (s *site) spec(i int) replica.Spec {
	server := s.o.Scenario.Server
	fill := maps.Clone(s.fill)
	fill["instance"] = fmt.Sprint(i + 1)
	return replica.Spec{
		Name: fmt.Sprintf("instance %d", i+1), Command: server.Command, Env: server.Env, Dir: s.folder(server.Dir),
		Ready: server.Ready.Or(0), HTTP: true, Fill: fill,
	}
}

// folder is where a program runs: in the scenario's folder unless it says otherwise.
func (s *site) folder(dir string) string {
	dir = scenario.Fill(dir, s.fill)
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(s.o.Scenario.Dir, dir)
}

// endpoint is where clients connect.
func (s *site) endpoint() string { return s.proxy.URL + s.o.path() }

func (s *site) kill(i int) { s.instances[i].Kill() }

// restart starts an instance anew, with an empty memory.
func (s *site) restart(ctx context.Context, i int) error {
	p, err := replica.Start(ctx, s.spec(i))
	if err != nil {
		return &StartError{err}
	}
	p.Log.Prepend(s.instances[i].Log, "[mcpaudit killed this instance and started it again]")
	s.instances[i] = p
	s.proxy.SetTarget(i, &url.URL{Scheme: "http", Host: p.Addr})
	return nil
}

// dying gives an instance that broke off a moment to end: its connection closes first.
func (s *site) dying(i int) {
	if i < len(s.instances) {
		s.instances[i].Ended(2 * time.Second)
	}
}

// crashed names an instance that has ended by itself.
func (s *site) crashed() string {
	for i, p := range s.instances {
		if p.Crashed() {
			return fmt.Sprintf("instance %d ended by itself: %s", i+1, p.State())
		}
	}
	return ""
}

// addresses maps what differs between two deployments to names.
func (s *site) addresses() map[string]string {
	return map[string]string{s.dir: "dir", s.unique: "unique"}
}

// keepLogs writes the output of all processes to a folder.
func (s *site) keepLogs(dir string) error {
	if len(s.instances)+len(s.services) == 0 {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	write := func(name string, l *replica.Log) error {
		return os.WriteFile(filepath.Join(dir, name+".log"), []byte(l.String()), 0o644)
	}
	for i, p := range s.instances {
		if err := write(fmt.Sprintf("instance-%d", i+1), p.Log); err != nil {
			return err
		}
	}
	for i, p := range s.services {
		if err := write("service-"+s.names[i], p.Log); err != nil {
			return err
		}
	}
	return nil
}

// close ends everything. It also runs after Ctrl-C, so it does not look at a context.
func (s *site) close() {
	if s.proxy != nil {
		s.proxy.Close()
	}
	for _, p := range s.instances {
		p.Stop()
	}
	for _, command := range s.o.Scenario.Teardown {
		ctx, cancel := context.WithTimeout(context.Background(), teardownLimit)
		if err := replica.Run(ctx, command, s.o.Scenario.Dir, nil, s.fill); err != nil {
			s.o.warn(fmt.Sprintf("teardown: %v", err))
		}
		cancel()
	}
	for _, p := range s.services {
		p.Stop()
	}
	if s.dir != "" {
		_ = os.RemoveAll(s.dir) // it is in the folder for temporary files
	}
}
