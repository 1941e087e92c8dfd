package input

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/cmd/internal/cli"
	"settle/metrics"
	"settle/montecarlo"
	"settle/study/posterior"
)

// Interval holds the flag of commands that show intervals.
type Interval struct {
	Confidence float64 `range:"(0..1)" default:"0.95" placeholder:"P" group:"scoring" help:"Confidence level of intervals, ties and tests, between 0 and 1."`
}

// CheckInterval returns an error if the confidence is so close to 1 that intervals are infinite.
func (i Interval) CheckInterval() error {
	if math.IsInf(distuv.UnitNormal.Quantile(0.5+i.Confidence/2), 1) {
		return cli.Usagef("--confidence %v is too close to 1: intervals would be infinite", i.Confidence)
	}
	return nil
}

// Estimand holds the flag of commands whose intervals can be about the questions of the benchmark
// or about similar questions.
type Estimand struct {
	Estimand string `default:"questions" enum:"questions,population" group:"scoring" help:"Estimand of intervals and tests. questions: the mean over the questions of this benchmark. population: the mean over the population of similar questions."`
}

// About returns the estimand that the flag selects.
func (e Estimand) About() posterior.Estimand {
	about, _ := posterior.ParseEstimand(e.Estimand) // the parser checked the name
	return about
}

// PopulationUsage turns err into a usage error if --estimand population fails because the board
// has a single question. It returns other errors unchanged.
func PopulationUsage(err error) error {
	if posterior.NoPopulation(err) {
		return cli.Usagef("--estimand population: %w", err)
	}
	return err
}

// Draws holds the flag of commands that draw scores from posteriors.
type Draws struct {
	Draws *int `range:"0..1000000000" placeholder:"N" group:"scoring" help:"Number of posterior draws for computing probabilities; 0 for none (default 4000, or 0 with more than 1000 models)."`
}

const (
	// DefaultDraws keeps the Monte Carlo standard error of a probability at or below 0.8 %.
	DefaultDraws = 4000

	// ManyModels is the largest number of models for which all pairs are compared by default.
	// The number of pairs grows with the square of the number of models.
	ManyModels = 1000
)

// DrawsFor returns the number of posterior draws for a board with the given number of models.
func (d Draws) DrawsFor(models int) int {
	switch {
	case d.Draws != nil:
		return *d.Draws
	case models > ManyModels:
		return 0
	}
	return DefaultDraws
}

// DrawOptions prepares several runs that draw from posteriors and share a progress bar. It returns
// a function that returns the options of run i.
func (d Draws) DrawOptions(env *cli.Env, runs, models int) (options func(i int) montecarlo.Options) {
	draws := d.DrawsFor(models)
	update := env.Progress("drawing", runs*draws)
	return func(i int) montecarlo.Options {
		return montecarlo.Options{
			Replicates: draws, Workers: env.Workers,
			Progress: func(done int) { update(i*draws + done) },
		}
	}
}

// RefuseIdle returns an error if a flag about intervals is given but no metric has an interval. The
// last argument says whether --columns has a value other than its default.
func (d Draws) RefuseIdle(ms []metrics.Metric, i Interval, columns bool) error {
	idle := ""
	switch {
	case slices.ContainsFunc(ms, hasIntervals):
		return nil
	case i.Confidence != 0.95:
		idle = "confidence"
	case columns:
		idle = "columns"
	case d.Draws != nil && *d.Draws > 0:
		idle = "draws"
	default:
		return nil
	}
	return cli.Usagef("--%s requires a metric with an interval, but none in --metrics has one", idle)
}

func hasIntervals(m metrics.Metric) bool {
	traits := metrics.TraitsOf(m)
	return traits.Ranks || traits.Interval
}
