// Estimator shows how to write a metric outside Settle. The metric is the share of
// correct trials on a model's median question. Estimator compares it in a bake-off with
// Bayes@N and with a Python program. It also resamples a board with all three metrics.
// It uses only public packages. Run it in this folder.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"slices"

	"settle/bootstrap"
	"settle/metrics"
	"settle/metrics/external"
	"settle/montecarlo"
	"settle/results"
	"settle/sim"
	"settle/study/bakeoff"
	"settle/study/converge"
)

// median is a metric. The score of a model is its share of correct trials on its median
// question, which has the median number of correct trials.
type median struct{}

// Name returns the name of the metric in --metrics and in reports.
func (median) Name() string { return "median" }

// FirstTrial returns 1, because a single trial is enough for a score.
func (median) FirstTrial() int { return 1 }

// Check returns nil, because the metric can score any board.
func (median) Check(int, int) error { return nil }

// Score returns the model's share of correct trials on its median question.
func (median) Score(t *results.Tally, model int) float64 {
	successes := slices.Sorted(slices.Values(t.Row(model)))
	return float64(successes[len(successes)/2]) / float64(t.Trials)
}

// Target returns the value that Score estimates: the success probability on the median
// question. Bias is measured from this value. The success probability on question q is
// p[q].
func (median) Target(p []float64) float64 { return slices.Sorted(slices.Values(p))[len(p)/2] }

func init() {
	metrics.Register(metrics.Family{Name: "median", Syntax: "median", Doc: "rate of the median question",
		New: func(string, metrics.Options) (metrics.Metric, error) { return median{}, nil }})
}

func main() {
	programs := external.NewHost(context.Background())
	defer programs.Close()
	ms, err := metrics.Parse("bayes,median,exec:python3 mine.py", metrics.Options{Exec: programs.Metric})
	if err == nil {
		err = errors.Join(bakeOff(ms), resample(ms))
	}
	if err != nil {
		log.Fatal(err)
	}
}

// bakeOff prints how well each metric orders the models on simulated boards, as the
// command bakeoff does. The boards are simulated from coins, which are models with
// known success probabilities.
func bakeOff(ms []metrics.Metric) error {
	all, err := bakeoff.Measure(context.Background(), bakeoff.OfCoins(sim.PaperQuantile()), ms, bakeoff.Options{
		Options: montecarlo.Options{Replicates: 300}, Seed: 1, Trials: 16, At: []int{1, 16},
		Target: ms[0], // value that the Python program estimates: the same as Bayes@N
	})
	for _, r := range all {
		last := r.Points[len(r.Points)-1]
		fmt.Printf("%s at n = %d: τ with the truth %.2f, bias %.3f\n", r.Metric, last.N, last.Tau, last.Bias)
	}
	return err
}

// resample prints how the rankings by each metric settle on replicates of a board, as
// the commands bootstrap and converge do.
func resample(ms []metrics.Metric) error {
	board, err := sim.StandIn("hmmt25")
	if err != nil {
		return err
	}
	gold, err := metrics.Ordinals(ms[0], board.Tally(board.Trials()))
	if err != nil {
		return err
	}
	source, err := bootstrap.New(board, bootstrap.Options{}, 1)
	if err != nil {
		return err
	}
	run := montecarlo.Options{Replicates: 20}
	curves, err := montecarlo.Curves(context.Background(), source, ms, gold, run)
	if err != nil {
		return err
	}
	settled, err := converge.Measure(context.Background(), source, ms, gold, converge.Options{Options: run})
	for i, d := range settled {
		fmt.Printf("%s on the board: τ %.3f at n = 10, settled by n = 80 in %.0f %% of the orders\n",
			d.Metric, curves[i].Points[9].Tau, 100*d.Converged())
	}
	return err
}
