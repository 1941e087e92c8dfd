package report

import "settle/study/standings"

// standingsDocument is rankings as JSON.
type standingsDocument struct {
	Origin
	Task       string           `json:"task"`
	Models     int              `json:"models"`
	Questions  int              `json:"questions"`
	Trials     int              `json:"trials"`
	TrialsMost int              `json:"trials_most,omitempty"` // of an unequal board
	Confidence float64          `json:"confidence"`
	Estimand   string           `json:"estimand"`
	Groups     int              `json:"groups,omitempty"`     // of questions
	Categories []categoryCounts `json:"categories,omitempty"` // of a schema
	Metrics    []metricDocument `json:"metrics"`

	Exchangeability *exchangeableDocument `json:"exchangeability,omitempty"`
}

type metricDocument struct {
	Metric   string             `json:"metric"`
	LeftOut  *int               `json:"questions_left_out,omitempty"` // of an unequal board
	Draws    int                `json:"draws,omitempty"`
	Seed     *uint64            `json:"seed,omitempty"`
	Normal   *bool              `json:"normal,omitempty"`
	Drawn    string             `json:"drawn,omitempty"` // what, where no score has an interval
	Failed   int                `json:"failed_draws,omitempty"`
	Order    string             `json:"order,omitempty"` // of the trials, where scores depend on it
	Together *allAtOnceDocument `json:"together,omitempty"`
	Rows     []standingDocument `json:"rows"`
	Pairs    []pairRow          `json:"pairs,omitempty"`
}

// allAtOnceDocument says how all pairs were compared at once.
type allAtOnceDocument struct {
	Method     string   `json:"method"`
	Critical   *float64 `json:"critical_z,omitempty"`
	Draws      int      `json:"draws,omitempty"`
	PairsApart int      `json:"pairs_apart"`
}

type standingDocument struct {
	Model         string    `json:"model"`
	Score         float64   `json:"score"`
	Questions     int       `json:"questions,omitempty"` // of an unequal board
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
	Observed      *float64  `json:"observed,omitempty"` // where the score is something else
	SetBest       int       `json:"set_best,omitempty"`
	SetWorst      int       `json:"set_worst,omitempty"`
	Group         string    `json:"group,omitempty"`
	DF            float64   `json:"degrees_of_freedom,omitempty"`
}

// pairRow has a null z where neither score has any uncertainty, and where the order was
// drawn.
type pairRow struct {
	Above    string   `json:"above"`
	Below    string   `json:"below"`
	Z        *float64 `json:"z"`
	Rho      float64  `json:"rho"`
	Resolved bool     `json:"resolved"`
	Apart    *bool    `json:"apart,omitempty"` // of all pairs at once
}

func (s Standings) document() standingsDocument {
	d := standingsDocument{
		Origin: s.Origin, Task: s.Task, Models: s.Shape.Models, Questions: s.Shape.Questions, Trials: s.Shape.Trials,
		TrialsMost: s.Shape.Most,
		Confidence: s.Rules.Confidence, Estimand: s.Rules.Estimand.String(), Groups: s.Groups,
		Exchangeability: s.Trials.document(),
	}
	if s.Sorted != nil {
		d.Categories = newCategoryCounts(s.Sorted, s.Rankings[0])
	}
	for _, ranked := range s.Rankings {
		d.Metrics = append(d.Metrics, newMetricDocument(ranked))
	}
	return d
}

func newMetricDocument(s standings.Standings) metricDocument {
	d := metricDocument{Metric: s.Metric, Draws: s.Draws, Failed: s.Failed}
	switch {
	case s.Drawn:
		d.Drawn = "chances"
	case s.InOrder:
		d.Order, d.Seed = "board", &s.Seed
	}
	if s.LeftOut.Of > 0 {
		d.LeftOut = &s.LeftOut.Questions
	}
	if s.Draws > 0 {
		d.Seed = &s.Seed
	}
	if s.Draws > 0 && s.Interval {
		d.Normal = &s.Normal
	}
	if s.Together != nil {
		apart, _ := s.PairsApart()
		d.Together = &allAtOnceDocument{s.Together.Method.String(), Finite(s.Together.Critical), s.Together.Draws, apart}
	}
	for _, row := range s.Rows {
		r := standingDocument{Model: row.Model, Score: row.Score, Rank: row.Rank}
		if s.LeftOut.Of > 0 {
			r.Questions = row.Questions
		}
		if s.Interval {
			r.Mu, r.Sigma, r.Lo, r.Hi, r.RankInterval = &row.Mu, &row.Sigma, &row.Lo, &row.Hi, &row.RankInterval
			r.DF = row.DF
			if s.Observed != "" {
				r.Observed = &row.Observed
			}
			r.RankBest, r.RankWorst = row.Span.Best, row.Span.Worst
		}
		r.SetBest, r.SetWorst, r.Group = row.Set.Best, row.Set.Worst, row.Letters
		r.RankLo, r.RankHi, r.Probabilities = row.RankLo, row.RankHi, row.Probabilities
		d.Rows = append(d.Rows, r)
	}
	for i, p := range s.Pairs {
		pair := pairRow{
			Above: s.Rows[p.Above].Model, Below: s.Rows[p.Below].Model,
			Z: Finite(p.Z), Rho: p.Rho, Resolved: s.Resolved[i],
		}
		if s.Together != nil {
			pair.Apart = &s.Apart[i]
		}
		d.Pairs = append(d.Pairs, pair)
	}
	return d
}
