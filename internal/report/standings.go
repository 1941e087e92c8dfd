package report

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"settle/figures"
	"settle/internal/cli"
	"settle/metrics"
	"settle/montecarlo"
	"settle/posterior"
	"settle/ranking"
	"settle/results"
	"settle/tables"
)

// Rules say how models are ranked.
type Rules struct {
	Confidence float64 // of intervals and of ties, in (0, 1)
	Ties       ranking.Ties
	Convention ranking.Convention
	Bounds     metrics.Bounds     // of intervals
	Estimand   posterior.Estimand // what the intervals are about
}

// Standings are the models of a board ranked by one metric, best first.
type Standings struct {
	Metric string
	Rows   []Standing

	// Interval tells whether the metric has one. Without it there are no
	// Pairs, and of a Standing only Model, Score and Rank count.
	Interval bool
	Pairs    []ranking.Pair // all pairs, by index into Rows: the first with the second, the third, …
	Resolved []bool         // by pair: the rule of the ties tells the two apart

	// Draws is the number of posterior draws, 0 before Draw, and Seed theirs.
	Draws  int
	Seed   uint64
	scores *posterior.Scores
}

// Standing is one model's place.
type Standing struct {
	Model        string
	Index        int // of the model on the board
	Score        float64
	Mu           float64 // posterior mean, around which the interval lies
	Sigma        float64
	Lo, Hi       float64
	Rank         float64      // by exact scores
	RankInterval float64      // with ties by the interval rule
	Span         ranking.Span // by comparisons with all other models

	// RankLo and RankHi are the central interval of the rank in the draws,
	// and Probabilities how likely the model has rank 1, 2, …
	RankLo, RankHi int
	Probabilities  []float64
}

// Rank ranks the models of a tally by a metric. It fails if the metric cannot
// score the tally or the confidence is not in (0, 1).
func Rank(models []string, t *results.Tally, m metrics.Metric, rules Rules) (s Standings, err error) {
	defer metrics.Catch(&err)
	levels, err := metrics.Ordinals(m, t)
	if err != nil {
		return Standings{}, err
	}
	order := ranking.ByCompare(t.Models, func(i, j int) int { return levels[i] - levels[j] })
	s = Standings{Metric: m.Name(), Rows: make([]Standing, t.Models)}
	scores := metrics.Scores(m, t, nil)
	ranks := order.Ranks(rules.Convention)
	for place, model := range order.Models {
		s.Rows[place] = Standing{Model: models[model], Index: model, Score: scores[model], Rank: ranks[model], Lo: math.NaN(), Hi: math.NaN()}
	}
	estimator, ok := m.(metrics.Estimator)
	if !ok {
		return s, nil
	}
	return s, s.addIntervals(t, estimator, order, rules)
}

// addIntervals fills in what only an Estimator knows.
func (s *Standings) addIntervals(t *results.Tally, m metrics.Estimator, order ranking.Order, rules Rules) error {
	scores, err := posterior.New(m, t, rules.Estimand)
	if err != nil {
		return err
	}
	resolved, err := rules.Ties.Resolved(scores, rules.Confidence)
	if err != nil {
		return err
	}
	s.Interval, s.scores = true, scores
	tied := order.Tie(func(i, j int) bool { return !resolved(i, j) }).Ranks(rules.Convention)
	spans := ranking.Spans(t.Models, scores, resolved)
	place := make([]int, t.Models) // by model
	for i, model := range order.Models {
		place[model] = i
		row, e := &s.Rows[i], scores.Estimate(model)
		row.Mu, row.Sigma, row.RankInterval, row.Span = e.Mu, e.Sigma, tied[model], spans[model]
		row.Lo, row.Hi = e.Interval(rules.Confidence, rules.Bounds)
	}
	s.Pairs = ranking.PairsOf(order, scores)
	s.Resolved = make([]bool, len(s.Pairs))
	for i, pair := range s.Pairs {
		s.Resolved[i] = resolved(pair.Above, pair.Below)
		s.Pairs[i].Above, s.Pairs[i].Below = place[pair.Above], place[pair.Below]
	}
	return nil
}

// Draw adds what o.Replicates draws from the posterior say of the ranks, if the
// metric has an interval.
func (s *Standings) Draw(ctx context.Context, seed uint64, rules Rules, o montecarlo.Options) error {
	if !s.Interval {
		return nil
	}
	ranks, err := s.scores.Ranks(ctx, seed, o)
	if err != nil {
		return err
	}
	s.Draws, s.Seed = ranks.Draws, seed
	for i := range s.Rows {
		row := &s.Rows[i]
		row.Probabilities = ranks.Probabilities(row.Index)
		row.RankLo, row.RankHi = ranks.Interval(row.Index, rules.Confidence)
	}
	return nil
}

// Origin is what numbers come from. It names no file: a board gives the same
// document whatever it is stored in.
type Origin struct {
	Source  string    `json:"source,omitempty"` // what a board was made by: stand-in:NAME, coins:NAME
	Seed    uint64    `json:"seed"`             // of draws, and of a board that was made
	Weights []float64 `json:"weights"`          // of the categories 0, 1, …

	Schema *SchemaDocument `json:"schema,omitempty"` // how signals became categories
}

// NewOrigin returns the origin of a board that was made by the given name, ""
// if it was read.
func NewOrigin(source string, seed uint64, w metrics.Weights) Origin {
	o := Origin{Source: source, Seed: seed, Weights: make([]float64, w.Len())}
	for category := range o.Weights {
		o.Weights[category] = w.Float(category)
	}
	return o
}

// StandingsDocument is rankings as JSON.
type StandingsDocument struct {
	*Origin                     // nil: it is not said
	Task       string           `json:"task"`
	Models     int              `json:"models"`
	Questions  int              `json:"questions"`
	Trials     int              `json:"trials"`
	Confidence float64          `json:"confidence"`
	Estimand   string           `json:"estimand"`
	Categories []CategoryCounts `json:"categories,omitempty"` // of a schema
	Metrics    []metricDocument `json:"metrics"`
}

type metricDocument struct {
	Metric string             `json:"metric"`
	Draws  int                `json:"draws,omitempty"`
	Seed   *uint64            `json:"seed,omitempty"`
	Normal *bool              `json:"normal,omitempty"`
	Rows   []standingDocument `json:"rows"`
	Pairs  []pairRow          `json:"pairs,omitempty"`
}

type standingDocument struct {
	Model         string    `json:"model"`
	Score         float64   `json:"score"`
	Mu            *float64  `json:"mu,omitempty"`
	Sigma         *float64  `json:"sigma,omitempty"`
	Lo            *float64  `json:"lo,omitempty"`
	Hi            *float64  `json:"hi,omitempty"`
	Rank          float64   `json:"rank"`
	RankInterval  *float64  `json:"rank_ci,omitempty"`
	RankBest      int       `json:"rank_best,omitempty"`
	RankWorst     int       `json:"rank_worst,omitempty"`
	RankLo        int       `json:"rank_lo,omitempty"`
	RankHi        int       `json:"rank_hi,omitempty"`
	Probabilities []float64 `json:"rank_probabilities,omitempty"`
}

// pairRow has a null z where neither score has any uncertainty.
type pairRow struct {
	Above    string   `json:"above"`
	Below    string   `json:"below"`
	Z        *float64 `json:"z"`
	Rho      float64  `json:"rho"`
	Resolved bool     `json:"resolved"`
}

// RankDocument returns rankings as JSON.
func RankDocument(b *results.Board, all []Standings, rules Rules) StandingsDocument {
	shape := b.Shape()
	d := StandingsDocument{
		Task: b.Task, Models: shape.Models, Questions: shape.Questions, Trials: shape.Trials, Confidence: rules.Confidence,
		Estimand: rules.Estimand.String(),
	}
	for _, s := range all {
		d.Metrics = append(d.Metrics, s.document())
	}
	return d
}

func (s Standings) document() metricDocument {
	d := metricDocument{Metric: s.Metric, Draws: s.Draws}
	if s.Draws > 0 {
		normal := s.scores.Normal()
		d.Normal, d.Seed = &normal, &s.Seed
	}
	for _, row := range s.Rows {
		r := standingDocument{Model: row.Model, Score: row.Score, Rank: row.Rank}
		if s.Interval {
			r.Mu, r.Sigma, r.Lo, r.Hi, r.RankInterval = &row.Mu, &row.Sigma, &row.Lo, &row.Hi, &row.RankInterval
			r.RankBest, r.RankWorst = row.Span.Best, row.Span.Worst
			r.RankLo, r.RankHi, r.Probabilities = row.RankLo, row.RankHi, row.Probabilities
		}
		d.Rows = append(d.Rows, r)
	}
	for i, p := range s.Pairs {
		d.Pairs = append(d.Pairs, pairRow{s.Rows[p.Above].Model, s.Rows[p.Below].Model, cli.Finite(p.Z), p.Rho, s.Resolved[i]})
	}
	return d
}

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
	if hidden := s.hidden(); hidden != "" {
		notes = append(notes, hidden)
	}
	return notes
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

// Figure draws the ranking as a leaderboard. Where the scores are not the
// posterior means, it shows the means, which the intervals lie around.
func (s Standings) Figure(title, caption string, rules Rules) *figures.Figure {
	board := figures.Leaderboard{XLabel: s.Metric}
	if s.shifted() {
		board.XLabel, board.Value = "posterior mean of "+s.Metric, "mean"
	}
	if s.Interval {
		board.XLabel += fmt.Sprintf(" with %s interval", rules.percent())
		if rules.Estimand == posterior.Population {
			caption += " Intervals: of the mean over all questions like these."
		}
		if s.ties() {
			caption += " Bands join models that tie with the interval."
		}
		if hidden := s.hidden(); hidden != "" {
			caption += " Dashed: chains of such ties. " + hidden
		}
	}
	for _, row := range s.Rows {
		entry := figures.Entry{Model: row.Model, Rank: fmt.Sprint(row.Rank), Score: row.Score, Lo: row.Lo, Hi: row.Hi}
		if s.Interval {
			entry.Rank, entry.Score = fmt.Sprint(row.RankInterval), row.Mu
		}
		board.Entries = append(board.Entries, entry)
	}
	for _, pair := range s.chained() {
		board.Entries[pair.Above].Chained, board.Entries[pair.Below].Chained = true, true
	}
	return &figures.Figure{Title: title, Caption: caption, Panels: []figures.Panel{board}}
}

// RankFigure draws how likely each model has each rank, nil without draws.
func (s Standings) RankFigure(title, caption string, rules Rules) *figures.Figure {
	if s.Draws == 0 {
		return nil
	}
	panel := figures.HeatMap{XLabel: "probability of each rank, %"}
	for i, row := range s.Rows {
		panel.Columns = append(panel.Columns, fmt.Sprint(i+1))
		panel.Rows = append(panel.Rows, figures.HeatRow{Model: row.Model, Shares: row.Probabilities})
	}
	about := "these very questions"
	if rules.Estimand == posterior.Population {
		about = "all questions like these"
	}
	caption += fmt.Sprintf(" %s, of %s.", tables.Count(s.Draws, "posterior draw"), about)
	return &figures.Figure{Title: title, Caption: caption, Panels: []figures.Panel{panel}}
}
