package report

import "settle/study/budget"

// budgetDocument is a Budget as JSON.
type budgetDocument struct {
	Task         string               `json:"task"`
	Models       int                  `json:"models"`
	Questions    int                  `json:"questions"`
	Trials       int                  `json:"trials"`
	TrialsMost   int                  `json:"trials_most,omitempty"` // of an unequal board, as the next two
	TrialsMedian int                  `json:"trials_median,omitempty"`
	LeftOut      *int                 `json:"questions_left_out,omitempty"`
	Seed         uint64               `json:"seed"`
	Truth        string               `json:"truth"`
	Confidence   float64              `json:"confidence"`
	Quantile     float64              `json:"quantile"`
	Metric       string               `json:"metric"`
	Power        float64              `json:"power"`
	Draws        *int                 `json:"draws"` // of what a board leaves open; null for known chances
	Together     *togetherDocument    `json:"together"`
	Comonotone   bool                 `json:"comonotone,omitempty"`
	CostPerTrial *float64             `json:"cost_per_trial"`
	PriorTrials  int                  `json:"prior_trials"`
	Schema       *SchemaDocument      `json:"schema,omitempty"`
	Missing      *MissingDocument     `json:"missing,omitempty"`
	Advice       []string             `json:"advice"`
	Steps        []budgetStepDocument `json:"steps"`
	Pairs        []budgetPairDocument `json:"pairs"`
}

type budgetStepDocument struct {
	N        int     `json:"n"`
	Apart    int     `json:"pairs_apart"`
	Expected float64 `json:"expected_apart"`
}

// togetherDocument is null where no pair is left to tell apart within reach.
type togetherDocument struct {
	N        int     `json:"n"`
	Pairs    int     `json:"pairs"`
	Expected float64 `json:"expected_apart"`
	All      float64 `json:"all_apart"`
	ToRun    int64   `json:"to_run"`
}

// powerDocument is what tells a pair apart with the wanted chance.
type powerDocument struct {
	Trials *int     `json:"trials"`
	Chance *float64 `json:"chance"`
	ToRun  *int64   `json:"to_run"`
	Cost   *float64 `json:"cost"`
	Apart  bool     `json:"apart_now"`
	Limit  *float64 `json:"limit"`
	Low    *int     `json:"needed_low"`
	High   *int     `json:"needed_high"`
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
	InAll        *int64                 `json:"trials_in_all"`
	Cost         *float64               `json:"cost"`
	Power        powerDocument          `json:"power"`
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
		Between: Finite(more.Between), Within: Finite(more.Within), Ceiling: Finite(more.Ceiling),
		Now: orNull(more.Now), Least: orNull(more.Least),
		BetweenHigh: Finite(more.Most.Between), CeilingLow: Finite(more.Most.Ceiling),
		NowHigh: orNull(more.Most.Now), LeastHigh: orNull(more.Most.Least),
	}
}

type budgetPointsDocument struct {
	N           int      `json:"n"`
	Apart       *float64 `json:"told_apart"`
	Right       *float64 `json:"right"`
	Z           *float64 `json:"expected_z"`
	Exact       bool     `json:"exact"`
	NormalRight *float64 `json:"normal_right"`
	NormalZ     *float64 `json:"normal_expected_z"`
}

func (b Budget) document() budgetDocument {
	d := budgetDocument{
		Task: b.Task, Models: b.Shape.Models, Questions: b.Shape.Questions, Trials: b.Shape.Trials, Seed: b.Seed,
		Truth: "estimated", Confidence: b.Options.Confidence, Quantile: b.Quantile,
		Metric: b.metric(), Power: b.Options.Power, Together: b.together(), Comonotone: b.Comonotone,
		Advice: b.sentences(), PriorTrials: b.Models.PriorTrials, Schema: b.Schema, Missing: b.Missing,
	}
	if b.Shape.Most > 0 {
		d.TrialsMost, d.TrialsMedian, d.LeftOut = b.Shape.Most, b.Models.Trials, &b.Models.LeftOut
	}
	if b.Models.Known {
		d.Truth = "known"
	} else {
		d.Draws = &b.Options.Draws
	}
	if b.priced() {
		d.CostPerTrial = &b.Options.CostPerTrial
	}
	d.Steps = []budgetStepDocument{}
	for _, step := range b.stepped() {
		d.Steps = append(d.Steps, budgetStepDocument{step.N, step.Apart, b.Expected(step.N)})
	}
	for _, p := range b.Pairs {
		d.Pairs = append(d.Pairs, b.pairDocument(p))
	}
	return d
}

// stepped are the steps of a plan, none of one by simulation.
func (b Budget) stepped() []budget.Step {
	if b.By != nil {
		return nil
	}
	return b.Steps()
}

func (b Budget) pairDocument(p budget.Pair) budgetPairDocument {
	d := budgetPairDocument{
		Above: b.Names[p.Above], Below: b.Names[p.Below], Equal: p.Equal, Gap: p.Gap, ZNow: Finite(p.Now),
		Trials: orNull(p.Trials), Exact: p.Exact, NormalTrials: orNull(p.NormalTrials),
		Low: orNull(p.Low), High: orNull(p.High),
		Right:  Finite(rightThere(p)),
		InAll:  orNull(b.OfPair(p)),
		Power:  b.powerDocument(p),
		Sample: newSampleDocument(p.OtherQuestions()),
		Points: []budgetPointsDocument{},
	}
	if b.priced() {
		d.Cost = Finite(b.costOf(p))
	}
	for i, point := range p.Points {
		d.Points = append(d.Points, budgetPointsDocument{
			N: point.N, Apart: Finite(chanceAt(p, i)), Right: Finite(point.Right), Z: Finite(point.Z), Exact: point.Exact,
			NormalRight: Finite(point.NormalRight), NormalZ: Finite(point.NormalZ),
		})
	}
	return d
}

func (b Budget) powerDocument(p budget.Pair) powerDocument {
	d := powerDocument{
		Trials: orNull(p.Power.Trials), Chance: Finite(chanceThere(p)), Apart: p.Power.Apart, Limit: Finite(limitOf(p)),
		Low: orNull(p.Power.Low), High: orNull(p.Power.High),
	}
	if p.Power.Trials > 0 {
		d.ToRun = &p.Power.ToRun
		if b.priced() {
			d.Cost = Finite(b.costToRun(p))
		}
	}
	return d
}

// together is what is said of all pairs that are still to be told apart.
func (b Budget) together() *togetherDocument {
	t := b.Together
	if t.Pairs == 0 {
		return nil
	}
	return &togetherDocument{N: t.N, Pairs: t.Pairs, Expected: t.Expected, All: t.All, ToRun: t.ToRun}
}
