package cli

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/text"
	"github.com/spf13/cobra"
)

func (p *Program) rulesCommand() *cobra.Command {
	var color string
	cmd := &cobra.Command{
		Use:               "rules",
		Short:             "List the rules",
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			on, err := p.color(color, "")
			if err != nil {
				return err
			}
			rules := p.Rules()
			header := []string{"rule", "group", "finds"}
			fixes := slices.ContainsFunc(rules, func(r scan.RuleInfo) bool { return r.Fixes })
			if fixes {
				header = []string{"rule", "group", "rewrites", "finds"}
			}
			var rows [][]string
			for _, r := range rules {
				row := []string{r.Name, r.Group, r.Title}
				if fixes {
					yes := ""
					if r.Fixes {
						yes = "yes"
					}
					row = []string{r.Name, r.Group, yes, r.Title}
				}
				rows = append(rows, row)
			}
			return text.Writer{Color: on, Width: p.width("", false)}.Table(p.Stdout, header, rows)
		},
	}
	bindColor(cmd, &color)
	return cmd
}

func (p *Program) explainCommand() *cobra.Command {
	var color string
	cmd := &cobra.Command{
		Use:   "explain RULE",
		Short: "Tell what a rule finds, why it matters and how to rewrite it",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("explain takes the name of one rule: mcpaudit rules lists them")
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return p.describedRules(""), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			on, err := p.color(color, "")
			if err != nil {
				return err
			}
			for _, r := range p.Rules() {
				if r.Name != args[0] {
					continue
				}
				return text.Writer{Color: on, Width: p.width("", false)}.Page(p.Stdout, r.Name, r.Title, ruleFacts(r), r.Doc)
			}
			return unknownRule(args[0], p.ruleNames())
		},
	}
	bindColor(cmd, &color)
	return cmd
}

// ruleFacts is what stands at the head of a rule's page.
func ruleFacts(r scan.RuleInfo) [][2]string {
	var facts [][2]string
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, [2]string{name, value})
		}
	}
	add("group", r.Group)
	add("spec", r.Clause)
	add("plan", report.StepTitle(r.Step))
	if !r.Effort.IsZero() {
		add("effort", r.Effort.String()+" at one place")
	}
	if r.Fixes {
		add("rewrites", "yes: mcpaudit fix")
	}
	add("ignore", "//mcpaudit:ignore "+r.Name+" REASON")
	add("on the web", r.URL)
	return facts
}

func (p *Program) ruleNames() []string {
	var names []string
	for _, r := range p.Rules() {
		names = append(names, r.Name)
	}
	return names
}

// describedRules lists the rules with their titles, as shells show them. A prefix is put before each name.
func (p *Program) describedRules(prefix string) []string {
	var list []string
	for _, r := range p.Rules() {
		list = append(list, prefix+r.Name+"\t"+report.Printable(r.Title))
	}
	return list
}

// completeRuleList completes the last one of several names that are separated by commas.
func (p *Program) completeRuleList(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	prefix := ""
	if i := strings.LastIndexByte(typed, ','); i >= 0 {
		prefix = typed[:i+1]
	}
	list := slices.DeleteFunc(p.describedRules(prefix), func(s string) bool {
		name, _, _ := strings.Cut(strings.TrimPrefix(s, prefix), "\t")
		return slices.Contains(strings.Split(prefix, ","), name)
	})
	return list, cobra.ShellCompDirectiveNoFileComp
}

func unknownRule(name string, names []string) error {
	return usagef("unknown rule %q: %s", name, hint(name, names, "", "mcpaudit rules lists them"))
}

// bindColor gives a command the same choice of colours that an audit has.
func bindColor(cmd *cobra.Command, color *string) {
	cmd.Flags().StringVar(color, "color", colorAuto, "`when` to use colours: "+strings.Join(colorWords, ", "))
	if err := cmd.RegisterFlagCompletionFunc("color", cobra.FixedCompletions(colorWords, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no arguments", cmd.Name())
	}
	return nil
}

// noSuch is for commands that have commands: what is left as an argument is none of these.
func noSuch(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return usagef("there is no command %q: %s", cmd.CommandPath()+" "+args[0], hint(args[0], names, cmd.CommandPath()+" ", cmd.CommandPath()+" --help lists the commands"))
}
