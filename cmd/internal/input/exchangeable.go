package input

import (
	"settle/cmd/internal/cli"
	"settle/report"
	"settle/results"
	"settle/study/exchangeability"
)

// Exchangeable tests whether the trials of the board are exchangeable, so that their order does not
// matter. It returns nil for a table of counts, because counts have no order of trials.
func (s *Source) Exchangeable(env *cli.Env) (*report.Exchangeable, error) {
	if s.OnlyCounts() {
		return nil, nil
	}
	result, err := exchangeability.Test(env.Context, s.Board, env.Seed, env.Workers)
	if err != nil {
		return nil, err
	}
	return &report.Exchangeable{Result: result, Models: s.Board.Models}, nil
}

// sayRepeats makes reports begin with a warning about models whose trials have the same outcome on
// every question.
func (s *Source) sayRepeats(env *cli.Env) {
	var models []string
	for _, model := range exchangeability.Repeats(s.Board) {
		models = append(models, s.Board.Models[model])
	}
	task := s.Board.Task
	if task == results.Unnamed {
		task = ""
	}
	env.SayFirst(report.Repeated(models, task))
}
