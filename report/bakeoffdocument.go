package report

import (
	"cmp"
	"math"

	"settle/study/bakeoff"
	"settle/study/converge"
)

// bakeoffDocument is a Bakeoff as JSON.
type bakeoffDocument struct {
	Coins      string              `json:"coins"`
	Note       string              `json:"note,omitempty"`
	Models     []string            `json:"models"`
	Questions  int                 `json:"questions"`
	Trials     int                 `json:"trials"`
	Replicates int                 `json:"replicates"`
	Seed       uint64              `json:"seed"`
	Confidence float64             `json:"confidence"`
	Gold       string              `json:"gold"`
	Reference  string              `json:"reference"`
	Estimators []estimatorDocument `json:"estimators"`
	League     leagueDocument      `json:"league"`
}

// leagueDocument is who comes closest to the true order. Critical is null where boards
// are too few to tell estimators apart.
type leagueDocument struct {
	N           int             `json:"n"`
	Comparisons int             `json:"comparisons"`
	Critical    *float64        `json:"critical"`
	Places      []placeDocument `json:"places"`
	Pairs       []aheadDocument `json:"pairs"`
}

type placeDocument struct {
	Metric string `json:"metric"`
	Best   int    `json:"best"`
	Worst  int    `json:"worst"`
}

// aheadDocument is by how much one estimator did better than another with n trials.
// The squared errors are null unless both estimate the same.
type aheadDocument struct {
	N        int      `json:"n"`
	Metric   string   `json:"metric"`
	Other    string   `json:"other"`
	Tau      *float64 `json:"tau"`
	TauSE    *float64 `json:"tau_se"`
	Square   *float64 `json:"square"`
	SquareSE *float64 `json:"square_se"`
}

// estimatorDocument has null for a truth that is not known, and no costs unless
// they were asked for.
type estimatorDocument struct {
	Metric      string                 `json:"metric"`
	Truth       []float64              `json:"truth"`
	Own         []int                  `json:"own"`
	Points      []bakeoffPointDocument `json:"points"`
	Convergence settlesDocument        `json:"convergence"`
	Costs       []costDocument         `json:"costs,omitempty"`
}

type bakeoffPointDocument struct {
	N         int      `json:"n"`
	Bias      *float64 `json:"bias"`
	BiasSE    *float64 `json:"bias_se"`
	RMSE      *float64 `json:"rmse"`
	RMSESE    *float64 `json:"rmse_se"`
	Tau       *float64 `json:"tau"`
	TauSE     *float64 `json:"tau_se"`
	Undefined int      `json:"undefined"`

	Weighted    *float64 `json:"weighted_tau"`
	WeightedSE  *float64 `json:"weighted_tau_se"`
	Top1        *float64 `json:"top1"`
	Top1SE      *float64 `json:"top1_se"`
	RankError   *float64 `json:"rank_error"`
	RankErrorSE *float64 `json:"rank_error_se"`
	Tied        float64  `json:"tied"`
	Failed      int      `json:"failed"`
	Refusal     string   `json:"refusal,omitempty"`

	Coverage   *float64        `json:"coverage"`
	CoverageSE *float64        `json:"coverage_se"`
	Width      *float64        `json:"width"`
	Models     []modelDocument `json:"models"`
}

type modelDocument struct {
	Bias     *float64 `json:"bias"`
	RMSE     *float64 `json:"rmse"`
	Coverage *float64 `json:"coverage"`
	Width    *float64 `json:"width"`
}

// settlesDocument has a null mean where no replicate settles; the restricted mean is
// over all, and counts those that never do as N + 1. All are null where nothing was
// measured, as of an estimator without gold.
type settlesDocument struct {
	Mean       *float64 `json:"mean"`
	MeanSE     *float64 `json:"mean_se"`
	Restricted *float64 `json:"restricted_mean"`
	RestrictSE *float64 `json:"restricted_mean_se"`
	Never      *float64 `json:"never"`
}

func newSettlesDocument(d converge.Distribution) settlesDocument {
	mean, se := d.Mean()
	restricted, restrictedSE := d.Restricted()
	return settlesDocument{Finite(mean), Finite(se), Finite(restricted), Finite(restrictedSE), Finite(d.Never())}
}

type costDocument struct {
	N           int   `json:"n"`
	Nanoseconds int64 `json:"ns"`
}

func (b Bakeoff) document() bakeoffDocument {
	d := bakeoffDocument{
		Coins: b.Coins, Note: b.Note, Models: b.Models, Questions: b.Questions, Trials: b.Options.Trials,
		Replicates: b.Options.Replicates, Seed: b.Options.Seed, Confidence: bakeoff.Confidence,
		Gold: cmp.Or(b.Options.Against, "truth"), Reference: b.Results[b.reference()].Metric,
	}
	for i, r := range b.Results {
		e := estimatorDocument{
			Metric: r.Metric, Truth: r.Truth, Own: r.Own, Points: []bakeoffPointDocument{},
			Convergence: newSettlesDocument(r.Convergence),
		}
		for _, p := range r.Points {
			e.Points = append(e.Points, newBakeoffPointDocument(p))
		}
		if b.Costs != nil {
			for _, c := range b.Costs[i] {
				e.Costs = append(e.Costs, costDocument{c.N, c.Time.Nanoseconds()})
			}
		}
		d.Estimators = append(d.Estimators, e)
	}
	d.League = b.leagueDocument()
	return d
}

func (b Bakeoff) leagueDocument() leagueDocument {
	judge := b.judge()
	d := leagueDocument{
		N: b.most(), Comparisons: judge.Comparisons, Critical: Finite(judge.Critical),
		Places: []placeDocument{}, Pairs: []aheadDocument{},
	}
	for _, s := range judge.League(b.Results, b.most()) {
		d.Places = append(d.Places, placeDocument{b.Results[s.Index].Metric, s.Best, s.Worst})
	}
	for _, n := range b.Options.At {
		for i, r := range b.Results {
			p := r.At(n)
			if p == nil {
				continue
			}
			for j := i + 1; j < len(p.Ahead); j++ {
				if a := p.Ahead[j]; !math.IsNaN(a.Tau) {
					d.Pairs = append(d.Pairs, aheadDocument{
						n, r.Metric, b.Results[j].Metric, Finite(a.Tau), Finite(a.TauSE), Finite(a.Square), Finite(a.SquareSE),
					})
				}
			}
		}
	}
	return d
}

func newBakeoffPointDocument(p bakeoff.Point) bakeoffPointDocument {
	d := bakeoffPointDocument{
		N: p.N, Bias: Finite(p.Bias), BiasSE: Finite(p.BiasSE), RMSE: Finite(p.RMSE), RMSESE: Finite(p.RMSESE),
		Tau: Finite(p.Tau), TauSE: Finite(p.TauSE), Undefined: p.Undefined,
		Weighted: Finite(p.Weighted), WeightedSE: Finite(p.WeightedSE), Top1: Finite(p.Top1), Top1SE: Finite(p.Top1SE),
		RankError: Finite(p.RankError), RankErrorSE: Finite(p.RankErrorSE), Tied: p.Tied, Failed: p.Failed, Refusal: p.Refusal,
		Coverage: Finite(p.Coverage), CoverageSE: Finite(p.CoverageSE), Width: Finite(p.Width),
	}
	for _, m := range p.Models {
		d.Models = append(d.Models, modelDocument{Finite(m.Bias), Finite(m.RMSE), Finite(m.Coverage), Finite(m.Width)})
	}
	return d
}
