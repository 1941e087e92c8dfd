package speed

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"settle/figures"
	"settle/sim"
)

// growth is how the time of a run grows with one of its sizes, all others held
// as in Fig. 2: one worker, so that no clock is shared.
type growth struct {
	Size    string    `json:"size"` // "models"
	Of      string    `json:"of"`   // what is timed, in the unit of Seconds
	X       []float64 `json:"x"`
	Seconds []float64 `json:"seconds"` // the least of the rounds
	Slope   float64   `json:"slope"`   // of the fitted line through the logarithms
}

// setting is one point of a growth.
type setting struct {
	models, questions, trials, metrics, workers int
	replicates                                  int // 0 for as many as take enough time
}

// fig2 is the setting from which each size grows.
var fig2 = setting{models: 11, questions: 30, trials: 80, metrics: 8, workers: 1}

// thirtyTwo are metrics of different keys, all of which start at n = 1 or 2.
var thirtyTwo = func() []string {
	list := []string{"bayes"}
	for k := 2; len(list) < 32; k++ {
		list = append(list, fmt.Sprintf("pass@%d", k), fmt.Sprintf("pass^%d", k), fmt.Sprintf("pass-naive@%d", k))
	}
	return list[:32]
}()

func (o Options) grow(ctx context.Context, p *page, _ []workload) error {
	sizes := []struct {
		name string
		at   []int
		set  func(s *setting, x int)
	}{
		{"models", []int{5, 10, 20, 40, 80, 160, 320}, func(s *setting, x int) { s.models = x }},
		{"questions", []int{8, 16, 32, 64, 128, 256, 512, 1024}, func(s *setting, x int) { s.questions = x }},
		{"trials", []int{10, 20, 40, 80, 160, 320}, func(s *setting, x int) { s.trials = x }},
		{"metrics", []int{1, 2, 4, 8, 16, 32}, func(s *setting, x int) { s.metrics = x }},
		{"replicates", []int{100, 1000, 10_000, 100_000}, func(s *setting, x int) { s.replicates = x }},
		{"workers", workerCounts(p.Processors), func(s *setting, x int) { s.workers = x }},
	}
	for _, size := range sizes {
		if len(size.at) == 1 {
			continue // one processor: there is nothing to grow
		}
		g := growth{Size: size.name, Of: "replicate"}
		if size.name == "replicates" {
			g.Of = "run"
		}
		for _, x := range size.at {
			s := fig2
			size.set(&s, x)
			perRun, replicates, err := o.time(ctx, s)
			if err != nil {
				return err
			}
			if g.Of == "replicate" {
				perRun /= float64(replicates)
			}
			g.X, g.Seconds = append(g.X, float64(x)), append(g.Seconds, perRun)
		}
		_, g.Slope = fit(g.X, g.Seconds)
		p.Growth = append(p.Growth, g)
	}
	return nil
}

// workerCounts are the powers of two up to the number of processors.
func workerCounts(processors int) []int {
	counts := []int{1}
	for n := 2; n <= processors; n *= 2 {
		counts = append(counts, n)
	}
	return counts
}

// time draws fresh boards of coins and returns the least time of the rounds and
// the number of replicates, as many as the setting says or as take enough time to
// measure. The time of a run of one replicate is taken off: tables are made
// once.
func (o Options) time(ctx context.Context, s setting) (least float64, replicates int, err error) {
	coins, err := sim.Random(s.models, s.questions, 1, 1)
	if err != nil {
		return 0, 0, err
	}
	source, gold := coins.Source(s.trials, 1), coins.Gold()
	list := strings.Join(thirtyTwo[:s.metrics], ",")
	run := func(replicates int) (float64, error) {
		return seconds(func() error { return drawCurves(ctx, source, list, gold, replicates, s.workers) })
	}
	once, err := run(1)
	if err != nil {
		return 0, 0, err
	}
	for replicates = max(s.replicates, 1); ; replicates *= 2 {
		took, err := run(1 + replicates)
		if err != nil {
			return 0, 0, err
		}
		if least = took - once; s.replicates > 0 || least > o.enough() {
			break
		}
	}
	for range o.Rounds - 1 {
		took, err := run(1 + replicates)
		if err != nil {
			return 0, 0, err
		}
		least = min(least, took-once)
	}
	return least, replicates, nil
}

// enough is a time in seconds that is long beside the noise.
func (o Options) enough() float64 {
	if o.Quick {
		return 0.02
	}
	return 0.2
}

// fit fits the line intercept + slope · ln x through the logarithms of y: the
// slope is 1 where y grows in proportion to x.
func fit(x, y []float64) (intercept, slope float64) {
	logs := func(values []float64) []float64 {
		l := make([]float64, len(values))
		for i, v := range values {
			l[i] = math.Log(v)
		}
		return l
	}
	return stat.LinearRegression(logs(x), logs(y), nil, false)
}

// figure draws one log-log panel for each size.
func (p *page) figure() *figures.Figure {
	f := &figures.Figure{
		Columns: 3,
		Title:   "What a run costs as it grows",
		Caption: "Fresh boards of coins, τ at every n; 11 models, 30 questions, 80 trials, " +
			"eight metrics and one worker, but for the size at hand. " +
			"Points: the least of several runs; lines: the fitted power.",
	}
	for _, g := range p.Growth {
		unit, perSecond := "µs", 1e6
		if g.Of == "run" {
			unit, perSecond = "seconds", 1
		}
		f.Panels = append(f.Panels, figures.Curves{
			Title: "Number of " + g.Size, XLabel: g.Size, YLabel: unit + " per " + g.Of, LogX: true, LogY: true,
			Note: fmt.Sprintf("slope %.2f", g.Slope),
			Lines: []figures.Line{
				{Name: "measured", X: g.X, Y: scaled(g.Seconds, perSecond), Points: true},
				{Name: "fitted power", X: g.X, Y: scaled(power(g), perSecond)},
			},
		})
	}
	return f
}

func scaled(x []float64, by float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v * by
	}
	return y
}

// power is the fitted line at the measured sizes.
func power(g growth) []float64 {
	intercept, slope := fit(g.X, g.Seconds)
	y := make([]float64, len(g.X))
	for i, x := range g.X {
		y[i] = math.Exp(intercept + slope*math.Log(x))
	}
	return y
}
