package cli

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/json"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// verifyFlags are the flags of mcpaudit verify.
type verifyFlags struct {
	server    string
	scenario  string
	urls      []string
	replicas  int
	transport string
	env       []string
	workdir   string
	path      string
	ready     time.Duration
	timeout   time.Duration
	protocols []string
	phases    []string
	audit     string
	logs      string
	record    string
	listen    string
	suggest   bool
	format    string
	output    string
	color     string
	dir       string
}

func (f *verifyFlags) bind(fs *pflag.FlagSet) {
	fs.StringVar(&f.server, "server", "", "`command` that starts one instance; {addr}, {host}, {port}, {instance}, {dir} are filled in")
	fs.StringVar(&f.scenario, "scenario", "", "scenario `file`: the calls to make")
	fs.StringSliceVar(&f.urls, "url", nil, "endpoints of instances that run already (`URL`s, separated by commas)")
	fs.IntVar(&f.replicas, "replicas", 2, "`number` of instances side by side")
	fs.StringVar(&f.transport, "transport", report.HTTP, "`transport` of the server: http")
	fs.StringArrayVar(&f.env, "env", nil, "environment variable of each instance, as `NAME=VALUE`; may be given again")
	fs.StringVar(&f.workdir, "workdir", "", "working `dir`ectory of each instance")
	fs.StringVar(&f.path, "path", "", "`path` of the MCP endpoint (default /mcp)")
	fs.DurationVar(&f.ready, "ready", 0, "how long an instance may take to start (default 20s)")
	fs.DurationVar(&f.timeout, "timeout", 0, "how long a call may take (default 10s)")
	fs.StringSliceVar(&f.protocols, "protocol", nil, "`revisions` of the protocol that must work: "+strings.Join(scenario.Protocols(), ", "))
	fs.StringSliceVar(&f.phases, "phases", nil, "run only these `phases`: "+strings.Join(report.PhaseNames(), ", "))
	fs.StringVar(&f.audit, "audit", "", "stored JSON `report` of an audit, whose findings are confirmed or not")
	fs.StringVar(&f.logs, "logs", "", "keep the output of the instances of failed runs in this `dir`ectory (default: a new temporary one)")
	fs.StringVar(&f.record, "record", "", "write a scenario from what a client says to the server at this `URL`, through --listen")
	fs.StringVar(&f.listen, "listen", "127.0.0.1:0", "`address` on which --record listens")
	fs.BoolVar(&f.suggest, "suggest", false, "draft a scenario from the server's own tools, and from --audit")
	fs.StringVar(&f.format, "format", formats[0].name, "output `format`: "+strings.Join(formatNames(), ", "))
	fs.StringVarP(&f.output, "output", "o", "", "write the report, or the scenario of --record and --suggest, to a `file`")
	fs.StringVar(&f.color, "color", colorAuto, "`when` to use colours: "+strings.Join(colorWords, ", "))
	fs.StringVarP(&f.dir, "chdir", "C", "", "work in this `dir`ectory")
}

func (p *Program) verifyCommand() *cobra.Command {
	var flags verifyFlags
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Run a server on several instances and show what its answers depend on",
		Long: `verify runs a server on several instances behind a round-robin, kills and restarts them, sends
calls twice, lets two callers take turns and cuts streams. Each answer is compared with the one that a
single instance gives to the same scenario.

Exit status: 0 all phases passed, 1 a phase failed, 2 wrong usage, 3 something could not be run.`,
		Example: `  mcpaudit verify --server './bin/server --addr {addr}' --scenario scenario.yaml
  mcpaudit verify --scenario scenario.yaml --audit audit.json
  mcpaudit verify --suggest --server './bin/server --addr {addr}' --output scenario.yaml`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.verify(cmd.Context(), &flags) },
	}
	cmd.SetFlagErrorFunc(flagError)
	flags.bind(cmd.Flags())
	return cmd
}

func (p *Program) verify(ctx context.Context, f *verifyFlags) error {
	format, err := formatNamed(f.format)
	if err != nil {
		return err
	}
	color, err := p.color(f.color, f.output)
	if err != nil {
		return err
	}
	if err := checkOutput(f.output); err != nil {
		return err
	}
	o, err := f.options()
	if err != nil {
		return err
	}
	r, err := f.report()
	if err != nil {
		return err
	}
	r.Tool = report.Tool{Name: "mcpaudit", Version: build().version}
	progress := newProgress(p.Stderr, isTerminal(p.Stderr) && p.Getenv("TERM") != "dumb")
	defer progress.close()
	o.Progress, o.Warn = progress.update, p.say
	if err := verify.Run(ctx, *o, r); err != nil {
		return err
	}
	progress.close()
	writer := format.writer(outputOptions{color: color, width: p.width(f.output)})
	if err := p.writeReport(f.output, writer, r); err != nil {
		return err
	}
	p.code = r.ExitCode(report.Never)
	return nil
}

// report is the stored audit, or an empty report.
func (f *verifyFlags) report() (*report.Report, error) {
	if f.audit == "" {
		return &report.Report{SchemaVersion: report.SchemaVersion}, nil
	}
	file, err := os.Open(f.audit)
	if err != nil {
		return nil, usagef("--audit: %v", err)
	}
	defer file.Close()
	r, err := json.Read(file)
	if err != nil {
		return nil, usagef("--audit: %s: %v", f.audit, err)
	}
	return r, nil
}

// options turn the flags into options. What the command line says wins over the scenario.
func (f *verifyFlags) options() (*verify.Options, error) {
	if f.transport != report.HTTP {
		return nil, usagef("--transport: %q cannot be verified: only http can, since replicas need a shared address", f.transport)
	}
	if f.replicas < 2 {
		return nil, usagef("--replicas: %d is too few: at least 2 instances are needed to tell them apart", f.replicas)
	}
	for _, name := range f.phases {
		if !slices.Contains(report.PhaseNames(), name) {
			return nil, usagef("--phases: unknown phase %q: use %s", name, strings.Join(report.PhaseNames(), ", "))
		}
	}
	if f.scenario == "" {
		return nil, usagef("--scenario is missing")
	}
	s, err := scenario.Load(f.scenario)
	if err != nil {
		return nil, usagef("--scenario: %v", err)
	}
	o := &verify.Options{Scenario: s, Replicas: f.replicas, Phases: f.phases, LogDir: f.logs}
	if err := f.apply(s); err != nil {
		return nil, err
	}
	for _, text := range f.urls {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" {
			return nil, usagef("--url: %q is no URL: write it as in http://127.0.0.1:8080/mcp", text)
		}
		o.URLs = append(o.URLs, u)
	}
	if s.Server.Command == "" && len(o.URLs) == 0 {
		return nil, usagef("nothing says how the server is started: give --server or --url, or server.command in %s", f.scenario)
	}
	return o, nil
}

// apply puts what the command line says into the scenario.
func (f *verifyFlags) apply(s *scenario.Scenario) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	if f.server != "" {
		// The command was written for the folder that the user is in.
		s.Server.Command, s.Server.Build, s.Server.Dir = f.server, "", here
	}
	if f.workdir != "" {
		if s.Server.Dir, err = filepath.Abs(f.workdir); err != nil {
			return err
		}
	}
	for _, pair := range f.env {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return usagef("--env: %q is not of the form NAME=VALUE", pair)
		}
		if s.Server.Env == nil {
			s.Server.Env = make(map[string]string)
		}
		s.Server.Env[name] = value
	}
	if f.path != "" {
		if !strings.HasPrefix(f.path, "/") {
			return usagef("--path: %q does not start with /", f.path)
		}
		s.Server.Path = f.path
	}
	for _, name := range f.protocols {
		if !slices.Contains(scenario.Protocols(), name) {
			return usagef("--protocol: unknown revision %q: use %s", name, strings.Join(scenario.Protocols(), " or "))
		}
	}
	if len(f.protocols) > 0 {
		s.Protocols = f.protocols
	}
	if f.ready > 0 {
		s.Server.Ready = scenario.Duration(f.ready)
	}
	if f.timeout > 0 {
		s.Timeout = scenario.Duration(f.timeout)
	}
	return nil
}

var _ = fmt.Sprint
