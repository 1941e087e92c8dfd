// Package input is what the commands that work on a board read: the board
// itself, the metrics to score it by, and the gold to compare with.
//
// It believes that a user names things as the README does (a file,
// stand-in:NAME, coins:NAME; metrics by their grammar) and must be told in one
// line what is wrong with a name or a file. It leaves the flags that every
// command has, and how errors are printed, to package cli.
package input

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"settle/internal/cli"
	"settle/metrics"
	"settle/results"
	"settle/sim"
)

// Board is the argument and the flags of the commands that work on one
// board.
type Board struct {
	cli.Input
	Results     string `arg:"" help:"Results to read: a file (NPZ, CSV or JSONL, also gzipped; - for standard input), stand-in:NAME or coins:NAME."`
	CorrectFrom int    `placeholder:"C" help:"Count the categories from C upwards as correct and the others as wrong."`
	Trials      int    `placeholder:"N" default:"80" help:"Trials of the board drawn for coins:NAME."`
}

// Source is a board with what is known of its origin.
type Source struct {
	Name  string // for titles: the file's name, a benchmark's title, the coins' name
	Board *results.Board
	Coins *sim.Coins // the truth behind the board, or nil
	Note  string     // what a reader of its figures must be told, or ""
}

// Facts are what a figure of the board is made of, in a sentence.
func (s *Source) Facts() string {
	shape := s.Board.Shape()
	facts := fmt.Sprintf("%d models × %d questions × %d trials.", shape.Models, shape.Questions, shape.Trials)
	if s.Note != "" {
		facts += " " + s.Note
	}
	return facts
}

// Open reads the results, or makes the board that a built-in name stands for.
func (in Board) Open(env *cli.Env) (*Source, error) {
	source, err := in.open(env.Seed)
	if err != nil || in.CorrectFrom == 0 {
		return source, err
	}
	source.Board, err = source.Board.Binarize(in.CorrectFrom)
	if err != nil {
		return nil, cli.Usagef("--correct-from: %w", err)
	}
	return source, nil
}

func (in Board) open(seed uint64) (*Source, error) {
	kind, name, _ := strings.Cut(in.Results, ":")
	switch kind {
	case "stand-in", "coins":
		if in.Task != "" {
			return nil, cli.Usagef("%s holds no tasks for --task to choose from", in.Results)
		}
	default:
		board, err := results.Read(in.Results, results.ReadOptions{Task: in.Task})
		return &Source{Name: in.fileTitle(), Board: board}, err
	}
	if kind == "stand-in" {
		board, err := sim.StandIn(name)
		if err != nil {
			return nil, cli.Usagef("%w", err)
		}
		return &Source{Name: board.Task, Board: board, Note: "Stand-in: constructed to match the paper's published statistics, not measured."}, nil
	}
	coins, err := OpenCoins(name, seed)
	if err != nil {
		return nil, err
	}
	board, err := coins.Board(in.Trials, seed, 0)
	if err != nil {
		return nil, cli.Usagef("--trials: %w", err)
	}
	return &Source{Name: in.Results, Board: board, Coins: coins, Note: "Simulated: one board of coins."}, nil
}

// fileTitle is the file's name without its folder, and the task asked for.
func (in Board) fileTitle() string {
	title := filepath.Base(in.Results)
	if in.Results == "-" {
		title = "standard input"
	}
	if in.Task != "" {
		title += ", " + in.Task
	}
	return title
}

// OpenCoins returns the coins of a name, with or without "coins:" before it.
func OpenCoins(name string, seed uint64) (*sim.Coins, error) {
	coins, err := sim.Named(strings.TrimPrefix(name, "coins:"), seed)
	if os.IsNotExist(err) {
		return nil, fmt.Errorf("there are no coins %q: say coins:paper, coins:paper-quantile, coins:20x30 (models × questions) or coins:FILE", name)
	}
	return coins, err
}

// Scoring is the flags of the commands that score boards.
type Scoring struct {
	Metrics string `placeholder:"LIST" help:"Metrics, separated by commas: ${metrics}. \"paper\" is the thirteen of Fig. 2."`
	Weights string `placeholder:"LIST" help:"What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed for graded outcomes."`
	Prior   string `placeholder:"FILE" help:"Results that bayes starts from, of the same models and questions."`
}

// Options returns what metrics need for a board.
func (s Scoring) Options(in Board, b *results.Board) (metrics.Options, error) {
	var o metrics.Options
	var err error
	switch {
	case s.Weights != "":
		if o.Weights, err = metrics.ParseWeights(s.Weights); err != nil {
			return o, cli.Usagef("--weights: %w", err)
		}
	case b.Top() > 1:
		return o, cli.Usagef("outcomes reach category %d: say what each is worth with --weights %s, or which are correct with --correct-from",
			b.Top(), evenWeights(b.Top()))
	default:
		o.Weights = metrics.Binary
	}
	if s.Prior == "" {
		return o, nil
	}
	prior, err := results.Read(s.Prior, results.ReadOptions{Task: in.Task})
	if err != nil {
		return o, err
	}
	if in.CorrectFrom > 0 {
		if prior, err = prior.Binarize(min(in.CorrectFrom, prior.Top())); err != nil {
			return o, fmt.Errorf("%s: %w", s.Prior, err)
		}
	}
	if o.Prior, err = alignedTally(prior, b); err != nil {
		return o, fmt.Errorf("%s: %w", s.Prior, err)
	}
	return o, nil
}

// evenWeights are the weights 0, 1, …, top, as an example.
func evenWeights(top int) string {
	if top > 5 {
		return fmt.Sprintf("0,1,…,%d", top)
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint([]int{0, 1, 2, 3, 4, 5}[:top+1]), " ", ","), "[]")
}

// alignedTally is the tally of a prior with the models and questions of a
// board, in its order.
func alignedTally(prior, b *results.Board) (*results.Tally, error) {
	models, err := positions("model", prior.Models, b.Models)
	if err != nil {
		return nil, err
	}
	questions, err := positions("question", prior.Questions, b.Questions)
	if err != nil {
		return nil, err
	}
	t := results.NewTally(len(models), len(questions), prior.Top())
	t.Trials = prior.Trials()
	for m, from := range models {
		for q, at := range questions {
			for _, category := range prior.Row(from, at) {
				t.Add(m, q, int(category), 1)
			}
		}
	}
	return t, nil
}

// positions finds each wanted name among those that there are.
func positions(what string, there, wanted []string) ([]int, error) {
	index := make(map[string]int, len(there))
	for i, name := range there {
		index[name] = i
	}
	at := make([]int, len(wanted))
	for i, name := range wanted {
		position, ok := index[name]
		if !ok {
			return nil, fmt.Errorf("the %s %q of the board is missing", what, name)
		}
		at[i] = position
	}
	return at, nil
}

// Parse returns the metrics asked for, or where none are, those among the
// defaults that can score the board.
func (s Scoring) Parse(o metrics.Options, shape results.Shape, defaults string) ([]metrics.Metric, error) {
	list := s.Metrics
	if list == "" {
		list = defaults
	}
	ms, err := metrics.Parse(list, o)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	var able []metrics.Metric
	for _, m := range ms {
		switch err := m.Check(shape.Top, shape.Trials); {
		case err == nil:
			able = append(able, m)
		case s.Metrics != "":
			return nil, cli.Usagef("%w", err)
		}
	}
	if len(able) == 0 {
		return nil, cli.Usagef("none of the metrics %s can score this board of categories 0..%d and %d trials", list, shape.Top, shape.Trials)
	}
	return able, nil
}

// ParseBounds reads the ends that an interval may not pass: "none", "weights"
// for the range of the weights, or two numbers such as "0,1".
func ParseBounds(s string, w metrics.Weights) (metrics.Bounds, error) {
	switch s {
	case "none":
		return metrics.Unbounded, nil
	case "weights":
		lo, hi := w.Range()
		return metrics.Bounds{Lo: lo, Hi: hi}, nil
	}
	low, high, _ := strings.Cut(s, ",")
	lo, errLo := strconv.ParseFloat(low, 64)
	hi, errHi := strconv.ParseFloat(high, 64)
	if errLo != nil || errHi != nil || !(lo <= hi) {
		return metrics.Bounds{}, cli.Usagef("--bounds is %q: say none, weights, or two numbers such as 0,1", s)
	}
	return metrics.Bounds{Lo: lo, Hi: hi}, nil
}
