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

// A growth holds measurements of how the time of a run grows with one number, such as the number
// of models. The other numbers stay as in fig2.
type growth struct {
	Size    string    `json:"size"` // the number that grows, such as "models"
	Of      string    `json:"of"`   // the unit of work that Seconds measures: "replicate" or "run"
	X       []float64 `json:"x"`
	Seconds []float64 `json:"seconds"` // minimum time over the rounds
	Slope   float64   `json:"slope"`   // slope of the line fitted to the logarithms of X and Seconds
}

// A setting describes the run to measure for one point of a growth curve.
type setting struct {
	models, questions, trials, metrics, workers int
	replicates                                  int // 0 means as many as are needed for a reliable time
}

// fig2 is a setting like that of the paper's Fig. 2, from which one number at a time grows.
var fig2 = setting{models: 11, questions: 30, trials: 80, metrics: 8, workers: 1}

// thirtyTwo lists 32 metrics. Each computes its own sort key, and has scores from n = 1 or n = 2
// trials on.
var thirtyTwo = func() []string {
	list := []string{"bayes"}
	for k := 2; len(list) < 32; k++ {
		list = append(list, fmt.Sprintf("pass@%d", k), fmt.Sprintf("pass^%d", k), fmt.Sprintf("pass-naive@%d", k))
	}
	return list[:32]
}()

func (o Options) grow(ctx context.Context, p *page) error {
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
			continue // with one processor there is nothing to compare
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

// workerCounts returns the powers of two up to the number of processors.
func workerCounts(processors int) []int {
	counts := []int{1}
	for n := 2; n <= processors; n *= 2 {
		counts = append(counts, n)
	}
	return counts
}

// time measures runs that draw and score new boards of coins (simulated models). It returns the
// minimum time over the rounds, in seconds, and the number of replicates. It subtracts the time of
// a run of one replicate, because tables are made once per run. If the setting gives no number of
// replicates, time chooses enough replicates for a reliable result.
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
	least, replicates = math.Inf(1), max(s.replicates, 1)
	enough := float64(o.size(200)) / 1000 // seconds; long compared with the noise
	for round := 0; round < o.Rounds && err == nil; {
		var took float64
		took, err = run(1 + replicates)
		if took -= once; round == 0 && s.replicates == 0 && took <= enough {
			replicates *= 2
			continue
		}
		least = min(least, took)
		round++
	}
	return least, replicates, err
}

// fit fits the line intercept + slope · ln x to the logarithms of y. If y is proportional to x,
// the slope is 1.
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

// base describes the setting fig2 in words.
const base = "11 models, 30 questions, 80 trials, eight metrics and one worker, except for the varied size."

// points returns the measured sizes and their times, in microseconds, as text.
func (g growth) points() string {
	points := make([]string, len(g.X))
	for i, x := range g.X {
		points[i] = fmt.Sprintf("%.0f: %.1f", x, g.Seconds[i]*1e6)
	}
	return strings.Join(points, ", ")
}

// figure returns a figure with one panel for each number that grows. Both axes are logarithmic.
func (p *page) figure() *figures.Figure {
	f := &figures.Figure{
		Columns: 3,
		Title:   "What a run costs as it grows",
		Caption: "New boards of coins, τ at every n; " + base + " Points: the minimum of several runs; lines: the fitted power.",
	}
	for _, g := range p.Growth {
		f.Panels = append(f.Panels, figures.Curves{
			Title: "Number of " + g.Size, XLabel: g.Size, YLabel: "seconds per " + g.Of, LogX: true, LogY: true,
			Note: fmt.Sprintf("slope %.2f", g.Slope),
			Lines: []figures.Line{
				{Name: "measured", X: g.X, Y: g.Seconds, Points: true}, {Name: "fitted power", X: g.X, Y: power(g)},
			},
		})
	}
	return f
}

// power returns the times that the fitted power law gives for the measured sizes.
func power(g growth) []float64 {
	intercept, slope := fit(g.X, g.Seconds)
	y := make([]float64, len(g.X))
	for i, x := range g.X {
		y[i] = math.Exp(intercept + slope*math.Log(x))
	}
	return y
}
