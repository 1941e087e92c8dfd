package input

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/results"
	"settle/results/collect"
	"settle/rubric"
	"settle/rubric/signals"
)

// priorNote returns a sentence about the prior, for the note of the board. The arguments are the
// smallest and the largest number of trials per question in the prior.
func (s Scoring) priorNote(trials, most int) string {
	weighing := ""
	if s.priorWeight != "" {
		weighing = fmt.Sprintf(", each with weight %s", s.priorWeight)
	}
	return fmt.Sprintf("Prior of bayes: %s, %s per question%s.",
		baseName(s.Prior), tables.CountBetween(trials, most, "trial"), weighing)
}

// readPrior reads the results that serve as the prior, with the same flags as the board.
func (s Scoring) readPrior(in Board, source *Source) (*results.Tally, error) {
	if err := s.readable(in); err != nil {
		return nil, err
	}
	prior, err := s.priorBoard(in, source)
	if err != nil {
		return nil, fmt.Errorf("--prior: %w", err)
	}
	if in.unequal() || prior.Unequal() || source.Board.Unequal() {
		prior, err = withQuestions(prior, source.Board)
	}
	var tally *results.Tally
	if err == nil {
		tally, err = alignedTally(prior, source.Board)
	}
	if err != nil {
		return nil, fmt.Errorf("--prior: %s: %w", quoted.Path(s.Prior), err)
	}
	return tally, nil
}

// readable returns an error if the prior is the board itself, or if both come from standard input.
func (s Scoring) readable(in Board) error {
	if s.Prior == "-" && in.Results() == "-" {
		return errReadOnce("--prior")
	}
	if SameFile(in.Results(), s.Prior) {
		return cli.Usagef("--prior: %s is the board itself, so its trials would count twice; use other results", quoted.Path(s.Prior))
	}
	return nil
}

// chanceless is the smallest number of attempts at which identical attempts of prior and board are
// not accepted as a coincidence.
const chanceless = 20

// checkTwice returns an error if the attempts of the prior are identical to those of the board,
// because the same attempts would then count twice. Both lists must be in the board's order. It
// returns nil if there are few attempts, or if all attempts on the board are equal.
func checkTwice[T any](prior, board []T, same func(T, T) bool) error {
	differs := func(x T) bool { return !same(x, board[0]) }
	if len(board) < chanceless || !slices.EqualFunc(prior, board, same) || !slices.ContainsFunc(board, differs) {
		return nil
	}
	return cli.Usagef("its attempts are identical to the attempts on the board and would count twice; use other results")
}

// priorBoard reads a prior as a board. It reads outcomes or, if the board has a schema, signals
// that it sorts by the board's schema and thresholds.
func (s Scoring) priorBoard(in Board, source *Source) (*results.Board, error) {
	sorted := source.Sorted
	if sorted == nil {
		scores := source.scores()
		if in.counts = false; scores != nil {
			in.Weights = asValues
		}
		prior, kept, err := in.besideBoard(s.Prior)
		if err == nil && kept.Scores != nil && scores == nil {
			err = fmt.Errorf("%s: outcomes are scores, but outcomes on the board are categories", quoted.Path(s.Prior))
		}
		if err == nil && scores != nil {
			if prior, err = renumber(prior, kept.Scores, scores); err != nil {
				err = fmt.Errorf("%s: %w", quoted.Path(s.Prior), err)
			}
		}
		return prior, err
	}
	attempts, err := in.readBeside(s.Prior, []*rubric.Schema{sorted.Schema}, sorted.Schema.Needs())
	if err != nil {
		return nil, err
	}
	return attempts.Board(sorted.Schema, &sorted.Thresholds)
}

// besideBoard reads outcomes from a table or log other than the board's. If the board has a task,
// the table or log need not name a task.
func (in Board) besideBoard(path string) (*results.Board, *results.Kept, error) {
	in.Paths = []string{path}
	in.KeepUnmet = true // a prior tells nothing about questions that it lacks
	if in.plain() && collect.IsTable(path) {
		o := in.readOptions()
		o.OrUnnamed = true
		return results.ReadBoard(path, o)
	}
	c, err := in.collect()
	if err != nil {
		return nil, nil, err
	}
	if len(c.Tasks) == 1 && c.Tasks[0].Task == "" {
		in.Task = ""
	}
	attempts, err := c.Choose(in.Task)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", quoted.Path(path), err)
	}
	return attempts.Named(quoted.Path(path)).Board(in.policy())
}

// PriorSignals reads the signals of the prior that the schemata need. It returns the signals for
// the models and questions of the board, in the board's order, and adds a note about the prior to
// the board. It returns nil if there is no prior.
func (s Scoring) PriorSignals(
	env *cli.Env, in Board, schemata []*rubric.Schema, board *Signals,
) (*signals.Attempts, error) {
	if s = s.cutPrior(); s.Prior == "" {
		return nil, nil
	}
	if s.priorWeight != "" {
		return nil, cli.Usagef("--prior: weight=%s requires a single schema; remove the weight or name one schema", s.priorWeight)
	}
	if err := s.readable(in); err != nil {
		return nil, err
	}
	prior, err := cli.Await(env.Context, func() (*signals.Attempts, error) {
		return in.readBeside(s.Prior, schemata, needs(schemata))
	})
	if err != nil {
		return nil, fmt.Errorf("--prior: %w", err)
	}
	aligned, err := alignedAttempts(prior, board.Attempts)
	if err != nil {
		return nil, fmt.Errorf("--prior: %s: %w", quoted.Path(s.Prior), err)
	}
	board.Note = strings.TrimSpace(s.priorNote(aligned.Trials, aligned.Trials) + " " + board.Note)
	return aligned, nil
}

// alignedAttempts returns the attempts of a prior for the models and questions of a board, in the
// board's order. It fails if the prior's attempts equal the attempts of the board (see checkTwice).
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
	return aligned, checkTwice(aligned.Cells, board.Cells, sameSignals)
}

// sameSignals reports whether two attempts have equal signals. Two missing signals (NaN) are
// equal.
func sameSignals(a, b rubric.Signals) bool {
	return slices.EqualFunc(a[:], b[:], func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

// alignedTally returns the tally of a prior for the models and questions of a board, in the
// board's order. It fails if the prior's attempts equal the attempts of the board (see
// checkTwice).
func alignedTally(prior, b *results.Board) (*results.Tally, error) {
	models, questions, err := places(prior.Models, prior.Questions, b.Models, b.Questions)
	if err != nil {
		return nil, err
	}
	var trials []uint16
	for _, from := range models {
		for _, at := range questions {
			trials = append(trials, uint16(len(prior.Row(from, at))))
		}
	}
	t := results.NewUnequalTally(len(models), len(questions), prior.Top(), trials)
	var ours, theirs []uint8 // the categories of all attempts: of the board, and of the prior
	for m, from := range models {
		for q, at := range questions {
			for _, outcome := range prior.Row(from, at) {
				t.Add(m, q, int(outcome), 1)
				theirs = append(theirs, outcome)
			}
			ours = append(ours, b.Row(m, q)...)
		}
	}
	return t.Part(nil, nil), checkTwice(theirs, ours, func(a, b uint8) bool { return a == b })
}

// withQuestions returns the prior with all questions of the board b. The questions that the prior
// lacks are added without trials. If the prior lacks all questions or none, it is returned
// unchanged.
func withQuestions(prior, b *results.Board) (*results.Board, error) {
	there := make(map[string]bool, len(prior.Questions))
	for _, name := range prior.Questions {
		there[name] = true
	}
	lacking := slices.DeleteFunc(slices.Clone(b.Questions), func(name string) bool { return there[name] })
	if len(lacking) == 0 || len(lacking) == len(b.Questions) {
		return prior, nil
	}
	questions := slices.Concat(prior.Questions, lacking)
	trials := make([]int, 0, len(prior.Models)*len(questions))
	for model := range prior.Models {
		for q := range prior.Questions {
			trials = append(trials, len(prior.Row(model, q)))
		}
		trials = append(trials, make([]int, len(lacking))...)
	}
	whole, err := results.NewUnequalBoard(prior.Models, questions, trials, prior.Top())
	if err != nil {
		return nil, err
	}
	for model := range prior.Models {
		for q := range prior.Questions {
			copy(whole.Row(model, q), prior.Row(model, q))
		}
	}
	return whole, nil
}

// places looks up the models and questions of a board in a prior, and returns their indices in the
// prior. The first two arguments are the names in the prior. The other two are the names on the
// board.
func places(models, questions, wantedModels, wantedQuestions []string) (modelsAt, questionsAt []int, err error) {
	if modelsAt, err = positions("model", models, wantedModels); err != nil {
		return nil, nil, err
	}
	questionsAt, err = positions("question", questions, wantedQuestions)
	return modelsAt, questionsAt, err
}

// positions returns the index of each wanted name in a list of available names. It fails if a name
// is missing.
func positions(what string, available, wanted []string) ([]int, error) {
	index := make(map[string]int, len(available))
	for i, name := range available {
		index[name] = i
	}
	at := make([]int, len(wanted))
	for i, name := range wanted {
		position, ok := index[name]
		if !ok {
			return nil, fmt.Errorf("%s %s of the board is missing", what, quoted.Text(name))
		}
		at[i] = position
	}
	return at, nil
}
