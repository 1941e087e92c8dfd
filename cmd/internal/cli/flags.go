package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"settle/internal/tables"
	"settle/report"
)

// Common holds the flags that every command has. A command embeds it at the root of its grammar.
type Common struct {
	Seed    uint64 `default:"1" placeholder:"N" group:"common" help:"Seed of the random number generator."`
	Workers int    `range:"0..4096" default:"0" placeholder:"N" group:"common" help:"Number of parallel workers; 0 for one per CPU. It does not change the results."`
	Format  string `default:"text" enum:"${formats}" group:"common" help:"Format of the report."`
	Out     string `placeholder:"DIR" predictor:"folder" group:"common" help:"Output folder, created if missing. Files of the same name are replaced."`
	Color   string `default:"auto" enum:"auto,always,never" placeholder:"WHEN" group:"common" help:"When to use colours. auto: on a terminal, unless NO_COLOR is set."`
	Explain bool   `group:"common" help:"Show all notes below tables, not only the three most important ones."`
	Quiet   bool   `group:"common" help:"Hide progress and the list of written files."`

	MaxMemory    memorySize `placeholder:"SIZE" group:"common" help:"Memory limit, such as 500MB or 8GB. The command fails if it needs more. Default: three quarters of the available memory."`
	NoProvenance bool       `group:"common" help:"Omit the provenance (version, seed, digests of the input files, command) from reports and figures."`
}

// Formats returns the values that --format accepts.
func Formats() []string { return slices.Insert(tables.Formats(), 2, report.JSON) }

// Keys of the flag groups that package cli uses.
const (
	ownGroup     = "own" // for flags whose tag names no group
	commonGroup  = "common"
	figuresGroup = "figures"
	sharingGroup = "sharing"
)

// groups lists all groups of flags in the order in which help shows them.
var groups = []*kong.Group{
	{Key: "results", Title: "Flags for reading results:"},
	{Key: "scoring", Title: "Flags for scoring:"},
	{Key: ownGroup, Title: "Flags of this command:"},
	{Key: commonGroup, Title: "Flags of every command:"},
	{Key: figuresGroup, Title: "Flags for figures (require --out):"},
	{Key: sharingGroup, Title: "Flags for running on several machines or in several sessions:"},
}

// setGroup puts a flag into the group with the given key.
func setGroup(flag *kong.Flag, key string) {
	flag.Group = groups[slices.IndexFunc(groups, func(g *kong.Group) bool { return g.Key == key })]
}

// common makes every struct that embeds Common implement Command.
func (c *Common) common() *Common { return c }

// Input holds the flags of commands that read results files.
type Input struct {
	Task string `placeholder:"NAME" group:"results" help:"Task to use if the results contain several tasks."`
}

// A parser is a kong parser that neither prints nor exits. Its answer collects the text that --help
// would print.
type parser struct {
	*kong.Kong
	results  []string // Program.Results
	metrics  []string // Program.Metrics
	answer   bytes.Buffer
	answered bool
	allFlags bool // the user typed --help all
}

// newParser returns a parser of the grammar for the named command alone, because building all
// commands takes longer than most commands run. If name is empty or names no command, the parser
// knows all commands.
func newParser(p Program, c Command, name string) *parser {
	answering := &parser{results: p.Results, metrics: p.Metrics}
	answering.Kong = kong.Must(c, append(wholeNumbers(),
		kong.IgnoreFields(othersThan(name, c)),
		kong.Name(p.Name),
		kong.Description(p.Description),
		kong.Vars(p.Vars).CloneWith(kong.Vars{"formats": strings.Join(Formats(), ",")}),
		kong.Help(answering.help),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true, NoExpandSubcommands: true}),
		kong.ValueFormatter(describe),
		// kong continues to parse after this; the caller checks answered first.
		kong.Exit(func(int) { answering.answered = true }),
		kong.Writers(&answering.answer, &answering.answer),
	)...)
	arrangeFlags(answering.Model)
	return answering
}

// command returns the name of the command in the arguments. It returns "" if the arguments contain
// no command or if a shell asks for completions.
func (p Program) command(args []string) string {
	if p.Parts != nil {
		args = p.Parts.First.Command
	}
	if len(args) == 0 || os.Getenv(askingShell) != "" {
		return ""
	}
	return args[0]
}

// othersThan returns a regular expression that matches the struct fields of all commands except
// the named command. If no command has that name, it matches no field.
func othersThan(name string, c Command) string {
	grammar := reflect.TypeOf(c).Elem()
	var others []string
	known := false
	for i := range grammar.NumField() {
		field := grammar.Field(i)
		if _, isCommand := field.Tag.Lookup("cmd"); !isCommand {
			continue
		}
		if strings.ToLower(field.Name) == name {
			known = true
		} else {
			others = append(others, field.Name)
		}
	}
	if !known {
		return "^$"
	}
	return `^` + grammar.Name() + `\.(` + strings.Join(others, "|") + `)$`
}

// lacks reports whether a command does not accept a flag of its parents. The tag "without" of the
// command or of one of its parents lists such flags.
func lacks(node *kong.Node, flag *kong.Flag) bool {
	for ; node != nil; node = node.Parent {
		if names(node, "without", flag) {
			return true
		}
	}
	return false
}

// names reports whether the given tag of a command lists the flag.
func names(node *kong.Node, tag string, flag *kong.Flag) bool {
	return slices.Contains(strings.Split(node.Tag.Get(tag), ","), flag.Name)
}

// refuseLacking returns an "unknown flag" error if the command line contains a flag that the
// command does not accept.
func refuseLacking(parsed *kong.Context) error {
	for _, element := range parsed.Path {
		if flag := element.Flag; flag != nil && lacks(parsed.Selected(), flag) {
			return fmt.Errorf("unknown flag --%s", flag.Name)
		}
	}
	return nil
}

// help prints the help of a command, without the flags that the command does not accept. If the
// command has the tag "top", help shows only the flags listed in that tag; --help all shows all.
func (p *parser) help(options kong.HelpOptions, ctx *kong.Context) error {
	node := cmp.Or(ctx.Selected(), ctx.Model.Node)
	flags := slices.DeleteFunc(ctx.Flags(), func(flag *kong.Flag) bool { return lacks(node, flag) })
	others := 0
	if node.Tag.Has("top") && !p.allFlags {
		all := len(flags)
		flags = slices.DeleteFunc(flags, func(flag *kong.Flag) bool { return !names(node, "top", flag) })
		others = all - len(flags) - len("h") // excludes --help, which users know
	}
	place := func(flag *kong.Flag) int { return slices.Index(groups, flag.Group) }
	slices.SortStableFunc(flags, func(a, b *kong.Flag) int { return place(a) - place(b) })
	ctx.Model.Flags = nil
	for parent := node; parent != nil; parent = parent.Parent {
		parent.Flags = nil
	}
	node.Flags = flags
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil || others == 0 {
		return err
	}
	list := fmt.Sprintf("the other %d flags", others)
	if others == 1 {
		list = "one more flag"
	}
	_, err := fmt.Fprintf(ctx.Stdout, "\n%s --help all lists %s.\n", node.FullPath(), list)
	return err
}

// RefuseBeside returns a usage error if the command line contains a flag that cannot be used with
// the given flag. The other arguments are the only flags that can be used with it.
func (e *Env) RefuseBeside(flag string, meant ...string) error {
	for _, given := range e.FlagsGiven() {
		if given != flag && !slices.Contains(meant, given) {
			return Usagef("--%s and --%s cannot be used together; remove one", given, flag)
		}
	}
	return nil
}

// FlagsGiven returns the names of the flags in the command line, in the same order.
func (e *Env) FlagsGiven() []string {
	var names []string
	for _, element := range e.parsed.Path {
		if element.Flag != nil {
			names = append(names, element.Flag.Name)
		}
	}
	return names
}

// FlagText returns the value of a string flag, or "" if the command has no such flag.
func (e *Env) FlagText(name string) string {
	if e.parsed == nil { // there is no command line
		return ""
	}
	for _, flag := range e.parsed.Flags() {
		if flag.Name == name && flag.Target.Kind() == reflect.String {
			return flag.Target.String()
		}
	}
	return ""
}

// writeAnswer writes the collected text of --help or of a completion to stdout.
func (p *parser) writeAnswer(stdout io.Writer) error {
	_, err := stdout.Write(p.answer.Bytes())
	return err
}

// helpful rewrites other ways to ask for help as --help: "help [COMMAND]", "--help all" and, if
// there are sub-commands, an empty command line.
func (p *parser) helpful(args []string) []string {
	if at := slices.Index(args, "--help"); at >= 0 && at == len(args)-2 && args[at+1] == "all" {
		p.allFlags, args = true, args[:at+1]
	}
	switch {
	case len(p.Model.Children) == 0:
		return args
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	}
	return args
}

// arrangeFlags puts --help among the common flags and stops kong from repeating a default value
// as the placeholder. It makes the arguments of a command with the tag "free" optional.
func arrangeFlags(app *kong.Application) {
	_ = kong.Visit(app, func(node kong.Visitable, next kong.Next) error {
		if command, ok := node.(*kong.Node); ok && command.Tag.Has("free") {
			for _, argument := range command.Positional {
				argument.Required = false
			}
		}
		if flag, ok := node.(*kong.Flag); ok {
			if flag.HasDefault && flag.PlaceHolder == "" {
				flag.PlaceHolder = strings.ToUpper(flag.Name)
			}
			if flag.Group == nil {
				setGroup(flag, ownGroup)
			}
			setGroup(flag, flag.Group.Key)
		}
		return next(nil)
	})
	setGroup(app.HelpFlag, commonGroup)
	app.HelpFlag.Help = "Show this help and exit."
}

// describe returns the help of a flag or argument, followed by its choices and its default.
func describe(value *kong.Value) string {
	var facts []string
	if value.Enum != "" && !kong.HasInterpolatedVar(value.OrigHelp, "enum") {
		facts = append(facts, strings.Join(value.EnumSlice(), ", "))
	}
	if value.HasDefault && value.Default != "" && !value.IsBool() && !kong.HasInterpolatedVar(value.OrigHelp, "default") {
		facts = append(facts, "default "+value.Default)
	}
	help := kong.DefaultHelpValueFormatter(value)
	if len(facts) == 0 {
		return help
	}
	sentence, stopped := strings.CutSuffix(help, ".")
	help = join(sentence, "("+strings.Join(facts, "; ")+")")
	if stopped {
		help += "."
	}
	return help
}
