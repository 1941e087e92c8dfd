package benchmarks

import (
	"context"
	"fmt"
	"math"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/lead"
)

// Fig6 shows the cumulative distributions of convergence@n (the n at which a ranking
// settles) for replicates drawn by permutation and with replacement. Fig. 1 shows the
// corresponding probabilities.
func Fig6(ctx context.Context, o paper.Options) *paper.Result {
	result := &paper.Result{}
	for _, s := range resamplings {
		boards := settledBoards(ctx, o, s)
		figure := &figures.Figure{
			Title:   "Share of rankings settled by trial n, by " + s.replicates,
			Caption: fmt.Sprintf("%d %s. %s", convergenceReplicates, s.replicates, besideNotes(boards)),
		}
		result.AddFigure("fig6"+s.suffix, figure)
		for _, b := range boards {
			figure.Panels = append(figure.Panels, b.convergence.CDF(b.panel))
			result.AddChecks(massCheck(b), reachCheck(b))
		}
	}
	return result
}

// massCheck returns a check that rankings settle no sooner by a Pass@k than by Bayes@N.
// It counts the n at which a significantly larger share of replicates has settled by a
// Pass@k than by Bayes@N.
func massCheck(b settledBoard) checks.Check {
	behind, most, name := 0, 0.0, ""
	for i, bayes := range b.bayes().CDF() {
		late := false
		for _, d := range b.passDistributions() {
			pass := d.CDF()[i]
			se := math.Hypot(shareError(bayes, d.Replicates), shareError(pass, d.Replicates))
			by := pass - bayes
			if by <= lead.Errors*se {
				continue
			}
			late = true
			if by > most {
				most, name = by, d.Metric
			}
		}
		if late {
			behind++
		}
	}
	note := "the check compares the shares at every n from 1 to N. \"More often\" means by more than three standard errors of the difference" +
		wording.If(behind > 0, fmt.Sprintf(". %s has the largest difference, %s", name, tables.Float(most, 3)))
	check := b.check("number of n at which a pass@k has settled more often than bayes", "paper, Fig. 6", checks.Measured(
		"Bayes@N accumulates mass with fewer trials than Pass@2/4/8", float64(behind), 0, behind == 0), note)
	if b.Key == "hmmt25" || b.Key == "brumo25" {
		check.Ground = b.Ground(neverFitted) // these stand-ins were fitted to means only, not to every n
	}
	return check
}

// reachCheck returns a check of whether rankings by Pass@k settle in all replicates. If
// so, the cumulative curves of Pass@k in Fig. 6 reach 1.
func reachCheck(b settledBoard) checks.Check {
	pass := bestDistribution(b.passDistributions())
	reaches := pass.Converged()
	outcome := checks.Inferred(b.share("a Pass curve reaches 1", reaches, reaches == 1))
	if b.Key == "aime24" || b.Key == "aime25" {
		outcome = b.share("the Pass curves do not reach 1", reaches, reaches < 1)
	}
	return b.check("share of replicates that settle by the last trial, for the best pass@k", "paper, Fig. 6", outcome,
		fmt.Sprintf("the best pass@k is %s. By bayes, %s of the replicates settle, and %s of the replicates settle before the last trial", pass.Metric,
			paper.Percent(b.bayes().Converged()), paper.Percent(b.bayes().BeforeLast())))
}
