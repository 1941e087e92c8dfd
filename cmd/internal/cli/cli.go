// Package cli is what the commands share: flags, reports, output folders,
// progress, exit codes.
//
// Begin with [Run].
//
// It believes that a command is a grammar with a Run method and does not know
// how it was started: standard output holds the report and nothing else, all
// of it or none; an error is one line on standard error; an interrupted or
// failed command leaves nothing behind; and an exit code says how it ended (see
// ExitDone). It leaves to the commands what they read, compute and
// report, and knows nothing of statistics.
//
// A command is a kong grammar that embeds Common:
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
// Sub-commands are fields tagged `cmd:""`, each with a Run method of its own.
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

// The exit codes; docs/reference.md explains them. A command that a signal ended exits with 128
// and the number of the signal: 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP.
const (
	ExitDone        = 0              // the report was printed, or help was asked for
	ExitFailed      = 1              // an input, an output or the work itself failed
	ExitUsage       = 2              // the command line asks for what does not exist
	ExitNo          = 3              // done, and the answer is no
	ExitOpen        = 4              // done, and undecided: nothing could be checked, or more trials are to be run
	ExitInternal    = 70             // a mistake of the program, EX_SOFTWARE of sysexits.h
	ExitInterrupted = exitSignal + 2 // interrupted by SIGINT, or otherwise than by a signal

	exitSignal = 128
)

// Program is how a command presents itself.
type Program struct {
	Name        string // as typed, and before every line on standard error
	Description string // the first paragraph of the help
	Version     string // what --version alone prints, "" for what the build recorded

	// Vars stand for ${NAME} in the grammar's help and enumerations.
	Vars map[string]string

	// Results are names that stand for results beside files, which shells
	// complete.
	Results []string

	// Parts hold all that the command is to sum up, so that it visits no replicate; nil for
	// a command that does. The command is then that of the parts, and the arguments are those
	// to put in place of some of its own.
	Parts *shards.Collected

	// Metrics are what the names of metrics begin with, which shells complete, too.
	Metrics []string
}

// Command is a kong grammar: a pointer to a struct that embeds Common, with a
// method Run(*Env) error on itself or on each of its sub-commands.
type Command interface{ common() *Common }

// Run parses the arguments into the command, runs what they select and returns
// the exit code. Nothing but a report or help goes to stdout; stderr gets
// progress and at most one line, the error, but for a line each on what --checkpoint
// cannot use and on sums of other versions of the program. A reader that closes stdout
// early has read enough: that is no failure. A stdout that is nil was closed from the
// beginning, which is one.
//
// An error of Run that wraps context.Canceled after ctx was cancelled counts
// as an interruption, a UsageError as wrong usage, and so does everything kong
// refuses, validation by the grammar's own Validate methods included. A panic, also that
// of a grammar that is not valid, is an internal error: it ends with ExitInternal and
// leaves nothing behind. The environment variable SETTLE_TRACE=1 prints its stack.
func Run(ctx context.Context, p Program, c Command, args []string, stdout, stderr io.Writer) int {
	if stdout == nil {
		return p.conclude(ctx, errClosed, stderr)
	}
	err := panics.Do(func() error { return p.execute(ctx, c, args, piped(stdout), stderr) })
	return p.conclude(ctx, err, stderr)
}

// execute does the work of Run but for saying how it ended.
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
		args = parser.instead(p.Parts.First.Command, args)
	}
	parsed, err := parser.Parse(gathered(parser.helpful(args), parser.Model.Node))
	if parser.answered {
		return parser.writeAnswer(stdout)
	}
	if err != nil {
		usage := misused(err)
		usage.err = plainer(err, args, newParser(p, c, "").Model.Node)
		return usage
	}
	if err := cmp.Or(refuseEmpty(parsed), refuseLacking(parsed), refuseOutside(parsed), refuseMisspelt(args, parsed)); err != nil {
		return misusedBy(parsed, err)
	}
	common := *c.common()
	ctx, end := context.WithCancelCause(ctx)
	defer watchMemory(ctx, end, common.MaxMemory.allowed())()
	drawing := drawingOf(parsed)
	if err := drawing.check(parsed, common.Out); err != nil {
		return misusedBy(parsed, err)
	}
	env := &Env{
		Context: ctx, Stdout: stdout, Stderr: stderr, Common: common, drawing: drawing,
		program: p.Name, version: p.release(), args: args, parsed: parsed, read: filesRead(parsed), inputs: named(args),
	}
	if slices.Contains(env.read, standardInput) {
		env.stdin = watchStdin(ctx, end)
	}
	env.Workers = cmp.Or(env.Workers, runtime.GOMAXPROCS(0))
	defer env.close()
	env.sharing.collected = p.Parts
	err = env.work(func() error { return parsed.Run(env) })
	if errors.Is(err, shards.ErrPart) {
		err = env.printPart()
	}
	if err != nil {
		return env.withKept(located(p.orMoved(orCause(ctx, err)), parsed))
	}
	env.mustBePrinted()
	return nil
}

// orMoved says what to do where a file is gone that the command of parts read.
func (p Program) orMoved(err error) error {
	if p.Parts == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return fmt.Errorf("%w; if files were moved, say where they are: settle merge PART… -- FILE", err)
}

// conclude prints the one line that an error gets, if any, and returns the
// exit code.
func (p Program) conclude(ctx context.Context, err error, stderr io.Writer) int {
	var internal *panics.Recovered
	var usage *UsageError
	var other *ended
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

// printInternal prints the line of an internal error and, if the environment asks for it,
// the stack.
func (p Program) printInternal(r *panics.Recovered, stderr io.Writer) {
	const trace = "SETTLE_TRACE"
	fmt.Fprintf(stderr, "%s: internal error: %s; please report this command line; %s=1 prints the stack\n", p.Name, oneLine(r), trace)
	if os.Getenv(trace) == "1" {
		fmt.Fprintf(stderr, "%s", r.Stack)
	}
}

// valueless is how the parser says that a flag has no value behind it.
var valueless = regexp.MustCompile(`^(--[a-z0-9-]+): (expected .* but got "EOL" \(<EOL>\)|missing value, .*)$`)

// plainer puts an error of the parser in the words of a command line, and meets
// a misspelt command with the nearest one.
func plainer(err error, args []string, program *kong.Node) error {
	if match := valueless.FindStringSubmatch(err.Error()); match != nil {
		return fmt.Errorf("%s needs a value", match[1])
	}
	if gone := removedFlag(err, args, program); gone != nil {
		return gone
	}
	if len(args) > 0 && args[0] == "merge" && strings.HasPrefix(err.Error(), "unknown flag") {
		return fmt.Errorf("%w; flags of the command that was shared out stand behind --: settle merge PART… -- --trace 7", err)
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
		return fmt.Errorf("%s has no command %s: say %s %s", node.Path(), rest[0], program.Name, rest[0])
	case node.DefaultCmd == nil && near:
		return fmt.Errorf("there is no command %q; did you mean %s?", rest[0], nearest)
	case node.DefaultCmd == nil:
		return fmt.Errorf("there is no command %q; there are %s", rest[0], strings.Join(names, ", "))
	case near && !isThere(rest[0]):
		// The default command took the misspelt name for an argument of its own.
		return fmt.Errorf("%w; did you mean %s in place of %s?", err, nearest, rest[0])
	}
	return err
}

// refuseMisspelt meets a misspelt sub-command that the default command took for the
// first of several files.
func refuseMisspelt(args []string, parsed *kong.Context) error {
	node, rest := deepest(args, parsed.Model.Node)
	if node.DefaultCmd == nil || len(rest) < 2 || isThere(rest[0]) || strings.HasPrefix(rest[1], "-") {
		return nil
	}
	nearest := nearestTo(rest[0], commandNames(node))
	if misspelt.Edits(rest[0], nearest) > maxSlips {
		return nil
	}
	return fmt.Errorf("unexpected argument %s; did you mean %s in place of %s?", rest[1], nearest, rest[0])
}

// nearestTo is the name that a misspelt one is nearest to.
func nearestTo(typed string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int { return misspelt.Edits(typed, a) - misspelt.Edits(typed, b) })
}

// deepest is the command that the first arguments name, word by word, and the
// arguments behind them.
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

// commandNames are the names of a command's sub-commands.
func commandNames(node *kong.Node) []string {
	return lists.Each(node.Children, func(child *kong.Node) string { return child.Name })
}

// maxSlips is how many edits a misspelt name may be away.
const maxSlips = 2

// misused turns an error of the parser into a UsageError.
func misused(err error) *UsageError {
	usage := &UsageError{err: err}
	if parse, ok := errors.AsType[*kong.ParseError](err); ok && parse.Context != nil {
		usage.command = selected(parse.Context)
	}
	return usage
}

// misusedBy is a UsageError about the command that was parsed.
func misusedBy(parsed *kong.Context, err error) *UsageError {
	return &UsageError{err: err, command: selected(parsed)}
}

// located notes in a UsageError which command's help to see.
func located(err error, parsed *kong.Context) error {
	if usage, ok := errors.AsType[*UsageError](err); ok {
		usage.command = selected(parsed)
	}
	return err
}

// selected is the path of the selected sub-command, "" without one.
func selected(parsed *kong.Context) string {
	if node := parsed.Selected(); node != nil {
		return node.Path()
	}
	return ""
}

// version is what --version prints.
func (p Program) version() string {
	if p.Name == "settle" {
		return "settle " + p.release()
	}
	return fmt.Sprintf("%s (settle) %s", p.Name, p.release())
}

// release returns the version of the program, which tells builds of different commits apart.
func (p Program) release() string { return cmp.Or(p.Version, thisBuild().Version) }
