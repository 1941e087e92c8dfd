// Package cli runs commands: it provides flags, reports, output folders, progress and exit codes.
//
// Call [Run] with a command, or [Main] from main.
//
// A command does not need to know how it was started. The package prints a report only when it
// is complete, and an error as one line on standard error. An interrupted or failed command
// leaves no incomplete output files. The exit code says how the command ended (see [ExitDone]).
//
// Do not put statistics here: commands read, compute and compose reports themselves.
//
// A command is a kong grammar that embeds [Common]:
//
//	type command struct {
//		cli.Common
//		cli.Input
//		File string `arg:"" help:"Results to read."`
//	}
//
//	func (c *command) Run(env *cli.Env) error { … }
//
//	func main() { cli.Main(run) }
//
//	func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
//		program := cli.Program{Name: "bootstrap", Description: "Resample a board."}
//		return cli.Run(ctx, program, &command{}, args, stdout, stderr)
//	}
//
// Sub-commands are fields with the tag `cmd:""`, each with its own Run method.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"settle/internal/lists"
	"settle/internal/misspelt"
	"settle/internal/panics"
	"settle/montecarlo/shards"
)

// Exit codes; docs/reference.md explains them. A command ended by a signal exits with 128 plus
// the number of the signal: 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP.
const (
	ExitDone        = 0              // the report or the help was printed
	ExitFailed      = 1              // reading, writing or computing failed
	ExitUsage       = 2              // the command line is wrong
	ExitNo          = 3              // the command finished and its answer is no
	ExitOpen        = 4              // the command finished undecided: nothing could be checked, or more trials are needed
	ExitInternal    = 70             // a bug in the program; EX_SOFTWARE in sysexits.h
	ExitInterrupted = exitSignal + 2 // interrupted by SIGINT, or by a cancelled context

	exitSignal = 128
)

// A Program describes the program that runs a command.
type Program struct {
	Name        string // the name that the user types; every line on standard error starts with it
	Description string // the first paragraph of the help
	Version     string // printed by --version, "" for the version recorded in the build

	// Vars maps each NAME to the text that replaces ${NAME} in help texts and in lists of allowed
	// values.
	Vars map[string]string

	// Results lists the names of built-in results. Shells complete them together with file names.
	Results []string

	// Parts holds the sums of all replicates if the command merges part files; otherwise it is
	// nil. The command line then comes from the part files, with some arguments replaced.
	Parts *shards.Collected

	// Metrics lists the beginnings of metric names that shells complete.
	Metrics []string
}

// A Command is a kong grammar: a pointer to a struct that embeds Common. The struct, or each of
// its sub-commands, has a method Run(*Env) error.
type Command interface{ common() *Common }

// Run parses the arguments into the command, runs the selected command and returns its exit code.
// It writes nothing but a report or help to stdout. It writes progress, warnings about checkpoint
// files and at most one error line to stderr. It fails if stdout is nil, which means that it was
// closed from the start. A reader that closes stdout early is not an error.
//
// Run reports an interruption if ctx was cancelled and the command returns an error that wraps
// context.Canceled. A UsageError, an error of kong's parser or an error of a Validate method means
// wrong usage. A panic, including a panic over an invalid grammar, is an internal error: Run
// removes the command's files and returns ExitInternal. With SETTLE_TRACE=1 in the environment, it
// also prints the stack.
func Run(ctx context.Context, p Program, c Command, args []string, stdout, stderr io.Writer) int {
	if stdout == nil {
		return p.conclude(ctx, errClosed, stderr)
	}
	err := panics.Do(func() error { return p.execute(ctx, c, args, piped(stdout), stderr) })
	return p.conclude(ctx, err, stderr)
}

// execute does the work of Run, but returns errors instead of reporting them.
func (p Program) execute(ctx context.Context, c Command, args []string, stdout, stderr io.Writer) error {
	if slices.Equal(args, []string{"--version"}) {
		_, err := fmt.Fprintln(stdout, p.version())
		return err
	}
	parser := newParser(p, c, p.command(args))
	if parser.complete() {
		return parser.writeAnswer(stdout)
	}
	if p.Parts != nil {
		if err := parser.checkShared(p.Parts.First); err != nil {
			return err
		}
		args = parser.replaceWords(p.Parts.First.Command, args)
	}
	parsed, err := parser.Parse(gatherArguments(parser.helpful(args), parser.Model.Node))
	if parser.answered {
		return parser.writeAnswer(stdout)
	}
	if err != nil {
		usage := usageError(err)
		usage.err = plainer(err, args, newParser(p, c, "").Model.Node)
		return usage
	}
	if err := cmp.Or(refuseEmpty(parsed), refuseLacking(parsed), refuseOutside(parsed), refuseMisspelt(args, parsed)); err != nil {
		return misusedBy(parsed, err)
	}
	common := *c.common()
	ctx, end := context.WithCancelCause(ctx)
	defer watchMemory(ctx, end, common.MaxMemory.allowance())()
	drawing := drawingOf(parsed)
	if err := drawing.check(parsed, common.Out); err != nil {
		return misusedBy(parsed, err)
	}
	env := &Env{
		Context: ctx, Stdout: stdout, Stderr: stderr, Common: common, drawing: drawing,
		program: p.Name, version: p.release(), args: args, parsed: parsed, read: filesRead(parsed), inputs: namedFiles(args),
	}
	if slices.Contains(env.read, standardInput) {
		env.stdin = watchStdin(ctx, end)
	}
	env.Workers = cmp.Or(env.Workers, runtime.GOMAXPROCS(0))
	defer env.close()
	if p.Parts != nil {
		env.sharing.collected = p.Parts
		env.inputs = append(env.inputs, lists.Flat(p.Parts.Files, namedBy)...)
	}
	err = env.work(func() error { return parsed.Run(env) })
	if errors.Is(err, shards.ErrPart) {
		err = env.printPart()
	}
	if err != nil {
		return env.describeKept(located(p.explainMoved(causeOf(ctx, err)), parsed))
	}
	env.mustBePrinted()
	return nil
}

// explainMoved returns err. If a merge cannot find an input file, the error also says how to give
// the file's new path.
func (p Program) explainMoved(err error) error {
	if p.Parts == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return fmt.Errorf("%w; if the file was moved, give its new path: settle merge PART… -- FILE", err)
}

// conclude prints the error line if err is not nil, and returns the exit code.
func (p Program) conclude(ctx context.Context, err error, stderr io.Writer) int {
	var internal *panics.Recovered
	var usage *UsageError
	var other *exitError
	switch {
	case errors.As(err, &internal):
		p.printInternal(internal, stderr)
		return ExitInternal
	case err == nil, errors.Is(err, errReaderGone):
		return ExitDone
	case errors.As(err, &other):
		return other.code
	case errors.Is(err, context.Canceled) && errors.Is(ctx.Err(), context.Canceled):
		note := ""
		if kept := (*keeping)(nil); errors.As(err, &kept) {
			note = oneLine(errors.New(kept.note()))
		}
		fmt.Fprintf(stderr, "%s: interrupted%s\n", p.Name, note)
		return interruptedCode(ctx)
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "%s: %s (see %s --help)\n", p.Name, oneLine(err), join(p.Name, usage.command))
		return ExitUsage
	}
	fmt.Fprintf(stderr, "%s: %s\n", p.Name, oneLine(err))
	return ExitFailed
}

// printInternal prints an internal error as one line and, with SETTLE_TRACE=1, its stack.
func (p Program) printInternal(r *panics.Recovered, stderr io.Writer) {
	const trace = "SETTLE_TRACE"
	fmt.Fprintf(stderr, "%s: internal error: %s; please report it with this command line; to print the stack, set %s=1\n", p.Name, oneLine(r), trace)
	if os.Getenv(trace) == "1" {
		fmt.Fprintf(stderr, "%s", r.Stack)
	}
}

// valueless matches the parser's error for a flag without a value.
var valueless = regexp.MustCompile(`^(--[a-z0-9-]+): (expected .* but got "EOL" \(<EOL>\)|missing value, .*)$`)

// unknownShort matches the parser's error for an unknown flag of one letter. The parser suggests
// all flags of one letter, such as -h, whatever the user typed.
var unknownShort = regexp.MustCompile(`^unknown flag (-[^-])(, did you mean .*)?$`)

// plainer returns an error of the parser in plainer words. For a misspelt command, the new error
// suggests the nearest name.
func plainer(err error, args []string, program *kong.Node) error {
	if match := valueless.FindStringSubmatch(err.Error()); match != nil {
		return fmt.Errorf("%s needs a value", match[1])
	}
	if match := unknownShort.FindStringSubmatch(err.Error()); match != nil {
		hint := ""
		if match[1] == "-o" {
			hint = "; only settle report has it; other commands write files with --out DIR or --to FILE"
		}
		err = fmt.Errorf("unknown flag %s%s", match[1], hint)
	}
	if gone := removedFlag(err, args, program); gone != nil {
		return gone
	}
	if len(args) > 0 && args[0] == "merge" && strings.HasPrefix(err.Error(), "unknown flag") {
		return fmt.Errorf("%w; put flags of the merged command after --, as in settle merge PART… -- --trace 7", err)
	}
	if !strings.HasPrefix(err.Error(), "unexpected argument") {
		return err
	}
	node, rest := deepest(args, program)
	if len(rest) == 0 || len(node.Children) == 0 {
		return err
	}
	names := commandNames(node)
	nearest := nearestTo(rest[0], names)
	near := misspelt.Edits(rest[0], nearest) <= maxSlips
	switch {
	case node != program && slices.Contains(commandNames(program), rest[0]):
		return fmt.Errorf("%s has no command %s; use %s %s", node.Path(), rest[0], program.Name, rest[0])
	case node.DefaultCmd == nil && near:
		return fmt.Errorf("unknown command %q; did you mean %s?", rest[0], nearest)
	case node.DefaultCmd == nil:
		return fmt.Errorf("unknown command %q; commands are %s", rest[0], strings.Join(names, ", "))
	case near && !isThere(rest[0]):
		// The default command parsed the misspelt name as one of its arguments.
		return fmt.Errorf("%w; did you mean %s instead of %s?", err, nearest, rest[0])
	}
	return err
}

// refuseMisspelt returns an error if the first of several files seems to be a misspelt sub-command,
// which the default command took for a file.
func refuseMisspelt(args []string, parsed *kong.Context) error {
	node, rest := deepest(args, parsed.Model.Node)
	if node.DefaultCmd == nil || len(rest) < 2 || isThere(rest[0]) || strings.HasPrefix(rest[1], "-") {
		return nil
	}
	nearest := nearestTo(rest[0], commandNames(node))
	if misspelt.Edits(rest[0], nearest) > maxSlips {
		return nil
	}
	return fmt.Errorf("unexpected argument %s; did you mean %s instead of %s?", rest[1], nearest, rest[0])
}

// nearestTo returns the name that differs from the typed text by the fewest edits.
func nearestTo(typed string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int { return misspelt.Edits(typed, a) - misspelt.Edits(typed, b) })
}

// deepest follows the command names at the beginning of the arguments. It returns the last command
// found and the remaining arguments.
func deepest(args []string, node *kong.Node) (*kong.Node, []string) {
	for len(args) > 0 {
		at := slices.Index(commandNames(node), args[0])
		if at < 0 {
			break
		}
		node, args = node.Children[at], args[1:]
	}
	return node, args
}

// commandNames returns the names of the sub-commands of a command.
func commandNames(node *kong.Node) []string {
	return lists.Each(node.Children, func(child *kong.Node) string { return child.Name })
}

// maxSlips is the maximum number of edits between a misspelt name and a suggestion.
const maxSlips = 2

// usageError converts err, an error of the parser, to a UsageError.
func usageError(err error) *UsageError {
	usage := &UsageError{err: err}
	if parse, ok := errors.AsType[*kong.ParseError](err); ok && parse.Context != nil {
		usage.command = selected(parse.Context)
	}
	return usage
}

// misusedBy converts err to a UsageError that refers to the help of the parsed command.
func misusedBy(parsed *kong.Context, err error) *UsageError {
	return &UsageError{err: err, command: selected(parsed)}
}

// located returns err. If err is a UsageError, located makes it refer to the help of the parsed
// command.
func located(err error, parsed *kong.Context) error {
	if usage, ok := errors.AsType[*UsageError](err); ok {
		usage.command = selected(parsed)
	}
	return err
}

// selected returns the path of the selected sub-command, or "" if none is selected.
func selected(parsed *kong.Context) string {
	if node := parsed.Selected(); node != nil {
		return node.Path()
	}
	return ""
}

// version returns the output of --version.
func (p Program) version() string {
	if p.Name == "settle" {
		return "settle " + p.release()
	}
	return fmt.Sprintf("%s (settle) %s", p.Name, p.release())
}

// release returns the version of the program. Builds of different commits have different versions.
func (p Program) release() string { return cmp.Or(p.Version, thisBuild().Version) }
