package voting

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/voting"
)

// A Vote holds the accuracy of several stopping rules on a board, and the number of
// samples that they use.
type Vote struct {
	report.Setting
	Result *voting.Result
	Models []string
	Shares bool // outcomes are wrong or right, so scores are shares
}

// Report returns the report in the given format. CSV contains every stopping rule for
// every model, and the other formats fewer.
func (v Vote) Report(format string) report.Report {
	return report.InFormat(format, v.document, v.data, report.One(v.table))
}

func (v Vote) title() string { return v.Name + ": samples and accuracy of the vote, by rule" }

// names contains the name, in tables and figures, of each kind of stopping rule. A
// stopping rule says when to stop sampling answers.
var names = map[voting.Kind]string{
	voting.Fixed: "fixed", voting.Beta: "Beta", voting.Dirichlet: "Dirichlet", voting.Window: "window",
}

// name returns the name of a stopping rule with its parameter.
func name(r voting.Rule) string { return names[r.Kind] + " " + parameter(r) }

func parameter(r voting.Rule) string { return strconv.FormatFloat(r.Parameter, 'g', -1, 64) }

// score formats a score. A share is given in percent, and any other score with four
// decimals.
func (v Vote) score(x float64) string {
	return wording.IfElse(v.Shares, tables.Percent(x, 1), tables.Float(x, 4))
}

// error formats the standard error of a score, in percentage points if scores are
// shares.
func (v Vote) error(se float64) string {
	return wording.IfElse(v.Shares, tables.Float(100*se, 2), tables.Float(se, 5))
}

// signed formats the difference of two scores with its sign, in percentage points if
// scores are shares.
func (v Vote) signed(x float64) string {
	return wording.IfElse(v.Shares, wording.WithSign(100*x, 2), wording.WithSign(x, 5))
}

// advice returns sentences that say how accurate votes with early stopping are and how
// many samples they save.
func (v Vote) advice() string {
	mean := v.Result.Mean
	all := mean.All()
	if v.Shape.Trials == 1 {
		return fmt.Sprintf("With one trial per question, no rule can stop early: every rule uses that one sample and reaches %s.", v.score(all.Score.Value))
	}
	i := slices.IndexFunc(mean.Outcomes, func(o voting.Outcome) bool { return o.Rule.Kind == voting.Beta })
	o := mean.Outcomes[i]
	return fmt.Sprintf("Adaptive consistency (Beta, %s) reaches %s with %s of %s per question and saves %s. "+
		"All %s reach %s; a fixed number at the same cost reaches %s.",
		parameter(o.Rule), wording.IfElse(v.Shares, v.score(o.Score.Value)+" accuracy", "a score of "+v.score(o.Score.Value)),
		tables.Float(o.Samples.Value, 1), tables.Count(v.Shape.Trials, "sample"), tables.Percent(v.savedShare(o), 0),
		parameter(all.Rule), v.score(all.Score.Value), v.score(o.AsMany))
}

// savedShare returns the share of all available samples that a stopping rule saves.
func (v Vote) savedShare(o voting.Outcome) float64 {
	all := float64(v.Shape.Trials)
	return (all - o.Samples.Value) / all
}

// fields returns the fields that describe the results of one stopping rule. Standard
// errors are null if there is only one replicate.
func (v Vote) fields() tables.Fields[voting.Outcome] {
	type outcome = voting.Outcome
	return tables.Fields[outcome]{
		tables.Left("rule", func(o outcome) string { return name(o.Rule) }).As("shown"),
		tables.Data("rule", func(o outcome) string { return string(o.Rule.Kind) }),
		tables.Data("parameter", func(o outcome) float64 { return o.Rule.Parameter }),
		tables.Data("samples", func(o outcome) float64 { return o.Samples.Value }).Rounded("samples", 2),
		tables.Data("samples_se", func(o outcome) float64 { return o.Samples.SE }),
		tables.Data("saved", v.savedShare).Percent("saved"),
		tables.Data("score", func(o outcome) float64 { return o.Score.Value }).
			Shown(wording.IfElse(v.Shares, "accuracy", "score"), v.score),
		tables.Data("score_se", func(o outcome) float64 { return o.Score.SE }).Shown("±", v.error),
		tables.Data("difference", func(o outcome) float64 { return o.Difference }).
			Shown(fmt.Sprintf("vs all %d", v.Shape.Trials), v.signed),
		tables.Data("as_many", func(o outcome) float64 { return o.AsMany }).Shown("fixed, same cost", v.score),
	}
}

// table returns a table with one stopping rule per row. It shows only a few of the
// rules that take a fixed number of samples.
func (v Vote) table() *tables.Table {
	marks := report.Milestones(v.Shape.Trials)
	shown := lists.Where(v.Result.Mean.Outcomes, func(o voting.Outcome) bool {
		return o.Rule.Kind != voting.Fixed || slices.Contains(marks, int(o.Rule.Parameter))
	})
	t := tables.New(v.title(), v.fields().Pick("shown samples saved score score_se difference as_many"), shown)
	t.Lead = v.advice()
	t.Warn(v.Made()+wording.If(len(v.Models) > 1, " Means over models; CSV and JSON list each model."), v.randomness(), v.Note)
	t.Note(v.columnsNote(), rulesNote)
	return t
}

// randomness returns a note that says which quantities are random and which are fixed.
func (v Vote) randomness() string {
	return fmt.Sprintf("Only the order of the board's trials is random, and all rules see "+
		"the same orders. No rule can use more than %s: a rule that often needs them all would use more if it could.",
		tables.Count(v.Shape.Trials, "trial"))
}

// columnsNote returns a note that explains the columns of the table.
func (v Vote) columnsNote() string {
	return fmt.Sprintf("±: one Monte-Carlo standard error of the %s%s. It applies to the difference too, since the vote of all samples does not depend "+
		"on their order. Fixed, same cost: a vote with the same number of samples on every question, the mean number that the rule uses. "+
		"The mean of single samples (avg) is %s.",
		wording.IfElse(v.Shares, "accuracy", "score"), wording.If(v.Shares, ", in percentage points"), v.score(v.Result.Mean.Avg))
}

// rulesNote is a note that explains the stopping rules.
const rulesNote = "Beta and Dirichlet (adaptive consistency, Aggarwal et al. 2023): stop once the posterior probability that the " +
	"leading answer stays first reaches the threshold; Beta compares it with the second answer, Dirichlet with all others so far. Window (Li et al. 2024): " +
	"sample in windows of that size and return the answer of the first unanimous window, otherwise vote. Samples without an answer do not vote."

// A row is the result of one stopping rule for one model.
type row struct {
	voting.Outcome
	model string // "" for the mean over models
}

// data returns a table for CSV, with one row for each stopping rule and model, and one
// for each rule averaged over models.
func (v Vote) data() *tables.Table {
	of := func(model string, m voting.Model) []row {
		return lists.Each(m.Outcomes, func(o voting.Outcome) row { return row{o, model} })
	}
	rows := of("", v.Result.Mean)
	for i, m := range v.Result.Models {
		rows = append(rows, of(v.Models[i], m)...)
	}
	fields := tables.Fields[row]{tables.Data("model", func(r row) string { return r.model })}
	return append(fields, tables.Part(v.fields(), func(r row) voting.Outcome { return r.Outcome })...).CSV(rows)
}

func (v Vote) document() tables.Object {
	models := make([]tables.Object, len(v.Models))
	for i, m := range v.Result.Models {
		models[i] = tables.NewObject("model", v.Models[i], "avg", m.Avg, "rules", v.fields().JSON(m.Outcomes))
	}
	return tables.NewObject(v.Setting.Object(), "avg", v.Result.Mean.Avg, "rules", v.fields().JSON(v.Result.Mean.Outcomes), "by_model", models)
}

// Figure returns a figure of the accuracy of stopping rules against the number of
// samples that they use.
func (v Vote) Figure() *figures.Figure {
	unit := 1.0
	if v.Shares {
		unit = 100
	}
	var lines []figures.Line
	for _, o := range v.Result.Mean.Outcomes {
		kind, label := names[o.Rule.Kind], parameter(o.Rule)
		if len(lines) == 0 || lines[len(lines)-1].Name != kind {
			points := o.Rule.Kind != voting.Fixed
			lines = append(lines, figures.Line{Name: kind, Group: kind, Points: points, Named: points})
			label = name(o.Rule)
		}
		l := &lines[len(lines)-1]
		l.X, l.Y, l.SE = append(l.X, o.Samples.Value), append(l.Y, unit*o.Score.Value), append(l.SE, unit*o.Score.SE)
		l.Labels = append(l.Labels, label)
	}
	all := v.Result.Mean.All()
	const room = 0.15 // above the vote of all samples, for labels of nearby points
	top := unit * (all.Score.Value + float64(room*math.Abs(all.Score.Value-v.Result.Mean.Outcomes[0].Score.Value)))
	if v.Shares {
		top = min(top, unit)
	}
	caption := v.Made() + wording.If(len(v.Models) > 1, " Means over models.") +
		" The order of the trials is random and the same for all rules." +
		wording.If(v.Replicates > 1, " Shaded and bars: ±1.96 Monte-Carlo standard errors.") +
		" Labels of points: the threshold, or the window size."
	return &figures.Figure{Title: v.title(), Caption: wording.Joined(caption, "\n", v.Note), Panels: []figures.Panel{figures.Curves{
		XLabel: "samples per question (mean)", YLabel: wording.IfElse(v.Shares, "accuracy of the vote (%)", "mean score of the vote"),
		Lines: lines, ShowX: []float64{0}, ShowY: []float64{top},
		Rules: []figures.Rule{{Horizontal: true, At: unit * all.Score.Value, Label: "all " + parameter(all.Rule)}},
	}}}
}
