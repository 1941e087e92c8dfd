package rank

import (
	"slices"

	"settle/cmd/internal/cli"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/study/posterior"
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
	if err := c.refuseForRankers(ms); err != nil {
		return err
	}
	if err := c.refuseForNew(ms); err != nil {
		return err
	}
	about, why := []idle{
		{"--ties", c.Ties != "zscore"},
		{"--bounds", c.Bounds != nil},
		{"--estimand", c.Estimand != "questions"},
		{"--multiplicity", c.Multiplicity != nil && *c.Multiplicity != "none"},
	}, "is about intervals, and no metric in --metrics has one"
	switch {
	case has(estimates):
		return nil
	case has(ranks):
		return refuse(about, why)
	}
	return refuse(append(about, idle{"--confidence", c.Confidence != 0.95}, idle{"--pairs", c.Pairs != nil},
		idle{"--multiplicity", c.Multiplicity != nil}, idle{"--columns", c.Columns != "brief"},
		idle{"--draws", c.Draws != nil && *c.Draws > 0}), why)
}

// refuseForRankers refuses what a method that ranks all models of a board together cannot
// say, whatever other metrics can.
func (c *Command) refuseForRankers(ms []metrics.Metric) error {
	for _, m := range ms {
		_, sequential := m.(metrics.Sequential)
		switch name := quoted.Bare(m.Name()); {
		case !sequential && !ranks(m):
		case c.Pair != "":
			return cli.Usagef("--pair compares scores of two models, and %s ranks all models by each other: "+
				"leave out --pair and see which are told apart, or compare by avg", name)
		case c.Estimand != posterior.Questions.String():
			return cli.Usagef("--estimand %s: %s can be said to rank models on these questions only: take avg, or leave out --estimand",
				c.Estimand, name)
		}
	}
	return nil
}

// refuseForNew refuses what a metric of new questions cannot say: its σ is that of each
// model's own prior, which knows nothing of which questions two models share.
func (c *Command) refuseForNew(ms []metrics.Metric) error {
	at := slices.IndexFunc(ms, metrics.Anew)
	if at < 0 {
		return nil
	}
	name := quoted.Bare(ms[at].Name())
	switch {
	case c.Pair != "":
		return cli.Usagef("--pair compares two models on questions that both were asked, and %s is about others: "+
			"take pass@K or pass@K:fitted", name)
	case c.Estimand != posterior.Questions.String():
		return cli.Usagef("--estimand %s pairs models by question, and %s is about other questions in any case: leave it out",
			c.Estimand, name)
	}
	return nil
}

// ranks tells whether a metric is a method that ranks boards, whatever the order of trials.
func ranks(m metrics.Metric) bool {
	_, ok := m.(metrics.Ranker)
	return ok
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
