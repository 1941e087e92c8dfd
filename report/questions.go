package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

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

	// Regraded is how few trials, of so many, would have to be graded otherwise for a
	// challenger to be ahead of the leader, by Metric; 0 where no grading does that.
	Regraded, Of       int
	Leader, Challenger int   // models; Challenger is the one that needs the fewest
	Levels             []int // of the models by Metric: larger is better
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
	Of         int    `json:"of"`
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
		Regraded: regradedDocument{q.Models[q.Leader], q.Models[q.Challenger], orNull(q.Regraded), q.Of},
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

// byGap are the questions, those with the largest gap of the first two models first.
func (q Questions) byGap() []questions.Question {
	size := func(one questions.Question) float64 {
		if gap := q.gap(one); !math.IsNaN(gap) {
			return math.Abs(gap)
		}
		return -1
	}
	list := slices.Clone(q.All)
	slices.SortStableFunc(list, func(a, b questions.Question) int { return cmp.Compare(size(b), size(a)) })
	return list
}

// table lists the questions that decide between the first two models, those with the
// largest gap first.
func (q Questions) table(most int) *tables.Table {
	list := q.byGap()
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
	if q.Top.For+q.Top.Against == 0 {
		said = fmt.Sprintf("%s and %s do alike on all %s.", q.Order[0].Model, q.Order[1].Model, tables.Count(len(q.All), "question"))
	}
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
	return strings.TrimSpace(q.withoutOne() + " " + q.regrading())
}

// regrading says how few trials graded otherwise would put another model ahead.
func (q Questions) regrading() string {
	leader := q.Models[q.Leader]
	if q.Regraded == 0 {
		return fmt.Sprintf("No regrading of its trials puts another model ahead of %s.", leader)
	}
	return fmt.Sprintf("%s graded otherwise, of the %d of both, would put %s ahead of %s; no fewer would.",
		tables.Count(q.Regraded, "trial"), q.Of, q.Models[q.Challenger], leader)
}

// withoutOne says who would lead without a question, "" where none can be left out.
func (q Questions) withoutOne() string {
	if q.Without == nil {
		return ""
	}
	leader, lead, by := q.Models[q.Leader], "leads", "By "+q.Ranked
	if level := q.level(); len(level) > 1 {
		leader, lead = and(q.names(level)), "share the lead"
	}
	if first := q.Order[0].Index; q.Levels[first] < q.Levels[q.Leader] {
		by += fmt.Sprintf(", unlike by %s,", q.OrderBy)
	}
	switch changes := q.Without.Changes; len(changes) {
	case 0:
		return fmt.Sprintf("%s %s %s without any one question, too.", by, leader, lead)
	case 1:
		would := "would lead"
		if len(changes[0].Leaders) > 1 {
			would = "would share it"
		}
		return fmt.Sprintf("%s %s %s, and without the question %s %s %s.",
			by, leader, lead, q.Questions[changes[0].Question], and(q.names(changes[0].Leaders)), would)
	default:
		return fmt.Sprintf("%s %s %s, and without one of %s, such as %s, others would lead, or share the lead.",
			by, leader, lead, tables.Count(len(changes), "question"), q.Questions[changes[0].Question])
	}
}

// level are the models that share the lead.
func (q Questions) level() (models []int) {
	for model, level := range q.Levels {
		if level == q.Levels[q.Leader] {
			models = append(models, model)
		}
	}
	return models
}

// Figure draws how hard questions are, how well they tell models apart, and which carry
// the comparison of the first two.
func (q Questions) Figure() *figures.Figure {
	carrying := q.carrying()
	rest := figures.Line{Name: "question", Points: true}
	deciding := figures.Line{Name: fmt.Sprintf("the %d with the largest gap of the first two", len(carrying)), Points: true}
	lowest := 0.0
	for _, one := range q.All {
		line := &rest
		if carrying[one.Index] {
			line = &deciding
		}
		line.X, line.Y = append(line.X, one.Mean), append(line.Y, one.Discrimination)
		line.Labels = append(line.Labels, q.name(one))
		if one.Discrimination < lowest { // unlike NaN, of which there is none
			lowest = one.Discrimination
		}
	}
	lines := []figures.Line{rest}
	if len(carrying) > 0 {
		lines = []figures.Line{deciding, rest}
	}
	return &figures.Figure{
		Title:   q.Name + ": how hard are questions, and which tell models apart?",
		Caption: q.Facts + " A point a question; flat ones, and those on which all models do as well, have no discrimination.",
		Panels: []figures.Panel{figures.Curves{
			XLabel: "mean over models (left: hard)", YLabel: "discrimination", YRange: &[2]float64{lowest - 0.05, 1.05},
			Lines: lines, Rules: []figures.Rule{{Horizontal: true, At: 0}},
		}},
	}
}

// carrying are as many questions as carry the comparison of the first two models, those
// with the largest gap, by index.
func (q Questions) carrying() map[int]bool {
	list := q.byGap()
	found := map[int]bool{}
	for _, one := range list[:min(len(list), int(math.Round(q.Top.Carrying)))] {
		if q.gap(one) != 0 {
			found[one.Index] = true
		}
	}
	return found
}
