package input

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/metrics"
	"settle/metrics/external"
	_ "settle/metrics/rankers" // for their names
	_ "settle/metrics/votes"   // likewise
	"settle/results"
)

// Scoring is the flags of the commands that score boards.
type Scoring struct {
	Metrics string `placeholder:"LIST" predictor:"metrics" group:"scoring" help:"Metrics, separated by commas: ${metrics}. exec:COMMAND, or exec:NAME=COMMAND, is scored by a program of yours. \"paper\" is the thirteen of Fig. 2."`
	Prior   string `placeholder:"RESULTS[,weight=A]" predictor:"results" group:"scoring" help:"Results that bayes starts from, of the same models and questions; with --schema signals, sorted by the same thresholds. Each of their outcomes counts as A, in (0, 1], by default 1: trials of an older model are not trials of this one."`

	priorWeight string // A, "" by default; taken off Prior by cutPrior
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
	s = s.cutPrior()
	o.Exec, o.Seed = Exec(env), env.Seed
	if o.Weights, err = s.value(env, in, source); err != nil {
		return o, err
	}
	if o.PriorShare, err = s.priorShare(); err != nil {
		return o, err
	}
	if s.Prior != "" {
		in.allows, in.found = env.AllowedMemory(), env.Found
		o.Prior, err = cli.Await(env.Context, func() (*results.Tally, error) { return s.readPrior(in, source) })
		if err == nil && source.Sorted == nil && source.scores() == nil {
			_, err = in.weights(s.Prior, o.Prior.Top)
		}
	}
	if err != nil {
		return o, err
	}
	source.Note = strings.TrimSpace(s.describe(in, source, o) + " " + source.Note)
	return o, nil
}

// cutPrior returns the flags with the weight taken off the name of the prior.
func (s Scoring) cutPrior() Scoring {
	s.Prior, s.priorWeight = cutOption(s.Prior, "weight")
	return s
}

// PriorResults returns the name of the prior without its weight.
func (s Scoring) PriorResults() string { return s.cutPrior().Prior }

// priorShare returns how many outcomes each of the prior counts as, nil by default.
func (s Scoring) priorShare() (*big.Rat, error) {
	switch {
	case s.priorWeight == "":
		return nil, nil
	case s.Prior == "":
		return nil, cli.Usagef("--prior weight=%s names no results: say --prior RESULTS,weight=%[1]s", s.priorWeight)
	}
	share, err := metrics.ParsePriorShare(s.priorWeight)
	if err != nil {
		return nil, cli.Usagef("--prior: %w", err)
	}
	return share, nil
}

// value returns the weights of the board's categories. With them the true
// ranking of mimics is known.
func (s Scoring) value(env *cli.Env, in Board, source *Source) (w metrics.Weights, err error) {
	switch {
	case source.Sorted != nil:
	case source.scores() == nil:
		return in.weights(in.fileTitle(), source.Board.Top())
	case in.Weights != "" && in.Weights != asValues:
		return w, cli.Usagef("--weights says what categories are worth, and the outcomes of %s are scores: leave it out", in.fileTitle())
	default:
		if w, err = scoreWeights(source.scores()); err != nil {
			err = fmt.Errorf("%s: %w", in.fileTitle(), err)
		}
		return w, err
	}
	if w, err = value(source.Sorted, in.Weights); err != nil || source.mimics == nil {
		return w, err
	}
	source.Truth, err = cli.Await(env.Context, func() (*Gold, error) { return truth(source.mimics, source.Sorted), nil })
	return w, err
}

// describe says how a board was scored, where the flags say so, as sentences.
func (s Scoring) describe(in Board, source *Source, o metrics.Options) string {
	var said []string
	if source.Sorted != nil {
		said = append(said, sorting(source.Sorted))
	}
	if in.Weights != "" && source.Sorted == nil && source.scores() == nil {
		said = append(said, fmt.Sprintf("Weights: %s.", in.Weights))
		if first, last := source.Board.Top()+1, o.Weights.Len()-1; first <= last {
			said = append(said, unmet(first, last))
		}
	}
	if o.Prior != nil {
		said = append(said, s.priorNote(o.Prior.Trials, o.Prior.MostTrials()))
	}
	return strings.Join(said, " ")
}

// scores returns what the categories stand for where outcomes are scores, else nil.
func (s *Source) scores() []float64 {
	if s.Kept == nil {
		return nil
	}
	return s.Kept.Scores
}

// unmet says that there are weights for categories that no outcome is of.
func unmet(first, last int) string {
	if first == last {
		return fmt.Sprintf("No outcome of the board is of category %d, which has a weight: it counts as possible.", first)
	}
	return fmt.Sprintf("No outcome of the board is of categories %d to %d, which have weights: they count as possible.",
		first, last)
}

// weights returns the weights of a board with categories up to top.
func (in Board) weights(name string, top int) (metrics.Weights, error) {
	if in.Weights == "" && top > 1 {
		return metrics.Weights{}, cli.Usagef("%s: outcomes reach category %d: "+
			"say what each is worth with --weights %s, or let settle import --correct-from C make them right and wrong",
			name, top, evenWeights(top))
	}
	if in.Weights == "" {
		return metrics.Binary, nil
	}
	w, err := metrics.ParseWeights(in.Weights)
	if err != nil {
		return w, cli.Usagef("--weights: %w", err)
	}
	if top >= w.Len() {
		return w, cli.Usagef("--weights has %d, but the outcomes of %s reach category %d: "+
			"give one for each of 0..%d", w.Len(), name, top, top)
	}
	return w, nil
}

// evenWeights are the weights 0, 1, …, top, as an example.
func evenWeights(top int) string {
	if top > 5 {
		return fmt.Sprintf("0,1,…,%d", top)
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint([]int{0, 1, 2, 3, 4, 5}[:top+1]), " ", ","), "[]")
}

// ForBoard returns the metrics asked for, or else the defaults, and their options for a
// board. It refuses priors that none of them takes.
func (s Scoring) ForBoard(
	env *cli.Env, in Board, source *Source, defaults string,
) ([]metrics.Metric, metrics.Options, error) {
	options, err := s.Options(env, in, source)
	if err != nil {
		return nil, options, err
	}
	shape := source.Board.Shape()
	shape.Trials = source.Board.MostTrials() // a metric leaves out the questions that have too few
	ms, err := s.Parse(options, shape, defaults)
	if err != nil {
		return nil, options, err
	}
	takesPrior := func(m metrics.Metric) bool {
		_, _, ok := metrics.PriorTrials(m)
		return ok
	}
	if s.Prior != "" && !slices.ContainsFunc(ms, takesPrior) {
		return nil, options, cli.Usagef("--prior is the prior of bayes, which --metrics does not name")
	}
	source.noteAnswers(ms)
	return ms, options, nil
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
		return nil, cli.Usagef("%w: settle import --correct-from C makes them right and wrong", unable)
	}
	return nil, cli.Usagef("%w", unable)
}

// TakesUnmet reports whether a metric asked for goes by questions that some models never
// met: it ranks all models together, or foresees what they would do.
func (s Scoring) TakesUnmet() bool {
	for name := range strings.SplitSeq(s.Metrics, ",") {
		if t := metrics.TraitsNamed(name); t.Ranks || t.Foresees {
			return true
		}
	}
	return false
}
