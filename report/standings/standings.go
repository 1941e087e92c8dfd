package standings

import (
	"fmt"
	"math"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/results"
	"settle/rubric/signals"
	"settle/study/posterior"
	"settle/study/standings"
)

// Standings is rankings of the models of one board, a ranking for each metric,
// with what they were made of.
type Standings struct {
	Origin   report.Origin
	Name     string // of the board, for titles
	Facts    string // what the board is, in sentences
	Task     string
	Shape    results.Shape
	Sorted   *signals.Sorted // how signals became the board, nil for outcomes
	Rules    standings.Rules
	Columns  Columns               // of the tables
	Rankings []standings.Standings // one or more
	Groups   int                   // of questions, 0 where they are not known
	Trials   *report.Exchangeable  // nil where their order means nothing

	// FirstTwo are the components of the difference of the first two models by avg in a
	// population, nil elsewhere.
	FirstTwo *posterior.Components
}

// Report is the report in the format asked for: CSV gets a row per model and
// metric, the others a table per metric and, with a schema, one of categories.
func (s Standings) Report(format string) report.Report {
	r := report.Report{}
	if format == report.JSON { // all pairs of models take more room than all else
		r.JSON = s.document()
	}
	if tables.Format(format).IsData() {
		r.Tables = []*tables.Table{StandingsData(s.Rankings)}
		return r
	}
	for _, ranked := range s.Rankings {
		t := standingsTable(s.title(ranked), ranked, s.Columns)
		if ranked.Metric == "avg" && s.FirstTwo != nil {
			t.Lead = wording.Joined(t.Lead, " ", freshNote(ranked.Rows[0].Model, ranked.Rows[1].Model, s.FirstTwo))
		}
		t.Warn(s.Facts)
		t.Warn(unequalNotes(ranked)...)
		t.Warn(s.warnings(ranked)...)
		r.Tables = append(r.Tables, t)
	}
	if s.Sorted != nil {
		r.Tables = append(r.Tables, categoriesTable(s.categoriesTitle(), s.Sorted, s.Rankings[0]))
	}
	return r
}

// title is that of one of the rankings.
func (s Standings) title(ranked standings.Standings) string {
	return fmt.Sprintf("%s ranked by %s", s.Name, ranked.Metric) +
		wording.If(s.Groups > 0 && s.Rules.Estimand == posterior.Population,
			", questions of "+tables.Count(s.Groups, "group"))
}

// warnings say what of the board makes its numbers less sure than they look.
func (s Standings) warnings(ranked standings.Standings) []string {
	least := math.Inf(1)
	for _, row := range ranked.Rows {
		if row.DF > 0 {
			least = min(least, row.DF)
		}
	}
	return append(s.Trials.Notes(), categoriesNote(ranked, s.Origin.Weights), rootNote(ranked, s.Shape.Trials),
		fewNote(least, s.Groups, theseAlone), priorNote(ranked.Prior))
}

// categoriesNote warns if a method goes by the order of categories and the weights have
// another order; otherwise it returns "".
func categoriesNote(s standings.Standings, weights []float64) string {
	for c := 1; c < len(weights) && s.Traits.ByCategory; c++ {
		if weights[c] <= weights[c-1] {
			return fmt.Sprintf("%s goes by the order of categories, in which a higher one wins, and not by --weights, "+
				"of which category %d has no more than %d: it may reverse avg.", s.Metric, c, c-1)
		}
	}
	return ""
}

// rootNote warns of intervals that are biased with so many trials; otherwise it returns "".
func rootNote(s standings.Standings, trials int) string {
	bias := s.Traits.Bias
	if bias == nil || bias.Until > 0 && trials >= bias.Until {
		return ""
	}
	few := wording.IfElse(bias.Until > 0, fmt.Sprintf("Below %d trials the intervals", bias.Until), "The intervals")
	return fmt.Sprintf("%s of %s hold what it estimates less often than they say: a root of a product of estimates is biased "+
		"until trials are many, and more questions do not mend that. Take %s, whose bias is small.", few, s.Metric, bias.Instead)
}

// fewQuestions is how many questions, or groups of them, are few to speak of all
// questions like them (docs/coverage.md).
const fewQuestions = 10

// theseAlone is what a command with --estimand can do about few questions.
const theseAlone = "speak of these questions alone (--estimand questions)"

// fewNote warns of few degrees of freedom in a population, "" where there are enough. It says
// what to do if there can be no more questions.
func fewNote(df float64, groups int, instead string) string {
	if !(df < fewQuestions-1) {
		return ""
	}
	of := wording.If(groups > 0, "groups of ") + "questions"
	return fmt.Sprintf("There are few %s to speak of all like them: Student's t with %.3g degrees of freedom allows for that, "+
		"but not for few that happen to look alike. Ask at least %d, or %s.",
		of, df, fewQuestions, instead)
}

func (s Standings) categoriesTitle() string { return s.Name + ": share of each category" }

// placed is a model of a ranking.
type placed struct {
	standings.Standing
	place   int
	ranking *standings.Standings
}

// places are the models of a ranking, best first.
func places(s *standings.Standings) []placed {
	all := make([]placed, len(s.Rows))
	for place, row := range s.Rows {
		all[place] = placed{row, place, s}
	}
	return all
}

// z, rho and resolved compare a model with the next one; z and rho are NaN for the last model,
// and without intervals.
func (p placed) z() float64 { z, _, _ := p.ranking.Next(p.place); return z }

func (p placed) rho() float64 { _, rho, _ := p.ranking.Next(p.place); return rho }

func (p placed) resolved() bool { _, _, resolved := p.ranking.Next(p.place); return resolved }

// StandingsData returns rankings by several metrics as CSV, a model and metric per
// row; of an unequal board with the number of questions that each score is of.
func StandingsData(all []standings.Standings) *tables.Table {
	var rows []placed
	for i := range all {
		rows = append(rows, places(&all[i])...)
	}
	keys := standingsCSV + wording.If(all[0].LeftOut.Of > 0, " questions")
	return standingFields(&all[0]).Pick(keys).CSV(rows)
}

func (s Standings) document() tables.Object {
	categories := tables.Absent
	if s.Sorted != nil {
		categories = categoryCounts(s.Sorted, s.Rankings[0])
	}
	metrics := lists.Each(s.Rankings, func(ranked standings.Standings) tables.Object { return metricDocument(&ranked, s.Columns) })
	return tables.NewObject(s.Origin.Object(),
		"task", s.Task, "models", s.Shape.Models, "questions", s.Shape.Questions, "trials", s.Shape.Trials,
		"trials_most", tables.OrAbsent(s.Shape.Most), "confidence", s.Rules.Confidence,
		"estimand", s.Rules.Estimand.String(), "groups", tables.OrAbsent(s.Groups), "categories", categories,
		"metrics", metrics, "exchangeability", s.Trials.Document())
}

// metricDocument returns one ranking as JSON.
func metricDocument(s *standings.Standings, c Columns) tables.Object {
	together := tables.Absent
	if t := s.Together; t != nil {
		apart, _ := s.PairsApart()
		together = tables.NewObject("method", t.Method.String(),
			"critical_z", tables.When(report.Finite(t.Critical) != nil, t.Critical), "draws", tables.OrAbsent(t.Draws), "pairs_apart", apart)
	}
	inOrder := s.InOrder && !s.Drawn
	return tables.NewObject("metric", s.Metric,
		"questions_left_out", tables.When(s.LeftOut.Of > 0, s.LeftOut.Questions),
		"draws", tables.OrAbsent(s.Draws), "seed", tables.When(s.Draws > 0 || inOrder, s.Seed),
		"normal", tables.When(s.Draws > 0 && s.Interval, s.Normal), "drawn", tables.When(s.Drawn, "chances"),
		"failed_draws", tables.OrAbsent(s.Failed), "order", tables.When(inOrder, "board"), "together", together,
		"rows", standingFields(s).Without(standingsNotJSON+wording.If(c == Brief && s.Together != nil, otherRanks)).JSON(places(s)), "pairs", pairRows(s))
}

// pairRow is a pair as JSON: a struct, for there may be 100,000 of them. Its z is null where
// neither score has any uncertainty, and where the order was drawn.
type pairRow struct {
	Above     string   `json:"above"`
	Below     string   `json:"below"`
	Z         *float64 `json:"z"`
	Rho       float64  `json:"rho"`
	Resolved  bool     `json:"resolved"`
	Separated *bool    `json:"separated,omitempty"` // all pairs at once
}

func pairRows(s *standings.Standings) any {
	if len(s.Pairs) == 0 {
		return tables.Absent
	}
	rows := make([]pairRow, len(s.Pairs))
	for i, p := range s.Pairs {
		rows[i] = pairRow{
			Above: s.Rows[p.Above].Model, Below: s.Rows[p.Below].Model,
			Z: report.Finite(p.Z), Rho: p.Rho, Resolved: s.Resolved[i],
		}
		if s.Together != nil {
			rows[i].Separated = &s.Apart[i]
		}
	}
	return rows
}
