package benchmarks

import (
	"fmt"
	"slices"

	"settle/figures"
	"settle/study/converge"
	"settle/tables"
)

// growthPanels are the three of the figure.
type growthPanels struct{ mean, never, wrong figures.Curves }

func newGrowthPanels(cases []growthCase) *growthPanels {
	panel := func(title, y string) figures.Curves {
		return figures.Curves{
			Title: title, XLabel: "models compared", YLabel: y, Bounds: &[2]float64{0, 1}, ShowY: []float64{0},
		}
	}
	p := &growthPanels{
		mean:  panel("(a) mean convergence@n, permutations", "trials"),
		never: panel("(b) never settle, with replacement", "share of subsets"),
		wrong: panel(fmt.Sprintf("(c) a pair ranked apart the wrong way at n = %d", growthMarks[0]), "share of subsets"),
	}
	p.mean.Bounds = nil
	if most := mostReal(cases); most < growthModels {
		rule := figures.Rule{At: float64(most), Label: "boards: made up beyond"}
		for _, panel := range []*figures.Curves{&p.mean, &p.never, &p.wrong} {
			panel.Rules = []figures.Rule{rule}
		}
	}
	return p
}

// mostReal is the most models of a benchmark.
func mostReal(cases []growthCase) int {
	most := growthModels
	for i, c := range cases[1:] {
		if i == 0 || c.real > most {
			most = c.real
		}
	}
	return most
}

func (p *growthPanels) add(title string, points []growthPoint) {
	line := func(of func(growthPoint) converge.Estimated) figures.Line {
		l := figures.Line{Name: title}
		for _, point := range points {
			e := of(point)
			l.X, l.Y, l.SE = append(l.X, float64(point.size)), append(l.Y, e.Value), append(l.SE, e.SE)
		}
		return l
	}
	p.mean.Lines = append(p.mean.Lines, line(func(p growthPoint) converge.Estimated { return p.mean }))
	p.never.Lines = append(p.never.Lines, line(func(p growthPoint) converge.Estimated { return p.never }))
	p.wrong.Lines = append(p.wrong.Lines, line(func(p growthPoint) converge.Estimated { return p.wrong[0] }))
}

func (p *growthPanels) figure(cases []growthCase) *figures.Figure {
	caption := fmt.Sprintf("Subsets of each size, %d at most, each with its own gold; %d row replicates that all share. "+
		"(c) is for the ranking with the 95 %% interval. Shaded: ±1.96 standard errors over subsets and replicates. "+
		"%s: simulated. Others: stand-ins, constructed to match the paper's published statistics, unless boards were given.",
		growthSubsets, growthReplicates, cases[0].title)
	if slices.ContainsFunc(cases, func(c growthCase) bool { return c.ground == madeUp }) {
		caption += " Beyond the models of a board subsets are all of these with made-up ones, each between two of the " +
			"board's."
	}
	return &figures.Figure{
		Title: "A larger leaderboard takes longer to settle", Caption: caption,
		Panels: []figures.Panel{p.mean, p.never, p.wrong},
	}
}

func growthTable() *tables.Table {
	t := &tables.Table{
		Title: "Growth: convergence of Bayes@N against the number of models", Columns: []tables.Column{{Name: "board"}},
		Notes: []string{
			"± is the standard error over subsets and replicates. Mean: convergence@n by permutations. Never, late: the " +
				"share that never settles and the mean convergence@n, with never as N + 1, with replacement. " +
				"Wrong at n: the share of subsets and replicates in which the 95 % rule ranks some pair apart against gold; " +
				"resolved: the mean share of pairs that it ranks apart.",
		},
	}
	for _, name := range []string{
		"models", "subsets", "mean", "±", "never", "±", "late", "±", "wrong at 10", "resolved", "wrong at 40", "resolved",
	} {
		t.Columns = append(t.Columns, tables.Column{Name: name, Right: true})
	}
	return t
}

func (p growthPoint) row(title string, trials, share func(float64) string) []string {
	row := []string{
		title, fmt.Sprint(p.size), fmt.Sprint(p.subsets), trials(p.mean.Value), trials(p.mean.SE),
		share(p.never.Value), share(p.never.SE), trials(p.late.Value), trials(p.late.SE),
	}
	for i := range growthMarks {
		row = append(row, share(p.wrong[i].Value), share(p.resolved[i].Value))
	}
	return row
}
