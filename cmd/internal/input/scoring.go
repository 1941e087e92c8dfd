package input

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/lists"
	"settle/metrics"
	"settle/metrics/external"
	_ "settle/metrics/rankers" // registers the names of ranking methods
	_ "settle/metrics/votes"   // registers the names of metrics that count votes
	"settle/results"
)

// Scoring holds the flags of commands that score the models of boards.
type Scoring struct {
	Metrics string `placeholder:"LIST" predictor:"metrics" group:"scoring" help:"Metrics, separated by commas: ${metrics}. exec:COMMAND or exec:NAME=COMMAND runs your own program. \"paper\" stands for the thirteen metrics of the paper's Fig. 2."`
	Prior   string `placeholder:"RESULTS[,weight=A]" predictor:"results" group:"scoring" help:"Earlier results of the same models and questions, used as a prior for bayes. With --schema: earlier signals, sorted with the same thresholds. Each outcome of these results counts as A trials, 0 < A ≤ 1 (default 1); use less for trials of an older version of a model."`

	priorWeight string // the value A in Prior, "" by default; set by cutPrior
}

// Exec returns a function that creates metrics from the commands of external programs. When the
// command ends, it stops the programs.
func Exec(env *cli.Env) func(command string) (metrics.Metric, error) {
	host := external.NewHost(env.Context)
	env.AtEnd(host.Close)
	return host.Metric
}

// Options returns the options of metrics for a board. It adds a note about the flags to the
// source.
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

// cutPrior returns a copy of s. In the copy, the option weight is removed from the field Prior, and
// its value is stored in priorWeight.
func (s Scoring) cutPrior() Scoring {
	s.Prior, s.priorWeight = cutOption(s.Prior, "weight")
	return s
}

// PriorResults returns the name of the prior without its weight.
func (s Scoring) PriorResults() string { return s.cutPrior().Prior }

// priorShare returns how many trials each outcome of the prior is worth. It returns nil
// for the default.
func (s Scoring) priorShare() (*big.Rat, error) {
	switch {
	case s.priorWeight == "":
		return nil, nil
	case s.Prior == "":
		return nil, cli.Usagef("--prior weight=%s names no results; use --prior RESULTS,weight=%[1]s", s.priorWeight)
	}
	share, err := metrics.ParsePriorShare(s.priorWeight)
	if err != nil {
		return nil, cli.Usagef("--prior: %w", err)
	}
	return share, nil
}

// value returns the weights of the board's categories. If the board comes from mimics (simulated
// models), it also sets the true ranking of the source, which depends on these weights.
func (s Scoring) value(env *cli.Env, in Board, source *Source) (w metrics.Weights, err error) {
	switch {
	case source.Sorted != nil:
	case source.scores() == nil:
		return in.weights(in.fileTitle(), source.Board.Top())
	case in.Weights != "" && in.Weights != asValues:
		return w, cli.Usagef("--weights requires categories, but the outcomes of %s are scores; remove --weights", in.fileTitle())
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

// describe returns sentences about the schema, the weights and the prior, as far as they are set.
func (s Scoring) describe(in Board, source *Source, o metrics.Options) string {
	var said []string
	if source.Sorted != nil {
		said = append(said, describeSchema(source.Sorted))
	}
	if in.Weights != "" && source.Sorted == nil && source.scores() == nil {
		said = append(said, fmt.Sprintf("Weights: %s.", in.Weights))
		if first, last := source.Board.Top()+1, o.Weights.Len()-1; first <= last {
			said = append(said, unmetNote(first, last))
		}
	}
	if o.Prior != nil {
		said = append(said, s.priorNote(o.Prior.Trials, o.Prior.MostTrials()))
	}
	return strings.Join(said, " ")
}

// scores returns the score that each category stands for, or nil if the outcomes on the board are
// not scores.
func (s *Source) scores() []float64 {
	if s.Kept == nil {
		return nil
	}
	return s.Kept.Scores
}

// unmetNote returns a sentence about the categories from first to last. They have weights, but do
// not occur on the board.
func unmetNote(first, last int) string {
	if first == last {
		return fmt.Sprintf("Category %d has a weight but does not occur on the board; it counts as possible.", first)
	}
	return fmt.Sprintf("Categories %d to %d have weights but do not occur on the board; they count as possible.",
		first, last)
}

// weights returns the weights of the categories from 0 to the highest category, top. The name is
// that of the results, for error messages.
func (in Board) weights(name string, top int) (metrics.Weights, error) {
	if in.Weights == "" && top > 1 {
		return metrics.Weights{}, cli.Usagef("%s: outcomes have categories up to %d and need weights; "+
			"use --weights %s, or convert them to right and wrong with settle import --correct-from C",
			name, top, in.evenWeights(top))
	}
	if in.Weights == "" {
		return metrics.Binary, nil
	}
	w, err := metrics.ParseWeights(in.Weights)
	if err != nil {
		return w, cli.Usagef("--weights: %w", err)
	}
	if top >= w.Len() {
		return w, cli.Usagef("--weights has %d values, but outcomes of %s have categories up to %d; "+
			"give one value for each category from 0 to %d", w.Len(), name, top, top)
	}
	return w, nil
}

// evenWeights returns weights 0, 1, …, top for --weights, as an example for a message. If there are
// more than ten, it returns a shorter text with the same meaning, if the results allow it.
func (in Board) evenWeights(top int) string {
	if top > 9 && !in.cutCounts().counts {
		return asValues
	}
	return strings.Join(lists.Each(lists.Indices(top+1), strconv.Itoa), ",")
}

// ForBoard returns the metrics that --metrics names, and their options. Without the flag, it
// returns the default metrics that can score the board. It fails if a prior is given but no metric
// uses it.
func (s Scoring) ForBoard(
	env *cli.Env, in Board, source *Source, defaults string,
) ([]metrics.Metric, metrics.Options, error) {
	options, err := s.Options(env, in, source)
	if err != nil {
		return nil, options, err
	}
	shape := source.Board.Shape()
	shape.Trials = source.Board.MostTrials() // metrics skip questions with too few trials
	ms, err := s.Parse(options, shape, defaults)
	if err != nil {
		return nil, options, err
	}
	takesPrior := func(m metrics.Metric) bool {
		_, _, ok := metrics.PriorTrials(m)
		return ok
	}
	if s.Prior != "" && !slices.ContainsFunc(ms, takesPrior) {
		return nil, options, cli.Usagef("--prior requires the metric bayes; add it to --metrics")
	}
	source.noteAnswers(ms)
	return ms, options, nil
}

// Parse returns the metrics that --metrics names. Without the flag, it returns the default metrics
// that can score the board.
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
	var unable error  // the error of the first metric that cannot score the board
	var asBinary bool // whether the first such metric could score binary outcomes
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
		return nil, cli.Usagef("%w; convert outcomes to right and wrong with settle import --correct-from C", unable)
	}
	return nil, cli.Usagef("%w", unable)
}

// TakesUnmet reports whether a metric in --metrics can use questions that some models never tried.
// Such a metric either ranks all models together, or predicts the missing scores on these
// questions.
func (s Scoring) TakesUnmet() bool {
	for name := range strings.SplitSeq(s.Metrics, ",") {
		if t := metrics.TraitsNamed(name); t.Ranks || t.Foresees {
			return true
		}
	}
	return false
}
