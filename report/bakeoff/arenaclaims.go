package bakeoff

import (
	"fmt"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/arena"
	"settle/study/bakeoff"
)

// geoms lists the methods for which the claim "Geom@k recovers ranks fast" is tested.
// The tests compare them with passAtK, which is Pass@k with the same k.
var geoms = []string{"geom@4", "geomds@4"}

const passAtK = "pass@4"

// A geomRow is a test of the claim that Geom@k recovers ranks fast, for one number of
// trials and one gold-standard order. It counts the families on which the method is
// nearer to this order than another method, and those on which it is farther. The other
// method is Pass@k in toPass and the mean score in toMean.
type geomRow struct {
	method         string
	gold           arena.Gold
	n              int
	toPass, toMean counts
}

// geomRows returns the tests of the claim about Geom@k. There is one row for each
// method, gold-standard order and number of trials.
func (a Arena) geomRows() (rows []geomRow) {
	pass := slices.Index(a.Methods, passAtK)
	for _, name := range geoms {
		m := slices.Index(a.Methods, name)
		if m < 0 || pass < 0 {
			continue
		}
		for _, gold := range arena.Golds() {
			for i, n := range a.Options.Trials {
				row := geomRow{method: name, gold: gold, n: n}
				for _, l := range a.Leagues {
					row.add(l.Cells[gold][m][i], l.Cells[gold][pass][i], a.geomJudge())
				}
				if row.toPass.total() > 0 {
					rows = append(rows, row)
				}
			}
		}
	}
	return rows
}

// geomJudge returns the Judge that decides which differences are significant in the
// tests of Geom@k. Its confidence holds for all comparisons together: two forms of
// Geom@k with two other methods, on every family, with every number of trials and both
// gold-standard orders.
func (a Arena) geomJudge() bakeoff.Judge {
	return bakeoff.JudgeOf(2*len(geoms)*len(a.Leagues)*len(a.Options.Trials)*len(arena.Golds()), a.Options.Draws)
}

// add counts, for one family, whether Geom@k is nearer to the gold-standard order than
// Pass@k, and whether it is nearer than the mean score. It counts nothing if a result
// is missing.
func (r *geomRow) add(geom, pass arena.Cell, judge bakeoff.Judge) {
	if geom.Known() && pass.Known() {
		lead, se := geom.Over(pass)
		r.toPass.add(judge, lead, se)
		r.toMean.add(judge, geom.Lead, geom.LeadSE)
	}
}

// GeomTable returns a table that tests the claim “Geom@k recovers ranks fast”. It
// returns nil if results for Geom@k or Pass@k are missing.
func (a Arena) GeomTable() *tables.Table {
	rows := a.geomRows()
	if len(rows) == 0 {
		return nil
	}
	t := tables.New("“Geom@k recovers ranks fast”, at k = 4", []tables.Field[geomRow]{
		tables.Data("method", func(r geomRow) string { return r.method }),
		tables.Data("gold", func(r geomRow) string { return r.gold.String() }),
		tables.Data("n", func(r geomRow) int { return r.n }),
		tables.Data("families", func(r geomRow) int { return r.toPass.total() }),
		tables.Data("nearer than "+passAtK, func(r geomRow) int { return r.toPass.nearer }),
		tables.Data("farther", func(r geomRow) int { return r.toPass.farther }),
		tables.Data("nearer than "+a.Methods[0], func(r geomRow) int { return r.toMean.nearer }),
		tables.Data("farther", func(r geomRow) int { return r.toMean.farther }),
	}, rows)
	t.Lead = "The claim means here: with n ≥ k trials, the order by Geom@k is closer to gold than the order by Pass@k, and no farther from gold than the order by the mean. " + geomSays(rows)
	judge := a.geomJudge()
	t.Notes = []string{fmt.Sprintf("Each number counts the families with a significant difference. A difference is significant if it is at least %s standard errors, so that the %d comparisons have %s simultaneous confidence.", tables.Float(judge.Critical, 2), judge.Comparisons, wording.Percent(bakeoff.Confidence))}
	return t
}

// geomSays returns sentences that state in which share of cases the claim "Geom@k
// recovers ranks fast" holds. A case is one family with one number of trials.
func geomSays(rows []geomRow) string {
	var said []string
	for _, gold := range arena.Golds() {
		cases, holds, fails := 0, 0, 0
		for _, r := range rows {
			if r.gold == gold {
				cases, holds, fails = cases+r.toPass.total(), holds+r.toPass.nearer, fails+r.toMean.farther
			}
		}
		if cases > 0 {
			share := func(count int) string { return tables.Percent(float64(count)/float64(cases), 0) }
			said = append(said, fmt.Sprintf("With gold %s, the first half of the claim holds significantly in %s of %d cases, and the second half fails significantly in %s.", gold, share(holds), cases, share(fails)))
		}
	}
	return strings.Join(said, " ")
}

// A greedyRow says how useful one kind of greedy run (without random sampling) is as a
// prior, on one family of models.
type greedyRow struct {
	family string
	first  bool
	arena.GreedyResult
	kind  arena.Greedy
	worth arena.GreedyWorth
}

// greedyRows returns the results of greedy runs: for each family without missing
// attempts, one row per kind of greedy run.
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

// greedyJudge returns the Judge that decides which gains from a greedy run are
// significant. Its confidence holds for all kinds of greedy runs and all families
// together.
func (a Arena) greedyJudge() bakeoff.Judge {
	return bakeoff.JudgeOf(len(a.Greedy)*(2*len(arena.Greedies())-1), a.Options.Draws)
}

// greedyFields returns the fields that describe one greedyRow, for tables and JSON.
func (a Arena) greedyFields() tables.Fields[greedyRow] {
	judge := a.greedyJudge()
	first := func(r greedyRow) bool { return r.first }
	return tables.Fields[greedyRow]{
		tables.Data("kind", func(r greedyRow) string { return r.kind.String() }),
		tables.Data("tau", func(r greedyRow) float64 { return r.Tau }),
		tables.Data("alone", func(r greedyRow) float64 { return r.worth.Alone }).Rounded("its τ alone", 3),
		tables.Data("gain", func(r greedyRow) float64 { return r.worth.Gain }),
		tables.Data("gain_se", func(r greedyRow) float64 { return r.worth.GainSE }),
		tables.Data("beyond_second_trial", func(r greedyRow) float64 { return r.worth.Beyond }),
		tables.Data("beyond_second_trial_se", func(r greedyRow) float64 { return r.worth.BeyondSE }),
		tables.Data("sd_cut", func(r greedyRow) float64 { return r.worth.Cut }).
			Shown("cut of SD", func(cut float64) string { return tables.Percent(cut, 0) }),

		tables.Left("family", func(r greedyRow) string { return r.family }).When(first),
		tables.Right("Bayes@1", func(r greedyRow) string { return tables.Float(r.Tau, 3) }).When(first).As("of_one"),
		tables.Wrapped("the greedy run is", 24, func(r greedyRow) string { return r.kind.String() }).As("greedy"),
		tables.Right("gain", func(r greedyRow) string { return marked4(judge, r.worth.Gain, r.worth.GainSE) }).As("marked"),
		tables.Right("beside Bayes@2", func(r greedyRow) string {
			return wording.IfElse(r.kind == arena.Independent, "=", marked4(judge, r.worth.Beyond, r.worth.BeyondSE))
		}).As("beyond"),
	}
}

// GreedyTable returns a table that tests the claim “the greedy prior wins at N = 1”:
// one trial ranks models better with a greedy run as prior. It returns nil if greedy
// runs were not measured.
func (a Arena) GreedyTable() *tables.Table {
	rows := a.greedyRows()
	if len(rows) == 0 {
		return nil
	}
	judge := a.greedyJudge()
	t := tables.New("“The greedy prior wins at N = 1”: τ with the true order",
		a.greedyFields().Pick("family of_one greedy alone marked beyond sd_cut"), rows)
	t.Lead = greedySays(rows, judge)
	t.Notes = []string{fmt.Sprintf("“gain” is τ of Bayes@1 with the greedy run as prior minus τ of Bayes@1 without this prior, on the same boards. "+
		"“beside Bayes@2” is τ of Bayes@1 with the prior minus τ of Bayes@2, because a greedy run costs as much as a second trial. "+
		"* means significant: at least %s standard errors, with %s confidence over all comparisons together. "+
		"“cut of SD” is the share by which the prior reduces the standard deviation of τ over boards. "+
		"The models are drawn at random %s. The boards are random too (%d per draw). For a biased run, the odds of "+
		"each model are multiplied by e to the power of a normal variable with standard deviation %g.",
		tables.Float(judge.Critical, 2), wording.Percent(bakeoff.Confidence), tables.Count(a.Options.Draws, "time"),
		a.Options.GreedyBoards, arena.GreedyBias)}
	return t
}

// marked4 formats a difference with its sign and four decimals. A star marks a
// significant difference.
func marked4(judge bakeoff.Judge, difference, se float64) string {
	return wording.Signed4(difference) + wording.If(arena.Marked(judge, difference, se), "*")
}

// greedySays returns a sentence that states, for each kind of greedy run, on how many
// families it significantly improves a ranking that is based on one trial.
func greedySays(rows []greedyRow, judge bakeoff.Judge) string {
	var said []string
	for _, kind := range arena.Greedies() {
		var gain, beyond counts
		for _, r := range rows {
			if r.kind == kind {
				gain.add(judge, r.worth.Gain, r.worth.GainSE)
				beyond.add(judge, r.worth.Beyond, r.worth.BeyondSE)
			}
		}
		said = append(said, fmt.Sprintf("As %s, the run improves τ on %d of %d families and worsens τ on %d",
			kind, gain.nearer, gain.total(), gain.farther)+
			wording.If(kind != arena.Independent, fmt.Sprintf(", and beats a second trial on %d", beyond.nearer)))
	}
	return "A greedy run as the prior of Bayes@1 has these significant effects. " + strings.Join(said, ". ") + "."
}
