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

// mostCompared is how many models are compared with each other in full: of more, the
// pairs would be most of a page.
const mostCompared = 100

// Comparison is what a ranking says of any two of its first models: of each by itself,
// and of one over the other. Numbers are texts, as in the tables of rank.
type Comparison struct {
	Models  []string // best first
	Of      []string // what is said of each model
	Each    [][]string
	OfPairs []string     // what is said of a pair
	Pairs   [][][]string // of each model but the last over the next one, the second next, …
	Left    int          // models that are not among these
	Notes   []string     // what the numbers mean
}

// Comparison is that of one of the rankings, nil where not all pairs were compared by their
// scores.
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

// HeadsOf returns the headings of the columns of a table.
func HeadsOf(t *tables.Table) []string {
	return lists.Each(t.Columns, func(c tables.Column) string { return c.Name })
}

// pairOf is a pair with the difference of its scores.
type pairOf struct {
	ranking.Pair
	difference      metrics.Estimate
	lo, hi          float64
	resolved, apart bool // by itself, and with all pairs at once
}

func newPairOf(s standings.Standings, at int) pairOf {
	p := pairOf{Pair: s.Pairs[at], resolved: s.Resolved[at], apart: s.Apart != nil && s.Apart[at]}
	p.difference, p.lo, p.hi = s.Difference(p.Above, p.Below)
	return p
}

// pairColumns are what is said of a pair.
func pairColumns(s standings.Standings) []tables.Field[pairOf] {
	at := wording.Percent(s.Rules.Confidence)
	columns := []tables.Field[pairOf]{
		tables.RightFloat("difference", 4, func(p pairOf) float64 { return p.difference.Mu }),
		tables.Right(at+" interval of the difference", func(p pairOf) string {
			return tables.Float(p.lo, 4) + " to " + tables.Float(p.hi, 4)
		}),
		tables.RightFloat("z", 2, func(p pairOf) float64 { return p.Z }),
		tables.RightPercent("ρ, the probability of the right order", func(p pairOf) float64 { return p.Rho }),
		tables.Left("separated alone, one-sided "+at, func(p pairOf) string { return tables.YesNo(p.resolved) }),
	}
	if s.Apart != nil {
		once := tables.Left("separated, all pairs together at "+at, func(p pairOf) string { return tables.YesNo(p.apart) })
		columns = append(columns, once)
	}
	return columns
}

// comparisonNotes say what the numbers of a pair mean.
func comparisonNotes(s standings.Standings) []string {
	about := wording.IfElse(s.Rules.Estimand == posterior.Population,
		"all questions like these (trials are random, and so is which questions were asked)",
		"these very questions (trials are random, questions are not)")
	notes := []string{fmt.Sprintf("Difference, with its central interval, z and ρ, by the normal approximation or Student's t: "+
		"of these two models by themselves, on %s. For two that were picked because they look far apart, "+
		"they promise too much.", about)}
	if s.Apart != nil {
		notes = append(notes, fmt.Sprintf("What is separated holds for all of them together at %s.",
			wording.Percent(s.Rules.Confidence)))
	}
	return notes
}
