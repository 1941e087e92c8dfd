package input

import (
	"fmt"
	"strings"

	"settle/internal/cli"
	"settle/results"
	"settle/rubric"
	"settle/signals"
)

// priorNote names the prior, in a sentence.
func (s Scoring) priorNote() string {
	return fmt.Sprintf("Prior of bayes: %s.", baseName(s.Prior))
}

// readPrior reads the prior as the board was read.
func (s Scoring) readPrior(in Board, source *Source) (*results.Tally, error) {
	if err := s.readable(in); err != nil {
		return nil, err
	}
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

// readable refuses to read the prior from where something else was read.
func (s Scoring) readable(in Board) error {
	if s.Prior == "-" && (in.Results == "-" || in.Thresholds == "-") {
		return readOnce("--prior")
	}
	return nil
}

// priorBoard reads outcomes, or sorts signals by the schema and the thresholds
// of the board.
func (s Scoring) priorBoard(in Board, sorted *signals.Sorted) (*results.Board, error) {
	if sorted == nil {
		return results.Read(s.Prior, results.ReadOptions{Task: in.Task, OrUnnamed: true})
	}
	attempts, err := in.readBeside(s.Prior, []*rubric.Schema{sorted.Schema}, sorted.Schema.Needs())
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
	if err := s.readable(in); err != nil {
		return nil, err
	}
	prior, err := cli.Await(env.Context, func() (*signals.Attempts, error) { return in.readBeside(s.Prior, schemata, needs(schemata)) })
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
