package schemata

import (
	"cmp"
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/given"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/standings"
)

// appendixD is the source that is stated in checks of statements about Fig. 7.
const appendixD = "paper, appendix D"

// scaledWeights is a note that explains in which unit score differences are given.
const scaledWeights = "with weights scaled to [0, 1]. The paper publishes neither its weights nor the scale"

// fig7Checks returns checks of statements in appendix D about Fig. 7. x holds the ranks
// of the models. Statements that name models of the paper are checked only if models
// with these names are ranked.
func fig7Checks(a *attempts, x *standings.Across) []checks.Check {
	s := &fig7Statements{attempts: a, x: x, places: x.Rows}
	if a.mimics != nil {
		s.places = replaceRanks(x.Rows, trueRanks(a.trueMeans()))
	}
	s.leader()
	s.margins()
	s.agreement()
	s.tail()
	s.middle()
	s.flips()
	return s.all
}

// fig7Statements collects the checks of statements about Fig. 7.
type fig7Statements struct {
	attempts *attempts
	x        *standings.Across
	places   []standings.AcrossRow // the rows, in which mimics have their true ranks, because noise changes orders near ties
	all      []checks.Check
}

// replaceRanks returns the rows, one per model, with new ranks. The new ranks are
// indexed by schema and then by model.
func replaceRanks(rows []standings.AcrossRow, ranks [][]float64) []standings.AcrossRow {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Places = slices.Clone(rows[i].Places)
		for schema := range rows[i].Places {
			rows[i].Places[schema].Rank = ranks[schema][rows[i].Index]
		}
	}
	return rows
}

// add adds a check of a statement. For attempts by mimics (simulated models), ofMimics
// states the kind of the check and the reason for it. For the user's attempts the check
// is a test.
func (s *fig7Statements) add(check string, ofMimics checks.Ground, o checks.Outcome, note string) {
	s.all = append(s.all, checks.New(check, appendixD, s.attempts.ground(ofMimics), o, note))
}

// leader adds checks of statements about the model at the top of the rankings in Fig.
// 7.
func (s *fig7Statements) leader() {
	first := s.x.Rows[0]
	s.add("one model is first under all schemata", styledMimics,
		checks.Statement("ranks first under all selected schema", first.Worst == 1), "the name of the model is "+first.Model)
	s.addNamed("this model is first under all schemata", "The leader Qwen3-30B-A3B-Thinking", []string{fig7Leader},
		func(rows []standings.AcrossRow) (bool, string) { return rows[0].Worst == 1, ranksNote(rows[0]) })
}

// margins adds checks of statements about how far the model at the top is ahead of the
// next.
func (s *fig7Statements) margins() {
	byMargin := slices.Clone(s.x.Schemata)
	slices.SortStableFunc(byMargin, func(a, b standings.UnderSchema) int { return cmp.Compare(a.Margin, b.Margin) })
	smallest, largest := byMargin[0], byMargin[len(byMargin)-1]
	s.add("schema with the largest margin of the leader", otherMimics,
		checks.Words("Conf-Wrong Penalty", largest.Schema.Name()), "the margin is "+marginNote(largest)+" "+scaledWeights)
	s.add("schema with the smallest margin of the leader", styledMimics,
		checks.Words("Verifier-Only", smallest.Schema.Name()), "the margin is "+marginNote(smallest)+" "+scaledWeights)
}

// alikeSchemata lists the schemata whose rankings agree closely according to the paper.
var alikeSchemata = []string{"Format Aware", "Length-Robust", "Strict Compliance"}

// closeTau is the τ above which two rankings of eleven models agree closely. Above it
// at most two of the 55 pairs are in a different order.
const closeTau = 0.9

// agreement adds checks of statements about how well the rankings under different
// schemata agree.
func (s *fig7Statements) agreement() {
	mean := "\"closely\" means that τ is above 0.9. The mean τ over all pairs of schemata is " + tables.Float(s.x.MeanTau(), 3)
	for i, first := range alikeSchemata {
		for _, second := range alikeSchemata[i+1:] {
			tau := s.x.Tau(s.schema(first), s.schema(second))
			s.add(fmt.Sprintf("τ of %s and %s", first, second), otherMimics,
				checks.Measured("agree closely", tau, 0, tau > closeTau), mean)
		}
	}
	const top, rarely = 3, 1
	flipped, pairs := s.topFlips(top)
	s.add("number of pairs of the first three models that Format Aware, Length-Robust and Strict Compliance order differently from Exact Match", otherMimics,
		checks.Measured("formatting and length rarely flip top ranks", float64(flipped), 0, flipped <= rarely),
		fmt.Sprintf("out of %d pairs. Here, \"rarely\" means at most one pair", pairs))
}

// topFlips compares the order of the first models by Exact Match with their order under
// each of alikeSchemata. It returns the number of pairs whose order changes, and the
// number of all pairs. A pair counts once per schema.
func (s *fig7Statements) topFlips(top int) (flipped, pairs int) {
	exact := s.schema("Exact Match")
	rows := s.sortedRows(exact)[:top]
	for _, name := range alikeSchemata {
		other := s.schema(name)
		for i := range rows {
			for j := range i {
				pairs++
				if ranksAbove(rows[j], rows[i], exact) != ranksAbove(rows[j], rows[i], other) {
					flipped++
				}
			}
		}
	}
	return flipped, pairs
}

// tail adds checks of statements about the models at the bottom of the rankings in Fig.
// 7.
func (s *fig7Statements) tail() {
	steady := 0
	for i := len(s.x.Rows) - 1; i >= 0 && s.x.Rows[i].Best == s.x.Rows[i].Worst; i-- {
		steady++
	}
	s.add("number of models of the lower tier that keep their rank", styledMimics,
		checks.Inferred(checks.Number(fmt.Sprint(len(fig7Tail)), float64(steady), 0, 0)),
		"models are counted from the last rank up, and must keep their rank under all schemata. The paper names five models")
	s.addNamed("the five models that the text names always have the last five ranks", "The lower tier is stable across categories", fig7Tail,
		func(rows []standings.AcrossRow) (bool, string) {
			best := slices.MinFunc(rows, func(a, b standings.AcrossRow) int { return cmp.Compare(a.Best, b.Best) })
			note := fmt.Sprintf("of these models, %s has the best rank, %v, and its worst rank is %v", best.Model, best.Best, best.Worst)
			return best.Best > float64(fig7Models-len(fig7Tail)), note
		})
}

// middle adds checks of statements about the models in the middle of the rankings in
// Fig. 7.
func (s *fig7Statements) middle() {
	change := func(r standings.AcrossRow) float64 { return r.Worst - r.Best }
	mover := slices.MaxFunc(s.x.Rows, func(a, b standings.AcrossRow) int { return cmp.Compare(change(a), change(b)) })
	place := slices.IndexFunc(s.x.Rows, func(r standings.AcrossRow) bool { return r.Index == mover.Index })
	s.add("the largest change of rank is in the middle", styledMimics,
		checks.Statement("rubric choice primarily reshuffles the middle while preserving extremes",
			place > 0 && place < len(s.x.Rows)-len(fig7Tail)), ranksNote(mover))
	probe := s.overtakingPairs("Verifier Probe")
	s.add("a model of the middle overtakes another under Verifier Probe", styledMimics,
		checks.Statement("Mid-pack reorderings are rubric sensitive", len(probe) > 0), s.overtakeNote(probe))
	both := slices.DeleteFunc(s.overtakingPairs("Conf-Calibrated"), func(p [2]string) bool {
		return !slices.Contains(s.overtakingPairs("Format+Confidence"), p)
	})
	s.add("a model of the middle overtakes another under both Conf-Calibrated and Format+Confidence", styledMimics,
		checks.Statement("under calibration-heavy category … overtakes", len(both) > 0), s.overtakeNote(both))
	exact, ood := s.gap("Exact Match"), s.gap("OOD Robustness")
	s.add("gap between ranks 2 and 3 by OOD Robustness minus the gap by Exact Match, in points", otherMimics,
		checks.Measured("OOD Robustness narrows the gap between ranks 2 and 3", ood-exact, 0, ood < exact),
		fmt.Sprintf("the gap is %s by OOD Robustness and %s by Exact Match, %s", tables.Float(ood, 4), tables.Float(exact, 4), scaledWeights))
}

// flips adds checks of statements that one named model overtakes another under a
// schema.
func (s *fig7Statements) flips() {
	const thinker, medium, high = "OpenThinker2-32B", "gpt-oss-20b-medium", "gpt-oss-20b-high"
	for _, flip := range []struct{ schema, passes, passed, says string }{
		{"Verifier Probe", thinker, medium, "under Verifier Prob, OpenThinker2-32B edges gpt-oss-20b_medium"},
		{"Conf-Calibrated", high, thinker, "under Conf-Calibrated, gpt-oss-20b_high overtakes OpenThinker2-32B"},
		{"Format+Confidence", high, thinker, "under Format+Confidence, gpt-oss-20b_high overtakes OpenThinker2-32B"},
	} {
		s.addNamed("the overtaking model is not ahead by Exact Match", flip.says, []string{flip.passes, flip.passed},
			func(rows []standings.AcrossRow) (bool, string) {
				under, exact := s.schema(flip.schema), s.schema("Exact Match")
				a, b := rows[0], rows[1]
				return ranksAbove(a, b, under) && !ranksAbove(a, b, exact), fmt.Sprintf("the two models have ranks %v and %v, but %v and %v by Exact Match",
					a.Places[under].Rank, b.Places[under].Rank, a.Places[exact].Rank, b.Places[exact].Rank)
			})
	}
}

// addNamed adds a check of a statement about models that the paper names. hold(rows)
// decides whether the statement is true. The rows are the ranks of these models, one
// row per model. The check is undecided if one of the models is missing.
func (s *fig7Statements) addNamed(check, says string, models []string, hold func([]standings.AcrossRow) (bool, string)) {
	var rows []standings.AcrossRow
	for _, model := range models {
		at := slices.IndexFunc(s.x.Rows, func(r standings.AcrossRow) bool { return given.Model(r.Model) == model })
		if at < 0 {
			o := checks.Undecided(checks.Words(says, "no such model"))
			s.add(says+": "+check, otherMimics, o, "no model in the results is "+model)
			return
		}
		rows = append(rows, s.x.Rows[at])
	}
	holds, note := hold(rows)
	s.add(says+": "+check, otherMimics, checks.Statement(says, holds), note)
}

// overtakingPairs returns the pairs of models in which the first model is ahead under
// the schema but behind by Exact Match. It leaves out the top model and the lower tier.
func (s *fig7Statements) overtakingPairs(schema string) (pairs [][2]string) {
	under, exact := s.schema(schema), s.schema("Exact Match")
	rows := s.places[1 : len(s.places)-len(fig7Tail)]
	for _, a := range rows {
		for _, b := range rows {
			if ranksAbove(a, b, under) && ranksAbove(b, a, exact) {
				pairs = append(pairs, [2]string{a.Model, b.Model})
			}
		}
	}
	return pairs
}

// gap returns the difference in score between the second and the third place under a
// schema, in points.
func (s *fig7Statements) gap(schema string) float64 {
	i := s.schema(schema)
	rows := s.sortedRows(i)
	return rows[1].Places[i].Points - rows[2].Places[i].Points
}

// sortedRows returns the rows in the order of their ranks under a schema.
func (s *fig7Statements) sortedRows(schema int) []standings.AcrossRow {
	rows := slices.Clone(s.x.Rows)
	slices.SortStableFunc(rows, func(a, b standings.AcrossRow) int {
		return cmp.Compare(a.Places[schema].Rank, b.Places[schema].Rank)
	})
	return rows
}

// schema returns the index of the schema with the given name.
func (s *fig7Statements) schema(name string) int {
	return slices.IndexFunc(s.x.Schemata, func(u standings.UnderSchema) bool { return u.Schema.Name() == name })
}

// ranksAbove reports whether the model of row a ranks above that of row b under a
// schema.
func ranksAbove(a, b standings.AcrossRow, schema int) bool {
	return a.Places[schema].Rank < b.Places[schema].Rank
}

func marginNote(s standings.UnderSchema) string {
	return tables.Float(s.Margin, 3) + " ± " + tables.Float(s.MarginSigma, 3)
}

func ranksNote(r standings.AcrossRow) string {
	return fmt.Sprintf("%s has ranks %v to %v", r.Model, r.Best, r.Worst)
}

// overtakeNote returns a note that names the first of the given pairs of models, and
// counts the pairs.
func (s *fig7Statements) overtakeNote(pairs [][2]string) string {
	note := "no model that is behind another by Exact Match overtakes this other model"
	if len(pairs) > 0 {
		note = fmt.Sprintf("%s overtakes %s, which is ahead by Exact Match. There are %d such pairs", pairs[0][0], pairs[0][1], len(pairs))
	}
	return note + wording.If(s.attempts.mimics != nil,
		". The ranks are true ranks, which the table shows in parentheses if the simulated ranks differ")
}
