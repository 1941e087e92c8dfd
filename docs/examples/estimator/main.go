// Estimator enters a metric of its own, the median question, into a bake-off
// with Bayes@N and a program in Python, and resamples a board with all three,
// through nothing but public packages. Run it in this folder.
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

// median scores a model by the share of correct trials of its median question.
type median struct{}

// Name is what --metrics and reports call it.
func (median) Name() string { return "median" }

// FirstTrial is 1: a single trial has a median question.
func (median) FirstTrial() int { return 1 }

// Check refuses nothing: any board has one.
func (median) Check(int, int) error { return nil }

// Score is the share of correct trials of the model's median question.
func (median) Score(t *results.Tally, model int) float64 {
	successes := slices.Sorted(slices.Values(t.Row(model)))
	return float64(successes[len(successes)/2]) / float64(t.Trials)
}

// Target is the chance of the median question, which the bias is measured from.
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

// bakeOff holds the metrics against the truth of coins, as bakeoff does.
func bakeOff(ms []metrics.Metric) error {
	all, err := bakeoff.Measure(context.Background(), bakeoff.OfCoins(sim.PaperQuantile()), ms, bakeoff.Options{
		Options: montecarlo.Options{Replicates: 300}, Seed: 1, Trials: 16, At: []int{1, 16},
		Target: ms[0], // of the program: what Bayes@N estimates
	})
	for _, r := range all {
		last := r.Points[len(r.Points)-1]
		fmt.Printf("%s at n = %d: τ with the truth %.2f, bias %.3f\n", r.Metric, last.N, last.Tau, last.Bias)
	}
	return err
}

// resample takes a board through what bootstrap and converge do.
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
