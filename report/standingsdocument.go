package report

import (
	"settle/metrics"
	"settle/results"
)

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
	return Origin{Source: source, Seed: seed, Weights: w.Floats()}
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
		d.Pairs = append(d.Pairs, pairRow{s.Rows[p.Above].Model, s.Rows[p.Below].Model, Finite(p.Z), p.Rho, s.Resolved[i]})
	}
	return d
}
