package standings

import (
	"fmt"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/metrics"
	"settle/ranking"
	"settle/report/wording"
	"settle/study/posterior"
	"settle/study/standings"
)

// mostCompared is the greatest number of models that a Comparison contains. The pairs
// of more models would fill most of a page.
const mostCompared = 100

// A Comparison holds facts about the first models of a ranking, and about every pair of
// them. Its numbers are text, formatted as in the tables of the command rank.
type Comparison struct {
	Models  []string     // best first
	Of      []string     // headings of the facts about a model
	Each    [][]string   // facts by model
	OfPairs []string     // headings of the facts about a pair
	Pairs   [][][]string // facts by model (all but the last) and by the models below it
	Left    int          // number of models left out
	Notes   []string     // explanations of the numbers
}

// Comparison returns facts about the first models of a ranking, for a page on which
// readers compare two models. It returns nil unless scores have intervals and all pairs
// of models were compared.
func (s Standings) Comparison(ranked standings.Standings) *Comparison {
	models := len(ranked.Rows)
	if models < 2 || !ranked.Interval || len(ranked.Pairs) != models*(models-1)/2 {
		return nil
	}
	shown := min(models, mostCompared)
	each := tables.New("", shownFields(&ranked, Brief).Without("model"), places(&ranked)[:shown])
	c := &Comparison{Left: models - shown, Notes: comparisonNotes(ranked), Of: HeadsOf(each), Each: each.Rows}
	over := make([][]pairOf, shown)
	for at, p := range ranked.Pairs {
		if p.Above < shown && p.Below < shown {
			over[p.Above] = append(over[p.Above], newPairOf(ranked, at))
		}
	}
	for i, row := range ranked.Rows[:shown] {
		pairs := tables.New("", pairColumns(ranked), over[i])
		c.Models, c.OfPairs = append(c.Models, row.Model), HeadsOf(pairs)
		if i < shown-1 {
			c.Pairs = append(c.Pairs, pairs.Rows)
		}
	}
	return c
}

// HeadsOf returns the headings of a table's columns.
func HeadsOf(t *tables.Table) []string {
	return lists.Each(t.Columns, func(c tables.Column) string { return c.Name })
}

// A pairOf is a pair of models, with the difference of their scores.
type pairOf struct {
	ranking.Pair
	difference          metrics.Estimate
	lo, hi              float64
	resolved, separated bool // whether it is separated as a single pair, and with all pairs together
}

func newPairOf(s standings.Standings, at int) pairOf {
	p := pairOf{Pair: s.Pairs[at], resolved: s.Resolved[at], separated: s.Separated != nil && s.Separated[at]}
	p.difference, p.lo, p.hi = s.Difference(p.Above, p.Below)
	return p
}

// pairColumns returns the columns that describe the comparison of two models.
func pairColumns(s standings.Standings) []tables.Field[pairOf] {
	at := wording.Percent(s.Rules.Confidence)
	columns := []tables.Field[pairOf]{
		tables.RightFloat("difference", 4, func(p pairOf) float64 { return p.difference.Mu }),
		tables.Right(at+" interval of the difference", func(p pairOf) string {
			return tables.Float(p.lo, 4) + " to " + tables.Float(p.hi, 4)
		}),
		tables.RightFloat("z", 2, func(p pairOf) float64 { return p.Z }),
		tables.RightPercent("ρ, probability of this order", func(p pairOf) float64 { return p.Rho }),
		tables.Left("separated alone, one-sided "+at, func(p pairOf) string { return tables.YesNo(p.resolved) }),
	}
	if s.Separated != nil {
		once := tables.Left("separated, all pairs together at "+at, func(p pairOf) string { return tables.YesNo(p.separated) })
		columns = append(columns, once)
	}
	return columns
}

// comparisonNotes returns notes that explain the numbers in the comparison of two
// models.
func comparisonNotes(s standings.Standings) []string {
	about := wording.IfElse(s.Rules.Estimand == posterior.Population,
		"similar questions (the trials and the choice of questions are random)",
		"the questions of this benchmark (only trials are random)")
	notes := []string{fmt.Sprintf("Difference, central interval, z and ρ describe these two models alone, on %s, "+
		"with the normal approximation or Student's t. They overstate the evidence for a pair that was picked because it looks "+
		"far apart.", about)}
	if s.Separated != nil {
		notes = append(notes, fmt.Sprintf("Separated pairs have %s.", wording.Together(s.Rules.Confidence)))
	}
	return notes
}
