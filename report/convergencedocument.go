package report

import (
	"settle/ranking"
	"settle/study/converge"
)

// convergenceDocument is a Convergence as JSON.
type convergenceDocument struct {
	settingDocument
	Compared []int                  `json:"compared_at,omitempty"` // nil for every n
	Metrics  []distributionDocument `json:"metrics"`
	Looks    []looksDocument        `json:"looks,omitempty"`
	Traces   []traceDocument        `json:"traces,omitempty"`

	Exchangeability *exchangeableDocument `json:"exchangeability,omitempty"`
}

// distributionDocument leaves out the mean where no replicate settles, and quantiles
// that lie beyond N: Mean and Worst are over the replicates that settle, the others
// over all, of which those that never do are later than any n.
type distributionDocument struct {
	Metric     string          `json:"metric"`
	Converged  float64         `json:"converged"`
	BeforeLast float64         `json:"before_last"`
	Never      float64         `json:"never"`
	Mean       *float64        `json:"mean,omitempty"`
	MeanSE     *float64        `json:"mean_se,omitempty"`
	Restricted *float64        `json:"restricted_mean"`
	RestrictSE *float64        `json:"restricted_mean_se"`
	Median     int             `json:"median,omitempty"`
	P95        int             `json:"p95,omitempty"` // named after nearlyAll
	Worst      int             `json:"worst,omitempty"`
	PMF        []massDocument  `json:"pmf"`
	Last       []lastReplicate `json:"worst_replicates,omitempty"`
}

type massDocument struct {
	N int     `json:"n"`
	P float64 `json:"p"`
}

// lastReplicate has a null n where the replicate never settles.
type lastReplicate struct {
	Replicate int  `json:"replicate"`
	N         *int `json:"n"`
}

// traceDocument has what lists by n have at n = from, from + 1, …, each list of models
// in their order; settles is null if the replicate never does, and so is τ of a ranking
// that ties all.
type traceDocument struct {
	Metric    string      `json:"metric"`
	Replicate int         `json:"replicate"`
	Settles   *int        `json:"settles"`
	Changes   []int       `json:"changes"`
	From      int         `json:"from"`
	Models    []string    `json:"models"`
	GoldRanks []float64   `json:"gold_ranks"`
	Truth     []float64   `json:"truth,omitempty"`
	Ranks     [][]float64 `json:"ranks"`
	Scores    [][]float64 `json:"scores,omitempty"`
	Tau       []*float64  `json:"tau"`
}

type looksDocument struct {
	Metric string      `json:"metric"`
	Every  float64     `json:"every"`
	Points []lookPoint `json:"points"`
}

// lookPoint has a null Changed at the first look.
type lookPoint struct {
	N       int      `json:"n"`
	Agrees  float64  `json:"agrees"`
	Changed *float64 `json:"changed"`
}

// document is the distributions as JSON; the probabilities are shares of all
// replicates.
func (c Convergence) document() convergenceDocument {
	d := convergenceDocument{settingDocument: c.settingDocument(), Compared: c.comparedAt(), Exchangeability: c.Trials.document()}
	for _, distribution := range c.Distributions {
		d.Metrics = append(d.Metrics, c.distributionDocument(distribution))
	}
	for _, t := range c.Traces {
		d.Traces = append(d.Traces, c.traceDocument(t))
	}
	for _, looks := range c.Looks {
		d.Looks = append(d.Looks, documentOfLooks(looks))
	}
	return d
}

func (c Convergence) traceDocument(t converge.Trajectory) traceDocument {
	d := traceDocument{
		Metric: t.Metric, Replicate: t.Index, Settles: orNull(t.Settled), From: t.From, Changes: []int{},
		Models: c.Models, Ranks: t.Ranks, Scores: t.Scores,
		GoldRanks: c.goldOrder(t.Metric).Ranks(ranking.Competition), Truth: c.Truths[t.Metric],
	}
	d.Changes = append(d.Changes, t.Changes()...)
	for _, tau := range t.Tau {
		d.Tau = append(d.Tau, Finite(tau))
	}
	return d
}

func documentOfLooks(l converge.Looks) looksDocument {
	d := looksDocument{Metric: l.Metric, Every: l.Share(l.Every)}
	for i, n := range l.At {
		p := lookPoint{N: n, Agrees: l.Share(l.Agrees[i])}
		if i > 0 {
			changed := l.Share(l.Changed[i])
			p.Changed = &changed
		}
		d.Points = append(d.Points, p)
	}
	return d
}

func (c Convergence) distributionDocument(d converge.Distribution) distributionDocument {
	mean, se := d.Mean()
	restricted, restrictedSE := d.Restricted()
	m := distributionDocument{
		Metric:    d.Metric,
		Converged: d.Converged(), BeforeLast: d.BeforeLast(), Never: d.Never(),
		Mean: Finite(mean), MeanSE: Finite(se),
		Restricted: Finite(restricted), RestrictSE: Finite(restrictedSE),
		Median: d.Quantile(0.5), P95: d.Quantile(nearlyAll), Worst: d.Last(),
		PMF: []massDocument{},
	}
	for i, p := range d.PMF() {
		if p > 0 {
			m.PMF = append(m.PMF, massDocument{i + 1, p})
		}
	}
	for _, r := range d.Worst {
		last := lastReplicate{Replicate: r.Index}
		if r.N <= c.Shape.Trials {
			last.N = &r.N
		}
		m.Last = append(m.Last, last)
	}
	return m
}
