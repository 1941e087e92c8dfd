package experiments

import (
	"context"
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/figures"
	"settle/tables"
)

// Fig6 shows the cumulative distributions of convergence@n whose PMFs are
// Fig. 1.
func Fig6(ctx context.Context, o Options) (*Result, error) {
	all, err := o.benchmarks()
	if err != nil {
		return nil, err
	}
	figure := &figures.Figure{
		Title:   "Share of rankings settled by trial n",
		Caption: fmt.Sprintf("%d row permutations. %s", convergenceReplicates, note(all)),
	}
	result := &Result{Figures: []Figure{{"fig6", figure}}}
	var lasts []string // what open marks are
	for i, b := range all {
		c, err := o.settled(ctx, b)
		if err != nil {
			return nil, err
		}
		figure.Panels = append(figure.Panels, c.CDF(panelTitle(i, b)))
		if last := c.LastNote(); !slices.Contains(lasts, last) {
			lasts = append(lasts, last)
			figure.Caption += " " + last
		}
		pass := best(c.Distributions[1:])
		reaches := "yes"
		if b.Key == "aime24" || b.Key == "aime25" {
			reaches = "no"
		}
		check := checks.Check{
			Check:  b.Title + ": the best pass@k reaches 1 by the last trial",
			Ground: b.ground(settlesAsFitted), Source: "paper, Fig. 6",
			Outcome: checks.Words(reaches, yesNo(pass.Converged() == 1)),
			Note: fmt.Sprintf("%s reaches %s; bayes settles before the last trial in %s", pass.Metric,
				tables.Percent(pass.Converged(), 1), tables.Percent(c.Distributions[0].BeforeLast(), 1)),
		}
		result.Checks = append(result.Checks, check)
	}
	return result, nil
}
