package benchmarks

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/study/converge"
	"settle/tables"
)

// fig5Worst are the worst cases in the caption of Fig. 5; "" for none within 80
// trials.
var fig5Worst = map[string]string{"aime24": "75", "aime25": "", "brumo25": "68", "hmmt25": "78"}

// Fig5 shows, for each benchmark, a replicate in which Bayes@N never settles, or
// the one in which it settles last, by permutations and with replacement.
func Fig5(ctx context.Context, o paper.Options) (*paper.Result, error) {
	all, err := o.Boards()
	if err != nil {
		return nil, err
	}
	result := &paper.Result{}
	for _, s := range resamplings {
		figure := fig5Figure(all, s)
		result.Figures = append(result.Figures, paper.Figure{Name: "fig5" + s.suffix, Figure: figure})
		for i, b := range all {
			c, err := settled(ctx, o, b, s)
			if err != nil {
				return nil, err
			}
			d := c.Distributions[0]
			at, index := latest(d)
			t, err := trace(ctx, o, b, s, c, index)
			if err != nil {
				return nil, err
			}
			panel := c.Trajectories(panelTitle(i, b), t)
			if s.replacement {
				panel.Title += fmt.Sprintf(": %s of replicates never settle", tables.Percent(d.Never(), 1))
			}
			figure.Panels = append(figure.Panels, panel)
			if want, known := fig5Worst[b.Key]; known {
				result.Checks = append(result.Checks, worstCheck(b, d, s, want, at))
			}
		}
	}
	result.Checks = append(result.Checks, contradiction())
	return result, nil
}

func fig5Figure(all []paper.Benchmark, s resampling) *figures.Figure {
	figure := &figures.Figure{
		Title: "The reordering in which Bayes@N settles last",
		Caption: fmt.Sprintf("The worst of %d %s. With the last trial a reordering is the board itself: "+
			"to settle only there is not to settle. %s", convergenceReplicates, s.replicates, paper.Note(all)),
		Columns: 1, Width: pathsWidth,
	}
	if s.replacement {
		figure.Title = "A replicate in which Bayes@N never settles"
		figure.Caption = fmt.Sprintf("The first of %d %s that never settles, the one that settles last where all do. %s",
			convergenceReplicates, s.replicates, paper.Note(all))
	}
	return figure
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

// worstCheck compares the worst case. With replacement it is the share that never
// settles that tells: from a worst case within the trials it follows that none of
// the paper's replicates did.
func worstCheck(b paper.Benchmark, d converge.Distribution, s resampling, want string, at int) checks.Check {
	never := d.Never()
	c := checks.Check{Check: s.of(b, "worst convergence@n"), Ground: s.ground(b), Source: "paper, Fig. 5"}
	if s.replacement {
		c.Check = s.of(b, "share that never settles")
	}
	const none = "no convergence observed within 80 trials"
	se := shareError(never, d.Replicates)
	switch {
	case want == "" && s.replacement:
		c.Outcome = checks.Measured(none, never, se, never > 0)
	case want == "":
		c.Outcome = checks.Measured(none, float64(at), 0, at >= b.Board.Trials())
	case s.replacement:
		c.Outcome = checks.Inferred(checks.Number("< 0.0001", never, se, 0))
		c.Note = fmt.Sprintf("the worst case is %s: none of 100000 replicates never settles", want)
	default:
		c.Outcome = checks.Number(want, float64(at), 0, 0)
		c.Note = "the greatest of 100000 draws, which has no standard error"
	}
	if !s.replacement && at == b.Board.Trials() {
		c.Note = fmt.Sprintf("n = %d is the board itself: %d of %d replicates settle only there",
			at, d.Counts[at-1], d.Replicates)
	}
	return c
}

// contradiction is why the paper's convergence@n cannot come from drawing with
// replacement, by its own numbers: two models whose z is 0.6374 on the whole board
// are then in the wrong order at n = 80 in a share of about Φ(−z) of the replicates,
// none of which settles.
func contradiction() checks.Check {
	z := checks.Value(gptOSS["hmmt25"].z)
	return checks.Check{
		Check: "HMMT'25: share with gpt-oss-20b high and medium in the wrong order at n = 80, were it drawn with " +
			"replacement",
		Ground: bothPrinted, Source: "paper, section 3.2 and Fig. 5",
		Outcome: checks.Inferred(checks.Number("< 0.0001", distuv.UnitNormal.CDF(-z), 0, 0)),
		Note: "the paper says bootstrap; its worst case of 78 leaves no replicate in the wrong order at the end, " +
			"its z = 0.6374 leaves Φ(−z); so it drew without replacement",
	}
}
