package benchmarks

import (
	"context"
	"fmt"
	"math"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/report"
	"settle/study/lead"
	"settle/tables"
)

// Fig6 shows the cumulative distributions of convergence@n whose PMFs are
// Fig. 1, by permutations and with replacement.
func Fig6(ctx context.Context, o paper.Options) (*paper.Result, error) {
	all, err := o.Boards()
	if err != nil {
		return nil, err
	}
	result := &paper.Result{}
	for _, s := range resamplings {
		settled, err := allSettled(ctx, o, all, s)
		if err != nil {
			return nil, err
		}
		figure := &figures.Figure{
			Title:   "Share of rankings settled by trial n, by " + s.replicates,
			Caption: fmt.Sprintf("%d %s. %s", convergenceReplicates, s.replicates, besideNotes(settled, all)),
		}
		result.Figures = append(result.Figures, paper.Figure{Name: "fig6" + s.suffix, Figure: figure})
		for i, b := range all {
			figure.Panels = append(figure.Panels, settled[i].CDF(panelTitle(i, b)))
			result.Checks = append(result.Checks, massCheck(b, settled[i], s), reachCheck(b, settled[i], s))
		}
	}
	return result, nil
}

// massCheck is whether Bayes@N has settled at least as often as every Pass@k at
// every n.
func massCheck(b paper.Benchmark, c *report.Convergence, s resampling) checks.Check {
	bayes := c.Distributions[0].CDF()
	behind, most, name := 0, 0.0, ""
	for i := range bayes {
		late := false
		for _, d := range c.Distributions[1:] {
			pass := d.CDF()[i]
			se := math.Hypot(shareError(bayes[i], d.Replicates), shareError(pass, d.Replicates))
			if by := pass - bayes[i]; by > lead.Errors*se {
				late = true
				if by > most {
					most, name = by, d.Metric
				}
			}
		}
		if late {
			behind++
		}
	}
	ground := s.ground(b)
	if !s.replacement && (b.Key == "hmmt25" || b.Key == "brumo25") {
		ground = b.Ground(neverFitted) // to means alone, and not to every n
	}
	check := checks.Check{
		Check: s.of(b, "number of n at which a pass@k has settled more often than bayes"), Ground: ground, Source: "paper, Fig. 6",
		Outcome: checks.Measured("Bayes@N accumulates mass with fewer trials than Pass@2/4/8",
			float64(behind), 0, behind == 0),
		Note: "at every n = 1..N, by more than three standard errors of the difference",
	}
	if behind > 0 {
		check.Note += fmt.Sprintf("; %s by up to %s", name, tables.Float(most, 3))
	}
	return check
}

// reachCheck is whether the Pass curves reach 1.
func reachCheck(b paper.Benchmark, c *report.Convergence, s resampling) checks.Check {
	pass := best(c.Distributions[1:])
	reaches := pass.Converged()
	check := checks.Check{
		Check:  s.of(b, "share settled by the last trial, by the best pass@k"),
		Ground: s.ground(b), Source: "paper, Fig. 6",
		Note: fmt.Sprintf("%s; bayes %s, and %s before the last trial", pass.Metric,
			tables.Percent(c.Distributions[0].Converged(), 1), tables.Percent(c.Distributions[0].BeforeLast(), 1)),
	}
	se := shareError(reaches, pass.Replicates)
	if b.Key == "aime24" || b.Key == "aime25" {
		check.Outcome = checks.Measured("the Pass curves do not reach 1", reaches, se, reaches < 1)
	} else {
		check.Outcome = checks.Inferred(checks.Measured("a Pass curve reaches 1", reaches, se, reaches == 1))
	}
	return check
}
