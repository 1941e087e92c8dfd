package benchmarks

import (
	"fmt"
	"slices"

	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/study/converge"
)

// growthPanels holds the three panels of the figure about growing leaderboards.
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
		wrong: panel(fmt.Sprintf("(c) at least one pair separated in the wrong order at n = %d", growthMarks[0]), "share of subsets"),
	}
	p.mean.Bounds = nil
	if most := lists.Max(cases[1:], func(c growthCase) int { return c.real }); most > 0 && most < growthModels {
		rule := figures.Rule{At: float64(most), Label: "beyond: made-up models"}
		for _, panel := range []*figures.Curves{&p.mean, &p.never, &p.wrong} {
			panel.Rules = []figures.Rule{rule}
		}
	}
	return p
}

func (p *growthPanels) add(title string, points []growthPoint) {
	add := func(panel *figures.Curves, of func(growthPoint) converge.Estimated) {
		panel.Lines = append(panel.Lines, paper.Line(title, points, func(point growthPoint) (x, y, se float64) {
			e := of(point)
			return float64(point.size), e.Value, e.SE
		}))
	}
	add(&p.mean, func(p growthPoint) converge.Estimated { return p.mean })
	add(&p.never, func(p growthPoint) converge.Estimated { return p.never })
	add(&p.wrong, func(p growthPoint) converge.Estimated { return p.wrong[0] })
}

func (p *growthPanels) figure(cases []growthCase) *figures.Figure {
	caption := fmt.Sprintf("The figure uses at most %d subsets of each size. Each subset has its own gold, and all subsets share %d row replicates. "+
		"(c) is for the ranking with the 95 %% interval. Shaded: ±1.96 standard errors over subsets and replicates. "+
		"%s: simulated. Other boards: stand-ins, which were constructed to match the paper's published statistics, unless boards were given.",
		growthSubsets, growthReplicates, cases[0].title)
	if slices.ContainsFunc(cases, func(c growthCase) bool { return c.ground == madeUp }) {
		caption += " A subset that is larger than a board consists of all models of the board and of made-up models. Each made-up model lies " +
			"between two models of the board."
	}
	return &figures.Figure{
		Title: "A larger leaderboard takes longer to settle", Caption: caption,
		Panels: []figures.Panel{p.mean, p.never, p.wrong},
	}
}

// growthNote explains the table of growing leaderboards.
const growthNote = "±: standard error over subsets and replicates. mean: mean convergence@n by permutations. " +
	"never: share that never settles, with replacement. " +
	"late: mean convergence@n with replacement, where a ranking that never settles counts as N + 1. " +
	"wrong at n: share of subsets and replicates in which the 95 % rule separates at least one pair in the wrong order. " +
	"resolved: mean share of separated pairs."

// growthFields returns the columns of the table of growing leaderboards and of its
// data.
func growthFields() []tables.Field[growthPoint] {
	fields := slices.Concat([]tables.Field[growthPoint]{
		paper.Text("board", "board", func(p growthPoint) string { return p.board }),
		paper.Count("models", "models", func(p growthPoint) int { return p.size }),
		paper.Count("subsets", "subsets", func(p growthPoint) int { return p.subsets }),
	},
		paper.Estimate("mean", "mean", paper.OneDigit,
			func(p growthPoint) (float64, float64) { return p.mean.Value, p.mean.SE }),
		paper.Estimate("never", "never", paper.Percent,
			func(p growthPoint) (float64, float64) { return p.never.Value, p.never.SE }),
		paper.Estimate("late", "mean_with_replacement", paper.OneDigit,
			func(p growthPoint) (float64, float64) { return p.late.Value, p.late.SE }))
	for i, n := range growthMarks {
		fields = append(fields,
			paper.Number(fmt.Sprintf("wrong at %d", n), fmt.Sprintf("wrong_at_%d", n), paper.Percent,
				func(p growthPoint) float64 { return p.wrong[i].Value }),
			paper.Number("resolved", fmt.Sprintf("resolved_at_%d", n), paper.Percent,
				func(p growthPoint) float64 { return p.resolved[i].Value }))
	}
	return fields
}
