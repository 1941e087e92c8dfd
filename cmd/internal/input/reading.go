package input

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"settle/bootstrap"
	"settle/cmd/internal/cli"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/results"
)

// Columns holds the flag that gives the names of a table's columns.
type Columns struct {
	Column map[string]string `mapsep:"," placeholder:"NAME=THEIRS" group:"results" help:"Names of a table's columns if they are not the standard ones, as in --column model=llm,outcome=ok. Standard names: model, question, trial, outcome, task; correct and trials; count_0, count_1, …; answer, weight. Common names, such as llm, sample_id, epoch and score, need no flag. trial= (with no name) numbers the rows in order."`
}

// Check returns an error if the flag names an unknown column.
func (c Columns) Check() error {
	if err := results.CheckColumns(c.Column); err != nil {
		return cli.Usagef("--column: %w", err)
	}
	return nil
}

// Reading holds the flags that say how to turn attempts into a board.
type Reading struct {
	Columns
	Policy  *string `plan:"board" name:"missing" enum:"refuse,unequal,common,wrong" group:"results" help:"What to do if attempts are missing. Default: refuse, but unequal in settle next. refuse: fail and list the missing attempts. unequal: score each question on its existing attempts. common: keep the largest set of questions and trials that all models have. wrong: count failed attempts as wrong."`
	Weights string  `placeholder:"LIST|values" group:"results" help:"Weights of the categories 0, 1, …, as in 0,0.5,1 or 0,1/3,1. Required for graded outcomes. Default with --schema: the schema's weights. values: each distinct outcome (at most 256) is a category with its own value as weight; this is the default if some outcomes are fractions."`

	// KeepUnmet keeps questions that some models never tried. It matters only with --missing
	// unequal and --missing wrong.
	KeepUnmet bool "kong:\"-\""

	// Otherwise is the value of --missing if the flag is not given.
	Otherwise results.Missing "kong:\"-\""
}

// asValues is the value of --weights that makes outcomes their own weights.
const asValues = "values"

// policy returns the policy that the flags select for turning attempts into a board.
func (r Reading) policy() results.Policy {
	p := results.Policy{Missing: r.Otherwise, KeepUnmet: r.KeepUnmet, Scores: r.Weights == asValues}
	if r.Policy != nil {
		p.Missing, _ = results.ParseMissing(*r.Policy) // kong checked the name
	}
	return p
}

// unequal reports whether the policy lets questions have different numbers of attempts.
func (r Reading) unequal() bool {
	missing := r.policy().Missing
	return missing == results.MissingUnequal || missing == results.MissingWrong
}

// refuseReading returns an error if a flag of Reading does not apply to the board's results.
func (in Board) refuseReading() error {
	made := in.kind().builtIn()
	thinned := false
	if made {
		options, _ := ParseMade(in.Results()) // errors are reported later, when the board is made
		thinned = options.Missing.Any()
	}
	switch {
	case in.Policy != nil && in.Schema != "" && !thinned:
		return cli.Usagef("--missing cannot be used with signals, which must be complete; remove --missing")
	case in.Policy != nil && made && !thinned:
		return cli.Usagef("--missing has no effect because %s is complete; remove --missing", quoted.Path(in.Results()))
	case in.Weights == asValues && (made || in.Schema != ""):
		return cli.Usagef("--weights values requires a file of outcomes")
	case in.counts && made:
		return errCountsOneFile
	case in.counts && in.Schema != "":
		return cli.Usagef("counts:%s reads counts of outcomes, not signals; remove counts: or --schema", quoted.Path(in.Results()))
	case in.counts && in.Weights == asValues:
		return cli.Usagef("'--weights values' cannot be used with counts:%s; remove one", quoted.Path(in.Results()))
	case len(in.Column) > 0 && in.Schema != "":
		return cli.Usagef("--column cannot be used with signals, whose columns have fixed names; remove --column")
	case len(in.Column) > 0 && made:
		return cli.Usagef("--column requires a file, because the built-in results %s have no columns", quoted.Path(in.Results()))
	}
	if err := in.refuseBallots(); err != nil {
		return err
	}
	return in.Columns.Check()
}

// readOptions returns the options for reading the files of the board.
func (in Board) readOptions() results.ReadOptions {
	return results.ReadOptions{
		Task: in.Task, MaxBytes: in.allows, Columns: in.Column, Counts: in.counts, Policy: in.policy(),
		Ballots: in.ballotOptions(),
	}
}

// keep records which attempts are on the board, and adds a note about them to the source.
func (s *Source) keep(kept *results.Kept) {
	s.Kept = kept
	s.Note = strings.TrimSpace(kept.Note() + " " + s.Note)
	if !strings.Contains(s.Note, kept.Columns) { // with several files, the note can already contain it
		s.Note = strings.TrimSpace(kept.Columns + ". " + s.Note)
	}
}

// OnlyCounts reports whether the results are counts of outcomes, without the order of trials.
func (s *Source) OnlyCounts() bool {
	return s.Board.Counted() || s.Kept != nil && s.Kept.Counted
}

// RefuseScheme returns an error if the scheme resamples whole trials but the file has only counts.
// Counts do not say which outcomes belong to the same trial.
func (s *Source) RefuseScheme(scheme bootstrap.Scheme) error {
	if scheme == bootstrap.Columns && s.OnlyCounts() {
		return cli.Usagef("--scheme columns requires whole trials, but the file has only counts of outcomes; use --scheme rows")
	}
	return nil
}

// RefuseInOrder returns an error if a metric depends on the order of trials but the file has only
// counts.
func (s *Source) RefuseInOrder(ms []metrics.Metric) error {
	for _, m := range ms {
		if metrics.TraitsOf(m).Ordered && s.OnlyCounts() {
			return cli.Usagef("%s requires the order of trials, which counts of outcomes do not show; remove this metric", quoted.Bare(m.Name()))
		}
	}
	return nil
}

// keepMade applies the policy of --missing to a built-in board from which attempts were dropped.
func (in Board) keepMade(source *Source) error {
	if in.Policy == nil {
		return nil
	}
	board, kept, err := results.AttemptsOf(source.Board).Board(in.policy())
	if err != nil {
		return fmt.Errorf("%s: %w", quoted.Path(in.Results()), err)
	}
	source.Board = board
	source.Kept = kept
	if source.Coins != nil { // keep the coins of the remaining models and questions
		source.Coins = source.Coins.Of(board.Models, board.Questions)
	}
	source.Note = strings.TrimSpace(source.Note + " " + kept.Note()) // follows the note about dropped attempts
	return nil
}

// scoreWeights returns the scores as exact weights of categories. Each score becomes the weight of
// a category of its own.
func scoreWeights(scores []float64) (metrics.Weights, error) {
	list := lists.Each(scores, func(score float64) string { return strconv.FormatFloat(score, 'f', -1, 64) })
	w, err := metrics.ParseWeights(strings.Join(list, ","))
	if err != nil {
		return w, errors.New("the scores need more than 18 digits when written over a common denominator; round them")
	}
	return w, nil
}

// renumber changes the category numbers of a prior so that equal scores have the same category in
// the prior as on the board. Category i has the score scores[i] in the prior and board[i] on the
// board.
func renumber(prior *results.Board, scores, board []float64) (*results.Board, error) {
	of := make([]uint8, len(scores))
	var used [results.MaxCategories]bool
	for m := range prior.Models {
		for q := range prior.Questions {
			for _, category := range prior.Row(m, q) {
				used[category] = true
			}
		}
	}
	for category, score := range scores {
		switch at, ok := slices.BinarySearch(board, score); {
		case ok:
			of[category] = uint8(at)
		case used[category]:
			return nil, fmt.Errorf("score %v does not occur on the board", score)
		}
	}
	return prior.Recategorize(of, len(board)-1)
}
