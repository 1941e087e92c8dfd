package speed

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"settle/bootstrap"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
	"settle/sim"
	"settle/study/converge"
)

// A workload is work that both Settle and the numpy program can do, under the same name.
type workload struct {
	name           string
	what           string
	replicates     int // replicates that Settle runs, for about a second of work
	peerReplicates int // replicates that the numpy program runs
	run            func(ctx context.Context, replicates, workers int) error
}

func (o Options) workloads() ([]workload, []string, error) {
	hmmt, err := sim.StandIn("hmmt25")
	if err != nil {
		return nil, nil, err
	}
	fig2, err := curves(hmmt, "paper")
	if err != nil {
		return nil, nil, err
	}
	fig1, err := convergence(hmmt, "bayes,pass@2,pass@4,pass@8")
	if err != nil {
		return nil, nil, err
	}
	all := []workload{
		{"fig2", "11 × 30 × 80, thirteen metrics, τ at every n", o.size(10_000), o.size(400), fig2},
		{"fig1", "11 × 30 × 80, four metrics, convergence@n", o.size(100_000), o.size(1000), fig1},
	}
	board, err := results.Read(o.Evalperf, results.ReadOptions{})
	if errors.Is(err, fs.ErrNotExist) {
		return all, []string{fmt.Sprintf("evalperf was not measured: %v.", err)}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	evalperf, err := curves(board, "bayes,pass@2,pass@4,pass@8")
	if err != nil {
		return nil, nil, err
	}
	all = append(all, workload{
		"evalperf", "31 × 118 × 100, four metrics, τ at every n", o.size(2000), o.size(60), evalperf,
	})
	return all, nil, nil
}

// curves returns a function that does the work of Fig. 2 (c): it resamples rows with replacement
// and computes τ at every n.
func curves(b *results.Board, list string) (func(context.Context, int, int) error, error) {
	source, gold, err := drawn(b, bootstrap.Options{Replacement: true})
	return func(ctx context.Context, replicates, workers int) error {
		return drawCurves(ctx, source, list, gold, replicates, workers)
	}, err
}

func drawCurves(ctx context.Context, s replicate.Source, list string, gold []int, replicates, workers int) error {
	ms, err := metrics.Parse(list, metrics.Options{})
	if err != nil {
		return err
	}
	_, err = montecarlo.Curves(ctx, s, ms, gold, montecarlo.Options{Replicates: replicates, Workers: workers})
	return err
}

// convergence returns a function that does the work of Fig. 1: it resamples rows without
// replacement and computes convergence@n.
func convergence(b *results.Board, list string) (func(context.Context, int, int) error, error) {
	source, gold, err := drawn(b, bootstrap.Options{})
	if err != nil {
		return nil, err
	}
	ms, err := metrics.Parse(list, metrics.Options{})
	return func(ctx context.Context, replicates, workers int) error {
		_, err := converge.Measure(ctx, source, ms, gold, converge.Options{
			Options: montecarlo.Options{Replicates: replicates, Workers: workers},
		})
		return err
	}, err
}

// drawn returns the source of replicates of a board. It also returns the gold ranking, which is
// the ranking of the board's models by Bayes@N.
func drawn(b *results.Board, o bootstrap.Options) (replicate.Source, []int, error) {
	source, err := bootstrap.New(b, o, 1)
	if err != nil {
		return nil, nil, err
	}
	gold, err := metrics.Ordinals(metrics.Bayes(metrics.Binary, nil), b.Tally(b.Trials()))
	return source, gold, err
}
