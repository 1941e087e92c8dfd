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

// A race compares the speed of Settle on a workload with another way to do the same work. It holds
// the seconds per replicate of both sides in each round.
type race struct {
	Workload string    `json:"workload"`
	Beside   string    `json:"beside"`
	Settle   []float64 `json:"settle_seconds_per_replicate"`
	Other    []float64 `json:"other_seconds_per_replicate"`
	Ratio    float64   `json:"ratio"` // median of the ratios of the rounds
}

// A runner is a function that runs replicates of a workload and returns the seconds per replicate.
type runner func() (float64, error)

// race compares the speed of Settle on every workload with the numpy program and with Settle on one
// worker. On the first workload, it also compares Settle with a program that calls scipy once per
// ranking.
func (o Options) race(ctx context.Context, p *page) error {
	workloads, notes, err := o.workloads()
	if err != nil {
		return err
	}
	p.Notes = notes
	numpy, err := python(ctx, "numpy")
	if err == nil {
		_, err = os.Stat(o.Peer)
	}
	if err != nil {
		p.Notes = append(p.Notes, fmt.Sprintf("The numpy program was not measured: %v.", err))
	}
	for _, w := range workloads {
		if err == nil {
			peer := programRunner(ctx, numpy, o.Peer, w.name, fmt.Sprint(w.peerReplicates))
			if err := o.add(p, w.name+": "+w.what, "vectorised numpy", w.newRunner(ctx, p.Processors), peer); err != nil {
				return err
			}
		}
		if err := o.add(p, w.name, "one worker", w.newRunner(ctx, p.Processors), w.newRunner(ctx, 1)); err != nil {
			return err
		}
	}
	scipy, err := python(ctx, "scipy.stats")
	if err != nil {
		p.Notes = append(p.Notes, fmt.Sprintf("One call of scipy per ranking was not measured: %v.", err))
		return nil
	}
	p.Notes = append(p.Notes, "One call of scipy per ranking is extrapolated from a few replicates; "+
		"it only compares the same number of rankings, on a random board.")
	o.Rounds = 1
	perCall := programRunner(ctx, scipy, "-c", perCallProgram, fmt.Sprint(o.size(10)))
	return o.add(p, workloads[0].name, "one call of scipy.stats.kendalltau per ranking", workloads[0].newRunner(ctx, p.Processors), perCall)
}

// add measures Settle and the other side of a race in turn, and adds the race to the page. The
// third argument is the name of the other side.
func (o Options) add(p *page, workload, beside string, settle, other runner) error {
	r := race{Workload: workload, Beside: beside}
	var ratios []float64
	for range o.Rounds {
		ours, err := settle()
		if err != nil {
			return err
		}
		theirs, err := other()
		if err != nil {
			return err
		}
		r.Settle, r.Other, ratios = append(r.Settle, ours), append(r.Other, theirs), append(ratios, theirs/ours)
	}
	r.Ratio = median(ratios)
	p.Races = append(p.Races, r)
	return nil
}

// newRunner returns a runner that runs the workload with the given number of workers.
func (w *workload) newRunner(ctx context.Context, workers int) runner {
	return func() (float64, error) {
		took, err := seconds(func() error { return w.run(ctx, w.replicates, workers) })
		return took / float64(w.replicates), err
	}
}

// perCallProgram is a Python program that computes Fig. 2 (c) with one call of
// scipy.stats.kendalltau per ranking.
//
//go:embed percall.py
var perCallProgram string

// python returns the path of a Python interpreter that can import the package.
func python(ctx context.Context, pkg string) (string, error) {
	for _, path := range []string{"/usr/bin/python3", "python3"} {
		if exec.CommandContext(ctx, path, "-c", "import "+pkg).Run() == nil {
			return path, nil
		}
	}
	return "", errors.Join(ctx.Err(), fmt.Errorf("cannot find a python3 that can import %s", pkg))
}

// programRunner returns a runner that runs a program. The program must print its seconds per
// replicate as JSON.
func programRunner(ctx context.Context, name string, args ...string) runner {
	return func() (float64, error) {
		command := exec.CommandContext(ctx, name, args...)
		command.Stderr = os.Stderr
		out, err := command.Output()
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		var answer struct {
			Seconds float64 `json:"seconds_per_replicate"`
		}
		err = json.Unmarshal(out, &answer)
		return answer.Seconds, err
	}
}
