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

// Interval is the flag of the commands that show intervals.
type Interval struct {
	Confidence float64 `range:"(0..1)" default:"0.95" placeholder:"P" group:"scoring" help:"Confidence of intervals, ties and tests, between 0 and 1."`
}

// CheckInterval refuses a confidence without intervals.
func (i Interval) CheckInterval() error {
	if math.IsInf(distuv.UnitNormal.Quantile(0.5+i.Confidence/2), 1) {
		return cli.Usagef("--confidence %v is so close to 1 that intervals have no ends", i.Confidence)
	}
	return nil
}

// Estimand is the flag of the commands whose intervals are of these questions or of all.
type Estimand struct {
	Estimand string `default:"questions" enum:"questions,population" group:"scoring" help:"What intervals and tests are about: the mean over these very questions, or over all questions like these."`
}

// About returns the estimand.
func (e Estimand) About() posterior.Estimand {
	about, _ := posterior.ParseEstimand(e.Estimand) // the parser knows the names
	return about
}

// PopulationUsage makes asking for the population of one question a wrong usage.
func PopulationUsage(err error) error {
	if posterior.NoPopulation(err) {
		return cli.Usagef("--estimand population: %w", err)
	}
	return err
}

// Draws is the flag of the commands that draw scores from posteriors.
type Draws struct {
	Draws *int `range:"0..1000000000" placeholder:"N" group:"scoring" help:"Posterior draws for probabilities, 0 for none (default 4000, and 0 where there are more than 1000 models)."`
}

const (
	// DefaultDraws leave a probability a Monte-Carlo standard error of 0.8 % at most.
	DefaultDraws = 4000

	// ManyModels is the number of models up to which all pairs are compared without being
	// asked for: their number grows with the square of the models.
	ManyModels = 1000
)

// DrawsFor returns the number of posterior draws for so many models.
func (d Draws) DrawsFor(models int) int {
	switch {
	case d.Draws != nil:
		return *d.Draws
	case models > ManyModels:
		return 0
	}
	return DefaultDraws
}

// DrawOptions returns the options of the i-th of several runs of posterior draws, which share a
// progress bar.
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

// RefuseIdle refuses flags about intervals, of which --columns may be one, if no metric has one.
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
	return cli.Usagef("--%s is about intervals, and no metric in --metrics has one", idle)
}

func hasIntervals(m metrics.Metric) bool {
	traits := metrics.TraitsOf(m)
	return traits.Ranks || traits.Interval
}
