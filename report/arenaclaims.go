package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/study/arena"
	"settle/study/bakeoff"
	"settle/tables"
)

// geoms are the methods of the claim that Geom@k recovers ranks fast, with that of Pass@k
// of the same k.
var geoms = []string{"geom@4", "geomds@4"}

const passAtK = "pass@4"

// method is the index of a method, −1 if it is not there.
func (a Arena) method(name string) int { return slices.Index(a.Methods, name) }

// geomRow is the claim at one number of trials, by one gold.
type geomRow struct {
	method   string
	gold     arena.Gold
	n        int
	families int

	nearerPass, nearerAvg, fartherAvg int // families, by more than chance
	notBehind                         int // families on which avg is not nearer by more than chance
}

// geomRows are the claim by method, gold and number of trials; from is what is compared
// with Pass@k.
func (a Arena) geomRows() (rows []geomRow) {
	judge, pass := a.judge(), a.method(passAtK)
	for _, name := range geoms {
		m := a.method(name)
		if m < 0 || pass < 0 {
			continue
		}
		for _, gold := range arena.Golds() {
			for i, n := range a.Options.Trials {
				row := geomRow{method: name, gold: gold, n: n}
				for _, l := range a.Leagues {
					row.add(l.Cells[gold][m][i], l.Cells[gold][pass][i], judge)
				}
				if row.families > 0 {
					rows = append(rows, row)
				}
			}
		}
	}
	return rows
}

// add counts a family.
func (r *geomRow) add(geom, pass arena.Cell, judge bakeoff.Judge) {
	if !geom.Known() || !pass.Known() {
		return
	}
	r.families++
	if geom.Tau > pass.Tau && geom.Ahead(pass) >= judge.Critical {
		r.nearerPass++
	}
	switch {
	case geom.Nearer(judge):
		r.nearerAvg++
		r.notBehind++
	case geom.Farther(judge):
		r.fartherAvg++
	default:
		r.notBehind++
	}
}

// GeomTable puts "Geom@k recovers ranks fast" to the test; nil where it did not compete.
func (a Arena) GeomTable() *tables.Table {
	rows := a.geomRows()
	if len(rows) == 0 {
		return nil
	}
	of := func(count func(geomRow) int) func(geomRow) string {
		return func(r geomRow) string { return fmt.Sprintf("%d of %d", count(r), r.families) }
	}
	t := tables.New("“Geom@k recovers ranks fast”, k = 4: on how many families it holds", []tables.Of[geomRow]{
		tables.Left("method", func(r geomRow) string { return r.method }),
		tables.Left("gold", func(r geomRow) string { return r.gold.String() }),
		tables.Right("n", func(r geomRow) string { return fmt.Sprint(r.n) }),
		tables.Right("nearer than "+passAtK, of(func(r geomRow) int { return r.nearerPass })),
		tables.Right("not behind "+a.Methods[0], of(func(r geomRow) int { return r.notBehind })),
		tables.Right("nearer than "+a.Methods[0], of(func(r geomRow) int { return r.nearerAvg })),
	}, rows)
	t.Lead = a.geomSays(rows)
	t.Notes = []string{"Families by more than chance, all at once, as in the league; “not behind” is where " + a.Methods[0] +
		" is not nearer by more than chance. With " + passAtK + " the differences are taken draw by draw."}
	return t
}

// geomSays says on which share of families the claim holds.
func (a Arena) geomSays(rows []geomRow) string {
	total := func(gold arena.Gold) (pass, avg, ahead, all int) {
		for _, r := range rows {
			if r.gold == gold {
				pass, avg, ahead, all = pass+r.nearerPass, avg+r.notBehind, ahead+r.nearerAvg, all+r.families
			}
		}
		return pass, avg, ahead, all
	}
	var said []string
	for _, gold := range arena.Golds() {
		pass, avg, ahead, all := total(gold)
		if all == 0 {
			continue
		}
		share := func(count int) string { return tables.Percent(float64(count)/float64(all), 0) }
		said = append(said, fmt.Sprintf("against gold %s it is nearer than %s in %s of the %d cases (families and n, both forms), not behind %s in %s, and nearer than %s in %s",
			gold, passAtK, share(pass), all, a.Methods[0], share(avg), a.Methods[0], share(ahead)))
	}
	return "Taken as “with n ≥ k trials the ranking by Geom@k is nearer to gold than that by Pass@k, and no farther than that by the mean”: " +
		strings.Join(said, "; ") + "."
}

// greedyRow is what a kind of greedy run is worth on a family.
type greedyRow struct {
	family string
	first  bool
	arena.GreedyResult
	kind  arena.Greedy
	worth arena.GreedyWorth
}

// greedyRows are by family and kind.
func (a Arena) greedyRows() (rows []greedyRow) {
	at := 0
	for _, l := range a.Leagues {
		if !l.Family.Complete() || at >= len(a.Greedy) {
			continue
		}
		for _, kind := range arena.Greedies() {
			rows = append(rows, greedyRow{l.Family.Name, kind == 0, a.Greedy[at], kind, a.Greedy[at].Worth[kind]})
		}
		at++
	}
	return rows
}

// greedyJudge tells which gains are more than chance, all at once.
func (a Arena) greedyJudge() bakeoff.Judge {
	return arena.JudgeOf(len(a.Greedy)*len(arena.Greedies()), a.Options.Draws)
}

// GreedyTable puts "the greedy prior wins at N = 1" to the test; nil where it was not
// measured.
func (a Arena) GreedyTable() *tables.Table {
	rows := a.greedyRows()
	if len(rows) == 0 {
		return nil
	}
	judge := a.greedyJudge()
	t := tables.New("“The greedy prior wins at N = 1”: τ with the true order", []tables.Of[greedyRow]{
		tables.Left("family", func(r greedyRow) string {
			if r.first {
				return r.family
			}
			return ""
		}),
		tables.Right("Bayes@1", func(r greedyRow) string {
			if r.first {
				return tables.Float(r.Tau, 3)
			}
			return ""
		}),
		tables.Left("the greedy run is", func(r greedyRow) string { return r.kind.String() }),
		tables.Right("its τ alone", func(r greedyRow) string { return tables.Float(r.worth.Alone, 3) }),
		tables.Right("gain", func(r greedyRow) string { return signed4(r.worth.Gain) + r.worth.Mark(judge) }),
		tables.Right("±", func(r greedyRow) string { return tables.Float(r.worth.GainSE, 4) }),
		tables.Right("cut of SD", func(r greedyRow) string { return tables.Percent(r.worth.Cut, 0) }),
	}, rows)
	t.Lead = a.greedySays(rows, judge)
	t.Notes = []string{fmt.Sprintf("gain: τ of Bayes@1 with the greedy run as prior less that without, on the same boards; * more than chance, from %s standard errors on, all at once with %s. "+
		"cut of SD: the share of the standard deviation of τ over boards that the prior takes away. Random are the models, drawn %s, and %d boards of each draw.",
		tables.Float(judge.Critical, 2), percent(bakeoff.Confidence), tables.Count(a.Options.Draws, "time"), a.Options.GreedyBoards)}
	return t
}

// greedySays says on which share of families the claim holds.
func (a Arena) greedySays(rows []greedyRow, judge bakeoff.Judge) string {
	var said []string
	for _, kind := range arena.Greedies() {
		gains, loses, all := 0, 0, 0
		most, least := math.Inf(-1), math.Inf(1)
		for _, r := range rows {
			if r.kind != kind {
				continue
			}
			all++
			most, least = max(most, r.worth.Gain), min(least, r.worth.Gain)
			switch r.worth.Mark(judge) {
			case "*":
				if r.worth.Gain > 0 {
					gains++
				} else {
					loses++
				}
			}
		}
		said = append(said, fmt.Sprintf("as %s it gains on %d of %d families and loses on %d (%s to %s)",
			kind, gains, all, loses, signed4(least), signed4(most)))
	}
	return "A greedy run as the prior of Bayes@1: " + strings.Join(said, "; ") + "."
}
