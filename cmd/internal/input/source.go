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

// Board is the argument and the flags of the commands that work on one
// board.
type Board struct {
	cli.Input
	Paths   []string `arg:"" name:"results" predictor:"results" help:"Results to read: files, folders and globs of logs of evaluation tools and of tables (CSV, JSONL, NPZ, Parquet; - for a table on standard input), or stand-in:NAME or coins:NAME; with --schema, a file of signals (CSV or JSONL) or mimics:NAME. Behind these names may stand trials=N, questions=N of mimics, and what leaves attempts out: drop=P each with that chance, drop-hard=P more of hard questions, unequal=LO-HI all but so many trials; as in coins:paper,trials=6,drop=0.1. counts:FILE keeps of an NPZ file how often each outcome occurs and not in which order, for boards that would not fit the memory."`
	Naming  `group:"results"`
	Reading `group:"results"`
	Rubric  `group:"results"`

	ballots Ballots // that are asked for
	votes   bool    // a metric counts votes

	counts bool                              // only how often each outcome occurs is kept
	allows int64                             // bytes of memory
	found  func(path string, files []string) // is told what folders and globs stand for
}

// DefaultTrials is the number of trials of the paper's boards.
const DefaultTrials = 80

// Source is a board with what is known of its origin.
type Source struct {
	Name   string // for titles: the file's name, a benchmark's title, the coins' name
	Made   string // the name it was made by, such as stand-in:NAME; "" if it was read from a file
	Board  *results.Board
	Coins  *sim.Coins      // the coins behind the board, or nil
	Truth  *Gold           // the true ranking, or nil; that of mimics depends on the weights, and is there after Options
	Sorted *signals.Sorted // how signals became the board, nil for outcomes; with the weights of the board after Options
	Kept   *results.Kept   // what of the attempts in a file is on the board, or nil

	// Spent returns what the attempts of a model cost by its logs; nil if there are none.
	Spent func(model string) collect.Spending

	Missing sim.Missing // which attempts of a board that was made were left out
	Note    string      // what a reader of its figures must be told, or ""

	mimics *sim.Mimics // those behind the signals, or nil
}

// Facts are what a figure of the board is made of, in a sentence.
func (s *Source) Facts() string {
	shape := s.Board.Shape()
	return facts(tables.SizeBetween(shape.Models, shape.Questions, shape.Trials, shape.Most), s.Note)
}

// Facts are what a figure of the signals is made of, in a sentence.
func (s *Signals) Facts() string {
	note := strings.TrimSpace(s.thresholdsNote() + " " + s.Note)
	return facts(tables.Size(len(s.Attempts.Models), len(s.Attempts.Questions), s.Attempts.Trials), note)
}

// thresholdsNote names the file that the thresholds are from, "" if there is none.
func (s *Signals) thresholdsNote() string {
	if s.ThresholdsFrom == "" {
		return ""
	}
	return fmt.Sprintf("Thresholds: percentiles of the attempts in %s.", baseName(s.ThresholdsFrom))
}

// Origin returns where what is reported of the board comes from.
func (s *Source) Origin(env *cli.Env, w metrics.Weights) report.Origin {
	origin := report.NewOrigin(s.Made, env.Seed, w)
	origin.Schema, origin.Missing = report.Schema(s.Sorted), report.Missing(s.Kept)
	return origin
}

// FileName is a figure's name for --out, with that of the schema behind it, if
// there is one: figures of several schemata may share a folder.
func (s *Source) FileName(figure string) string {
	if s.Sorted == nil {
		return figure
	}
	return report.SafeName(figure + "-" + rubric.Slug(s.Sorted.Schema.Name()))
}

func facts(size, note string) string { return strings.TrimSpace(size + ". " + note) }

// Open reads the results, or makes the board that a built-in name stands for.
func (in Board) Open(env *cli.Env) (*Source, error) {
	in = in.counting()
	source, err := await(env, in, func(in Board) (*Source, error) { return in.open(env.Seed) })
	if err != nil {
		return nil, err
	}
	if in.kind().builtIn() {
		source.Made = in.Results()
		if err := source.thin(env.Seed); err != nil {
			return nil, err
		}
		if err := in.keepMade(source); err != nil {
			return nil, err
		}
	}
	source.sayRepeats(env)
	return source, nil
}

// Show opens the results, and shows what find finds of them: draw adds files to the folder of
// --out, by names that fileName makes of theirs, and the report is printed.
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

// counting takes counts: off the name of a file.
func (in Board) counting() Board {
	if len(in.Paths) == 1 {
		if path, ok := strings.CutPrefix(in.Paths[0], "counts:"); ok {
			in.counts, in.Paths = true, []string{path}
		}
	}
	return in
}

// await reads results with the memory that the command allows.
func await[T any](env *cli.Env, in Board, read func(Board) (T, error)) (T, error) {
	in.allows, in.found = env.AllowedMemory(), env.Found
	in.votes = in.votes || namesVotes(env.FlagText("metrics")+","+env.FlagText("metric"))
	v, err := cli.Await(env.Context, func() (T, error) { return read(in) })
	return v, tooLarge(env, in.Results(), err)
}

// tooLarge is the error of reading results, in the words of --max-memory where they
// are too large.
func tooLarge(env *cli.Env, name string, err error) error {
	large, ok := errors.AsType[*results.TooLarge](err)
	if !ok {
		return err
	}
	refused := env.Needs(float64(large.Needs), quoted.Path(name))
	if large.Counted > 0 && refused != nil {
		return fmt.Errorf("%w; counts:FILE, which forgets the order of trials, needs %s",
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

// readOutcomes reads a board of outcomes from a file.
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
		return nil, fmt.Errorf("%w; there is stand-in:%s", err, strings.ToLower(in.Results()))
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

// errCountsOneFile refuses counts: where the results are not one NPZ file.
var errCountsOneFile = cli.Usagef("counts: counts the outcomes of one NPZ file as it is read; a CSV file may hold counts " +
	"itself, in the columns correct and trials")

// errHoldsSignals refuses signals without a schema.
func errHoldsSignals(name string) error {
	return cli.Usagef("%s holds signals: say how to sort them into categories with --schema NAME "+
		"(settle schemata lists the names)", quoted.Path(name))
}

// check refuses flags that mean nothing for the results.
func (in Board) check() error {
	kind := in.kind()
	switch {
	case len(in.Paths) > 1 && slices.ContainsFunc(in.Paths, func(p string) bool { return kindOf(p).builtIn() }):
		return cli.Usagef("results that are built in stand alone: leave out what is beside them")
	case kind.builtIn() && in.Task != "":
		return cli.Usagef("%s holds no tasks for --task to choose from", quoted.Path(in.Results()))
	}
	return in.refuseReading()
}

// errReadOnce refuses a flag that would read the standard input again.
func errReadOnce(flag string) error {
	return cli.Usagef("%s: standard input can be read only once: give it a file", flag)
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
		Truth: &Gold{Levels: coins.Gold(), Name: "true means"}, Note: "Simulated: one board of coins.",
	}, nil
}

// fileTitle is the file's name without its folder, and the task asked for.
func (in Board) fileTitle() string {
	title := title(in.Paths)
	if in.Task != "" {
		title += ", " + in.Task
	}
	return title
}

// baseName is the name of a file without its folder.
func baseName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return filepath.Base(path)
}

// OpenCoins returns the coins of a name, with or without "coins:" before it: a
// built-in one or else the path of a file.
func OpenCoins(name string, seed uint64) (*sim.Coins, error) {
	var others []string
	answers, given := 0, false
	for part := range strings.SplitSeq(strings.TrimPrefix(name, "coins:"), ",") {
		if wrong, ok := strings.CutPrefix(part, "answers="); ok {
			answers, _ = whole(wrong, 1) // or 0, which is refused
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
		return nil, cli.Usagef("there are no coins %s, and no such file: "+
			"say coins:paper, coins:paper-quantile, coins:20x30 (models × questions) or coins:FILE", quoted.Text(name))
	} else if err != nil {
		return nil, err
	}
	defer file.Close()
	return sim.ReadCoins(file, name)
}
