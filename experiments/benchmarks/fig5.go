package benchmarks

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/report/wording"
	"settle/study/converge"
)

// fig5Order lists the benchmarks in the order of the panels of Fig. 5.
var fig5Order = []string{"aime24", "aime25", "brumo25", "hmmt25"}

// fig5Worst holds, for each benchmark, the largest n at which a replicate's ranking
// settles, as printed in the caption of Fig. 5. "" means that it does not settle within
// 80 trials.
var fig5Worst = map[string]string{"aime24": "75", "aime25": "", "brumo25": "68", "hmmt25": "78"}

// Fig5 shows, for each benchmark, a replicate in which the ranking by Bayes@N never
// settles or, if there is none, settles last. Replicates are drawn both by permutation
// and with replacement.
func Fig5(ctx context.Context, o paper.Options) *paper.Result {
	result := &paper.Result{}
	for _, s := range resamplings {
		boards := settledBoards(ctx, o, s)
		figure := fig5Figure(noteOf(boards), s)
		result.AddFigure("fig5"+s.suffix, figure)
		slices.SortStableFunc(boards, func(a, b settledBoard) int {
			return slices.Index(fig5Order, a.Key) - slices.Index(fig5Order, b.Key)
		})
		for i, b := range boards {
			at, index := latestSettling(b.bayes())
			title := panelTitle(i, b.Benchmark) + publishedWorst(b.Key)
			if s.replacement {
				title += fmt.Sprintf(": %s of replicates never settle", paper.Percent(b.bayes().Never()))
			}
			figure.Panels = append(figure.Panels, b.trajectory(ctx, o, title, index))
			if want, known := fig5Worst[b.Key]; known {
				result.AddChecks(worstCheck(b, want, at))
			}
		}
	}
	result.AddChecks(contradiction())
	return result
}

func fig5Figure(note string, s resampling) *figures.Figure {
	figure := &figures.Figure{
		Title: "The permutation in which Bayes@N settles last",
		Caption: fmt.Sprintf("Each panel shows the permutation that settles last, of %d %s. After the last trial, every permutation equals the board, so "+
			"settling only with the last trial does not count as convergence. %s", convergenceReplicates, s.replicates, note),
		Columns: 2, Width: pathsWidth,
	}
	if s.replacement {
		figure.Title = "A replicate in which Bayes@N never settles"
		figure.Caption = fmt.Sprintf("Each panel shows the first replicate that never settles, of %d %s. If all replicates settle, the panel shows the replicate that settles last. %s",
			convergenceReplicates, s.replicates, note)
	}
	return figure
}

// publishedWorst formats the largest n at which a replicate settles on a benchmark, as
// the paper prints it.
func publishedWorst(key string) string {
	at, known := fig5Worst[key]
	if !known {
		return ""
	}
	return " (paper: " + wording.IfElse(at == "", "never", "n = "+at) + ")"
}

// latestSettling returns the largest n at which a replicate settles, and the index of
// the first replicate that settles at this n. If some replicates never settle, it
// returns N + 1 and the index of the first of these.
func latestSettling(d converge.Distribution) (at, index int) {
	for i, first := range d.First {
		if first >= 0 {
			at, index = i+1, first
		}
	}
	return at, index
}

// worstCheck returns a check of the largest n at which a replicate settles. It compares
// the measured n (at) with the paper's n (want). For replicates drawn with replacement,
// it checks the share that never settles instead. This share must be 0 if the paper's
// worst replicate settles.
func worstCheck(b settledBoard, want string, at int) checks.Check {
	const none = "no convergence observed within 80 trials"
	d := b.bayes()
	what, note := "worst convergence@n", ""
	var outcome checks.Outcome
	switch never := d.Never(); {
	case want == "" && b.how.replacement:
		outcome = b.share(none, never, never > 0)
	case want == "":
		outcome = checks.Measured(none, float64(at), 0, at >= b.Board.Trials())
	case b.how.replacement:
		outcome = checks.Inferred(checks.Number("< 0.0001", never, shareError(never, d.Replicates), 0))
		note = fmt.Sprintf("the paper's worst replicate settles at n = %s, so all 100000 replicates of the paper settle", want)
	default:
		outcome = checks.Number(want, float64(at), 0, 0)
		note = "both numbers are maxima of 100000 draws, and such maxima have no standard error"
	}
	if b.how.replacement {
		what = "share of replicates that never settle"
	} else if at == b.Board.Trials() {
		note = fmt.Sprintf("after n = %d trials, every replicate equals the board. %d of %d replicates settle only at this n",
			at, d.Counts[at-1], d.Replicates)
	}
	return b.check(what, "paper, Fig. 5", outcome, note)
}

// contradiction returns a check that the paper's printed numbers are impossible if its
// replicates are drawn with replacement. For two models the paper prints z = 0.6374 on
// the whole board. A share Φ(−z) of such replicates would order these models wrongly at
// n = 80, and would therefore never settle. But the paper's replicates all settle.
func contradiction() checks.Check {
	z := checks.Value(table2Published["hmmt25"].z)
	return checks.New("HMMT'25: share of replicates with gpt-oss-20b high and medium in the wrong order at n = 80, if "+
		"replicates are drawn with replacement", "paper, section 3.2 and Fig. 5", bothPrinted,
		checks.Inferred(checks.Number("< 0.0001", distuv.UnitNormal.CDF(-z), 0, 0)),
		"the paper says that replicates come from a bootstrap, which draws with replacement. With replacement, the printed z = 0.6374 implies that a share of Φ(−z) "+
			"ends in the wrong order. But the paper's worst case, 78 trials, means that no replicate ends in the wrong order, "+
			"so the paper drew without replacement").
		Finds("The numbers of Figs. 1 and 5 come from drawing without replacement, not from the bootstrap that the text states.")
}
