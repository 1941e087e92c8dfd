package input

import (
	"fmt"
	"math"

	"settle/cmd/internal/cli"
	"settle/internal/quoted"
	"settle/metrics"
)

// Compared holds the flags that say how to compare models by a z statistic after each interim
// look.
type Compared struct {
	Prior  string  `placeholder:"RESULTS[,weight=A]" predictor:"results" help:"Earlier results of the same models and questions, used as a prior; requires --metric bayes. Each outcome of these results counts as A trials, 0 < A ≤ 1 (default 1); use less for trials of an older version of a model."`
	Metric *string `enum:"bayes:fitted,avg,bayes" placeholder:"METRIC" help:"Metric whose scores are compared. Default: bayes:fitted, or avg in budget adapt, where bayes:fitted would have to fit a prior at every look. bayes:fitted: as in settle rank. avg: the mean, with the variance estimated from the trials. bayes: as in the paper."`

	Default string `kong:"-"` // the metric used without --metric
}

// Named returns the name of the metric to use.
func (c Compared) Named() string { return cli.ValueOr(c.Metric, c.Default) }

// Check returns an error if a prior is given for a metric that takes no prior.
func (c Compared) Check() error {
	if c.Prior != "" && c.Named() != "bayes" {
		return cli.Usagef("--prior requires --metric bayes")
	}
	return nil
}

// Options returns the options of the metric for a board.
func (c Compared) Options(env *cli.Env, in Board, source *Source) (metrics.Options, error) {
	return Scoring{Prior: c.Prior}.Options(env, in, source)
}

// CheckTwo returns an error for a board with fewer than two models.
func CheckTwo(in Board, models int) error {
	if models < 2 {
		return fmt.Errorf("%s: comparing models requires at least two models, but the board has only one", quoted.Path(in.Results()))
	}
	return nil
}

// Calls holds the flags for the decisions that follow an interim look.
type Calls struct {
	HalfWidth  *float64 `placeholder:"W" help:"Half-width of the interval, in units of the score, at which the policy half-width stops a model. Default: 0.025 times the range of the weights."`
	Confidence float64  `default:"0.95" placeholder:"P" help:"Confidence level of decisions (one-sided) and of intervals, above 0.5 and below 1."`
}

// HalfWidthOf returns the half-width that intervals must reach, for scores with the given weights.
func (c Calls) HalfWidthOf(w metrics.Weights) (float64, error) {
	const share = 0.025 // as a share of the range of the weights; keep in step with the help
	lo, hi := w.Range()
	switch {
	case c.HalfWidth == nil && lo < hi:
		return share * (hi - lo), nil
	case c.HalfWidth == nil:
		return share, nil
	case math.IsInf(*c.HalfWidth, 1):
		return 0, cli.Usagef("--half-width must be finite, not %v", *c.HalfWidth)
	}
	return *c.HalfWidth, nil
}
