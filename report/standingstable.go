package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"settle/ranking"
	"settle/study/posterior"
	"settle/tables"
)

// Table shows the ranking, the best model first, each with its z-score over the
// next one.
func (s Standings) Table(title string, rules Rules) *tables.Table {
	t := &tables.Table{Title: title, Columns: []tables.Column{{Name: "rank", Right: true}}}
	if s.Interval {
		t.Columns = append(t.Columns, tables.Column{Name: "with interval", Right: true})
	}
	t.Columns = append(t.Columns, tables.Column{Name: "model"}, tables.Column{Name: s.Metric, Right: true})
	if s.Interval {
		for _, name := range s.uncertain(rules) {
			t.Columns = append(t.Columns, tables.Column{Name: name, Right: true})
		}
		t.Notes = s.notes(rules)
	}
	for place, row := range s.Rows {
		cells := []string{fmt.Sprint(row.Rank)}
		if s.Interval {
			cells = append(cells, fmt.Sprint(row.RankInterval))
		}
		cells = append(cells, row.Model, tables.Float(row.Score, 4))
		if s.Interval {
			cells = append(cells, s.uncertainCells(place)...)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// uncertain are the columns of metrics with intervals.
func (s Standings) uncertain(rules Rules) []string {
	names := []string{"σ", "lo", "hi", "z to next", "~", "ρ", "places"}
	if s.shifted() {
		names = slices.Insert(names, 0, "μ")
	}
	if s.Draws > 0 {
		names = append(names, rules.percent()+" ranks", "P(best)")
	}
	return names
}

func (s Standings) uncertainCells(place int) []string {
	row := s.Rows[place]
	z, rho, resolved := s.next(place)
	mark := ""
	if !resolved {
		mark = "~"
	}
	var cells []string
	if s.shifted() {
		cells = append(cells, tables.Float(row.Mu, 4))
	}
	cells = append(cells, tables.Float(row.Sigma, 4), tables.Float(row.Lo, 4), tables.Float(row.Hi, 4),
		tables.Float(z, 2), mark, tables.Percent(rho, 1), row.Span.String())
	if s.Draws > 0 {
		cells = append(cells, ranking.Span{Best: row.RankLo, Worst: row.RankHi}.String(), tables.Percent(row.Probabilities[0], 1))
	}
	return cells
}

// next compares the model of a place with that of the next one: z and ρ are NaN
// for the last, from which there is nothing to be told apart, and without
// intervals.
func (s Standings) next(place int) (z, rho float64, resolved bool) {
	if !s.Interval || place+1 == len(s.Rows) {
		return math.NaN(), math.NaN(), true
	}
	next := s.pair(place, place+1)
	return s.Pairs[next].Z, s.Pairs[next].Rho, s.Resolved[next]
}

// shifted tells whether scores are not what the intervals lie around, beyond
// what rounding does.
func (s Standings) shifted() bool {
	return s.Interval && slices.ContainsFunc(s.Rows, func(r Standing) bool {
		return math.Abs(r.Mu-r.Score) > 1e-9*max(1, math.Abs(r.Score))
	})
}

// pair is the index of the pair of two places, the first above the second.
func (s Standings) pair(above, below int) int {
	return above*(2*len(s.Rows)-above-1)/2 + below - above - 1
}

// notes explain the columns, and what chained ties hide.
func (s Standings) notes(rules Rules) []string {
	notes := []string{s.spread(rules), rules.ties(), "places: those that the model may have if it is compared with every other model, not only with its neighbours."}
	if s.Draws > 0 {
		notes = append(notes, s.drawn(rules))
	}
	if prior := s.priorNote(); prior != "" {
		notes = append(notes, prior)
	}
	if hidden := s.hidden(); hidden != "" {
		notes = append(notes, hidden)
	}
	return notes
}

// priorNote says what a heavy prior does, "" if there is none.
func (s Standings) priorNote() string {
	return s.prior.note("bayes and its interval are drawn")
}

// spread says what σ and the interval are about.
func (s Standings) spread(r Rules) string {
	about := "of the mean over these very questions: trials are random, questions are not."
	if r.Estimand == posterior.Population {
		about = "of the mean over all questions like these: trials are random, and so is which questions were asked; comparisons are paired by question."
	}
	what := "posterior standard deviation"
	if s.scores.Sampled() {
		what = "standard error"
	}
	return fmt.Sprintf("σ, lo and hi: %s and central %s interval %s", what, r.percent(), about)
}

// ties explains the ties.
func (r Rules) ties() string {
	rule := "whose z is below the one-sided " + r.percent() + " quantile"
	if r.Ties == ranking.Overlap {
		rule = "whose " + r.percent() + " intervals overlap"
	}
	return fmt.Sprintf("With the interval, neighbours (~) tie %s; ties chain. ρ: confidence that the model is truly above the next.", rule)
}

// drawn explains the draws.
func (s Standings) drawn(rules Rules) string {
	from := "Dirichlet posteriors of the questions"
	if s.scores.Normal() {
		from = "normal approximations of the posterior"
	}
	return fmt.Sprintf("%s ranks and P(best): from %s of all scores from %s, seed %d; the Monte-Carlo standard error of a probability is at most %s.",
		rules.percent(), tables.Count(s.Draws, "draw"), from, s.Seed, tables.Percent(0.5/math.Sqrt(float64(s.Draws)), 1))
}

// hidden names the pair that is told apart most clearly although ties chain it
// into one rank, "" if there is none.
func (s Standings) hidden() string {
	chained := s.chained()
	if len(chained) == 0 {
		return ""
	}
	p := slices.MaxFunc(chained, func(a, b ranking.Pair) int { return cmp.Compare(math.Abs(a.Z), math.Abs(b.Z)) })
	note := fmt.Sprintf("Ties chain %s and %s into one rank, yet z = %s tells them apart", s.Rows[p.Above].Model, s.Rows[p.Below].Model, tables.Float(p.Z, 2))
	if len(chained) > 1 {
		note += fmt.Sprintf(" (%d such pairs)", len(chained))
	}
	return note + "."
}

// chained are the pairs that are told apart although ties chain them into one
// rank.
func (s Standings) chained() []ranking.Pair {
	var pairs []ranking.Pair
	for i, p := range s.Pairs {
		if s.Resolved[i] && s.Rows[p.Above].RankInterval == s.Rows[p.Below].RankInterval {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// percent is the confidence without idle zeros: 95 %, 97.5 %.
func (r Rules) percent() string { return fmt.Sprintf("%.6g %%", 100*r.Confidence) }

// dataColumns are those of Data.
var dataColumns = []string{
	"metric", "model", "score", "sigma", "lo", "hi", "rank", "rank_ci",
	"mu", "z_next", "rho_next", "resolved_next", "rank_best", "rank_worst", "rank_lo", "rank_hi", "p_rank_1",
}

// Data shows rankings by several metrics, a model and metric per row.
func Data(all []Standings) *tables.Table {
	t := &tables.Table{}
	for _, name := range dataColumns {
		t.Columns = append(t.Columns, tables.Column{Name: name})
	}
	for _, s := range all {
		for place := range s.Rows {
			t.Rows = append(t.Rows, s.data(place))
		}
	}
	return t
}

// data are the cells of a row of Data, empty where there is no number.
func (s Standings) data(place int) []string {
	row := s.Rows[place]
	z, rho, resolved := s.next(place)
	cells := append([]string{s.Metric, row.Model}, numbers(true, row.Score)...)
	cells = append(cells, numbers(s.Interval, row.Sigma, row.Lo, row.Hi)...)
	cells = append(cells, numbers(true, row.Rank)...)
	cells = append(cells, numbers(s.Interval, row.RankInterval, row.Mu, z, rho)...)
	told := ""
	if s.Interval && place+1 < len(s.Rows) {
		told = fmt.Sprint(resolved)
	}
	cells = append(cells, told)
	cells = append(cells, numbers(s.Interval, float64(row.Span.Best), float64(row.Span.Worst))...)
	var first float64
	if s.Draws > 0 {
		first = row.Probabilities[0]
	}
	return append(cells, numbers(s.Draws > 0, float64(row.RankLo), float64(row.RankHi), first)...)
}

// numbers are numbers as CSV holds them, or as many empty cells.
func numbers(there bool, values ...float64) []string {
	cells := make([]string, len(values))
	for i, v := range values {
		if there {
			cells[i] = Number(v)
		}
	}
	return cells
}

// ties tells whether any models share a rank with the interval.
func (s Standings) ties() bool {
	for i := range s.Rows[1:] {
		if s.Rows[i].RankInterval == s.Rows[i+1].RankInterval {
			return true
		}
	}
	return false
}
