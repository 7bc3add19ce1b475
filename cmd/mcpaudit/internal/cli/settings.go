package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/config"
	"github.com/mcpaudit/mcpaudit/internal/near"
	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// noConfig is the value of --config that switches settings files off.
const noConfig = "none"

// envPrefix begins the names of the environment variables that stand for flags: MCPAUDIT_FAIL_ON for --fail-on.
const envPrefix = "MCPAUDIT_"

// settings are what a settings file says beyond flags.
type settings struct {
	file    *config.File // nil without one
	tables  []scan.Table
	exclude []scan.Exclusion
	sources map[string]string // of each flag that is not at its default
}

// settle completes the flags of a command: what the command line says wins over the environment, and that over the file.
func (p *Program) settle(cmd *cobra.Command, dir, file *string) (*settings, error) {
	s := &settings{sources: map[string]string{}}
	flags := cmd.Flags()
	flags.Visit(func(f *pflag.Flag) { s.sources[f.Name] = "--" + f.Name })
	if err := p.fromEnvironment(flags, s); err != nil {
		return nil, err
	}
	if err := checkDir(*dir); err != nil {
		return nil, err
	}
	var err error
	if s.file, err = p.readConfig(*dir, *file); err != nil || s.file == nil {
		return s, err
	}
	for name, value := range s.file.Flags() {
		// Commands that audit without being a gate have some of the flags only.
		if _, given := s.sources[name]; given || flags.Lookup(name) == nil {
			continue
		}
		if err := flags.Set(name, value.Value); err != nil {
			return nil, usagef("%s:%d:%d: %s: %v", s.file.Shown(), value.Place.Line, value.Place.Column, name, flagError(cmd, err))
		}
		s.sources[name] = fmt.Sprintf("%s:%d", s.file.Shown(), value.Place.Line)
	}
	return s, s.complete()
}

// fromEnvironment sets the flags that the command line leaves alone from their variables.
func (p *Program) fromEnvironment(flags *pflag.FlagSet, s *settings) error {
	var failed error
	flags.VisitAll(func(f *pflag.Flag) {
		name := envName(f.Name)
		value := p.Getenv(name)
		if _, given := s.sources[f.Name]; given || value == "" || failed != nil || f.Name == "help" || f.Name == "version" {
			return
		}
		if err := flags.Set(f.Name, value); err != nil {
			if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
				err = invalid.Unwrap()
			}
			failed = usagef("%s: %v", name, err)
			return
		}
		s.sources[f.Name] = name
	})
	return failed
}

func envName(flag string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// strayVariables says which MCPAUDIT_ variables mean nothing: a misspelt one would open a gate unnoticed.
func strayVariables(environ []string, flags *pflag.FlagSet) (messages []string) {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, envName(f.Name)) })
	for _, e := range environ {
		name, _, _ := strings.Cut(e, "=")
		if !strings.HasPrefix(name, envPrefix) || slices.Contains(names, name) {
			continue
		}
		// Only what is near a name: others may belong to scripts around the program.
		if word := near.Word(name, names); word != "" {
			messages = append(messages, fmt.Sprintf("the environment variable %s has no meaning: did you mean %s?", name, word))
		}
	}
	slices.Sort(messages)
	return messages
}

// readConfig finds and reads the settings file.
func (p *Program) readConfig(dir, name string) (*config.File, error) {
	if name == noConfig {
		return nil, nil
	}
	if name == "" {
		found, err := config.Find(dir)
		if err != nil {
			return nil, configError(err)
		}
		if found == "" {
			return nil, nil
		}
		name = found
	}
	f, err := config.Read(name, p.ruleNames())
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(name); err == nil {
			return nil, usagef("the settings file %s is a link that leads nowhere: mend it, or audit with --config %s", name, noConfig)
		}
		return nil, usagef("--config: there is no file %s; %q reads none", name, noConfig)
	}
	if err != nil {
		return nil, configError(err)
	}
	return f, nil
}

// configError makes a mistake of the user's out of what is wrong with a settings file.
func configError(err error) error {
	if list, ok := errors.AsType[config.Errors](err); ok {
		return &usageError{list.Error()}
	}
	return usagef("the settings file cannot be read: %v", err)
}

// complete reads the tables and makes the exclusions.
func (s *settings) complete() error {
	f := s.file
	base := filepath.Dir(f.Path)
	for _, t := range f.Tables {
		if t.Lines.IsSet() {
			s.tables = append(s.tables, scan.Table{File: f.Shown(), First: t.Lines.First, Text: t.Lines.Value})
			continue
		}
		name := filepath.FromSlash(t.File.Value)
		if !filepath.IsAbs(name) {
			name = filepath.Join(base, name)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return usagef("%s:%d:%d: the table %s cannot be read: %v", f.Shown(), t.File.Place.Line, t.File.Place.Column, t.File.Value, errors.Unwrap(err))
		}
		s.tables = append(s.tables, scan.Table{File: t.File.Value, First: 1, Text: string(text)})
	}
	if err := scan.CheckTables(s.tables); err != nil {
		return usagef("%v", err)
	}
	for _, x := range f.Exclude {
		pattern := strings.TrimSuffix(strings.TrimPrefix(x.Path.Value, "./"), "/")
		if msg := scan.CheckPattern(pattern); msg != "" {
			return usagef("%s:%d:%d: %s", f.Shown(), x.Path.Place.Line, x.Path.Place.Column, msg)
		}
		var rules []string
		for _, r := range x.Rules {
			rules = append(rules, r.Value)
		}
		s.exclude = append(s.exclude, scan.Exclusion{Pattern: pattern, Base: base, Rules: rules, Reason: x.Reason.Value, File: filepath.Base(f.Path), Line: x.Place.Line})
	}
	return nil
}
