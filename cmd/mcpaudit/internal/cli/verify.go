package cli

import (
	"context"
	"errors"
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
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// maxReplicas is how many instances one machine is asked to run.
const maxReplicas = 64

// verifyFlags are the flags of mcpaudit verify.
type verifyFlags struct {
	server    string
	scenario  string
	urls      []string
	replicas  int
	transport string
	env       []string
	callers   []string
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
	fs.StringArrayVar(&f.callers, "caller", nil, "who calls, as `NAME=TOKEN` or NAME=$VARIABLE; may be given again")
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
		Use:   "verify [packages]",
		Short: "Run a server on several instances and show what its answers depend on",
		Long: `verify runs a server on several instances behind a round-robin, kills and restarts them, sends
calls twice, lets two callers take turns and cuts streams. Each answer is compared with the one that a
single instance gives to the same scenario.

Without --scenario, calls are drafted from the tools that the server lists. Without --server and --url
as well, the module's program that serves MCP over HTTP is built and started. The report tells what was
assumed. With packages, these are audited first, and the findings are confirmed or not.

Exit status: 0 all phases passed, 1 a phase failed, 2 wrong usage, 3 something could not be run.`,
		Example: `  mcpaudit verify --server './bin/server --addr {addr}' --scenario scenario.yaml
  mcpaudit verify --scenario scenario.yaml ./...
  mcpaudit verify --suggest --server './bin/server --addr {addr}' --output scenario.yaml
  mcpaudit verify --record http://127.0.0.1:8080/mcp --output scenario.yaml`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return p.verify(cmd.Context(), &flags, args) },
	}
	cmd.SetFlagErrorFunc(flagError)
	flags.bind(cmd.Flags())
	words := func(list []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
	}
	for flag, list := range map[string][]string{
		"format": formatNames(), "color": colorWords, "phases": report.PhaseNames(), "protocol": scenario.Protocols(), "transport": {report.HTTP},
	} {
		if err := cmd.RegisterFlagCompletionFunc(flag, words(list)); err != nil {
			panic(err) // the flag does not exist
		}
	}
	return cmd
}

// verify does what the flags ask for: record, suggest, or run.
func (p *Program) verify(ctx context.Context, f *verifyFlags, packages []string) error {
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
	for flag, input := range map[string]string{"--scenario": f.scenario, "--audit": f.audit} {
		if err := keep(f.output, input, flag); err != nil {
			return err
		}
	}
	if err := f.check(packages); err != nil {
		return err
	}
	if f.record != "" {
		return p.record(ctx, f)
	}
	o, err := f.options()
	if err != nil {
		return err
	}
	progress := newProgress(p.Stderr, isTerminal(p.Stderr) && p.Getenv("TERM") != "dumb")
	defer progress.close()
	o.Progress, o.Warn = progress.update, p.say
	r, err := p.audited(ctx, f, o, packages)
	if err != nil {
		return err
	}
	if err := p.prepare(ctx, f, o, r); err != nil {
		return err
	}
	if f.suggest {
		return p.suggest(f, o)
	}
	if err := p.runPhases(ctx, f, o, r); err != nil {
		return err
	}
	progress.close()
	writer := format.writer(outputOptions{color: color, width: p.width(f.output, false)})
	if err := p.writeReport(f.output, writer, r); err != nil {
		return err
	}
	p.announceProof(f.output, format, r)
	p.code = r.ExitCode(report.Never)
	return nil
}

// announceProof says on standard error what somebody who does not see the report would miss.
func (p *Program) announceProof(output string, format *format, r *report.Report) {
	toFile := output != "" && output != "-"
	if !toFile && format.forPeople {
		return
	}
	if toFile {
		p.say(fmt.Sprintf("%d of %d phases failed; the report is in %s", r.Proof.FailedPhases(), len(r.Proof.Phases), output))
	}
	for _, problem := range r.Problems {
		p.say("something could not be checked: " + problem.Message)
	}
}

// runPhases runs the phases with a folder for the output of failed runs, which goes away when it stays empty.
func (p *Program) runPhases(ctx context.Context, f *verifyFlags, o *verify.Options, r *report.Report) error {
	if o.LogDir = f.logs; o.LogDir == "" {
		dir, err := os.MkdirTemp("", "mcpaudit-logs-")
		if err != nil {
			return err
		}
		o.LogDir = dir
		defer os.Remove(dir) // fails, as it should, when there is something in it
	}
	return verify.Run(ctx, o, r)
}

// check refuses flags that contradict one another.
func (f *verifyFlags) check(packages []string) error {
	switch {
	case f.transport != report.HTTP:
		return usagef("--transport: %q cannot be verified: only http can, since the instances share an address", f.transport)
	case f.replicas > maxReplicas:
		return usagef("--replicas: %d is too many for one machine: at most %d", f.replicas, maxReplicas)
	case f.ready < 0:
		return usagef("--ready: %s is no time to wait", f.ready)
	case f.timeout < 0:
		return usagef("--timeout: %s is no time to wait", f.timeout)
	case f.replicas < 2:
		return usagef("--replicas: %d is too few: it takes at least 2 instances to tell them apart", f.replicas)
	case f.server != "" && len(f.urls) > 0:
		return usagef("--server and --url contradict each other: the first starts instances, the second uses those that run")
	case f.record != "" && (f.suggest || f.server != "" || len(f.urls) > 0 || f.scenario != ""):
		return usagef("--record takes the conversation of a client: it does not go with --suggest, --server, --url and --scenario")
	case f.suggest && f.scenario != "":
		return usagef("--suggest drafts a scenario: it does not go with --scenario")
	case f.audit != "" && len(packages) > 0:
		return usagef("--audit reads a stored audit and packages ask for a new one: give one of them")
	}
	for _, name := range f.phases {
		if !slices.Contains(report.PhaseNames(), name) {
			return usagef("--phases: unknown phase %q: use %s", name, strings.Join(report.PhaseNames(), ", "))
		}
	}
	if f.dir == "" {
		return nil
	}
	return checkDir(f.dir)
}

// options turn the flags into options. What the command line says wins over the scenario.
func (f *verifyFlags) options() (*verify.Options, error) {
	here, err := filepath.Abs(f.dir)
	if err != nil {
		return nil, err
	}
	s := &scenario.Scenario{Dir: here}
	if f.scenario != "" {
		s, err = scenario.Load(f.in(f.scenario))
		if _, mistake := errors.AsType[*scenario.Error](err); mistake {
			return nil, usagef("%v", err)
		}
		if err != nil {
			return nil, usagef("--scenario: %v", err)
		}
	}
	if err := f.apply(s, here); err != nil {
		return nil, err
	}
	o := &verify.Options{Scenario: s, Replicas: f.replicas, Phases: f.phases}
	for _, text := range f.urls {
		u, err := parseURL("--url", text)
		if err != nil {
			return nil, err
		}
		o.URLs = append(o.URLs, u)
	}
	if f.scenario != "" && s.Server.Command == "" && len(o.URLs) == 0 {
		return nil, usagef("%s has no server.command: give --server or --url", f.scenario)
	}
	return o, nil
}

// in finds a file that was named on the command line.
func (f *verifyFlags) in(name string) string {
	if f.dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(f.dir, name)
}

func parseURL(flag, text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, usagef("%s: %q is no URL of a server: write it as in http://127.0.0.1:8080/mcp", flag, text)
	}
	return u, nil
}

// apply puts what the command line says into the scenario.
func (f *verifyFlags) apply(s *scenario.Scenario, here string) (err error) {
	if f.server != "" {
		// The command was written for the folder that the user is in.
		s.Server.Command, s.Server.Build, s.Server.Dir = f.server, "", here
	}
	if f.workdir != "" {
		if s.Server.Dir, err = filepath.Abs(f.in(f.workdir)); err != nil {
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
	for _, pair := range f.callers {
		name, token, ok := strings.Cut(pair, "=")
		if !ok || name == "" || token == "" {
			return usagef("--caller: it is not of the form NAME=TOKEN") // and is not repeated, as it may hold a secret
		}
		if s.Callers == nil {
			s.Callers = make(map[string]scenario.Caller)
		}
		s.Callers[name] = scenario.Caller{Token: token}
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
