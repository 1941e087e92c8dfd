package rank

import (
	"slices"

	"settle/cmd/internal/cli"
	"settle/metrics"
)

// idle is a flag that was given and may mean nothing.
type idle struct {
	flag  string
	given bool
}

// refuse refuses the first of the flags that was given, and says why.
func refuse(flags []idle, why string) error {
	for _, f := range flags {
		if f.given {
			return cli.Usagef("%s %s", f.flag, why)
		}
	}
	return nil
}

// refuseIdle refuses flags that mean nothing for the metrics, or for a pair.
func (c *Command) refuseIdle(ms []metrics.Metric) error {
	if c.Pair != "" {
		err := refuse([]idle{
			{"--ties", c.Ties != "zscore"},
			{"--convention", c.Convention != nil},
			{"--bounds", c.Bounds != nil},
			{"--estimand", c.Estimand != "questions"},
			{"--pairs", c.Pairs != nil},
			{"--multiplicity", c.Multiplicity != nil},
			{"--columns", c.Columns != "brief"},
		}, "is for a ranking: --pair compares two models, on these questions and on questions like these")
		if err != nil {
			return err
		}
	}
	has := func(is func(metrics.Metric) bool) bool { return slices.ContainsFunc(ms, is) }
	if !has(takesBeta) {
		err := refuse([]idle{{"--alpha0", c.Alpha0 != 1}, {"--beta0", c.Beta0 != 1}},
			"is the prior of pass@K:uniform and its relatives, and --metrics names none: bayes takes --prior")
		if err != nil {
			return err
		}
	}
	if !has(takesPrior) {
		err := refuse([]idle{{"--prior", c.Prior != ""}}, "is the prior of bayes, which --metrics does not name")
		if err != nil {
			return err
		}
	}
	if !has(estimates) {
		return refuse([]idle{
			{"--confidence", c.Confidence != 0.95},
			{"--ties", c.Ties != "zscore"},
			{"--bounds", c.Bounds != nil},
			{"--estimand", c.Estimand != "questions"},
			{"--pairs", c.Pairs != nil},
			{"--multiplicity", c.Multiplicity != nil},
			{"--columns", c.Columns != "brief"},
			{"--draws", c.Draws != nil && *c.Draws > 0},
		}, "is about intervals, and no metric in --metrics has one")
	}
	return nil
}

// takesBeta tells whether a metric starts from the Beta prior of --alpha0 and
// --beta0.
func takesBeta(m metrics.Metric) bool {
	return metrics.TakesBetaPrior(m)
}

// takesPrior tells whether a metric starts from the results of --prior.
func takesPrior(m metrics.Metric) bool {
	_, _, ok := metrics.PriorTrials(m)
	return ok
}

// estimates tells whether a metric has intervals.
func estimates(m metrics.Metric) bool {
	_, ok := m.(metrics.Estimator)
	return ok
}
