package input

import (
	"fmt"
	"math"

	"settle/cmd/internal/cli"
	"settle/internal/quoted"
	"settle/metrics"
)

// Compared is the flags of the commands that compare models by z after each look.
type Compared struct {
	Prior  string  `placeholder:"RESULTS[,weight=A]" predictor:"results" help:"Results that bayes starts from, of the same models and questions; needs --metric bayes. Each of their outcomes counts as A, in (0, 1], by default 1: trials of an older model are not trials of this one."`
	Metric *string `enum:"bayes:fitted,avg,bayes" placeholder:"METRIC" help:"What z compares: bayes:fitted, as rank does; avg, by the variance of its trials; or bayes, as in the paper. Default: bayes:fitted; of budget adapt, which would fit a prior at every look, avg."`

	Default string `kong:"-"` // the metric where none is named
}

// Named returns the name of the metric.
func (c Compared) Named() string { return cli.ValueOr(c.Metric, c.Default) }

// Check refuses a prior that means nothing for the metric.
func (c Compared) Check() error {
	if c.Prior != "" && c.Named() != "bayes" {
		return cli.Usagef("--prior is for bayes: say --metric bayes")
	}
	return nil
}

// Options returns what the metric needs for a board.
func (c Compared) Options(env *cli.Env, in Board, source *Source) (metrics.Options, error) {
	return Scoring{Prior: c.Prior}.Options(env, in, source)
}

// CheckTwo refuses a board of one model, which has nothing to compare.
func CheckTwo(in Board, models int) error {
	if models < 2 {
		return fmt.Errorf("%s: two models or more can be compared, and the board has one", quoted.Path(in.Results()))
	}
	return nil
}

// Calls is the flags of these commands on what is called after a look.
type Calls struct {
	HalfWidth  *float64 `placeholder:"W" help:"Half the width of the interval at which the policy half-width stops a model, in units of the score; 0.025 of the range of the weights by default."`
	Confidence float64  `default:"0.95" placeholder:"P" help:"Confidence of calls (one-sided) and of intervals, above 0.5 and below 1."`
}

// HalfWidthOf returns the half-width for scores with these weights.
func (c Calls) HalfWidthOf(w metrics.Weights) (float64, error) {
	const share = 0.025 // of the range of the weights; see the help
	lo, hi := w.Range()
	switch {
	case c.HalfWidth == nil && lo < hi:
		return share * (hi - lo), nil
	case c.HalfWidth == nil:
		return share, nil
	case math.IsInf(*c.HalfWidth, 1):
		return 0, cli.Usagef("--half-width must be a number, but is %v", *c.HalfWidth)
	}
	return *c.HalfWidth, nil
}
