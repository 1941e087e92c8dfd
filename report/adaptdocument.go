package report

import "settle/study/sequential"

// adaptDocument is an Adapt as JSON.
type adaptDocument struct {
	Task       string           `json:"task"`
	Models     int              `json:"models"`
	Questions  int              `json:"questions"`
	Trials     int              `json:"trials"`
	Scheme     string           `json:"scheme"`
	Replicates int              `json:"replicates"`
	Seed       uint64           `json:"seed"`
	Gold       string           `json:"gold"`
	Schema     *SchemaDocument  `json:"schema,omitempty"`
	Missing    *MissingDocument `json:"missing,omitempty"`
	Board      *Drawn           `json:"board,omitempty"`
	Truth      string           `json:"truth"`
	Advice     string           `json:"advice"`
	MostTrials int              `json:"most_trials"`
	Metric     string           `json:"metric"`
	Batch      int              `json:"batch"`
	HalfWidth  float64          `json:"half_width"`
	Confidence float64          `json:"confidence"`
	Budget     int              `json:"budget"`
	Policies   []adaptedPolicy  `json:"policies"`
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
		Scheme: a.Scheme, Replicates: a.Replicates, Seed: a.Seed, Gold: a.Gold, Schema: a.Schema, Missing: a.Missing, Board: a.From,
		Truth: a.Truth, Advice: a.advice(), MostTrials: a.mostTrials(),
		Metric: a.Metric, Batch: a.Design.Batch, HalfWidth: a.Design.HalfWidth, Confidence: a.Design.Confidence,
		Budget: a.Results[0].Budget,
	}
	for _, r := range a.Results {
		d.Policies = append(d.Policies, newAdaptedPolicy(r, a.Design))
	}
	return d
}

func newAdaptedPolicy(r sequential.Result, d sequential.Design) adaptedPolicy {
	return adaptedPolicy{
		Policy: r.Policy.String(), Correction: r.Correction.String(), Compares: r.Policy.Compares(),
		Trials: r.Trials.Value, TrialsSE: Finite(r.Trials.SE), BudgetShare: r.BudgetShare(),
		WrongBoards: r.WrongBoards.Value, WrongBoardsSE: Finite(r.WrongBoards.SE), Inflation: r.Inflation(d),
		WrongOnce: r.WrongOnce.Value, WrongOnceSE: Finite(r.WrongOnce.SE),
		WrongCalls: Finite(r.WrongCalls.Value), WrongCallsSE: Finite(r.WrongCalls.SE), Calls: r.Calls, Wrong: r.Wrong,
		Undecided: r.Undecided.Value, UndecidedSE: Finite(r.Undecided.SE),
	}
}
