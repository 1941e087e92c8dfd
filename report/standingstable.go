package report

import (
	"fmt"

	"settle/ranking"

	"settle/study/standings"
	"settle/tables"
)

// Columns are those that a ranking is shown with.
type Columns int

const (
	// Brief are those that a reader acts on, eight at most.
	Brief Columns = iota
	// AllColumns are all there are.
	AllColumns
	// Paper are those of the paper's tables: ranks with the interval by neighbours,
	// z and ρ to the next model.
	Paper
)

// standingsTable shows a ranking, the best model first.
func standingsTable(title string, s standings.Standings, c Columns) *tables.Table {
	columns := briefColumns(s)
	switch {
	case s.Drawn:
		columns = drawnColumns(s, c)
	case !s.Interval:
		columns = bareColumns(s)
	case c == AllColumns:
		columns = allColumns(s)
	case c == Paper:
		columns = paperColumns(s)
	}
	t := tables.New(title, columns, places(&s))
	switch {
	case s.Drawn:
		t.Lead, t.Notes = lead(s), drawnNotes(s, c)
	case s.InOrder:
		t.Notes = []string{inOrderNote(s)}
	case s.Interval:
		if c != Paper {
			t.Lead = lead(s)
		}
		t.Notes = standingsNotes(s, c)
	}
	return t
}

type column = tables.Of[placed]

func rankColumn() column {
	return tables.Right("rank", func(p placed) string { return fmt.Sprint(p.Rank) })
}
func modelColumn() column { return tables.Left("model", func(p placed) string { return p.Model }) }
func scoreColumn(s standings.Standings) column {
	return rounded(s.Metric, 4, func(p placed) float64 { return p.Score })
}
func tiedColumn() column {
	return tables.Right("with interval", func(p placed) string { return fmt.Sprint(p.RankInterval) })
}
func bestColumn() column {
	return percentage("P(best)", func(p placed) float64 { return p.Probabilities[0] })
}
func setColumn() column {
	return tables.Right("ranks", func(p placed) string { return p.Set.String() })
}
func groupColumn() column {
	return tables.Left("group", func(p placed) string { return p.Letters })
}

// observedColumn is what the trials alone show, if the score is something else.
func observedColumn(s standings.Standings) []column {
	if s.Observed == "" {
		return nil
	}
	return []column{rounded("observed", 4, func(p placed) float64 { return p.Observed })}
}

// questionsColumn says how many questions a score is of, where models differ.
func questionsColumn(s standings.Standings) []column {
	if !s.LeftOut.Own {
		return nil
	}
	return []column{tables.Right("questions", func(p placed) string { return fmt.Sprint(p.Questions) })}
}

// bareColumns are those of metrics without intervals.
func bareColumns(s standings.Standings) []column {
	return append([]column{rankColumn(), modelColumn(), scoreColumn(s)}, questionsColumn(s)...)
}

// drawnColumns are those of methods that rank models without an interval of the score, where
// posterior draws tell how sure the ranks are.
func drawnColumns(s standings.Standings, c Columns) []column {
	columns := bareColumns(s)
	if c == AllColumns && s.Rules.Pairs != standings.NoPairs {
		columns = append(columns, tables.Right("~", placed.mark), percentage("ρ", func(p placed) float64 { return p.rho }))
	}
	if s.Together != nil {
		columns = append(columns, setColumn())
	}
	if c == AllColumns {
		columns = append(columns, ranksColumn(s))
	}
	columns = append(columns, bestColumn())
	if s.Together != nil && lettered(s) {
		columns = append(columns, groupColumn())
	}
	return columns
}

// ranksColumn is the central interval of the rank in the draws.
func ranksColumn(s standings.Standings) column {
	return tables.Right(percent(s.Rules.Confidence)+" ranks", func(p placed) string {
		return ranking.Span{Best: p.RankLo, Worst: p.RankHi}.String()
	})
}

func briefColumns(s standings.Standings) []column {
	columns := append([]column{rankColumn(), modelColumn()}, observedColumn(s)...)
	columns = append(columns, scoreColumn(s),
		tables.Right(percent(s.Rules.Confidence)+" interval", func(p placed) string {
			return tables.Float(p.Lo, 4) + "–" + tables.Float(p.Hi, 4)
		}))
	if len(s.Rows) == 1 { // there are no rivals
		return append(columns, questionsColumn(s)...)
	}
	if s.Together != nil {
		columns = append(columns, setColumn())
	}
	if s.Draws > 0 {
		columns = append(columns, bestColumn())
	}
	switch {
	case s.LeftOut.Own:
		columns = append(columns, questionsColumn(s)...)
	case s.Rules.Ties != ranking.ZScore || s.Together == nil:
		columns = append(columns, tiedColumn())
	case lettered(s):
		columns = append(columns, groupColumn())
	}
	return columns
}

// lettered tells whether groups have letters.
func lettered(s standings.Standings) bool { return s.Rows[0].Letters != "" }

// paperColumns are those of Tables 1 and 2, with what goes with them.
func paperColumns(s standings.Standings) []column {
	columns := append([]column{rankColumn(), tiedColumn(), modelColumn(), scoreColumn(s)}, questionsColumn(s)...)
	columns = append(append(columns, spreadColumns(s)...), nextColumns(s)...)
	return append(columns, marginalColumns(s)...)
}

func allColumns(s standings.Standings) []column {
	columns := append([]column{rankColumn(), tiedColumn(), modelColumn()}, observedColumn(s)...)
	columns = append(append(columns, scoreColumn(s)), questionsColumn(s)...)
	columns = append(append(columns, spreadColumns(s)...), nextColumns(s)...)
	if s.Together != nil {
		columns = append(columns, setColumn())
		if lettered(s) {
			columns = append(columns, groupColumn())
		}
	}
	return append(columns, marginalColumns(s)...)
}

// spreadColumns are the interval with what it lies around and is made of.
func spreadColumns(s standings.Standings) []column {
	var columns []column
	if s.Shifted() {
		columns = append(columns, rounded("μ", 4, func(p placed) float64 { return p.Mu }))
	}
	return append(columns,
		rounded("σ", 4, func(p placed) float64 { return p.Sigma }),
		rounded("lo", 4, func(p placed) float64 { return p.Lo }),
		rounded("hi", 4, func(p placed) float64 { return p.Hi }))
}

// nextColumns compare a model with the next one.
func nextColumns(s standings.Standings) []column {
	if s.Rules.Pairs == standings.NoPairs {
		return nil
	}
	return []column{
		rounded("z to next", 2, func(p placed) float64 { return p.z }),
		tables.Right("~", placed.mark),
		percentage("ρ", func(p placed) float64 { return p.rho }),
	}
}

// marginalColumns are about each model by itself.
func marginalColumns(s standings.Standings) []column {
	var columns []column
	if s.Rules.Pairs == standings.AllPairs {
		columns = append(columns, tables.Right("places", func(p placed) string { return p.Span.String() }))
	}
	if s.Draws > 0 {
		columns = append(columns, ranksColumn(s), bestColumn())
	}
	return columns
}

// mark shows that a model is not told apart from the next one.
func (p placed) mark() string {
	if p.resolved {
		return ""
	}
	return "~"
}
