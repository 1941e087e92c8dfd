package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/figures"
	"settle/study/sequential"
	"settle/tables"
)

// Adapt is what policies of spending trials cost, and how often they are wrong.
type Adapt struct {
	Setting
	Metric  string // what z compares
	Design  sequential.Design
	Results []sequential.Result // by policy, then by correction
}

func (a Adapt) title() string { return a.Name + ": trials spent and wrong calls, by policy" }

// nominal is the nominal level in words: 5 %.
func (a Adapt) nominal() string { return fmt.Sprintf("%.6g %%", 100*a.Design.Alpha()) }

// inflation is how many times the nominal level the wrong boards are.
func (a Adapt) inflation(r sequential.Result) float64 { return r.WrongBoards.Value / a.Design.Alpha() }

// correction is the last that the policies were played under.
func (a Adapt) correction() sequential.Correction { return a.Results[len(a.Results)-1].Correction }

// Figure shows what policies spend against how often they are wrong, and
// against what they leave undecided.
func (a Adapt) Figure() *figures.Figure {
	panel := func(title, label string, y func(sequential.Result) sequential.Ratio) figures.Curves {
		return figures.Curves{Title: title, XLabel: "trials spent (% of the budget)", YLabel: label, Lines: a.lines(y)}
	}
	wrong := panel("(a) boards with a wrong call", "boards with a wrong call (%)", func(r sequential.Result) sequential.Ratio { return r.WrongBoards })
	wrong.Rules = []figures.Rule{{Horizontal: true, At: 100 * a.Design.Alpha(), Label: "nominal " + a.nominal()}}
	open := panel("(b) comparisons left undecided", "undecided (%)", func(r sequential.Result) sequential.Ratio { return r.Undecided })
	caption := "With a look after every batch. Bars: ±1.96 Monte-Carlo standard errors. " + a.facts()
	if last := a.correction(); last != sequential.None {
		caption = fmt.Sprintf("Each line leads from the rule without correction (small), which calls and errs more, to the rule with %s correction (large). %s", last, caption)
	}
	if a.Note != "" {
		caption += "\n" + a.Note
	}
	return &figures.Figure{Title: a.title(), Caption: caption, Panels: []figures.Panel{wrong, open}}
}

// lines has for each policy its points, one for each correction, and a line that
// joins them.
func (a Adapt) lines(y func(sequential.Result) sequential.Ratio) []figures.Line {
	lines := []figures.Line{{Group: "black"}} // the first group has no markers, so nothing is in it
	for i, r := range a.Results {
		if i == 0 || r.Policy != a.Results[i-1].Policy {
			name := r.Policy.String()
			lines = append(lines, figures.Line{Name: name, Group: name, MarkLast: true}, figures.Line{Group: name, Points: true})
		}
		join, points := &lines[len(lines)-2], &lines[len(lines)-1]
		join.X = append(join.X, 100*r.Trials.Value/float64(r.Budget))
		join.Y = append(join.Y, 100*y(r).Value)
		points.X, points.Y = join.X, join.Y
		points.SE = append(points.SE, 100*y(r).SE)
	}
	return lines
}

// Table shows a policy and correction per row.
func (a Adapt) Table() *tables.Table {
	t := &tables.Table{Title: a.title(), Columns: []tables.Column{{Name: "policy"}, {Name: "correction"}}}
	for _, name := range []string{"trials", "±", "of budget", "wrong boards", "±", "× nominal", "looked once", "±", "wrong calls", "undecided"} {
		t.Columns = append(t.Columns, tables.Column{Name: name, Right: true})
	}
	for _, r := range a.Results {
		cells := []string{
			r.Policy.String(), r.Correction.String(),
			tables.Float(r.Trials.Value, 0), tables.Float(r.Trials.SE, 0), tables.Percent(r.Trials.Value/float64(r.Budget), 1),
		}
		cells = append(cells, share(r.WrongBoards)...)
		cells = append(cells, tables.Float(a.inflation(r), 2))
		cells = append(cells, share(r.WrongOnce)...)
		t.Rows = append(t.Rows, append(cells, tables.Percent(r.WrongCalls.Value, 1), tables.Percent(r.Undecided.Value, 1)))
	}
	t.Notes = a.notes()
	return t
}

// share is a share and its standard error in percent.
func share(r sequential.Ratio) []string {
	return []string{tables.Percent(r.Value, 1), tables.Float(100*r.SE, 1)}
}

// notes explain the table.
func (a Adapt) notes() []string {
	notes := []string{
		fmt.Sprintf("Wrong boards: those with a call, after whichever batch, that contradicts gold; the nominal level is %s. Looked once: the same rule, applied to all trials of all models and never before. Wrong calls: of all calls. Undecided: neighbours, or the leader, without a call at the end. ±: one Monte-Carlo standard error.%s", a.nominal(), a.otherErrors()),
		fmt.Sprintf("all: every model gets %s of each question; half-width: until its %.6g %% interval is ±%.6g; neighbours: the next batch goes to the least resolved neighbours; leader: all get the same until the leader is resolved from all others. Batches of %s of each question; z of %s.",
			tables.Count(a.Shape.Trials, "trial"), 100*a.Design.Confidence, a.Design.HalfWidth, tables.Count(a.Design.Batch, "trial"), a.Metric),
	}
	if last := a.correction(); last != sequential.None {
		notes = append(notes, fmt.Sprintf("%s: shares the %s out over all looks at all comparisons; none: spends it at each.", last, a.nominal()))
	}
	notes = append(notes, a.few()...)
	notes = append(notes, a.facts())
	if a.neverWrong() {
		notes = append(notes, fmt.Sprintf("Where no board was wrong, their true share is below %s with 95 %% confidence.", tables.Percent(1-math.Pow(0.05, 1/float64(a.Replicates)), 1)))
	}
	if a.OwnGold {
		notes = append(notes, "Gold is the board itself, so that a single look at all of its trials is not wrong.")
	}
	if a.Note != "" {
		notes = append(notes, a.Note)
	}
	return notes
}

// otherErrors says how large the standard errors are that the table leaves out,
// if there are any.
func (a Adapt) otherErrors() string {
	if a.Replicates == 1 {
		return ""
	}
	var most float64
	except := ""
	for _, r := range a.Results {
		most = max(most, r.Undecided.SE)
		switch {
		case fewCalls(r):
			except = ", but for shares of few calls"
		case r.WrongCalls.SE > most: // not where nothing was called
			most = r.WrongCalls.SE
		}
	}
	return fmt.Sprintf(" Those of the last two columns are at most %s%s.", tables.Percent(most, 1), except)
}

// fewCalls tells whether a policy made calls, but too few for the standard error
// of their share to mean much.
func fewCalls(r sequential.Result) bool { return 0 < r.Calls && r.Calls < 100 }

// few says of shares of few calls how many there are and what they leave open.
func (a Adapt) few() []string {
	var said []string
	for _, r := range a.Results {
		if fewCalls(r) {
			low, high := clopperPearson(r.Wrong, r.Calls)
			said = append(said, fmt.Sprintf("%s with %s %d of %d (%s to %s)",
				r.Policy, r.Correction, r.Wrong, r.Calls, tables.Percent(low, 1), tables.Percent(high, 1)))
		}
	}
	if len(said) == 0 {
		return nil
	}
	return []string{"Wrong among few calls, on all boards together, with the 95 % interval of the share were the calls independent: " + strings.Join(said, "; ") + "."}
}

// clopperPearson is the exact central 95 % interval of the chance of which hits
// of n ≥ 1 tries are seen (Clopper and Pearson 1934).
func clopperPearson(hits, n int) (low, high float64) {
	k, all := float64(hits), float64(n)
	high = 1
	if hits > 0 {
		low = distuv.Beta{Alpha: k, Beta: all - k + 1}.Quantile(0.025)
	}
	if hits < n {
		high = distuv.Beta{Alpha: k + 1, Beta: all - k}.Quantile(0.975)
	}
	return low, high
}

// neverWrong tells whether some policy made no wrong call at all, of which the
// standard error, zero, says too little.
func (a Adapt) neverWrong() bool {
	return slices.ContainsFunc(a.Results, func(r sequential.Result) bool { return r.WrongBoards.Value == 0 })
}

// Data shows every number, a policy and correction per row.
func (a Adapt) Data() *tables.Table {
	t := &tables.Table{}
	for _, name := range []string{
		"policy", "correction", "trials", "trials_se", "budget_share", "wrong_boards", "wrong_boards_se", "inflation",
		"wrong_once", "wrong_once_se", "wrong_calls", "wrong_calls_se", "undecided", "undecided_se",
	} {
		t.Columns = append(t.Columns, tables.Column{Name: name})
	}
	for _, r := range a.Results {
		cells := []string{r.Policy.String(), r.Correction.String()}
		for _, v := range []float64{
			r.Trials.Value, r.Trials.SE, r.Trials.Value / float64(r.Budget), r.WrongBoards.Value, r.WrongBoards.SE, a.inflation(r),
			r.WrongOnce.Value, r.WrongOnce.SE, r.WrongCalls.Value, r.WrongCalls.SE, r.Undecided.Value, r.Undecided.SE,
		} {
			cells = append(cells, Number(v))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// adaptDocument is an Adapt as JSON.
type adaptDocument struct {
	Task       string          `json:"task"`
	Models     int             `json:"models"`
	Questions  int             `json:"questions"`
	Trials     int             `json:"trials"`
	Scheme     string          `json:"scheme"`
	Replicates int             `json:"replicates"`
	Seed       uint64          `json:"seed"`
	Gold       string          `json:"gold"`
	Schema     *SchemaDocument `json:"schema,omitempty"`
	Metric     string          `json:"metric"`
	Batch      int             `json:"batch"`
	HalfWidth  float64         `json:"half_width"`
	Confidence float64         `json:"confidence"`
	Budget     int             `json:"budget"`
	Policies   []adaptedPolicy `json:"policies"`
}

// adaptedPolicy has null standard errors for a single replicate, and null
// wrong calls where there are none.
type adaptedPolicy struct {
	Policy        string   `json:"policy"`
	Correction    string   `json:"correction"`
	Compares      string   `json:"compares"`
	Trials        float64  `json:"trials"`
	TrialsSE      *float64 `json:"trials_se"`
	BudgetShare   float64  `json:"budget_share"`
	WrongBoards   float64  `json:"wrong_boards"`
	WrongBoardsSE *float64 `json:"wrong_boards_se"`
	Inflation     float64  `json:"inflation"`
	WrongOnce     float64  `json:"wrong_once"`
	WrongOnceSE   *float64 `json:"wrong_once_se"`
	WrongCalls    *float64 `json:"wrong_calls"`
	WrongCallsSE  *float64 `json:"wrong_calls_se"`
	Calls         int      `json:"calls"`
	Wrong         int      `json:"wrong"`
	Undecided     float64  `json:"undecided"`
	UndecidedSE   *float64 `json:"undecided_se"`
}

func (a Adapt) document() adaptDocument {
	d := adaptDocument{
		Task: a.Task, Models: a.Shape.Models, Questions: a.Shape.Questions, Trials: a.Shape.Trials,
		Scheme: a.Scheme, Replicates: a.Replicates, Seed: a.Seed, Gold: a.Gold, Schema: a.Schema,
		Metric: a.Metric, Batch: a.Design.Batch, HalfWidth: a.Design.HalfWidth, Confidence: a.Design.Confidence,
		Budget: a.Results[0].Budget,
	}
	for _, r := range a.Results {
		d.Policies = append(d.Policies, adaptedPolicy{
			Policy: r.Policy.String(), Correction: r.Correction.String(), Compares: r.Policy.Compares(),
			Trials: r.Trials.Value, TrialsSE: Finite(r.Trials.SE), BudgetShare: r.Trials.Value / float64(r.Budget),
			WrongBoards: r.WrongBoards.Value, WrongBoardsSE: Finite(r.WrongBoards.SE), Inflation: a.inflation(r),
			WrongOnce: r.WrongOnce.Value, WrongOnceSE: Finite(r.WrongOnce.SE),
			WrongCalls: Finite(r.WrongCalls.Value), WrongCallsSE: Finite(r.WrongCalls.SE), Calls: r.Calls, Wrong: r.Wrong,
			Undecided: r.Undecided.Value, UndecidedSE: Finite(r.Undecided.SE),
		})
	}
	return d
}

// Report is the report in the format asked for.
func (a Adapt) Report(format string) Report {
	table := a.Table()
	if tables.Format(format) == tables.CSV {
		table = a.Data()
	}
	return Report{JSON: a.document(), Tables: []*tables.Table{table}}
}
