package report

// acrossDocument is an Across as JSON.
type acrossDocument struct {
	SignalsOrigin
	Task       string                `json:"task"`
	Models     int                   `json:"models"`
	Questions  int                   `json:"questions"`
	Trials     int                   `json:"trials"`
	TrialsMost int                   `json:"trials_most,omitempty"` // of tasks that differ
	Thresholds []thresholdDocument   `json:"thresholds,omitempty"`  // of one task
	Confidence float64               `json:"confidence"`
	Estimand   string                `json:"estimand"`
	Convention string                `json:"convention"`
	Baseline   string                `json:"baseline"`
	Schemata   []underSchemaDocument `json:"schemata"`
	Rows       []acrossRowDocument   `json:"rows"`
}

// acrossTasksDocument is the rankings of several tasks, as JSON.
type acrossTasksDocument struct {
	Tasks []acrossDocument `json:"tasks"`
	Pool  acrossDocument   `json:"pool"`
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

func (x Across) document() acrossDocument {
	d := acrossDocument{
		SignalsOrigin: x.Origin, Task: x.Task, Models: x.Models, Questions: x.Questions, Trials: x.Trials,
		TrialsMost: x.Most, Confidence: x.Rules.Confidence,
		Estimand: x.Rules.Estimand.String(), Convention: x.Rules.Convention.String(),
		Baseline: x.Schemata[x.Baseline].Schema.Name(),
	}
	if len(x.Tasks) == 1 {
		d.Thresholds = thresholdDocuments(x.Tasks[0].Thresholds.List())
	}
	for _, s := range x.Schemata {
		d.Schemata = append(d.Schemata, underSchemaDocument{
			Schema: s.Schema.Name(), Categories: categoryDocuments(s.Schema), Tau: Finite(s.Tau), Apart: s.Apart,
			Leader: s.Leader, Margin: Finite(s.Margin), MarginSigma: Finite(s.MarginSigma),
		})
	}
	for _, row := range x.Rows {
		r := acrossRowDocument{Model: row.Model, MeanRank: row.MeanRank, RankBest: row.Best, RankWorst: row.Worst}
		for i, p := range row.Places {
			r.Places = append(r.Places, acrossPlaceDocument{
				Schema: x.Schemata[i].Schema.Name(), Rank: p.Rank, RankInterval: p.RankInterval,
				Score: p.Score, Points: p.Points, Sigma: p.Sigma,
			})
		}
		d.Rows = append(d.Rows, r)
	}
	return d
}
