package bakeoff

import (
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/study/arena"
	"settle/study/bakeoff"
)

// An arenaRow is the result of one method on one family with one number of trials,
// compared with one gold-standard order.
type arenaRow struct {
	family, gold, method string
	n, boards            int
	arena.Cell
}

// rows returns the results of all methods. It omits results without a τ, because the
// method cannot score the boards or has no gold-standard order.
func (a Arena) rows() (rows []arenaRow) {
	for _, l := range a.Leagues {
		for _, gold := range arena.Golds() {
			for m, method := range a.Methods {
				for i, c := range l.Cells[gold][m] {
					if c.Known() {
						rows = append(rows, arenaRow{l.Family.Name, gold.String(), method, a.Options.Trials[i], l.Boards, c})
					}
				}
			}
		}
	}
	return rows
}

// arenaFields lists the fields of one arenaRow, for CSV and JSON.
var arenaFields = tables.Fields[arenaRow]{
	tables.Data("family", func(r arenaRow) string { return r.family }),
	tables.Data("gold", func(r arenaRow) string { return r.gold }),
	tables.Data("metric", func(r arenaRow) string { return r.method }),
	tables.Data("n", func(r arenaRow) int { return r.n }),
	tables.Data("tau", func(r arenaRow) float64 { return r.Tau }),
	tables.Data("tau_se", func(r arenaRow) float64 { return r.TauSE }),
	tables.Data("ahead", func(r arenaRow) float64 { return r.Lead }),
	tables.Data("ahead_se", func(r arenaRow) float64 { return r.LeadSE }),
	tables.Data("alike", func(r arenaRow) bool { return r.Alike }),
	tables.Data("failed", func(r arenaRow) int { return r.Failed }),
	tables.Data("boards", func(r arenaRow) int { return r.boards }),
}

// data returns a table with every result, for CSV.
func (a Arena) data() *tables.Table { return arenaFields.CSV(a.rows()) }

// document returns the JSON document. For each family, it contains the results of all
// methods. It also says how useful each kind of greedy run (without random sampling) is
// as a prior.
func (a Arena) document() tables.Object {
	judge, rows, greedy := a.judge(), a.rows(), a.greedyRows()
	families := lists.Each(a.Leagues, func(l *arena.League) tables.Object {
		name := l.Family.Name
		cells := lists.Where(rows, func(r arenaRow) bool { return r.family == name })
		worth := lists.Where(greedy, func(r greedyRow) bool { return r.family == name })
		return tables.NewObject("family", name, "about", l.Family.About,
			"cells", arenaFields.Without("family boards").JSON(cells),
			"greedy", tables.When(len(worth) > 0, a.greedyFields().JSON(worth)))
	})
	return tables.NewObject("seed", a.Options.Seed, "draws", a.Options.Draws, "boards", a.Options.Boards,
		"trials", a.Options.Trials, "reference", a.Methods[0], "confidence", bakeoff.Confidence,
		"comparisons", judge.Comparisons, "critical", judge.Critical, "families", families)
}
