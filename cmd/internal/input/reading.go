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

// Columns is the flag that says what a table calls its columns.
type Columns struct {
	Column map[string]string `mapsep:"," placeholder:"NAME=THEIRS" group:"results" help:"What a table calls its columns, where not model, question, trial, outcome, task, or correct and trials, or count_0, count_1, …, or answer and weight: as in --column model=llm,outcome=ok. Usual names, such as llm, sample_id, epoch and score, are found without it. trial= numbers rows in order."`
}

// Check refuses columns that there are not.
func (c Columns) Check() error {
	if err := results.CheckColumns(c.Column); err != nil {
		return cli.Usagef("--column: %w", err)
	}
	return nil
}

// Reading is the flags that say how attempts become a board.
type Reading struct {
	Columns
	Policy  *string `plan:"board" name:"missing" enum:"refuse,unequal,common,wrong" group:"results" help:"What to do where attempts are missing: nothing, and say what is missing; let every question count with the attempts that were scored; keep the largest box of questions and trials that all models have; or count attempts that failed as wrong. Default: refuse; of next, unequal."`
	Weights string  `placeholder:"LIST|values" group:"results" help:"What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed for graded outcomes. Default with --schema: the schema's. values: the different outcomes, up to 256, are the categories, and are what these are worth, as they are by themselves where some are fractions."`

	// KeepUnmet keeps questions that some models never met, by --missing unequal and
	// wrong.
	KeepUnmet bool "kong:\"-\""

	// Otherwise is what --missing is where it is not given.
	Otherwise results.Missing "kong:\"-\""
}

// asValues is the value of --weights by which outcomes are worth what they are.
const asValues = "values"

// policy is how attempts become a board.
func (r Reading) policy() results.Policy {
	p := results.Policy{Missing: r.Otherwise, KeepUnmet: r.KeepUnmet, Scores: r.Weights == asValues}
	if r.Policy != nil {
		p.Missing, _ = results.ParseMissing(*r.Policy) // kong knows the names
	}
	return p
}

// unequal tells whether every question counts with the attempts that there are.
func (r Reading) unequal() bool {
	missing := r.policy().Missing
	return missing == results.MissingUnequal || missing == results.MissingWrong
}

// refuseReading refuses flags of Reading that mean nothing for the results.
func (in Board) refuseReading() error {
	made := in.kind().builtIn()
	thinned := false
	if made {
		options, _ := ParseMade(in.Results()) // whose errors are told where the board is made
		thinned = options.Missing.Any()
	}
	switch {
	case in.Policy != nil && in.Schema != "" && !thinned:
		return cli.Usagef("--missing is for outcomes: signals must be there for every attempt")
	case in.Policy != nil && made && !thinned:
		return cli.Usagef("--missing: nothing is missing of %s", quoted.Path(in.Results()))
	case in.Weights == asValues && (made || in.Schema != ""):
		return cli.Usagef("--weights values is for files of outcomes")
	case in.counts && made:
		return errCountsOneFile
	case in.counts && in.Schema != "":
		return cli.Usagef("%s: signals are read whole: leave out counts:", quoted.Path(in.Results()))
	case in.counts && in.Weights == asValues:
		return cli.Usagef("%s: outcomes are counted by category: leave out --weights values", quoted.Path(in.Results()))
	case len(in.Column) > 0 && in.Schema != "":
		return cli.Usagef("--column is for outcomes: signals have names of their own")
	case len(in.Column) > 0 && made:
		return cli.Usagef("--column is for files: %s has no columns", quoted.Path(in.Results()))
	}
	if err := in.refuseBallots(); err != nil {
		return err
	}
	return in.Columns.Check()
}

// readOptions say how files of the board are read.
func (in Board) readOptions() results.ReadOptions {
	return results.ReadOptions{
		Task: in.Task, MaxBytes: in.allows, Columns: in.Column, Counts: in.counts, Policy: in.policy(),
		Ballots: in.ballotOptions(),
	}
}

// keep notes with the source what of the attempts became its board.
func (s *Source) keep(kept *results.Kept) {
	s.Kept = kept
	s.Note = strings.TrimSpace(kept.Note() + " " + s.Note)
	if !strings.Contains(s.Note, kept.Columns) { // as it does if the note is that of a file among several
		s.Note = strings.TrimSpace(kept.Columns + ". " + s.Note)
	}
}

// RefuseScheme refuses to draw whole trials where the file does not say which
// outcomes belong to one.
func (s *Source) RefuseScheme(scheme bootstrap.Scheme) error {
	if scheme == bootstrap.Columns && s.Kept != nil && s.Kept.Counted {
		return cli.Usagef("--scheme columns draws whole trials, and counts of outcomes do not say which belong to one: say --scheme rows")
	}
	return nil
}

// RefuseInOrder refuses metrics that go by the order of the board's trials where the file
// does not tell it.
func (s *Source) RefuseInOrder(ms []metrics.Metric) error {
	for _, m := range ms {
		if metrics.TraitsOf(m).Ordered && s.Kept != nil && s.Kept.Counted {
			return cli.Usagef("%s goes by the order of trials, which counts of outcomes do not tell: leave it out", quoted.Bare(m.Name()))
		}
	}
	return nil
}

// keepMade does by --missing what is asked for with a board that was made, and of
// which attempts were left out.
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
	if source.Coins != nil { // those behind what is left
		source.Coins = source.Coins.Of(board.Models, board.Questions)
	}
	source.Note = strings.TrimSpace(source.Note + " " + kept.Note()) // behind what the flags left out
	return nil
}

// scoreWeights are the weights of categories that stand for scores: these, exactly.
func scoreWeights(scores []float64) (metrics.Weights, error) {
	list := lists.Each(scores, func(score float64) string { return strconv.FormatFloat(score, 'f', -1, 64) })
	w, err := metrics.ParseWeights(strings.Join(list, ","))
	if err != nil {
		return w, errors.New("the outcomes, which are scores, need more than 18 digits over a common denominator: round them")
	}
	return w, nil
}

// onScores gives the categories of a prior, which stand for scores, those that
// these have on the board.
func onScores(prior *results.Board, scores, board []float64) (*results.Board, error) {
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
			return nil, fmt.Errorf("no attempt on the board has the score %v", score)
		}
	}
	return prior.Recategorize(of, len(board)-1)
}
