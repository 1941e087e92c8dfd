package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"settle/figures"
	"settle/study/questions"
	"settle/study/standings"
	"settle/tables"
)

// Questions is what single questions and trials do to a ranking, with what it was made
// of.
type Questions struct {
	Name, Task string
	Facts      string   // what the board is, in sentences
	Models     []string // of the board
	Questions  []string
	Metric     string // of the means by question
	Ranked     string // the metric of the ranking without a question

	All     []questions.Question
	Order   []standings.Standing // of the models, best first
	OrderBy string               // the metric of it
	Top     questions.Deciding   // the first two of the order
	Without *questions.Without   // nil where no question can be left out

	// Regraded is how few trials would have to be graded otherwise for a challenger to be
	// ahead of the leader, by Metric; 0 where no grading does that.
	Regraded           int
	Leader, Challenger int // models; Challenger is the one that needs the fewest
}

type questionsDocument struct {
	Task      string             `json:"task"`
	Metric    string             `json:"metric"`
	Questions []questionDocument `json:"questions"`
	Flat      int                `json:"flat"` // questions that say nothing
	Top       topDocument        `json:"top_pair"`
	Regraded  regradedDocument   `json:"regraded"`
	Without   *withoutDocument   `json:"leave_one_out,omitempty"`
}

type questionDocument struct {
	Question       string   `json:"question"`
	Mean           *float64 `json:"mean"`
	SD             *float64 `json:"sd"`
	Discrimination *float64 `json:"discrimination"`
	Gap            *float64 `json:"gap"` // of the first two models
	Flat           bool     `json:"flat"`
}

type topDocument struct {
	Above    string  `json:"above"`
	Below    string  `json:"below"`
	For      int     `json:"for"`
	Against  int     `json:"against"`
	Carrying float64 `json:"carrying"`
}

// regradedDocument has null for trials where no grading changes the order.
type regradedDocument struct {
	Leader     string `json:"leader"`
	Challenger string `json:"challenger"`
	Trials     *int   `json:"trials"`
}

type withoutDocument struct {
	Metric  string            `json:"metric"`
	Changes []changeDocument  `json:"changes"`
	Ranks   []rankingDocument `json:"ranks"`
}

type changeDocument struct {
	Question string   `json:"question"`
	Leaders  []string `json:"leaders"`
}

type rankingDocument struct {
	Model string `json:"model"`
	Best  int    `json:"rank_best"`
	Worst int    `json:"rank_worst"`
}

func (q Questions) document() questionsDocument {
	d := questionsDocument{
		Task: q.Task, Metric: q.Metric, Flat: len(q.flat()),
		Top: topDocument{
			Above: q.Order[0].Model, Below: q.Order[1].Model, For: q.Top.For, Against: q.Top.Against,
			Carrying: q.Top.Carrying,
		},
		Regraded: regradedDocument{q.Models[q.Leader], q.Models[q.Challenger], orNull(q.Regraded)},
	}
	for _, one := range q.All {
		d.Questions = append(d.Questions, questionDocument{
			Question: q.Questions[one.Index], Mean: Finite(one.Mean), SD: Finite(one.SD),
			Discrimination: Finite(one.Discrimination), Gap: Finite(q.Top.Gaps[one.Index]), Flat: one.Flat,
		})
	}
	if q.Without == nil {
		return d
	}
	d.Without = &withoutDocument{Metric: q.Ranked, Changes: []changeDocument{}}
	for _, c := range q.Without.Changes {
		d.Without.Changes = append(d.Without.Changes, changeDocument{q.Questions[c.Question], q.names(c.Leaders)})
	}
	for _, row := range q.Order {
		span := q.Without.Ranks[row.Index]
		d.Without.Ranks = append(d.Without.Ranks, rankingDocument{row.Model, span.Best, span.Worst})
	}
	return d
}

func (q Questions) names(models []int) (names []string) {
	for _, m := range models {
		names = append(names, q.Models[m])
	}
	return names
}

// flat are the questions that say nothing of the ranking.
func (q Questions) flat() []questions.Question {
	return slices.DeleteFunc(slices.Clone(q.All), func(one questions.Question) bool { return !one.Flat })
}

// Report is the report in the format asked for: CSV gets every question.
func (q Questions) Report(format string) Report {
	if tables.Format(format) == tables.CSV {
		return Report{JSON: q.document(), Tables: []*tables.Table{q.data()}}
	}
	r := Report{JSON: q.document(), Tables: []*tables.Table{q.table(mostListed)}}
	if t := q.sensitivity(); t != nil {
		r.Tables = append(r.Tables, t)
	}
	return r
}

// mostListed is how many questions a table lists.
const mostListed = 20

func (q Questions) data() *tables.Table {
	return tables.New("", []tables.Of[questions.Question]{
		tables.Left("question", q.name),
		whole("mean", func(one questions.Question) float64 { return one.Mean }),
		whole("sd", func(one questions.Question) float64 { return one.SD }),
		whole("discrimination", func(one questions.Question) float64 { return one.Discrimination }),
		whole("gap", q.gap),
		tables.Left("flat", func(one questions.Question) string { return fmt.Sprint(one.Flat) }),
	}, q.All)
}

func (q Questions) name(one questions.Question) string { return q.Questions[one.Index] }
func (q Questions) gap(one questions.Question) float64 { return q.Top.Gaps[one.Index] }

// table lists the questions that decide between the first two models, those with the
// largest gap first.
func (q Questions) table(most int) *tables.Table {
	size := func(one questions.Question) float64 {
		if gap := q.gap(one); !math.IsNaN(gap) {
			return math.Abs(gap)
		}
		return -1
	}
	list := slices.Clone(q.All)
	slices.SortStableFunc(list, func(a, b questions.Question) int { return cmp.Compare(size(b), size(a)) })
	t := tables.New("Questions, those first that decide most between the first two models", []tables.Of[questions.Question]{
		tables.Left("question", q.name),
		rounded("gap of the first two", 4, q.gap),
		rounded("mean", 4, func(one questions.Question) float64 { return one.Mean }),
		rounded("spread", 4, func(one questions.Question) float64 { return one.SD }),
		rounded("discrimination", 2, func(one questions.Question) float64 { return one.Discrimination }),
		tables.Left("flat", func(one questions.Question) string {
			if one.Flat {
				return "flat"
			}
			return ""
		}),
	}, list[:min(most, len(list))])
	t.Lead = q.decides()
	t.Notes = []string{fmt.Sprintf("gap: of the means by %s of %s and %s. mean and spread: over the models, of their means on the question; "+
		"a low mean is a hard question. discrimination: correlation over models of the mean here and on all other questions; "+
		"below 0, models that do well elsewhere do badly here. flat: all models have the same outcomes throughout, "+
		"so that the question says nothing of the ranking.", q.Metric, q.Order[0].Model, q.Order[1].Model)}
	if len(list) > most {
		t.Notes = append(t.Notes, fmt.Sprintf("The first %d of %d; the data have all.", most, len(list)))
	}
	return t
}

// decides says which questions decide between the first two models.
func (q Questions) decides() string {
	said := fmt.Sprintf("%s does better than %s on %d of %s and worse on %d; the comparison is carried as by %s of equal weight.",
		q.Order[0].Model, q.Order[1].Model, q.Top.For, tables.Count(len(q.All), "question"), q.Top.Against,
		fewOf(q.Top.Carrying))
	switch flat := len(q.flat()); flat {
	case 0:
		return said + " No question is flat."
	case 1:
		return said + " 1 question is flat: it says nothing of the ranking."
	default:
		return said + fmt.Sprintf(" %d questions are flat: they say nothing of the ranking.", flat)
	}
}

// fewOf is a number of questions that need not be whole.
func fewOf(n float64) string {
	if n == 0 {
		return "no question"
	}
	return tables.Float(n, 1) + " questions"
}

// sensitivity shows how ranks move without single questions, nil where none can be left
// out.
func (q Questions) sensitivity() *tables.Table {
	if q.Without == nil {
		return nil
	}
	t := tables.New("Ranks with any one question left out", []tables.Of[standings.Standing]{
		tables.Left("model", func(s standings.Standing) string { return s.Model }),
		tables.Right("rank by "+q.OrderBy, func(s standings.Standing) string { return fmt.Sprint(s.Rank) }),
		tables.Right("best by "+q.Ranked, func(s standings.Standing) string { return fmt.Sprint(q.Without.Ranks[s.Index].Best) }),
		tables.Right("worst", func(s standings.Standing) string { return fmt.Sprint(q.Without.Ranks[s.Index].Worst) }),
	}, q.Order)
	t.Lead = q.Sensitivity()
	t.Notes = []string{fmt.Sprintf("best and worst: of the ranks by %s, exact scores, over all questions that may be left out. "+
		"A description of this board: what chance may have done is in the sets of ranks.", q.Ranked)}
	return t
}

// Sensitivity says how little would have to be otherwise for another model to lead.
func (q Questions) Sensitivity() string {
	leader := q.Models[q.Leader]
	said := fmt.Sprintf("No regrading of its trials puts another model ahead of %s.", leader)
	if q.Regraded > 0 {
		said = fmt.Sprintf("%s graded otherwise would put %s ahead of %s; no fewer would.",
			tables.Count(q.Regraded, "trial"), q.Models[q.Challenger], leader)
	}
	if q.Without == nil {
		return said
	}
	switch changes := q.Without.Changes; len(changes) {
	case 0:
		return fmt.Sprintf("%s leads by %s without any one question, too. %s", leader, q.Ranked, said)
	case 1:
		return fmt.Sprintf("By %s %s leads, and without the question %s %s would. %s",
			q.Ranked, leader, q.Questions[changes[0].Question], and(q.names(changes[0].Leaders)), said)
	default:
		return fmt.Sprintf("By %s %s leads, and without one of %s, such as %s, others would. %s",
			q.Ranked, leader, tables.Count(len(changes), "question"), q.Questions[changes[0].Question], said)
	}
}

// Figure draws how hard questions are, and how well they tell models apart.
func (q Questions) Figure() *figures.Figure {
	line := figures.Line{Name: "question", Points: true}
	for _, one := range q.All {
		line.X, line.Y = append(line.X, one.Mean), append(line.Y, one.Discrimination)
		line.Labels = append(line.Labels, q.name(one))
	}
	return &figures.Figure{
		Title:   q.Name + ": how hard are questions, and which tell models apart?",
		Caption: q.Facts + " A point a question; flat ones, and those on which all models do as well, have no discrimination.",
		Panels: []figures.Panel{figures.Curves{
			XLabel: "mean over models (left: hard)", YLabel: "discrimination", YRange: &[2]float64{-1.05, 1.05},
			Lines: []figures.Line{line}, Rules: []figures.Rule{{Horizontal: true, At: 0}},
		}},
	}
}
