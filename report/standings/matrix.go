package standings

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/ranking"
	"settle/report"
	"settle/report/wording"
	"settle/study/standings"
)

// The greatest numbers of models for which every pair is shown: mostDrawn in a figure,
// and mostInFull in a table.
const (
	mostDrawn  = 30
	mostInFull = 12
)

// Near returns the report as a JSON document with fewer pairs. It contains only the
// pairs of neighbours in the ranking, and the pairs of the leader with every other
// model.
func (s Standings) Near() report.Report { return report.Report{JSON: s.near().document()} }

// Short returns the JSON document that Near returns, but only for the first metric and
// without the probability of each rank of each model.
func (s Standings) Short() report.Report {
	s.Rankings = s.Rankings[:1]
	s = s.near()
	first := &s.Rankings[0]
	first.Rows = slices.Clone(first.Rows)
	for i := range first.Rows {
		first.Rows[i].Probabilities = nil
	}
	return report.Report{JSON: s.document()}
}

// near returns s with fewer pairs: those of neighbours in the ranking, and those that
// contain the leader.
func (s Standings) near() Standings {
	s.Rankings = slices.Clone(s.Rankings)
	for i, ranked := range s.Rankings {
		s.Rankings[i] = withPairs(ranked, isNear)
	}
	return s
}

// Leading returns a ranking with only the given number of its first models, and with
// only the pairs among them. The sets of ranks and the separations still come from the
// comparison of all models.
func Leading(ranked standings.Standings, models int) standings.Standings {
	ranked.Rows = ranked.Rows[:min(models, len(ranked.Rows))]
	return withPairs(ranked, func(p ranking.Pair) bool { return p.Above < models && p.Below < models })
}

// withPairs returns a ranking with only the pairs for which kept(pair) is true.
func withPairs(ranked standings.Standings, kept func(ranking.Pair) bool) standings.Standings {
	all := ranked
	ranked.Pairs, ranked.Resolved, ranked.Separated = nil, nil, nil
	for at, p := range all.Pairs {
		if !kept(p) {
			continue
		}
		ranked.Pairs, ranked.Resolved = append(ranked.Pairs, p), append(ranked.Resolved, all.Resolved[at])
		if all.Separated != nil {
			ranked.Separated = append(ranked.Separated, all.Separated[at])
		}
	}
	return ranked
}

// isNear reports whether the two models of a pair are neighbours in the ranking or one
// of them is the leader.
func isNear(p ranking.Pair) bool { return p.Above == 0 || p.Below == p.Above+1 }

// PairsFigure returns a figure of the probability that each model is truly above each
// other model. It returns nil if not all pairs were compared, or if there are too many
// models for a readable figure.
func (s Standings) PairsFigure(ranked standings.Standings) *figures.Figure {
	models := len(ranked.Rows)
	if models < 2 || models > mostDrawn || len(ranked.Pairs) != models*(models-1)/2 {
		return nil
	}
	panel := figures.HeatMap{XLabel: "probability that the row's model is truly above the column's, %", Slanted: true}
	for _, row := range ranked.Rows {
		shares := make([]float64, models)
		for i := range shares {
			shares[i] = math.NaN()
		}
		panel.Columns = append(panel.Columns, row.Model)
		panel.Rows = append(panel.Rows, figures.HeatRow{Model: row.Model, Shares: shares})
	}
	for _, p := range ranked.Pairs {
		panel.Rows[p.Above].Shares[p.Below], panel.Rows[p.Below].Shares[p.Above] = p.Rho, 1-p.Rho
	}
	return &figures.Figure{
		Title:   s.title(ranked) + ": which pairs are separated?",
		Caption: s.Facts + " Each pair is judged alone, by the z-score of its difference. Among many pairs, some look certain by chance; the sets of ranks correct for that.",
		Panels:  []figures.Panel{panel},
	}
}

// PairsTable returns a table of the z-score of every pair. If there are many models, it
// shows only pairs that are neighbours or contain the leader. It returns nil if no
// pairs were compared.
func (s Standings) PairsTable(ranked standings.Standings) *tables.Table {
	models := len(ranked.Rows)
	switch {
	case len(ranked.Pairs) == 0:
		return nil
	case models > mostInFull || len(ranked.Pairs) != models*(models-1)/2:
		return nearTable(ranked)
	}
	cells := map[[2]int]string{}
	for i, p := range ranked.Pairs {
		cells[[2]int{p.Above, p.Below}] = zText(ranked, i)
	}
	columns := []tables.Field[int]{
		tables.Right("place", func(i int) string { return fmt.Sprint(i + 1) }),
		tables.Left("model", func(i int) string { return ranked.Rows[i].Model }),
	}
	for below := 1; below < models; below++ {
		over := func(i int) string { return cells[[2]int{i, below}] }
		columns = append(columns, tables.Right(fmt.Sprintf("over %d", below+1), over))
	}
	t := tables.New("z of every pair", columns, lists.Indices(models))
	t.Notes = []string{"z of each model (row) against each model below it (column, by place). " + apartNote(ranked)}
	return t
}

// zText formats the z-score of a pair, with a star if the pair is separated.
func zText(s standings.Standings, pair int) string {
	separated := s.Resolved // each pair alone, unless pairs were compared together
	if s.Separated != nil {
		separated = s.Separated
	}
	return tables.Float(s.Pairs[pair].Z, 2) + wording.If(separated[pair], "*")
}

// apartNote returns a note that explains the star, which marks separated pairs.
func apartNote(s standings.Standings) string {
	which := wording.IfElse(s.Separated == nil, "separated, each pair alone", "separated, all pairs together")
	return fmt.Sprintf("*: %s at %s.", which, wording.Percent(s.Rules.Confidence))
}

// A nearPair is a pair of models, with the index of this pair in the list of all pairs.
type nearPair struct {
	ranking.Pair
	at int
}

// nearTable returns a table of two kinds of pairs: neighbours in the ranking, and the
// leader with every other model.
func nearTable(ranked standings.Standings) *tables.Table {
	var list []nearPair
	for i, p := range ranked.Pairs {
		if isNear(p) {
			list = append(list, nearPair{p, i})
		}
	}
	t := tables.New("z of the leader over every model, and of each model over the next", []tables.Field[nearPair]{
		tables.Left("above", func(p nearPair) string { return ranked.Rows[p.Above].Model }),
		tables.Left("below", func(p nearPair) string { return ranked.Rows[p.Below].Model }),
		tables.Right("z", func(p nearPair) string { return zText(ranked, p.at) }),
		tables.RightPercent("ρ", func(p nearPair) float64 { return p.Rho }),
	}, list)
	t.Notes = []string{"ρ: confidence that the model above is truly better, each pair alone. " + apartNote(ranked)}
	return t
}

// OtherMetrics is a note that explains how to read the ranks of models by several
// metrics.
const OtherMetrics = "Ranks are of exact scores: neighbours can differ by noise alone. Metrics such as pass@2 answer a different question from the mean, so their scores are not comparable."

// Leaders returns a sentence that says whether the metrics agree on the leader. It
// returns "" if there is only one metric.
func (s Standings) Leaders() string {
	if len(s.Rankings) < 2 {
		return ""
	}
	first := leadersOf(s.Rankings[0])
	by := map[string][]string{} // metrics by their leaders, if these differ from the first metric's
	var orders []string
	for _, ranked := range s.Rankings[1:] {
		if leaders := leadersOf(ranked); !slices.Equal(leaders, first) {
			said := wording.And(leaders)
			if by[said] == nil {
				orders = append(orders, said)
			}
			by[said] = append(by[said], ranked.Metric)
		}
	}
	if orders == nil {
		all := wording.IfElse(len(s.Rankings) == 2, "both", fmt.Sprintf("all %d", len(s.Rankings)))
		return fmt.Sprintf("%s %s by %s.", wording.And(first), wording.Verb(len(first), "leads", "share the lead"), all)
	}
	others := lists.Each(orders, func(leaders string) string {
		return fmt.Sprintf("by %s %s", wording.And(by[leaders]), leaders)
	})
	return fmt.Sprintf("By %s %s %s the highest score, %s.", s.Rankings[0].Metric, wording.And(first),
		wording.Verb(len(first), "has", "have"), wording.And(others))
}

// leadersOf returns the names of the models that share the first rank, in the order of
// the board.
func leadersOf(s standings.Standings) []string {
	rows := lists.Where(s.Rows, func(row standings.Standing) bool { return row.Rank == s.Rows[0].Rank })
	slices.SortFunc(rows, func(a, b standings.Standing) int { return cmp.Compare(a.Index, b.Index) })
	return lists.Each(rows, func(row standings.Standing) string { return row.Model })
}

// byModel returns the models of a ranking, indexed by their positions on the board.
func byModel(s standings.Standings) map[int]standings.Standing {
	of := map[int]standings.Standing{}
	for _, row := range s.Rows {
		of[row.Index] = row
	}
	return of
}

// BesideFigure returns a bump chart of the models' ranks, with one column per metric.
// It returns nil if there is only one metric.
func (s Standings) BesideFigure() *figures.Figure {
	if len(s.Rankings) < 2 {
		return nil
	}
	of := lists.Each(s.Rankings, byModel)
	panel := figures.Bumps{
		Columns: lists.Each(s.Rankings, func(ranked standings.Standings) string { return ranked.Metric }),
		Rows: lists.Each(s.Rankings[0].Rows, func(row standings.Standing) figures.BumpRow {
			rank := func(rows map[int]standings.Standing) float64 { return rows[row.Index].Rank }
			return figures.BumpRow{Model: row.Model, Ranks: lists.Each(of, rank)}
		}),
	}
	return &figures.Figure{Title: s.Name + ": ranks by several metrics", Caption: s.Facts, Panels: []figures.Panel{panel}}
}
