package report

import (
	"settle/study/budget"
)

type budgetDocument struct {
	Task         string               `json:"task"`
	Models       int                  `json:"models"`
	Questions    int                  `json:"questions"`
	Trials       int                  `json:"trials"`
	Seed         uint64               `json:"seed"`
	Truth        string               `json:"truth"`
	Confidence   float64              `json:"confidence"`
	Quantile     float64              `json:"quantile"`
	CostPerTrial *float64             `json:"cost_per_trial"`
	PriorTrials  int                  `json:"prior_trials"`
	Schema       *SchemaDocument      `json:"schema,omitempty"`
	Advice       []string             `json:"advice"`
	Steps        []budgetStepDocument `json:"steps"`
	Pairs        []budgetPairDocument `json:"pairs"`
}

type budgetStepDocument struct {
	N     int `json:"n"`
	Apart int `json:"pairs_apart"`
}

// budgetPairDocument has null for what is not defined or beyond
// budget.MaxTrials.
type budgetPairDocument struct {
	Above        string                 `json:"above"`
	Below        string                 `json:"below"`
	Equal        bool                   `json:"equal"`
	Gap          float64                `json:"gap"`
	ZNow         *float64               `json:"z_now"`
	Trials       *int                   `json:"trials"`
	Exact        bool                   `json:"exact"`
	NormalTrials *int                   `json:"normal_trials"`
	Low          *int                   `json:"trials_low"`
	High         *int                   `json:"trials_high"`
	Right        *float64               `json:"right"`
	InAll        *int                   `json:"trials_in_all"`
	Cost         *float64               `json:"cost"`
	Sample       sampleDocument         `json:"more_questions"`
	Points       []budgetPointsDocument `json:"points"`
}

type sampleDocument struct {
	Between *float64 `json:"between"`
	Within  *float64 `json:"within"`
	Ceiling *float64 `json:"z_ceiling"`
	Now     *int     `json:"questions"`
	Least   *int     `json:"questions_least"`

	BetweenHigh *float64 `json:"between_high"`
	CeilingLow  *float64 `json:"z_ceiling_low"`
	NowHigh     *int     `json:"questions_high"`
	LeastHigh   *int     `json:"questions_least_high"`
}

func newSampleDocument(more budget.Questions) sampleDocument {
	return sampleDocument{
		Finite(more.Between), Finite(more.Within), Finite(more.Ceiling), positive(more.Now), positive(more.Least),
		Finite(more.Most.Between), Finite(more.Most.Ceiling), positive(more.Most.Now), positive(more.Most.Least),
	}
}

type budgetPointsDocument struct {
	N           int     `json:"n"`
	Right       float64 `json:"right"`
	Z           float64 `json:"expected_z"`
	Exact       bool    `json:"exact"`
	NormalRight float64 `json:"normal_right"`
	NormalZ     float64 `json:"normal_expected_z"`
}

func (b Budget) document() budgetDocument {
	d := budgetDocument{
		Task: b.Task, Models: b.Shape.Models, Questions: b.Shape.Questions, Trials: b.Shape.Trials, Seed: b.Seed,
		Truth: "estimated", Confidence: b.Confidence, Quantile: b.Quantile, Advice: b.Sentences(),
		PriorTrials: b.PriorTrials, Schema: b.Schema,
	}
	if b.Known {
		d.Truth = "known"
	}
	if b.CostPerTrial > 0 {
		d.CostPerTrial = &b.CostPerTrial
	}
	for _, step := range b.Steps() {
		d.Steps = append(d.Steps, budgetStepDocument(step))
	}
	for _, p := range b.Pairs {
		d.Pairs = append(d.Pairs, b.pairDocument(p))
	}
	return d
}

func (b Budget) pairDocument(p BudgetPair) budgetPairDocument {
	more := b.more(p)
	d := budgetPairDocument{
		Above: b.Models[p.Above], Below: b.Models[p.Below], Equal: p.Equal, Gap: p.Gap, ZNow: Finite(p.Now),
		Trials: positive(p.Trials), Exact: p.Exact, NormalTrials: positive(p.NormalTrials), Low: positive(p.Low), High: positive(p.High),
		InAll:  positive(b.pairTrials(p)),
		Sample: newSampleDocument(more),
		Points: []budgetPointsDocument{},
	}
	if p.Trials > 0 {
		d.Right = &p.There.Right
		if b.CostPerTrial > 0 {
			d.Cost = Finite(b.cost(b.pairTrials(p)))
		}
	}
	for _, point := range p.Points {
		d.Points = append(d.Points, budgetPointsDocument{point.N, point.Right, point.Z, point.Exact, point.NormalRight, point.NormalZ})
	}
	return d
}
