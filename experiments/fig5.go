package experiments

import (
	"context"
	"fmt"

	"settle/experiments/checks"
	"settle/figures"
	"settle/study/converge"
)

// fig5Worst are the worst cases in the caption of Fig. 5; 0 for none within 80
// trials.
var fig5Worst = map[string]int{"aime24": 75, "aime25": 0, "brumo25": 68, "hmmt25": 78}

// Fig5 shows, for each benchmark, the row permutation in which Bayes@N settles
// last.
func Fig5(ctx context.Context, o Options) (*Result, error) {
	all, err := o.benchmarks()
	if err != nil {
		return nil, err
	}
	figure := &figures.Figure{
		Title: "The reordering in which Bayes@N settles last",
		Caption: fmt.Sprintf("The worst of %d row permutations. With the last trial a reordering is the board itself: "+
			"to settle only there is not to settle. %s", convergenceReplicates, note(all)),
		Columns: 1, Width: pathsWidth,
	}
	result := &Result{Figures: []Figure{{"fig5", figure}}}
	for i, b := range all {
		c, err := o.settled(ctx, b)
		if err != nil {
			return nil, err
		}
		at, index := latest(c.Distributions[0])
		t, err := o.trace(ctx, b, c, index)
		if err != nil {
			return nil, err
		}
		figure.Panels = append(figure.Panels, c.Trajectories(panelTitle(i, b), t))
		if want, known := fig5Worst[b.Key]; known {
			result.Checks = append(result.Checks, fig5Check(b, c.Distributions[0], want, at))
		}
	}
	return result, nil
}

// latest is the largest n at which a replicate settles, and the first such
// replicate; n = N + 1 if some never do.
func latest(d converge.Distribution) (at, index int) {
	for i, first := range d.First {
		if first >= 0 {
			at, index = i+1, first
		}
	}
	return at, index
}

func fig5Check(b Benchmark, d converge.Distribution, want, at int) checks.Check {
	c := checks.Check{
		Check: b.Title + ": worst convergence@n", Ground: b.ground(settlesAsFitted), Source: "paper, Fig. 5",
		Outcome: checks.Number(fmt.Sprint(want), float64(at), 0, 0),
	}
	if want == 0 {
		c.Outcome = checks.Measured("none within 80", float64(at), 0, at >= b.Board.Trials())
	}
	if at == b.Board.Trials() {
		c.Note = fmt.Sprintf("n = %d is the board itself: %d of %d replicates settle only there",
			at, d.Counts[at-1], d.Replicates)
	} else {
		c.Note = fmt.Sprintf("%d of %d replicates", d.Counts[at-1], d.Replicates)
	}
	return c
}
