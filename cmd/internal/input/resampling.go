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

// Resampling is the flags of the commands that resample a board and compare
// rankings with gold, besides those of Board and Scoring.
type Resampling struct {
	Board
	Scoring
	Gold   string   `placeholder:"FILE|board|truth|own" predictor:"file" help:"Ranking to compare with: a CSV file with the columns model and score, bayes on the whole board, the true means of coins or mimics, or of coins for each metric its own order of the true chances, which it comes to as trials are added without end. Default: truth where it is known, else board. Of converge models that tie in gold must tie, or with ties=any, alone or behind the name, may stand in any order."`
	Scheme []string `default:"rows" enum:"${schemes},paired,with-replacement,without-replacement" placeholder:"WORDS" help:"How to resample, in one or several words: each question's trials on their own (rows) or whole trials (columns), with paired the same for every model; with replacement, as bootstrap does, or, as converge does, every trial once in a random order. As in columns,paired"`
	UpTo   *int     `range:"1.." placeholder:"N" help:"Trials of each question in a replicate. With replacement it may be any number; without, at most the fewest of any model and question. Default: those of the board, and with replacement from a board of different numbers of trials, their median."`
}

// ErrUnequalColumns refuses to draw whole trials from an unequal board.
var ErrUnequalColumns = cli.Usagef("--scheme columns draws whole trials, and not all models and questions have the same: " +
	"say --scheme rows, or keep what all have with --missing common")

// Replicates is what there is to draw and to compare.
type Replicates struct {
	*Source
	Draws   replicate.Source
	From    *report.Drawn // the board, where replicates are not of its N trials; else nil
	Metrics []metrics.Metric
	Gold    Gold // the zero value where nothing is to be compared with it

	options metrics.Options
	scheme  bootstrap.Options
}

// Setting returns what so many replicates are made of.
func (r *Replicates) Setting(env *cli.Env, replicates int) report.Setting {
	return report.Setting{
		Name: r.Name, Task: r.Board.Task, Shape: r.Draws.Shape(), From: r.From,
		Scheme: r.scheme.Scheme.String(), Replacement: r.scheme.Replacement,
		Replicates: replicates, Seed: env.Seed, Gold: r.Gold.Name, OwnGold: r.Gold.Own, Note: r.Note,
		Schema: report.Schema(r.Sorted), Missing: report.Missing(r.Kept),
	}
}

// Prepare reads what the flags name for an open source. Where they name no metrics, those
// of defaults are taken that can score the board.
func (f Resampling) Prepare(env *cli.Env, source *Source, replacement bool, defaults string) (*Replicates, error) {
	r, err := f.PrepareScores(env, source, replacement, defaults)
	if err != nil {
		return nil, err
	}
	if r.Gold, err = r.open(f.Gold); err != nil {
		return nil, err
	}
	if len(r.Board.Models) < 2 {
		return nil, fmt.Errorf("%s: rankings of two models or more can be compared, and the board has one", f.Results())
	}
	return r, nil
}

// PrepareScores is Prepare without a gold, for replicates that are compared with none.
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
		source.Note = strings.TrimSpace("The thresholds stay the same in all replicates. " + source.Note)
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

// scheme returns how to resample by the words of --scheme.
func (f Resampling) scheme(replacement bool) (bootstrap.Options, error) {
	const with, without = "with-replacement", "without-replacement"
	for _, oneOf := range [][]string{bootstrap.Schemes(), {with, without}} {
		named := lists.Where(oneOf, func(word string) bool { return slices.Contains(f.Scheme, word) })
		if len(named) > 1 {
			return bootstrap.Options{}, cli.Usagef("--scheme names %s and %s: choose one", named[0], named[1])
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
		return nil, cli.Usagef("--scheme paired needs columns: %w", err)
	case errors.Is(err, bootstrap.ErrUnequalColumns):
		return nil, ErrUnequalColumns
	case err != nil && f.UpTo != nil:
		return nil, cli.Usagef("--up-to: %w", err)
	}
	return source, err
}
