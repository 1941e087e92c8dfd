package input

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"settle/bootstrap"
	"settle/cmd/internal/cli"
	"settle/internal/lists"
	"settle/metrics"
	"settle/replicate"
	"settle/report"
	"settle/results"
)

// Resampling holds the flags of commands that resample a board and compare rankings with the gold
// ranking, which is the reference. It includes the flags of Board and Scoring.
type Resampling struct {
	Board
	Scoring
	Gold   string   `placeholder:"FILE|board|truth|own" predictor:"file" help:"Gold ranking to compare with. FILE: a CSV file with the columns model and score. board: bayes on the whole board. truth: the true means of coins or mimics. own: for coins, the order to which each metric converges. Default: truth if known, else board. In converge, models that tie in gold must also tie in the ranking; append ,ties=any (or use ties=any alone) to accept them in any order."`
	Scheme []string `default:"rows" enum:"${schemes},paired,with-replacement,without-replacement" placeholder:"WORDS" help:"Resampling scheme: one or more of these words, as in columns,paired. rows: resample each question separately. columns: resample whole trials. paired: use the same trials for every model. with-replacement is the default of bootstrap; without-replacement, the default of converge, uses every trial once in random order."`
	UpTo   *int     `range:"1.." placeholder:"N" help:"Trials per question in a replicate. Without replacement, at most the smallest number of trials on the board. Default: the number on the board; with replacement from an unequal board, the median."`
}

// ErrUnequalColumns is returned if a flag asks to resample whole trials, but models or questions of
// the board have different numbers of trials.
var ErrUnequalColumns = cli.Usagef("--scheme columns requires the same trials for all models and questions; use --scheme " +
	"rows, or --missing common to keep only the trials that all models have")

// Replicates holds the inputs for drawing replicates (resampled boards) and comparing their
// rankings with the gold ranking, which is the reference.
type Replicates struct {
	*Source
	Draws   replicate.Source
	From    *report.Drawn // the board if replicates have a different number of trials, else nil
	Metrics []metrics.Metric
	Gold    Gold // zero value if no ranking is compared with the gold ranking

	options metrics.Options
	scheme  bootstrap.Options
}

// Setting returns a description, for reports, of a run with the given number of replicates.
func (r *Replicates) Setting(env *cli.Env, replicates int) report.Setting {
	return report.Setting{
		Name: r.Name, Task: r.Board.Task, Shape: r.Draws.Shape(), From: r.From,
		Scheme: r.scheme.Scheme.String(), Replacement: r.scheme.Replacement,
		Replicates: replicates, Seed: env.Seed, Gold: r.Gold.Name, OwnGold: r.Gold.Own, Note: r.Note,
		Schema: report.Schema(r.Sorted), Missing: report.Missing(r.Kept),
	}
}

// Prepare reads the metrics, the gold ranking and all other inputs that the flags name, for a
// source that is already open. If the flags name no metrics, it uses the default metrics that can
// score the board.
func (f Resampling) Prepare(env *cli.Env, source *Source, replacement bool, defaults string) (*Replicates, error) {
	r, err := f.PrepareScores(env, source, replacement, defaults)
	if err != nil {
		return nil, err
	}
	if r.Gold, err = r.open(f.Gold); err != nil {
		return nil, err
	}
	if len(r.Board.Models) < 2 {
		return nil, fmt.Errorf("%s: comparing rankings requires at least two models, but the board has only one", f.Results())
	}
	return r, nil
}

// PrepareScores is like Prepare but does not open the gold ranking.
func (f Resampling) PrepareScores(
	env *cli.Env, source *Source, replacement bool, defaults string,
) (*Replicates, error) {
	o, err := f.scheme(replacement)
	if err != nil {
		return nil, err
	}
	if err := source.RefuseScheme(o.Scheme); err != nil {
		return nil, err
	}
	if source.Sorted != nil && thresholds(source.Sorted) != "" {
		source.Note = strings.TrimSpace("All replicates use the same thresholds. " + source.Note)
	}
	r := &Replicates{Source: source, scheme: o}
	left, err := source.LeaveUnmet()
	if err != nil {
		return nil, err
	}
	if r.options, err = f.Options(env, f.Board, source); err != nil {
		return nil, err
	}
	if r.Draws, err = f.draws(source.Board, o, env.Seed); err != nil {
		return nil, err
	}
	if r.Metrics, err = f.Parse(r.options, r.Draws.Shape(), defaults); err != nil {
		return nil, err
	}
	r.From = report.NewDrawn(source.Board, left, r.Draws.Shape().Trials)
	return r, nil
}

// scheme returns the resampling options for the words in --scheme. If no word says whether to draw
// with replacement, the argument decides.
func (f Resampling) scheme(replacement bool) (bootstrap.Options, error) {
	const with, without = "with-replacement", "without-replacement"
	for _, oneOf := range [][]string{bootstrap.Schemes(), {with, without}} {
		named := lists.Where(oneOf, func(word string) bool { return slices.Contains(f.Scheme, word) })
		if len(named) > 1 {
			return bootstrap.Options{}, cli.Usagef("--scheme: %s and %s cannot be used together; remove one", named[0], named[1])
		}
	}
	o := bootstrap.Options{
		Paired:      slices.Contains(f.Scheme, "paired"),
		Replacement: slices.Contains(f.Scheme, with) || replacement && !slices.Contains(f.Scheme, without),
	}
	for _, word := range f.Scheme {
		if scheme, err := bootstrap.ParseScheme(word); err == nil {
			o.Scheme = scheme
		}
	}
	return o, nil
}

func (f Resampling) draws(b *results.Board, o bootstrap.Options, seed uint64) (replicate.Source, error) {
	o.Trials = cli.ValueOr(f.UpTo, 0)
	source, err := bootstrap.New(b, o, seed)
	switch {
	case errors.Is(err, bootstrap.ErrRowsPaired):
		return nil, cli.Usagef("--scheme paired: %w", err)
	case errors.Is(err, bootstrap.ErrUnequalColumns):
		return nil, ErrUnequalColumns
	case err != nil && f.UpTo != nil:
		return nil, cli.Usagef("--up-to: %w", err)
	}
	return source, err
}
