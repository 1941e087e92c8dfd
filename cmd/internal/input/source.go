package input

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"settle/cmd/internal/cli"
	"settle/internal/quoted"
	"settle/internal/reason"
	"settle/internal/tables"
	"settle/metrics"
	"settle/report"
	"settle/results"
	"settle/results/collect"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/sim"
)

// Board holds the argument and the flags of commands that work on one board, which is a table of
// outcomes by model, question and trial.
type Board struct {
	cli.Input
	Paths   []string `arg:"" name:"results" predictor:"results" help:"Results to read: files, folders or globs of evaluation logs and tables (CSV, JSONL, NPZ, Parquet; - reads a table from standard input), or simulated results: stand-in:NAME (like the benchmarks of the paper) or coins:NAME (models with known success probabilities). With --schema: a file of signals (CSV or JSONL) or mimics:NAME (simulated). Options can follow a name with stand-in:, coins: or mimics:, as in coins:paper,trials=6,drop=0.1. trials=N and questions=N (mimics only) set the size; drop=P drops each attempt with probability P; drop-hard=P drops more attempts at hard questions; unequal=LO-HI keeps LO to HI trials per question. counts:FILE reads only the outcome counts of an NPZ file, to save memory."`
	Naming  `group:"results"`
	Reading `group:"results"`
	Rubric  `group:"results"`

	ballots Ballots // flags for reading ballots
	votes   bool    // whether a metric counts votes

	counts bool                              // whether to read only the counts of outcomes
	allows int64                             // maximum memory in bytes, 0 for no limit
	found  func(path string, files []string) // called for each folder and glob, with its files
}

// DefaultTrials is the number of trials per question of the paper's boards.
const DefaultTrials = 80

// A Source is a board of outcomes together with information about its origin.
type Source struct {
	Name   string // a title: the name of the file, the benchmark or the coins
	Made   string // the built-in name, such as stand-in:NAME; "" for a file
	Board  *results.Board
	Coins  *sim.Coins      // the coins behind the board, or nil
	Truth  *Gold           // the true ranking, or nil; for mimics, Options sets it, because it depends on the weights
	Sorted *signals.Sorted // how signals were sorted, nil for outcomes; Options sets the weights of the categories
	Kept   *results.Kept   // which attempts from the files are on the board, or nil

	// Spent returns the cost that the logs record for a model's attempts. It is nil if the logs
	// record no costs.
	Spent func(model string) collect.Spending

	Missing sim.Missing // which attempts of a built-in board were dropped
	Note    string      // caveat for people who read figures of the board, or ""

	mimics *sim.Mimics // the mimics behind the signals, or nil
}

// Facts returns the size of the board and its note (a caveat), if any, as sentences for the caption
// of a figure.
func (s *Source) Facts() string {
	shape := s.Board.Shape()
	return facts(tables.SizeBetween(shape.Models, shape.Questions, shape.Trials, shape.Most), s.Note)
}

// Facts returns the numbers of models, questions and trials, and notes about the signals, as
// sentences for the caption of a figure.
func (s *Signals) Facts() string {
	note := strings.TrimSpace(s.thresholdsNote() + " " + s.Note)
	return facts(tables.Size(len(s.Attempts.Models), len(s.Attempts.Questions), s.Attempts.Trials), note)
}

// thresholdsNote returns a sentence that names the file from which the thresholds come. It returns
// "" if they do not come from a file.
func (s *Signals) thresholdsNote() string {
	if s.ThresholdsFrom == "" {
		return ""
	}
	return fmt.Sprintf("Thresholds: percentiles of the attempts in %s.", baseName(s.ThresholdsFrom))
}

// Origin describes where results computed from the board come from.
func (s *Source) Origin(env *cli.Env, w metrics.Weights) report.Origin {
	origin := report.NewOrigin(s.Made, env.Seed, w)
	origin.Schema, origin.Missing = report.Schema(s.Sorted), report.Missing(s.Kept)
	return origin
}

// FileName returns a file name for a figure. If the board has a schema, the file name includes the
// schema's name, because figures of several schemata can be in the same folder.
func (s *Source) FileName(figure string) string {
	if s.Sorted == nil {
		return figure
	}
	return report.SafeName(figure + "-" + rubric.Slug(s.Sorted.Schema.Name()))
}

func facts(size, note string) string { return strings.TrimSpace(size + ". " + note) }

// Open reads results from files, or creates the board that a built-in name stands for.
func (in Board) Open(env *cli.Env) (*Source, error) {
	in = in.cutCounts()
	source, err := await(env, in, func(in Board) (*Source, error) { return in.open(env.Seed) })
	if err != nil {
		return nil, err
	}
	if in.kind().builtIn() {
		source.Made = in.Results()
		if err := source.dropAttempts(env.Seed); err != nil {
			return nil, err
		}
		if err := in.keepMade(source); err != nil {
			return nil, err
		}
	}
	source.sayRepeats(env)
	return source, nil
}

// Show opens the results, computes a report by find(env, source), and prints the report. It calls
// draw(env, fileName, shown) to add figures to the folder of --out, where fileName(name) is the
// file name of a figure.
func Show[T interface {
	Report(format string) report.Report
}](
	env *cli.Env, in Board, find func(env *cli.Env, source *Source) (T, error),
	draw func(env *cli.Env, fileName func(name string) string, shown T) error,
) error {
	source, err := in.Open(env)
	if err != nil {
		return err
	}
	shown, err := find(env, source)
	if err == nil {
		err = draw(env, source.FileName, shown)
	}
	if err != nil {
		return err
	}
	return env.Print(shown.Report(env.Format))
}

// cutCounts removes the prefix "counts:" from the file name. It returns a copy of the receiver,
// with in.counts = true if the name had the prefix.
func (in Board) cutCounts() Board {
	if len(in.Paths) == 1 {
		if path, ok := strings.CutPrefix(in.Paths[0], "counts:"); ok {
			in.counts, in.Paths = true, []string{path}
		}
	}
	return in
}

// await calls read(in) to read results, and returns what it has read. The memory limit of the
// command applies.
func await[T any](env *cli.Env, in Board, read func(Board) (T, error)) (T, error) {
	in.allows, in.found = env.AllowedMemory(), env.Found
	in.votes = in.votes || namesVotes(env.FlagText("metrics")+","+env.FlagText("metric"))
	v, err := cli.Await(env.Context, func() (T, error) { return read(in) })
	return v, tooLarge(env, in.Results(), err)
}

// tooLarge adds advice to an error about results that need more memory than allowed.
func tooLarge(env *cli.Env, name string, err error) error {
	large, ok := errors.AsType[*results.TooLarge](err)
	if !ok {
		return err
	}
	refused := env.Needs(float64(large.Needs), quoted.Path(name))
	if large.Counted > 0 && refused != nil {
		return fmt.Errorf("%w; counts:FILE needs only %s, but it loses the order of trials",
			refused, humanize.Bytes(uint64(large.Counted)))
	}
	if refused != nil {
		return fmt.Errorf("%w; raise --max-memory to read it", refused)
	}
	return refused
}

func (in Board) open(seed uint64) (*Source, error) {
	if in.PoolsTasks() {
		return in.pool(seed)
	}
	schemata, err := in.OpenSchemata()
	if err != nil {
		return nil, err
	}
	if schemata != nil {
		return in.openSorted(seed, schemata)
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	kind := in.kind()
	if kind.outcomes == nil {
		return nil, errHoldsSignals(in.Results())
	}
	return kind.outcomes(in, seed)
}

// readOutcomes reads a board of outcomes from files.
func (in Board) readOutcomes(uint64) (*Source, error) {
	if !in.plain() || in.Name != "" || in.Score != "" || !collect.IsTable(in.Paths[0]) {
		if in.counts {
			return nil, errCountsOneFile
		}
		return in.readCollected()
	}
	options := in.readOptions()
	options.Model = collect.Stem(in.Results())
	board, kept, err := results.ReadBoard(in.Results(), options)
	switch {
	case errors.Is(err, fs.ErrNotExist) && slices.Contains(sim.StandIns(), strings.ToLower(in.Results())):
		return nil, fmt.Errorf("%w; did you mean stand-in:%s?", err, strings.ToLower(in.Results()))
	case (err != nil || kept.Columns != "" && in.Column["outcome"] == "") && in.holdsSignals():
		return nil, errHoldsSignals(in.Results())
	case err != nil:
		return nil, err
	}
	if in.counts && !board.Counted() {
		return nil, errCountsOneFile
	}
	source := &Source{Name: in.fileTitle(), Board: board}
	source.keep(kept)
	return source, in.checkBallots(board)
}

// errCountsOneFile is returned if a file name has the prefix "counts:" but the results are not a
// single NPZ file.
var errCountsOneFile = cli.Usagef("counts: requires a single NPZ file; a CSV file can hold counts " +
	"in its columns correct and trials")

// errHoldsSignals returns the error for results that are signals if --schema is not given.
func errHoldsSignals(name string) error {
	return cli.Usagef("%s contains signals and requires --schema NAME, which sorts "+
		"them into categories; to list the names, use settle schemata", quoted.Path(name))
}

// check returns an error if a flag does not apply to the results.
func (in Board) check() error {
	kind := in.kind()
	switch {
	case len(in.Paths) > 1 && slices.ContainsFunc(in.Paths, func(p string) bool { return kindOf(p).builtIn() }):
		return cli.Usagef("built-in results cannot be combined with other results")
	case kind.builtIn() && in.Task != "":
		return cli.Usagef("--task requires a file, because the built-in results %s have no tasks", quoted.Path(in.Results()))
	}
	return in.refuseReading()
}

// errReadOnce returns the error for a flag that would read standard input a second time.
func errReadOnce(flag string) error {
	return cli.Usagef("%s: standard input can be read only once; use a file", flag)
}

func (in Board) openStandIn(uint64) (*Source, error) {
	made, err := ParseMade(in.Results())
	if err != nil {
		return nil, err
	}
	board, err := sim.StandIn(strings.TrimPrefix(made.Name, "stand-in:"))
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return &Source{
		Name: board.Task, Board: board, Missing: made.Missing,
		Note: "Stand-in: constructed to match the paper's published statistics, not measured.",
	}, nil
}

func (in Board) openCoins(seed uint64) (*Source, error) {
	made, err := ParseMade(in.Results())
	if err != nil {
		return nil, err
	}
	coins, err := OpenCoins(made.Name, seed)
	if err != nil {
		return nil, err
	}
	if cells := int64(len(coins.Models)) * int64(len(coins.Questions)) * int64(made.trials()); in.allows > 0 && cells > in.allows {
		return nil, &results.TooLarge{Needs: cells, Allows: in.allows}
	}
	board, err := coins.Board(made.trials(), seed, 0)
	if err != nil {
		return nil, cli.Usagef("%s: %w", quoted.Path(in.Results()), err)
	}
	return &Source{
		Name: made.Name, Board: board, Coins: coins, Missing: made.Missing,
		Truth: &Gold{Levels: coins.Gold(), Name: "true means"}, Note: "Simulated: one board sampled from coins.",
	}, nil
}

// fileTitle returns a title for the results: the names of the files, followed by the task that
// --task selects, if any.
func (in Board) fileTitle() string {
	title := title(in.Paths)
	if in.Task != "" {
		title += ", " + in.Task
	}
	return title
}

// baseName returns the name of a file without its folder.
func baseName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return filepath.Base(path)
}

// OpenCoins returns coins, which are simulated models with known success probabilities. The name,
// with or without the prefix "coins:", is a built-in name or the path of a file.
func OpenCoins(name string, seed uint64) (*sim.Coins, error) {
	var others []string
	answers, given := 0, false
	for part := range strings.SplitSeq(strings.TrimPrefix(name, "coins:"), ",") {
		if wrong, ok := strings.CutPrefix(part, "answers="); ok {
			answers, _ = whole(wrong, 1) // 0 if the text is invalid; Answer rejects 0
			given = true
		} else {
			others = append(others, part)
		}
	}
	coins, err := openCoins(strings.Join(others, ","), seed)
	if err != nil || !given {
		return coins, err
	}
	if err := coins.Answer(answers, seed); err != nil {
		return nil, cli.Usagef("%s: %w", quoted.Path(name), err)
	}
	return coins, nil
}

func openCoins(name string, seed uint64) (*sim.Coins, error) {
	coins, ok, err := sim.Named(name, seed)
	switch {
	case err != nil:
		return nil, cli.Usagef("coins:%s: %w", quoted.Path(name), err)
	case ok:
		return coins, nil
	}
	file, err := reason.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cli.Usagef("unknown coins %s, and no file has this name; "+
			"use coins:paper, coins:paper-quantile, coins:20x30 (models × questions) or coins:FILE", quoted.Text(name))
	} else if err != nil {
		return nil, err
	}
	defer file.Close()
	return sim.ReadCoins(file, name)
}
