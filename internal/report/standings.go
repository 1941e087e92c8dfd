package report

import (
	"fmt"
	"math"
	"slices"

	"settle/figures"
	"settle/internal/cli"
	"settle/metrics"
	"settle/ranking"
	"settle/results"
	"settle/tables"
)

// Rules say how models are ranked.
type Rules struct {
	Confidence float64 // of intervals and of ties, in (0, 1)
	Ties       ranking.Ties
	Convention ranking.Convention
	Bounds     metrics.Bounds // of intervals
}

// Standings are the models of a board ranked by one metric, best first.
type Standings struct {
	Metric string
	Rows   []Standing

	// Interval tells whether the metric has one. Without it there are no
	// Pairs, and of a Standing only Model, Score and Rank count.
	Interval bool
	Pairs    []ranking.Pair // all pairs, by index into Rows
}

// Standing is one model's place.
type Standing struct {
	Model        string
	Index        int // of the model on the board
	Score        float64
	Sigma        float64
	Lo, Hi       float64
	Rank         float64 // by exact scores
	RankInterval float64 // with ties by the interval rule
}

// Rank ranks the models of a tally by a metric. It fails if the metric cannot
// score the tally or the confidence is not in (0, 1).
func Rank(models []string, t *results.Tally, m metrics.Metric, rules Rules) (Standings, error) {
	levels, err := metrics.Ordinals(m, t)
	if err != nil {
		return Standings{}, err
	}
	order := ranking.ByCompare(t.Models, func(i, j int) int { return levels[i] - levels[j] })
	s := Standings{Metric: m.Name(), Rows: make([]Standing, t.Models)}
	ranks := order.Ranks(rules.Convention)
	for place, model := range order.Models {
		s.Rows[place] = Standing{Model: models[model], Index: model, Score: m.Score(t, model), Rank: ranks[model], Lo: math.NaN(), Hi: math.NaN()}
	}
	estimator, ok := m.(metrics.Estimator)
	if !ok {
		return s, nil
	}
	return s, s.addIntervals(t, estimator, order, rules)
}

// addIntervals fills in what only an Estimator knows.
func (s *Standings) addIntervals(t *results.Tally, m metrics.Estimator, order ranking.Order, rules Rules) error {
	s.Interval = true
	mu, sigma := make([]float64, t.Models), make([]float64, t.Models)
	place := make([]int, t.Models) // by model
	for i, model := range order.Models {
		e := m.Estimate(t, model)
		mu[model], sigma[model], place[model] = e.Mu, e.Sigma, i
		s.Rows[i].Sigma = e.Sigma
		s.Rows[i].Lo, s.Rows[i].Hi = e.Interval(rules.Confidence, rules.Bounds)
	}
	tied, err := order.TieClose(rules.Ties, mu, sigma, rules.Confidence)
	if err != nil {
		return err
	}
	for model, rank := range tied.Ranks(rules.Convention) {
		s.Rows[place[model]].RankInterval = rank
	}
	s.Pairs = ranking.Pairs(order, mu, sigma)
	for i, pair := range s.Pairs {
		s.Pairs[i].Above, s.Pairs[i].Below = place[pair.Above], place[pair.Below]
	}
	return nil
}

// StandingsDocument is rankings as JSON.
type StandingsDocument struct {
	Task       string           `json:"task"`
	Models     int              `json:"models"`
	Questions  int              `json:"questions"`
	Trials     int              `json:"trials"`
	Confidence float64          `json:"confidence"`
	Metrics    []metricDocument `json:"metrics"`
}

type metricDocument struct {
	Metric string             `json:"metric"`
	Rows   []standingDocument `json:"rows"`
	Pairs  []pairRow          `json:"pairs,omitempty"`
}

type standingDocument struct {
	Model        string   `json:"model"`
	Score        float64  `json:"score"`
	Sigma        *float64 `json:"sigma,omitempty"`
	Lo           *float64 `json:"lo,omitempty"`
	Hi           *float64 `json:"hi,omitempty"`
	Rank         float64  `json:"rank"`
	RankInterval *float64 `json:"rank_ci,omitempty"`
}

// pairRow has a null z where neither score has any uncertainty.
type pairRow struct {
	Above string   `json:"above"`
	Below string   `json:"below"`
	Z     *float64 `json:"z"`
	Rho   float64  `json:"rho"`
}

// RankDocument returns rankings as JSON.
func RankDocument(b *results.Board, all []Standings, rules Rules) StandingsDocument {
	shape := b.Shape()
	d := StandingsDocument{
		Task: b.Task, Models: shape.Models, Questions: shape.Questions, Trials: shape.Trials, Confidence: rules.Confidence,
	}
	for _, s := range all {
		d.Metrics = append(d.Metrics, s.document())
	}
	return d
}

func (s Standings) document() metricDocument {
	d := metricDocument{Metric: s.Metric}
	for _, row := range s.Rows {
		r := standingDocument{Model: row.Model, Score: row.Score, Rank: row.Rank}
		if s.Interval {
			r.Sigma, r.Lo, r.Hi, r.RankInterval = &row.Sigma, &row.Lo, &row.Hi, &row.RankInterval
		}
		d.Rows = append(d.Rows, r)
	}
	for _, p := range s.Pairs {
		d.Pairs = append(d.Pairs, pairRow{s.Rows[p.Above].Model, s.Rows[p.Below].Model, cli.Finite(p.Z), p.Rho})
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
		for _, name := range []string{"σ", "lo", "hi", "z to next", "ρ"} {
			t.Columns = append(t.Columns, tables.Column{Name: name, Right: true})
		}
	}
	for place, row := range s.Rows {
		cells := []string{fmt.Sprint(row.Rank)}
		if s.Interval {
			cells = append(cells, fmt.Sprint(row.RankInterval))
		}
		cells = append(cells, row.Model, tables.Float(row.Score, 4))
		if s.Interval {
			z, rho := s.toNext(place)
			cells = append(cells, tables.Float(row.Sigma, 4), tables.Float(row.Lo, 4), tables.Float(row.Hi, 4), tables.Float(z, 2), tables.Percent(rho, 1))
		}
		t.Rows = append(t.Rows, cells)
	}
	if s.Interval {
		t.Notes = append(t.Notes, rules.note())
	}
	return t
}

// note explains the intervals and ties.
func (r Rules) note() string {
	percent := r.percent()
	rule := "whose z is below the one-sided " + percent + " quantile"
	if r.Ties == ranking.Overlap {
		rule = "whose intervals overlap"
	}
	return fmt.Sprintf("σ, lo and hi: posterior standard deviation and central %s interval. With the interval, neighbours tie %s; ties chain. ρ: confidence that the model is truly above the next.", percent, rule)
}

// percent is the confidence without idle zeros: 95 %, 97.5 %.
func (r Rules) percent() string { return fmt.Sprintf("%.6g %%", 100*r.Confidence) }

// toNext is the comparison of a place with the one below, NaN for the last.
func (s Standings) toNext(place int) (z, rho float64) {
	i := slices.IndexFunc(s.Pairs, func(p ranking.Pair) bool { return p.Above == place && p.Below == place+1 })
	if i < 0 {
		return math.NaN(), math.NaN()
	}
	return s.Pairs[i].Z, s.Pairs[i].Rho
}

// Data shows rankings by several metrics, a model and metric per row.
func Data(all []Standings) *tables.Table {
	t := &tables.Table{}
	for _, name := range []string{"metric", "model", "score", "sigma", "lo", "hi", "rank", "rank_ci"} {
		t.Columns = append(t.Columns, tables.Column{Name: name})
	}
	for _, s := range all {
		for _, row := range s.Rows {
			cells := []string{s.Metric, row.Model, Number(row.Score), "", "", "", Number(row.Rank), ""}
			if s.Interval {
				cells = []string{s.Metric, row.Model, Number(row.Score), Number(row.Sigma), Number(row.Lo), Number(row.Hi), Number(row.Rank), Number(row.RankInterval)}
			}
			t.Rows = append(t.Rows, cells)
		}
	}
	return t
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

// Figure draws the ranking as a leaderboard.
func (s Standings) Figure(title, caption string, rules Rules) *figures.Figure {
	board := figures.Leaderboard{XLabel: s.Metric}
	if s.Interval {
		board.XLabel += fmt.Sprintf(" with %s interval", rules.percent())
		if s.ties() {
			caption += " Bands join models that tie with the interval."
		}
	}
	for _, row := range s.Rows {
		entry := figures.Entry{Model: row.Model, Rank: fmt.Sprint(row.Rank), Score: row.Score, Lo: row.Lo, Hi: row.Hi}
		if s.Interval {
			entry.Rank = fmt.Sprint(row.RankInterval)
		}
		board.Entries = append(board.Entries, entry)
	}
	return &figures.Figure{Title: title, Caption: caption, Panels: []figures.Panel{board}}
}
