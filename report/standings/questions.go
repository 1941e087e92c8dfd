package standings

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/metrics"
	"settle/report"
	"settle/report/wording"
	"settle/results"
	"settle/study/questions"
	"settle/study/standings"
)

// Questions holds the influence of single questions and trials on a ranking, and the
// inputs from which this influence was computed.
type Questions struct {
	Name, Task string
	Facts      string   // description of the board, in sentences
	Models     []string // names of the models of the board
	Questions  []string
	Metric     string // metric of the means per question
	Ranked     string // metric of the rankings with a question left out

	All     []questions.Question
	Order   []standings.Standing // the models, best first
	OrderBy string               // metric of Order
	Top     questions.Deciding   // comparison of the first two models
	Without *questions.Without   // nil if no question can be left out

	// Regraded is the number of the leader's trials (of Of trials) that must be graded
	// differently for Challenger to pass Leader by Metric. It is 0 if this is impossible.
	Regraded, Of       int
	Leader, Challenger int   // model indices; Challenger needs the fewest regraded trials
	Levels             []int // levels of the models by Metric; a larger level is better

	Board   *results.Board
	Weights metrics.Weights // weights of the board's categories
}

func (q Questions) document() tables.Object {
	return tables.NewObject("task", q.Task, "metric", q.Metric, "questions", q.fields().JSON(q.All), "flat", len(q.flat()),
		"top_pair", tables.NewObject("above", q.Order[0].Model, "below", q.Order[1].Model, "for", q.Top.For,
			"against", q.Top.Against, "carrying", q.Top.Carrying),
		"regraded", tables.NewObject("leader", q.Models[q.Leader], "challenger", q.Models[q.Challenger],
			"trials", tables.OrNull(q.Regraded), "of", q.Of),
		"leave_one_out", q.withoutDocument())
}

// withoutDocument returns, for JSON, how the leader and the ranks change if one
// question is left out. It returns tables.Absent if no question can be left out.
func (q Questions) withoutDocument() any {
	if q.Without == nil {
		return tables.Absent
	}
	changes := lists.Each(q.Without.Changes, func(c questions.LeftOut) tables.Object {
		return tables.NewObject("question", q.Questions[c.Question], "leaders", q.names(c.Leaders))
	})
	return tables.NewObject("metric", q.Ranked, "changes", changes,
		"ranks", q.rankFields().Pick("model rank_best rank_worst").JSON(q.Order))
}

// fields returns the fields that describe one question, such as its difficulty and the
// gap between the first two models on it.
func (q Questions) fields() tables.Fields[questions.Question] {
	type question = questions.Question
	return tables.Fields[question]{
		tables.Data("question", q.name),
		tables.Data("mean", func(one question) float64 { return one.Mean }).Rounded("mean", 4),
		tables.Data("sd", func(one question) float64 { return one.SD }).Rounded("spread", 4),
		tables.Data("discrimination", func(one question) float64 { return one.Discrimination }).Rounded("discrimination", 2),
		tables.Data("gap", q.gap).Rounded("gap of the first two", 4),
		tables.Data("flat", func(one question) bool { return one.Flat }),
		tables.Left("said", func(one question) string { return wording.If(one.Flat, "flat") }).Head("flat"),
	}
}

// rankFields returns the fields that describe a model's rank. They include the best and
// the worst rank that the model gets when one question is left out.
func (q Questions) rankFields() tables.Fields[standings.Standing] {
	type standing = standings.Standing
	return tables.Fields[standing]{
		tables.Data("model", func(s standing) string { return s.Model }),
		tables.Data("rank", func(s standing) float64 { return s.Rank }).Head("rank by " + q.OrderBy),
		tables.Data("rank_best", func(s standing) int { return q.Without.Ranks[s.Index].Best }).Head("best by " + q.Ranked),
		tables.Data("rank_worst", func(s standing) int { return q.Without.Ranks[s.Index].Worst }).Head("worst"),
	}
}

// names returns the names of the models with the given indices.
func (q Questions) names(models []int) []string {
	return lists.Each(models, func(m int) string { return q.Models[m] })
}

// flat returns the questions on which all models have the same outcomes.
func (q Questions) flat() []questions.Question {
	return lists.Where(q.All, func(one questions.Question) bool { return one.Flat })
}

// Report returns the report in the given format. CSV contains every question.
func (q Questions) Report(format string) report.Report {
	if tables.Format(format).IsData() {
		return report.Report{JSON: q.document(), Tables: []*tables.Table{q.fields().CSV(q.All)}}
	}
	r := report.Report{JSON: q.document(), Tables: []*tables.Table{q.table(mostDeciding)}}
	if t := q.sensitivity(); t != nil {
		r.Tables = append(r.Tables, t)
	}
	return r
}

// Greatest numbers of questions: mostListed in the table of a QuestionsGate,
// mostDeciding in the table of questions that decide between the first two models, and
// mostHardest in the sentence that names the hardest questions.
const mostListed, mostDeciding, mostHardest = 20, 12, 3

func (q Questions) name(one questions.Question) string { return q.Questions[one.Index] }
func (q Questions) gap(one questions.Question) float64 { return q.Top.Gaps[one.Index] }

// byGap returns the questions, sorted by the size of the gap between the first two
// models, the largest first. Questions without a gap come last.
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

// table returns a table of questions. Those with the largest gap between the first two
// models, in either direction, come first. The table has at most the given number of
// rows.
func (q Questions) table(most int) *tables.Table {
	list := q.byGap()
	t := tables.New("Questions, sorted by how much they decide between the first two models",
		q.fields().Pick("question gap mean sd discrimination said"), list[:min(most, len(list))])
	t.Lead = q.decides() + q.hardest()
	t.Notes = []string{fmt.Sprintf("gap: the %s mean of %s minus the %s mean of %s. mean and spread: mean and standard deviation of the models' "+
		"means on the question; a low mean indicates a hard question. discrimination: correlation over models between the mean on this question "+
		"and the mean on all others; below 0, models that do well elsewhere do badly here. flat: all models have identical outcomes, "+
		"so the question does not affect the ranking.", q.Metric, q.Order[0].Model, q.Metric, q.Order[1].Model)}
	if len(list) > most {
		t.Warn(fmt.Sprintf("The table shows the first %d of %d questions; --format csv has all of them.", most, len(list)))
	}
	return t
}

// hardest returns a sentence that names the hardest questions. It returns "" if there
// are so few questions that it would name all.
func (q Questions) hardest() string {
	list := lists.Where(q.All, func(one questions.Question) bool { return !math.IsNaN(one.Mean) })
	if len(list) <= mostHardest {
		return ""
	}
	slices.SortStableFunc(list, func(a, b questions.Question) int { return cmp.Compare(a.Mean, b.Mean) })
	named := lists.Each(list[:mostHardest], func(one questions.Question) string {
		return fmt.Sprintf("%s (mean %s)", q.name(one), tables.Float(one.Mean, 2))
	})
	return " The hardest: " + wording.And(named) + "."
}

// decides returns a sentence that says on how many questions each of the first two
// models is better, and how many questions effectively decide between them.
func (q Questions) decides() string {
	carried := wording.IfElse(q.Top.Carrying == 0, "no question", tables.Float(q.Top.Carrying, 1)+" questions")
	said := fmt.Sprintf("%s does better than %s on %d of %s and worse on %d; in effect, %s decide%s which of them is ahead.",
		q.Order[0].Model, q.Order[1].Model, q.Top.For, tables.Count(len(q.All), "question"), q.Top.Against, carried,
		wording.If(q.Top.Carrying == 0, "s"))
	if q.Top.For+q.Top.Against == 0 {
		said = fmt.Sprintf("%s and %s have equal means on all %s.", q.Order[0].Model, q.Order[1].Model, tables.Count(len(q.All), "question"))
	}
	flat := len(q.flat())
	if flat == 0 {
		return said + " No question is flat."
	}
	return fmt.Sprintf("%s %s %s flat (all models have identical outcomes) and %s not affect the ranking.", said, tables.Count(flat, "question"),
		wording.Verb(flat, "is", "are"), wording.Verb(flat, "does", "do"))
}

// sensitivity returns a table with the best and the worst rank that each model gets
// when one question is left out. It returns nil if no question can be left out.
func (q Questions) sensitivity() *tables.Table {
	if q.Without == nil {
		return nil
	}
	t := tables.New("Ranks with one question left out", q.rankFields(), q.Order)
	t.Lead = q.Sensitivity()
	t.Notes = []string{fmt.Sprintf("best and worst rank by %s (exact scores) if any single question is left out. "+
		"This describes the board; the sets of ranks show what chance can do.", q.Ranked)}
	return t
}

// Sensitivity returns sentences that say how small a change gives another leader: one
// question left out, or a few trials graded differently.
func (q Questions) Sensitivity() string {
	return strings.TrimSpace(q.omissionNote() + " " + q.regrading())
}

// regrading returns a sentence that says how many trials must be graded differently
// before another model overtakes the leader.
func (q Questions) regrading() string {
	leader := q.Models[q.Leader]
	if q.Regraded == 0 {
		return fmt.Sprintf("Even if all trials are regraded, no other model can overtake %s.", leader)
	}
	return fmt.Sprintf("At least %s of the two models' %d graded answers would have to flip for %s to overtake %s.",
		fmt.Sprint(q.Regraded), q.Of, q.Models[q.Challenger], leader)
}

// omissionNote returns a sentence that says whether another model leads when any single
// question is left out. It returns "" if no question can be left out.
func (q Questions) omissionNote() string {
	if q.Without == nil {
		return ""
	}
	level := lists.Where(lists.Indices(len(q.Levels)), func(model int) bool {
		return q.Levels[model] == q.Levels[q.Leader]
	})
	leader, lead := wording.And(q.names(level)), wording.Verb(len(level), "leads", "share the lead")
	by := "By " + q.Ranked + wording.If(q.Levels[q.Order[0].Index] < q.Levels[q.Leader],
		fmt.Sprintf(", unlike by %s,", q.OrderBy))
	switch changes := q.Without.Changes; len(changes) {
	case 0:
		return fmt.Sprintf("%s %s %s, whichever single question is left out.", by, leader, lead)
	case 1:
		others := q.names(changes[0].Leaders)
		return fmt.Sprintf("%s %s %s. Without the question %s, %s %s.", by, leader, lead,
			q.Questions[changes[0].Question], wording.And(others),
			wording.Verb(len(others), "would lead", "would share the lead"))
	default:
		return fmt.Sprintf("%s %s %s. If any one of %s, such as %s, were left out, other models would lead or share the lead.",
			by, leader, lead, tables.Count(len(changes), "question"), q.Questions[changes[0].Question])
	}
}

// Figure returns a figure with one point per question: its difficulty against its
// discrimination (how well it separates good models from bad ones). It marks the
// questions that decide between the first two models.
func (q Questions) Figure() *figures.Figure {
	carrying := q.decisiveQuestions()
	rest := figures.Line{Name: "question", Points: true}
	deciding := figures.Line{Name: fmt.Sprintf("the %d questions with the largest gap between the first two models", len(carrying)), Points: true}
	lowest := 0.0
	for _, one := range q.All {
		line := &rest
		if carrying[one.Index] {
			line = &deciding
		}
		line.X, line.Y = append(line.X, one.Mean), append(line.Y, one.Discrimination)
		line.Labels = append(line.Labels, q.name(one))
		if one.Discrimination < lowest { // false for NaN, a question without discrimination
			lowest = one.Discrimination
		}
	}
	lines := []figures.Line{rest}
	if len(carrying) > 0 {
		lines = []figures.Line{deciding, rest}
	}
	return &figures.Figure{
		Title:   q.Name + ": how hard are questions, and which separate models?",
		Caption: q.Facts + " One point per question. Questions on which all models have equal means have no discrimination.",
		Panels: []figures.Panel{figures.Curves{
			XLabel: "mean over models (left: hard)", YLabel: "discrimination", YRange: &[2]float64{lowest - 0.05, 1.05},
			Lines: lines, Rules: []figures.Rule{{Horizontal: true, At: 0}},
		}},
	}
}

// decisiveQuestions returns the set of the indices of the questions that decide between
// the first two models. These are the questions with the largest gaps between the two.
func (q Questions) decisiveQuestions() map[int]bool {
	list := q.byGap()
	found := map[int]bool{}
	for _, one := range list[:min(len(list), int(math.Round(q.Top.Carrying)))] {
		if q.gap(one) != 0 {
			found[one.Index] = true
		}
	}
	return found
}
