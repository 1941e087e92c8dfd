package speed

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// race is a workload beside the numpy program: seconds per replicate, a pair
// for each round, and the medians.
type race struct {
	Workload string    `json:"workload"`
	What     string    `json:"what"`
	Settle   []float64 `json:"settle_seconds_per_replicate"`
	Numpy    []float64 `json:"numpy_seconds_per_replicate"`
	Ratio    float64   `json:"ratio"` // the median of the rounds' ratios
}

// race measures every workload in turn with the peer.
func (o Options) race(ctx context.Context, p *page, workloads []workload) error {
	python, err := python(ctx, "numpy")
	if err == nil {
		_, err = os.Stat(o.Peer)
	}
	if err != nil {
		p.Notes = append(p.Notes, fmt.Sprintf("The numpy program was not measured: %v.", err))
		return nil
	}
	for _, w := range workloads {
		r := race{Workload: w.name, What: w.what}
		var ratios []float64
		for range o.Rounds {
			ours, err := seconds(func() error { return w.run(ctx, w.replicates, 0) })
			if err != nil {
				return err
			}
			var theirs struct {
				Seconds float64 `json:"seconds_per_replicate"`
			}
			if err := ask(ctx, &theirs, python, o.Peer, w.name, fmt.Sprint(w.peerReplicates)); err != nil {
				return err
			}
			r.Settle = append(r.Settle, ours/float64(w.replicates))
			r.Numpy = append(r.Numpy, theirs.Seconds)
			ratios = append(ratios, theirs.Seconds/r.Settle[len(r.Settle)-1])
		}
		r.Ratio = median(ratios)
		p.Races = append(p.Races, r)
	}
	return nil
}

// scaling is a workload by one worker and by as many as there are processors.
type scaling struct {
	Workload string    `json:"workload"`
	Workers  int       `json:"workers"`
	One      []float64 `json:"one_worker_seconds_per_replicate"`
	Many     []float64 `json:"many_workers_seconds_per_replicate"`
	Ratio    float64   `json:"ratio"`
}

func (o Options) scaleWorkers(ctx context.Context, p *page, workloads []workload) error {
	for _, w := range workloads {
		s := scaling{Workload: w.name, Workers: p.Processors}
		var ratios []float64
		for range o.Rounds {
			one, err := seconds(func() error { return w.run(ctx, w.replicates, 1) })
			if err != nil {
				return err
			}
			many, err := seconds(func() error { return w.run(ctx, w.replicates, p.Processors) })
			if err != nil {
				return err
			}
			s.One = append(s.One, one/float64(w.replicates))
			s.Many = append(s.Many, many/float64(w.replicates))
			ratios = append(ratios, one/many)
		}
		s.Ratio = median(ratios)
		p.Workers = append(p.Workers, s)
	}
	return nil
}

// perCall is what Fig. 2 (c) would take with one call of scipy.stats.kendalltau
// for every ranking, extrapolated from a few replicates.
type perCall struct {
	Replicates int     `json:"replicates"` // measured
	Rankings   int     `json:"rankings"`   // compared in one replicate
	Seconds    float64 `json:"seconds_per_replicate"`
}

//go:embed percall.py
var perCallProgram string

func (o Options) callByCall(ctx context.Context, p *page, _ []workload) error {
	python, err := python(ctx, "scipy.stats")
	if err != nil {
		p.Notes = append(p.Notes, fmt.Sprintf("The way of one call per ranking was not measured: %v.", err))
		return nil
	}
	p.PerCall = new(perCall)
	return ask(ctx, p.PerCall, python, "-c", perCallProgram, fmt.Sprint(o.size(10)))
}

// python finds a Python that has a package.
func python(ctx context.Context, pkg string) (string, error) {
	for _, path := range []string{"/usr/bin/python3", "python3"} {
		if exec.CommandContext(ctx, path, "-c", "import "+pkg).Run() == nil {
			return path, nil
		}
	}
	return "", errors.Join(ctx.Err(), fmt.Errorf("no python3 has %s", pkg))
}

// ask runs a program and reads the JSON that it prints.
func ask(ctx context.Context, into any, name string, args ...string) error {
	command := exec.CommandContext(ctx, name, args...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return json.Unmarshal(out, into)
}
