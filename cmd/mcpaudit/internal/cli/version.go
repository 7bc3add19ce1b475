package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/mod/module"
)

// Release builds set these with -ldflags -X. Other builds know from the toolchain.
var (
	version string
	commit  string
	date    string
)

// buildInfo says which mcpaudit this is.
type buildInfo struct{ version, commit, date, goVersion string }

var build = sync.OnceValue(func() buildInfo {
	info, _ := debug.ReadBuildInfo()
	return buildFrom(buildInfo{version, commit, date, runtime.Version()}, info)
})

// buildFrom fills what the linker was not told from what the toolchain has recorded.
func buildFrom(b buildInfo, info *debug.BuildInfo) buildInfo {
	if info != nil {
		if b.version == "" {
			b.version = info.Main.Version
		}
		settings := map[string]string{}
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
		if b.commit == "" {
			b.commit = settings["vcs.revision"]
			if b.commit != "" && settings["vcs.modified"] == "true" {
				b.commit += " with changes"
			}
		}
		if b.date == "" {
			b.date = settings["vcs.time"]
		}
	}
	// "go install module@commit" has no checkout, but its version names the commit and the time.
	if module.IsPseudoVersion(b.version) {
		if rev, err := module.PseudoVersionRev(b.version); err == nil && b.commit == "" {
			b.commit = rev
		}
		if at, err := module.PseudoVersionTime(b.version); err == nil && b.date == "" {
			b.date = at.Format(time.RFC3339)
		}
	}
	if b.version == "" {
		b.version = "(devel)"
	}
	return b
}

func (b buildInfo) String() string {
	s := "mcpaudit " + b.version
	var details []string
	if b.commit != "" {
		details = append(details, "commit "+b.commit)
	}
	if b.date != "" {
		details = append(details, b.date)
	}
	details = append(details, b.goVersion)
	return s + " (" + strings.Join(details, ", ") + ")"
}

func (p *Program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "Print the version",
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(p.Stdout, build())
			return err
		},
	}
}
