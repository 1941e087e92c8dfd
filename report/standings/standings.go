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

// Standings holds the rankings of the models of one board, one ranking per metric, and
// the inputs of these rankings.
type Standings struct {
	Origin   report.Origin
	Name     string // name of the board, for titles
	Facts    string // description of the board, in sentences
	Task     string
	Shape    results.Shape
	Sorted   *signals.Sorted // the categories of the signals, nil for a board of outcomes
	Rules    standings.Rules
	Columns  Columns               // columns of the tables
	Rankings []standings.Standings // one or more
	Groups   int                   // number of question groups, 0 if unknown
	Trials   *report.Exchangeable  // nil if the order of trials means nothing

	// FirstTwo holds the variance components of the difference between the first two
	// models, by avg. It is nil unless the estimand is the population.
	FirstTwo *posterior.Components
}

// Report returns the report in the given format. CSV contains one row for each model
// and metric. The other formats contain one table per metric. If a schema sorted the
// attempts into categories, they also contain a table of these.
func (s Standings) Report(format string) report.Report {
	r := report.Report{}
	if format == report.JSON { // built only for JSON, since the list of all pairs is large
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

// title returns the title for the table of one ranking.
func (s Standings) title(ranked standings.Standings) string {
	return fmt.Sprintf("%s ranked by %s", s.Name, ranked.Metric) +
		wording.If(s.Groups > 0 && s.Rules.Estimand == posterior.Population,
			", questions of "+tables.Count(s.Groups, "group"))
}

// warnings returns the warnings that apply to a ranking. Elements of the result can be
// "".
func (s Standings) warnings(ranked standings.Standings) []string {
	least := math.Inf(1)
	for _, row := range ranked.Rows {
		if row.DF > 0 && ranked.Rules.Estimand == posterior.Population {
			least = min(least, row.DF)
		}
	}
	return append(s.Trials.Notes(), categoriesNote(ranked, s.Origin.Weights), rootNote(ranked, s.Shape.Trials),
		fewNote(least, s.Groups, theseAlone), priorNote(ranked.Prior))
}

// categoriesNote returns a warning if the metric uses the order of the categories, but
// the weights of the categories do not increase in this order. Otherwise it returns "".
func categoriesNote(s standings.Standings, weights []float64) string {
	for c := 1; c < len(weights) && s.Traits.ByCategory; c++ {
		if weights[c] <= weights[c-1] {
			return fmt.Sprintf("%s uses the order of categories (a higher one wins) and ignores --weights. "+
				"Category %d has no larger weight than category %d, so %s can reverse the order by avg.", s.Metric, c, c-1, s.Metric)
		}
	}
	return ""
}

// rootNote returns a warning if the metric's intervals are unreliable with so few
// trials, because the metric is then biased. Otherwise it returns "".
func rootNote(s standings.Standings, trials int) string {
	bias := s.Traits.Bias
	if bias == nil || bias.Until > 0 && trials >= bias.Until {
		return ""
	}
	few := wording.IfElse(bias.Until > 0, fmt.Sprintf("Below %d trials the intervals", bias.Until), "The intervals")
	return fmt.Sprintf("%s of %s cover less often than stated: a root of a product of estimates is biased "+
		"while trials are few, and more questions do not help. Use %s instead; its bias is small.", few, s.Metric, bias.Instead)
}

// fewQuestions is the least number of questions, or of question groups, for reliable
// inference about similar questions (docs/coverage.md).
const fewQuestions = 10

// theseAlone is advice for users with few questions. It applies only to commands that
// have the flag --estimand.
const theseAlone = "add --estimand questions to limit claims to the questions of this benchmark"

// fewNote returns a warning if there are too few questions for claims about similar
// questions, and otherwise "". There are df degrees of freedom. The last argument is
// advice for users who cannot ask more questions.
func fewNote(df float64, groups int, instead string) string {
	if !(df < fewQuestions-1) {
		return ""
	}
	units := wording.If(groups > 0, "groups of ") + "questions"
	return fmt.Sprintf("There are few %s for claims about similar questions. Student's t with %s allows for the small number, but not for the chance that these few are alike. Use at least %d %s, or %s.",
		units, degrees(df), fewQuestions, units, instead)
}

// degrees formats a number of degrees of freedom, such as "1 degree of freedom".
func degrees(df float64) string {
	text := fmt.Sprintf("%.3g", df)
	return text + wording.IfElse(text == "1", " degree", " degrees") + " of freedom"
}

func (s Standings) categoriesTitle() string { return s.Name + ": share of each category" }

// A placedModel is a model together with its place in a ranking.
type placedModel struct {
	standings.Standing
	place   int
	ranking *standings.Standings
}

// places returns the models of a ranking with their places, the best first.
func places(s *standings.Standings) []placedModel {
	all := make([]placedModel, len(s.Rows))
	for place, row := range s.Rows {
		all[place] = placedModel{row, place, s}
	}
	return all
}

// z returns the z-score of the difference between a model and the next one in the
// ranking. It is NaN for the last model, and if scores have no intervals.
func (p placedModel) z() float64 { z, _, _ := p.ranking.Next(p.place); return z }

// rho returns the confidence that a model is truly better than the next one in the
// ranking. It is NaN for the last model, and if no pairs of models were compared.
func (p placedModel) rho() float64 { _, rho, _ := p.ranking.Next(p.place); return rho }

// resolved reports whether a model and the next one are separated if no other pairs are
// considered.
func (p placedModel) resolved() bool { _, _, resolved := p.ranking.Next(p.place); return resolved }

// StandingsData returns a table of rankings for CSV, with one row for each model and
// metric. If models or questions have different numbers of trials, each row also has
// the number of questions on which the score is based.
func StandingsData(all []standings.Standings) *tables.Table {
	var rows []placedModel
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

// metricDocument returns the ranking by one metric for JSON.
func metricDocument(s *standings.Standings, c Columns) tables.Object {
	together := tables.Absent
	if t := s.Together; t != nil {
		separated, _ := s.SeparatedPairs()
		together = tables.NewObject("method", t.Method.String(),
			"critical_z", tables.When(report.Finite(t.Critical) != nil, t.Critical), "draws", t.Draws, "separated_pairs", separated)
	}
	inOrder := s.InOrder && !s.Drawn
	return tables.NewObject("metric", s.Metric,
		"questions_left_out", tables.When(s.LeftOut.Of > 0, s.LeftOut.Questions),
		"draws", tables.OrAbsent(s.Draws), "seed", tables.When(s.Draws > 0 || inOrder, s.Seed),
		"normal", tables.When(s.Draws > 0 && s.Interval, s.Normal), "drawn", tables.When(s.Drawn, "chances"),
		"failed_draws", tables.OrAbsent(s.Failed), "order", tables.When(inOrder, "board"), "together", together,
		"rows", standingFields(s).Without(standingsNotJSON+wording.If(c == Brief && s.Together != nil, otherRanks)).JSON(places(s)), "pairs", pairRows(s))
}

// A pairRow describes the comparison of two models for JSON. It is a struct for speed,
// because there can be 100,000 pairs. Z is null if neither score has any uncertainty,
// or if random draws determined the order.
type pairRow struct {
	Above     string   `json:"above"`
	Below     string   `json:"below"`
	Z         *float64 `json:"z"`
	Rho       float64  `json:"rho"`
	Resolved  bool     `json:"resolved"`
	Separated *bool    `json:"separated,omitempty"` // all pairs together
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
			rows[i].Separated = &s.Separated[i]
		}
	}
	return rows
}
