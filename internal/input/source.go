// Package input is what the commands that work on a board read: the board
// itself, the metrics to score it by, and the gold to compare with.
//
// It believes that a user names things as the README does (a file,
// stand-in:NAME, coins:NAME, mimics:NAME; metrics and schemata by their names)
// and must be told in one line what is wrong with a name or a file. It leaves
// the flags that every command has, and how errors are printed, to package cli.
package input

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"settle/internal/cli"
	"settle/metrics"
	"settle/metrics/external"
	"settle/results"
	"settle/rubric"
	"settle/signals"
	"settle/sim"
	"settle/tables"
)

// Board is the argument and the flags of the commands that work on one
// board.
type Board struct {
	cli.Input
	Results     string `arg:"" help:"Results to read: a file (NPZ, CSV or JSONL, also gzipped; - for standard input), stand-in:NAME or coins:NAME; with --schema signals: a file (CSV or JSONL) or mimics:NAME."`
	CorrectFrom *int   `placeholder:"C" help:"Count the categories from C upwards as correct and the others as wrong."`
	Trials      *int   `placeholder:"N" help:"Trials of the board drawn for coins:NAME or mimics:NAME (default 80)."`
	Rubric
}

// defaultTrials is the number of trials of the paper's boards.
const defaultTrials = 80

// Source is a board with what is known of its origin.
type Source struct {
	Name   string // for titles: the file's name, a benchmark's title, the coins' name
	Made   string // the name it was made by, such as stand-in:NAME; "" if it was read from a file
	Board  *results.Board
	Coins  *sim.Coins      // the coins behind the board, or nil
	Truth  *Gold           // the true ranking, or nil; that of mimics depends on the weights, and is there after Options
	Sorted *signals.Sorted // how signals became the board, nil for outcomes; with the weights of the board after Options
	Note   string          // what a reader of its figures must be told, or ""

	mimics *sim.Mimics // those behind the signals, or nil
}

// Facts are what a figure of the board is made of, in a sentence.
func (s *Source) Facts() string {
	shape := s.Board.Shape()
	return facts(shape.Models, shape.Questions, shape.Trials, s.Note)
}

// Facts are what a figure of the signals is made of, in a sentence.
func (s *Signals) Facts() string {
	note := s.Note
	if s.ThresholdsFrom != "" {
		note = strings.TrimSpace(fmt.Sprintf("Thresholds: percentiles of the attempts in %s. ", filepath.Base(s.ThresholdsFrom)) + note)
	}
	return facts(len(s.Attempts.Models), len(s.Attempts.Questions), s.Attempts.Trials, note)
}

func facts(models, questions, trials int, note string) string {
	return strings.TrimSpace(tables.Size(models, questions, trials) + ". " + note)
}

// Open reads the results, or makes the board that a built-in name stands for.
func (in Board) Open(env *cli.Env) (*Source, error) {
	source, err := cli.Await(env.Context, func() (*Source, error) { return in.open(env.Seed) })
	if err != nil {
		return nil, err
	}
	if in.kind() != "" {
		source.Made = in.Results
	}
	if in.CorrectFrom == nil {
		return source, nil
	}
	source.Board, err = source.Board.Binarize(*in.CorrectFrom)
	if err != nil {
		return nil, cli.Usagef("--correct-from: %w", err)
	}
	return source, nil
}

func (in Board) open(seed uint64) (*Source, error) {
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
	switch kind := in.kind(); {
	case kind == "stand-in":
		return openStandIn(strings.TrimPrefix(in.Results, "stand-in:"))
	case kind == "coins":
		return in.openCoins(seed)
	case kind == "mimics":
		return nil, unsorted(in.Results)
	}
	board, err := results.Read(in.Results, results.ReadOptions{Task: in.Task})
	switch {
	case errors.Is(err, fs.ErrNotExist) && slices.Contains(sim.StandIns(), in.Results):
		return nil, fmt.Errorf("%w; there is stand-in:%s", err, in.Results)
	case err != nil && in.holds(signalColumns()...) && !in.holds("outcome"):
		return nil, unsorted(in.Results)
	}
	return &Source{Name: in.fileTitle(), Board: board}, err
}

// unsorted refuses signals without a schema.
func unsorted(name string) error {
	return cli.Usagef("%s holds signals: say how to sort them into categories with --schema NAME (rank --schemata lists the names)", name)
}

// kind is what stands before the colon of a built-in name, "" for a file.
func (in Board) kind() string {
	kind, _, found := strings.Cut(in.Results, ":")
	if found && slices.Contains([]string{"stand-in", "coins", "mimics"}, kind) {
		return kind
	}
	return ""
}

// check refuses flags that mean nothing for the results.
func (in Board) check() error {
	kind := in.kind()
	switch {
	case kind != "" && in.Task != "":
		return cli.Usagef("%s holds no tasks for --task to choose from", in.Results)
	case kind != "coins" && kind != "mimics" && in.Trials != nil:
		return cli.Usagef("--trials is for coins:NAME and mimics:NAME: %s has trials of its own", in.Results)
	}
	return nil
}

// trials is the number of trials of a board that is drawn.
func (in Board) trials() int {
	if in.Trials == nil {
		return defaultTrials
	}
	return *in.Trials
}

func openStandIn(name string) (*Source, error) {
	board, err := sim.StandIn(name)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return &Source{Name: board.Task, Board: board, Note: "Stand-in: constructed to match the paper's published statistics, not measured."}, nil
}

func (in Board) openCoins(seed uint64) (*Source, error) {
	coins, err := OpenCoins(in.Results, seed)
	if err != nil {
		return nil, err
	}
	board, err := coins.Board(in.trials(), seed, 0)
	if err != nil {
		return nil, cli.Usagef("%s with --trials %d: %w", in.Results, in.trials(), err)
	}
	truth := &Gold{Levels: coins.Gold(), Name: "true means"}
	return &Source{Name: in.Results, Board: board, Coins: coins, Truth: truth, Note: "Simulated: one board of coins."}, nil
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

// OpenCoins returns the coins of a name, with or without "coins:" before it: a
// built-in one or else the path of a file.
func OpenCoins(name string, seed uint64) (*sim.Coins, error) {
	name = strings.TrimPrefix(name, "coins:")
	coins, ok, err := sim.Named(name, seed)
	switch {
	case err != nil:
		return nil, cli.Usagef("coins:%s: %w", name, err)
	case ok:
		return coins, nil
	}
	file, err := open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cli.Usagef("there are no coins %q, and no such file: say coins:paper, coins:paper-quantile, coins:20x30 (models × questions) or coins:FILE", name)
	} else if err != nil {
		return nil, err
	}
	defer file.Close()
	return sim.ReadCoins(file, name)
}

// open opens a file. The errors of package os name the system call first and
// the path after it; messages begin with the path.
func open(path string) (*os.File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, cli.Reason(err))
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close()
		return nil, fmt.Errorf("%s: is a directory", path)
	}
	return file, nil
}

// Scoring is the flags of the commands that score boards.
type Scoring struct {
	Metrics string `placeholder:"LIST" help:"Metrics, separated by commas: ${metrics}. exec:COMMAND is scored by a program of yours. \"paper\" is the thirteen of Fig. 2."`
	Weights string `placeholder:"LIST" help:"What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed for graded outcomes. Default with --schema: the schema's."`
	Prior   string `placeholder:"FILE" help:"Results that bayes starts from, of the same models and questions; with --schema signals, sorted by the same thresholds."`
}

// BetaPrior is the flags of the commands that show posteriors of the pass
// metrics.
type BetaPrior struct {
	Alpha0 float64 `name:"alpha0" default:"1" placeholder:"A" help:"With --beta0, the Beta prior of each question's chance of a correct trial, for the intervals of pass@K and the like."`
	Beta0  float64 `name:"beta0" default:"1" placeholder:"B" help:"See --alpha0."`
}

// Apply sets the prior, and notes with the source if it is not uniform.
func (p BetaPrior) Apply(o *metrics.Options, source *Source) error {
	if err := metrics.CheckBetaPrior(p.Alpha0, p.Beta0); err != nil {
		return cli.Usagef("--%w", err)
	}
	o.Alpha0, o.Beta0 = p.Alpha0, p.Beta0
	if p.Alpha0 != 1 || p.Beta0 != 1 {
		source.Note = strings.TrimSpace(fmt.Sprintf("Prior of the pass metrics: Beta(%v, %v). ", p.Alpha0, p.Beta0) + source.Note)
	}
	return nil
}

// Exec makes the metrics that programs compute. The programs end with the
// command.
func Exec(env *cli.Env) func(command string) (metrics.Metric, error) {
	host := external.NewHost(env.Context)
	env.AtEnd(host.Close)
	return host.Metric
}

// Options returns what metrics need for a board, and notes with the source what
// the flags say of it.
func (s Scoring) Options(env *cli.Env, in Board, source *Source) (o metrics.Options, err error) {
	o.Exec = Exec(env)
	if o.Weights, err = s.value(env, in, source); err != nil {
		return o, err
	}
	source.Note = strings.TrimSpace(s.describe(in, source) + " " + source.Note)
	if s.Prior == "" {
		return o, nil
	}
	o.Prior, err = cli.Await(env.Context, func() (*results.Tally, error) { return s.readPrior(in, source) })
	if err == nil && source.Sorted == nil {
		_, err = s.weights(s.Prior, o.Prior.Top)
	}
	return o, err
}

// value returns the weights of the board's categories. With them the true
// ranking of mimics is known.
func (s Scoring) value(env *cli.Env, in Board, source *Source) (w metrics.Weights, err error) {
	if source.Sorted == nil {
		return s.weights(in.fileTitle(), source.Board.Top())
	}
	if w, err = value(source.Sorted, s.Weights, in.CorrectFrom); err != nil || source.mimics == nil {
		return w, err
	}
	source.Truth, err = cli.Await(env.Context, func() (*Gold, error) { return truth(source.mimics, source.Sorted), nil })
	return w, err
}

// describe says how a board was scored, where the flags say so, as sentences.
func (s Scoring) describe(in Board, source *Source) string {
	var said []string
	if source.Sorted != nil {
		said = append(said, sorting(source.Sorted))
	}
	if in.CorrectFrom != nil {
		said = append(said, fmt.Sprintf("Categories from %d upwards count as correct.", *in.CorrectFrom))
	}
	if s.Weights != "" && source.Sorted == nil {
		said = append(said, fmt.Sprintf("Weights: %s.", s.Weights))
	}
	if s.Prior != "" {
		said = append(said, s.priorNote())
	}
	return strings.Join(said, " ")
}

// priorNote names the prior, in a sentence.
func (s Scoring) priorNote() string {
	return fmt.Sprintf("Prior of bayes: %s.", filepath.Base(s.Prior))
}

// weights returns the weights of a board with categories up to top.
func (s Scoring) weights(name string, top int) (metrics.Weights, error) {
	if s.Weights == "" && top > 1 {
		return metrics.Weights{}, cli.Usagef("%s: outcomes reach category %d: say what each is worth with --weights %s, or which are correct with --correct-from",
			name, top, evenWeights(top))
	}
	if s.Weights == "" {
		return metrics.Binary, nil
	}
	w, err := metrics.ParseWeights(s.Weights)
	if err != nil {
		return w, cli.Usagef("--weights: %w", err)
	}
	if top >= w.Len() {
		return w, cli.Usagef("--weights has %d, but the outcomes of %s reach category %d: give one for each of 0..%d", w.Len(), name, top, top)
	}
	return w, nil
}

// readPrior reads the prior as the board was read.
func (s Scoring) readPrior(in Board, source *Source) (*results.Tally, error) {
	prior, err := s.priorBoard(in, source.Sorted)
	if err != nil {
		return nil, fmt.Errorf("--prior: %w", err)
	}
	tally, err := alignedTally(prior, source.Board, in.CorrectFrom)
	if err != nil {
		return nil, fmt.Errorf("--prior: %s: %w", s.Prior, err)
	}
	return tally, nil
}

// priorBoard reads outcomes, or sorts signals by the schema and the thresholds
// of the board.
func (s Scoring) priorBoard(in Board, sorted *signals.Sorted) (*results.Board, error) {
	if sorted == nil {
		return results.Read(s.Prior, results.ReadOptions{Task: in.Task})
	}
	attempts, err := in.readSignals(s.Prior, []*rubric.Schema{sorted.Schema}, sorted.Schema.Needs())
	if err != nil {
		return nil, err
	}
	return attempts.Board(sorted.Schema, &sorted.Thresholds)
}

// PriorSignals reads the signals of the prior that schemata need, with the
// models and questions of the board, in its order, and notes it with the board.
// It returns nil if there is no prior.
func (s Scoring) PriorSignals(env *cli.Env, in Board, schemata []*rubric.Schema, board *Signals) (*signals.Attempts, error) {
	if s.Prior == "" {
		return nil, nil
	}
	prior, err := cli.Await(env.Context, func() (*signals.Attempts, error) { return in.readSignals(s.Prior, schemata, needs(schemata)) })
	if err != nil {
		return nil, fmt.Errorf("--prior: %w", err)
	}
	aligned, err := alignedAttempts(prior, board.Attempts)
	if err != nil {
		return nil, fmt.Errorf("--prior: %s: %w", s.Prior, err)
	}
	board.Note = strings.TrimSpace(s.priorNote() + " " + board.Note)
	return aligned, nil
}

// evenWeights are the weights 0, 1, …, top, as an example.
func evenWeights(top int) string {
	if top > 5 {
		return fmt.Sprintf("0,1,…,%d", top)
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint([]int{0, 1, 2, 3, 4, 5}[:top+1]), " ", ","), "[]")
}

// alignedAttempts are the attempts of a prior with the models and questions of
// a board, in its order.
func alignedAttempts(prior, board *signals.Attempts) (*signals.Attempts, error) {
	models, questions, err := places(prior.Models, prior.Questions, board.Models, board.Questions)
	if err != nil {
		return nil, err
	}
	aligned := &signals.Attempts{Task: prior.Task, Models: board.Models, Questions: board.Questions, Trials: prior.Trials}
	for _, model := range models {
		for _, question := range questions {
			first := (model*len(prior.Questions) + question) * prior.Trials
			aligned.Cells = append(aligned.Cells, prior.Cells[first:first+prior.Trials]...)
		}
	}
	return aligned, nil
}

// alignedTally is the tally of a prior with the models and questions of a
// board, in its order. If correctFrom is given, the categories from it upwards
// count as 1 and the others as 0; the prior need not have any of them.
func alignedTally(prior, b *results.Board, correctFrom *int) (*results.Tally, error) {
	models, questions, err := places(prior.Models, prior.Questions, b.Models, b.Questions)
	if err != nil {
		return nil, err
	}
	top, category := prior.Top(), func(outcome uint8) int { return int(outcome) }
	if correctFrom != nil {
		top, category = 1, func(outcome uint8) int {
			if int(outcome) >= *correctFrom {
				return 1
			}
			return 0
		}
	}
	t := results.NewTally(len(models), len(questions), top)
	t.Trials = prior.Trials()
	for m, from := range models {
		for q, at := range questions {
			for _, outcome := range prior.Row(from, at) {
				t.Add(m, q, category(outcome), 1)
			}
		}
	}
	return t, nil
}

// places finds the models and questions of a board among those of a prior.
func places(models, questions, wantedModels, wantedQuestions []string) (modelsAt, questionsAt []int, err error) {
	if modelsAt, err = positions("model", models, wantedModels); err != nil {
		return nil, nil, err
	}
	questionsAt, err = positions("question", questions, wantedQuestions)
	return modelsAt, questionsAt, err
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
	var unable error  // why the first metric cannot
	var asBinary bool // whether it could if the outcomes were binary
	for _, m := range ms {
		if err := m.Check(shape.Top, shape.Trials); err == nil {
			able = append(able, m)
		} else if unable == nil {
			unable, asBinary = err, m.Check(1, shape.Trials) == nil
		}
	}
	switch {
	case unable == nil, s.Metrics == "" && len(able) > 0:
		return able, nil
	case asBinary:
		return nil, cli.Usagef("%w: say which are correct with --correct-from", unable)
	}
	return nil, cli.Usagef("%w", unable)
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
	if errLo != nil || errHi != nil || !(lo <= hi) || math.IsInf(lo, 1) || math.IsInf(hi, -1) {
		return metrics.Bounds{}, cli.Usagef("--bounds is %q: say none, weights, or two numbers such as 0,1", s)
	}
	return metrics.Bounds{Lo: lo, Hi: hi}, nil
}
