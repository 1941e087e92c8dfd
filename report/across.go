package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"settle/figures"
	"settle/kendall"
	"settle/metrics"
	"settle/results"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/tables"
)

// Across is how the same attempts rank their models under several schemata.
// Points are those of weights scaled to [0, 1] (rubric.Unit), so that schemata
// can be compared; no rank depends on the scale.
type Across struct {
	Task                      string // the name of the task, "" where there is only one
	Models, Questions, Trials int
	Thresholds                rubric.Thresholds // that the attempts were sorted by

	Rules       Rules
	PriorTrials int           // of each question that the prior has, 0 for the uniform one
	Baseline    int           // the schema that τ compares with, by index into Schemata
	Schemata    []UnderSchema // in the order given
	Rows        []AcrossRow   // the best mean rank first
}

// UnderSchema is what one schema makes of the ranking.
type UnderSchema struct {
	Schema *rubric.Schema
	Leader string  // the first of those at rank 1
	Tau    float64 // Kendall τ_b with the ranking by the baseline; NaN where all tie by either

	// Apart is how many of the L − 1 neighbours in the ranking the rule of the
	// ties tells apart.
	Apart int

	// Margin is the difference in points of the two best models, 0 if they
	// tie, and MarginSigma its posterior standard deviation; NaN for one model.
	Margin, MarginSigma float64
}

// AcrossRow is one model's places.
type AcrossRow struct {
	Model       string
	Index       int           // of the model among the attempts
	Places      []AcrossPlace // by schema
	MeanRank    float64       // mean over the schemata
	Best, Worst float64       // ranks
}

// AcrossPlace is a model's place under one schema.
type AcrossPlace struct {
	Rank         float64 // by exact scores
	RankInterval float64 // with ties by the interval rule
	Score        float64 // Bayes@N in units of the schema's weights
	Points       float64 // the same in [0, 1]
	Sigma        float64 // posterior standard deviation of Points
}

// baseline is the schema of correctness alone, with which others are compared.
const baseline = "Exact Match"

// RankAcross ranks the models of a by Bayes@N (Eq. 15) under every schema, with
// categories by the thresholds t. The prior holds older attempts of the same
// models at the same questions, in the same order, which are sorted by the same
// thresholds; nil is the uniform prior. Missing signals count as package rubric
// says. It fails if there are no schemata or two of one name, if a schema's
// weights are all equal, if the context ends, and where Rank does.
func RankAcross(ctx context.Context, a *signals.Attempts, t *rubric.Thresholds, schemata []*rubric.Schema, prior *signals.Attempts, rules Rules) (*Across, error) {
	if len(schemata) == 0 {
		return nil, errors.New("there is no schema to rank by")
	}
	across := &Across{Task: a.Task, Models: len(a.Models), Questions: len(a.Questions), Trials: a.Trials, Thresholds: *t, Rules: rules}
	for i, model := range a.Models {
		across.Rows = append(across.Rows, AcrossRow{Model: model, Index: i, Places: make([]AcrossPlace, len(schemata))})
	}
	if prior != nil {
		across.PriorTrials = prior.Trials
	}
	seen := map[string]bool{}
	for i, s := range schemata {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if seen[s.Name()] {
			return nil, fmt.Errorf("two schemata are named %q", s.Name())
		}
		seen[s.Name()] = true
		if s.Name() == baseline {
			across.Baseline = i
		}
		if err := across.add(i, a, t, s, prior); err != nil {
			return nil, fmt.Errorf("schema %s: %w", s.Name(), err)
		}
	}
	for i := range across.Schemata {
		across.Schemata[i].Tau = across.Tau(i, across.Baseline)
	}
	across.summarise()
	return across, nil
}

// add fills in the places of the i-th schema, while Rows are in the order of
// the attempts.
func (x *Across) add(i int, a *signals.Attempts, t *rubric.Thresholds, s *rubric.Schema, prior *signals.Attempts) error {
	tally, err := tallyOf(a, t, s)
	if err != nil {
		return err
	}
	var older *results.Tally
	if prior != nil {
		if older, err = tallyOf(prior, t, s); err != nil {
			return fmt.Errorf("prior: %w", err)
		}
	}
	unit, err := rubric.Unit(s.Weights())
	if err != nil {
		return err
	}
	standings, err := rank(a.Models, tally, metrics.Bayes(unit, older), x.Rules)
	if err != nil {
		return err
	}
	scores := metrics.Scores(metrics.Bayes(s.Weights(), older), tally, nil)
	for _, row := range standings.Rows {
		x.Rows[row.Index].Places[i] = AcrossPlace{
			Rank: row.Rank, RankInterval: row.RankInterval, Score: scores[row.Index], Points: row.Mu, Sigma: row.Sigma,
		}
	}
	margin, sigma := standings.margin()
	x.Schemata = append(x.Schemata, UnderSchema{Schema: s, Leader: standings.Rows[0].Model, Apart: standings.apart(), Margin: margin, MarginSigma: sigma})
	return nil
}

// tallyOf counts the categories of all attempts.
func tallyOf(a *signals.Attempts, t *rubric.Thresholds, s *rubric.Schema) (*results.Tally, error) {
	board, err := a.Board(s, t)
	if err != nil {
		return nil, err
	}
	return board.Tally(a.Trials), nil
}

// margin is the difference of the two best models by Bayes@N, with its standard
// deviation, NaN for one model. It is 0 if they tie: a mean is an exact quotient,
// rounded once.
func (s Standings) margin() (margin, sigma float64) {
	if len(s.Rows) < 2 {
		return math.NaN(), math.NaN()
	}
	first, second := s.Rows[0], s.Rows[1]
	return first.Mu - second.Mu, s.scores.Difference(first.Index, second.Index).Sigma
}

// apart is how many neighbours do not tie with the interval.
func (s Standings) apart() int {
	count := 0
	for i := range s.Rows[1:] {
		if s.Rows[i].RankInterval != s.Rows[i+1].RankInterval {
			count++
		}
	}
	return count
}

// Tau is Kendall's τ_b of the rankings by two schemata, given by index into
// Schemata; NaN where all models tie by either.
func (x *Across) Tau(i, j int) float64 { return kendall.TauB(x.ranks(i), x.ranks(j)) }

// ranks are those of one schema, by row.
func (x *Across) ranks(schema int) []float64 {
	ranks := make([]float64, len(x.Rows))
	for i, row := range x.Rows {
		ranks[i] = row.Places[schema].Rank
	}
	return ranks
}

// summarise works out what rows say of all schemata, and orders them.
func (x *Across) summarise() {
	for i := range x.Rows {
		row := &x.Rows[i]
		sum := 0.0 // exact, for ranks are multiples of a half
		row.Best, row.Worst = row.Places[0].Rank, row.Places[0].Rank
		for _, p := range row.Places {
			sum += p.Rank
			row.Best, row.Worst = min(row.Best, p.Rank), max(row.Worst, p.Rank)
		}
		row.MeanRank = sum / float64(len(row.Places))
	}
	slices.SortStableFunc(x.Rows, func(a, b AcrossRow) int { return cmp.Compare(a.MeanRank, b.MeanRank) })
}

// headsWidth is how many characters the names of schemata may take in the head
// of a table before letters stand for them.
const headsWidth = 80

// heads are what tables call the schemata: their names, or letters if that
// would make the table too wide, which a note then explains.
func (x *Across) heads() (heads []string, note string) {
	width := 0
	for _, s := range x.Schemata {
		heads = append(heads, s.Schema.Name())
		width += utf8.RuneCountInString(s.Schema.Name()) + 2
	}
	if width <= headsWidth {
		return heads, ""
	}
	var legend []string
	for i, name := range heads {
		heads[i] = letter(i)
		legend = append(legend, heads[i]+" "+name)
	}
	return heads, strings.Join(legend, ", ") + "."
}

// letter is a, b, …, z, aa, ab, … for 0, 1, ….
func letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letter(i/26-1) + letter(i%26)
}

// Table shows the rank of every model under every schema, the best mean rank
// first.
func (x *Across) Table(title string) *tables.Table { return x.TableBeside(title, nil) }

// TableBeside is Table with other ranks in parentheses where they differ, such
// as the true ones: others[schema][model], by index of the attempts' model, or
// nil.
func (x *Across) TableBeside(title string, others [][]float64) *tables.Table {
	t := x.table(title, func(row AcrossRow, schema int) string {
		rank := row.Places[schema].Rank
		if others == nil || others[schema][row.Index] == rank {
			return fmt.Sprint(rank)
		}
		return fmt.Sprintf("%v (%v)", rank, others[schema][row.Index])
	})
	t.Columns = append(t.Columns, tables.Column{Name: "mean rank", Right: true}, tables.Column{Name: "ranks", Right: true})
	for i, row := range x.Rows {
		t.Rows[i] = append(t.Rows[i], tables.Float(row.MeanRank, 2), row.span())
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Ranks (%s) by exact scores of Bayes@%d on %s; neighbours may differ by noise alone.", x.Rules.Convention, x.Trials, tables.Count(x.Questions, "question")))
	return t
}

// table has a row per model and a column per schema.
func (x *Across) table(title string, cell func(row AcrossRow, schema int) string) *tables.Table {
	heads, legend := x.heads()
	t := &tables.Table{Title: title, Columns: []tables.Column{{Name: "model"}}}
	for _, head := range heads {
		t.Columns = append(t.Columns, tables.Column{Name: head, Right: true})
	}
	for _, row := range x.Rows {
		cells := []string{row.Model}
		for i := range row.Places {
			cells = append(cells, cell(row, i))
		}
		t.Rows = append(t.Rows, cells)
	}
	if legend != "" {
		t.Notes = append(t.Notes, legend)
	}
	return t
}

// span is the best and the worst rank.
func (r AcrossRow) span() string {
	if r.Best == r.Worst {
		return fmt.Sprint(r.Best)
	}
	return fmt.Sprintf("%v–%v", r.Best, r.Worst)
}

// Scores shows the score of every model under every schema in points, and below
// each its posterior standard deviation.
func (x *Across) Scores(title string) *tables.Table {
	t := x.table(title, func(row AcrossRow, schema int) string { return tables.Float(row.Places[schema].Points, 3) })
	means := t.Rows
	t.Rows = nil
	for i, row := range x.Rows {
		sigmas := []string{"  ±"}
		for _, p := range row.Places {
			sigmas = append(sigmas, tables.Float(p.Sigma, 3))
		}
		t.Rows = append(t.Rows, means[i], sigmas)
	}
	t.Notes = append(t.Notes, "Posterior means of weights scaled to [0, 1], and below them ± their posterior standard deviations.")
	return t
}

// Summary shows, for every schema, how it agrees with the baseline and how far
// the leader is ahead.
func (x *Across) Summary(title string) *tables.Table {
	t := &tables.Table{Title: title, Columns: []tables.Column{
		{Name: "schema"}, {Name: "τ", Right: true}, {Name: "neighbours apart", Right: true}, {Name: "leader"}, {Name: "margin", Right: true}, {Name: "σ", Right: true},
	}}
	for _, s := range x.Schemata {
		apart := fmt.Sprintf("%d of %d", s.Apart, x.Models-1)
		t.Rows = append(t.Rows, []string{s.Schema.Name(), tables.Float(s.Tau, 3), apart, s.Leader, tables.Float(s.Margin, 4), tables.Float(s.MarginSigma, 4)})
	}
	t.Notes = []string{fmt.Sprintf("τ: Kendall τ_b with the ranking by %s. neighbours apart: those in the ranking that the %s interval tells apart. margin: of the leader over rank 2, the weights scaled to [0, 1], with its posterior standard deviation σ.",
		x.Schemata[x.Baseline].Schema.Name(), x.Rules.percent())}
	if prior := x.priorNote(); prior != "" {
		t.Notes = append(t.Notes, prior)
	}
	return t
}

// priorNote says what the prior does to margins, "" if it is not heavy under any
// schema.
func (x *Across) priorNote() string {
	least, most := math.MaxInt, 0
	for _, s := range x.Schemata {
		categories := s.Schema.Weights().Len()
		least, most = min(least, categories), max(most, categories)
	}
	if !(priorShare{uniform: most, given: x.PriorTrials, trials: x.Trials}).heavy() {
		return ""
	}
	counts := tables.Count(most+x.PriorTrials, "trial")
	if least < most {
		counts = fmt.Sprintf("%d to %s", least+x.PriorTrials, counts)
	}
	if x.PriorTrials > 0 {
		return fmt.Sprintf("The prior counts as %s of each question beside %d: scores and margins are drawn towards its own, which may change ranks.", counts, x.Trials)
	}
	return fmt.Sprintf("The uniform prior counts as %s of each question beside %d: margins are drawn towards 0, which changes no rank.", counts, x.Trials)
}

// Figure draws the ranks as a bump chart, a column per schema.
func (x *Across) Figure(title, caption string) *figures.Figure {
	panel := figures.Bumps{}
	for _, s := range x.Schemata {
		panel.Columns = append(panel.Columns, s.Schema.Name())
	}
	for _, row := range x.Rows {
		bump := figures.BumpRow{Model: row.Model}
		for _, p := range row.Places {
			bump.Ranks = append(bump.Ranks, p.Rank)
		}
		panel.Rows = append(panel.Rows, bump)
	}
	caption += " Ranks are of exact scores: neighbours may differ by noise alone."
	return &figures.Figure{Title: title, Caption: caption, Panels: []figures.Panel{panel}}
}

// Data shows every place, a model and schema per row.
func (x *Across) Data() *tables.Table {
	t := &tables.Table{}
	for _, name := range []string{"model", "schema", "rank", "rank_ci", "score", "points", "sigma"} {
		t.Columns = append(t.Columns, tables.Column{Name: name})
	}
	for _, row := range x.Rows {
		for i, p := range row.Places {
			t.Rows = append(t.Rows, []string{
				row.Model, x.Schemata[i].Schema.Name(), Number(p.Rank), Number(p.RankInterval), Number(p.Score), Number(p.Points), Number(p.Sigma),
			})
		}
	}
	return t
}

// acrossDocument is an Across as JSON.
type acrossDocument struct {
	SignalsOrigin
	Task       string                `json:"task"`
	Models     int                   `json:"models"`
	Questions  int                   `json:"questions"`
	Trials     int                   `json:"trials"`
	Thresholds []thresholdDocument   `json:"thresholds"`
	Confidence float64               `json:"confidence"`
	Estimand   string                `json:"estimand"`
	Convention string                `json:"convention"`
	Baseline   string                `json:"baseline"`
	Schemata   []underSchemaDocument `json:"schemata"`
	Rows       []acrossRowDocument   `json:"rows"`
}

// SignalsOrigin is where signals, and the thresholds that sort them, come from.
// Like Origin it does not name the file of the signals.
type SignalsOrigin struct {
	Source         string `json:"source,omitempty"` // what they were made by: mimics:NAME
	Seed           uint64 `json:"seed"`             // of signals that were made
	ThresholdsFrom string `json:"thresholds_from,omitempty"`
}

type underSchemaDocument struct {
	Schema      string             `json:"schema"`
	Categories  []categoryDocument `json:"categories"`
	Tau         *float64           `json:"tau"`
	Apart       int                `json:"neighbours_apart"`
	Leader      string             `json:"leader"`
	Margin      *float64           `json:"margin"`
	MarginSigma *float64           `json:"margin_sigma"`
}

type acrossRowDocument struct {
	Model     string                `json:"model"`
	MeanRank  float64               `json:"mean_rank"`
	RankBest  float64               `json:"rank_best"`
	RankWorst float64               `json:"rank_worst"`
	Places    []acrossPlaceDocument `json:"places"`
}

type acrossPlaceDocument struct {
	Schema       string  `json:"schema"`
	Rank         float64 `json:"rank"`
	RankInterval float64 `json:"rank_ci"`
	Score        float64 `json:"score"`
	Points       float64 `json:"points"`
	Sigma        float64 `json:"sigma"`
}

// Document returns the rankings as JSON.
func (x *Across) Document(origin SignalsOrigin) any {
	d := acrossDocument{
		SignalsOrigin: origin, Task: x.Task, Models: x.Models, Questions: x.Questions, Trials: x.Trials,
		Thresholds: thresholdDocuments(x.Thresholds.List()), Confidence: x.Rules.Confidence,
		Estimand: x.Rules.Estimand.String(), Convention: x.Rules.Convention.String(), Baseline: x.Schemata[x.Baseline].Schema.Name(),
	}
	for _, s := range x.Schemata {
		d.Schemata = append(d.Schemata, underSchemaDocument{
			Schema: s.Schema.Name(), Categories: categories(s.Schema),
			Tau: Finite(s.Tau), Apart: s.Apart, Leader: s.Leader, Margin: Finite(s.Margin), MarginSigma: Finite(s.MarginSigma),
		})
	}
	for _, row := range x.Rows {
		r := acrossRowDocument{Model: row.Model, MeanRank: row.MeanRank, RankBest: row.Best, RankWorst: row.Worst}
		for i, p := range row.Places {
			r.Places = append(r.Places, acrossPlaceDocument{x.Schemata[i].Schema.Name(), p.Rank, p.RankInterval, p.Score, p.Points, p.Sigma})
		}
		d.Rows = append(d.Rows, r)
	}
	return d
}
