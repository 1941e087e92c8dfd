package input

import (
	"fmt"

	"settle/cmd/internal/cli"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/report"
	standingsreport "settle/report/standings"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standings"
)

// Against holds the flag of commands that compare results with older results.
type Against struct {
	Against string `placeholder:"OLD" predictor:"results" group:"results" help:"Older results, such as a page of settle report. The report then shows which models rose or fell by more than noise, or are new. Models and questions are matched by name."`
}

// Changes compares the older results with the board: it returns the change in each model's score by
// the metric m. The second argument holds the flags with which the board was read.
func (a Against) Changes(
	env *cli.Env, in Board, source *Source, m metrics.Metric, origin report.Origin, confidence float64, about posterior.Estimand,
) (c standingsreport.Changes, err error) {
	if a.Against == "-" && in.Results() == "-" {
		return c, errReadOnce("--against")
	}
	old, err := a.read(env, in, source)
	if err != nil {
		return c, fmt.Errorf("--against: %w", err)
	}
	found, err := standings.NewChanges(env.Context, old, source.Board, m, origin.Weights,
		standings.Rules{Confidence: confidence, Estimand: about, Bounds: metrics.Unbounded})
	if err != nil {
		return c, cli.Usagef("--against %s: %w", quoted.Path(a.Against), err)
	}
	return standingsreport.Changes{
		Changes: found, Origin: origin, Name: source.Name, Old: baseName(a.Against), Facts: source.Facts(), Task: source.Board.Task,
	}, env.Context.Err()
}

// read reads the older results, with the same flags as the board was read with.
func (a Against) read(env *cli.Env, in Board, source *Source) (*results.Board, error) {
	if kindOf(a.Against).builtIn() {
		in.Paths, in.Task, in.Policy = []string{a.Against}, "", nil
		old, err := in.Open(env)
		if err != nil {
			return nil, err
		}
		return old.Board, nil
	}
	in.Paths = []string{a.Against}
	return await(env, in, func(in Board) (*results.Board, error) {
		return Scoring{Prior: a.Against}.priorBoard(in, source)
	})
}
