package report

import "settle/study/sequential"

// nextDocument is a Next as JSON.
type nextDocument struct {
	Task       string         `json:"task"`
	Models     int            `json:"models"`
	Questions  int            `json:"questions"`
	Origin                    // of the board
	Policy     string         `json:"policy"`
	Correction string         `json:"correction"`
	Metric     string         `json:"metric"`
	Confidence float64        `json:"confidence"`
	HalfWidth  float64        `json:"half_width"`
	Batch      int            `json:"batch"`
	MaxTrials  int            `json:"max_trials"`
	Budget     *int           `json:"budget"`
	LeftOut    []string       `json:"left_out"`
	Pairwise   bool           `json:"pairwise"`
	Advice     string         `json:"advice"`
	Stop       *string        `json:"stop"`
	Attempts   int            `json:"attempts"`
	Standings  []nextStanding `json:"standings"`
	Pairs      []nextPair     `json:"pairs"`
	Runs       []nextRun      `json:"runs"`
}

type nextStanding struct {
	Model        string  `json:"model"`
	Score        float64 `json:"score"`
	Sigma        float64 `json:"sigma"`
	FewestTrials int     `json:"fewest_trials"`
	MostTrials   int     `json:"most_trials"`
	Attempts     int     `json:"attempts"` // to run
}

// nextPair has a null z where both σ are 0 and the scores differ, and a null bound
// where no z is enough.
type nextPair struct {
	Above  string   `json:"above"`
	Below  string   `json:"below"`
	Z      *float64 `json:"z"`
	Bound  *float64 `json:"bound"`
	Wealth *float64 `json:"wealth"` // of a bettor; null unless he decides
	Apart  bool     `json:"apart"`
	Called bool     `json:"called"`
}

type nextRun struct {
	Model    string `json:"model"`
	Question string `json:"question"`
	Trials   int    `json:"trials"`
}

// stops are the reasons to stop, by their numbers.
var stops = []string{sequential.Decided: "decided", sequential.Exhausted: "exhausted"}

func (n Next) document() nextDocument {
	d := nextDocument{
		Task: n.Board.Task, Models: len(n.Board.Models), Questions: len(n.Board.Questions), Origin: n.Origin,
		Policy: n.Step.Policy.String(), Correction: n.Step.Correction.String(), Metric: n.Metric,
		Confidence: n.Step.Confidence, HalfWidth: n.Step.HalfWidth, Batch: n.Step.Batch,
		MaxTrials: n.Step.MaxTrials, Budget: orNull(n.Step.Budget), LeftOut: append([]string{}, n.LeftOut...), Pairwise: n.Pairwise,
		Advice: n.advice(), Runs: []nextRun{},
	}
	if n.Stop != sequential.GoOn {
		d.Stop = &stops[n.Stop]
	}
	for _, s := range n.standings() {
		d.Attempts += s.more
		d.Standings = append(d.Standings, nextStanding{
			Model: n.Board.Models[s.model], Score: n.Estimates[s.model].Mu, Sigma: n.Estimates[s.model].Sigma,
			FewestTrials: s.fewest, MostTrials: s.most, Attempts: s.more,
		})
	}
	for _, c := range n.Comparisons {
		d.Pairs = append(d.Pairs, nextPair{
			Above: n.Board.Models[c.Above], Below: n.Board.Models[c.Below], Z: Finite(c.Z), Bound: Finite(c.Bound), Wealth: Finite(c.Wealth),
			Apart: c.Apart, Called: c.Called,
		})
	}
	for _, r := range n.Next.Runs {
		d.Runs = append(d.Runs, nextRun{n.Board.Models[r.Model], n.Board.Questions[r.Question], r.Trials})
	}
	return d
}

// Near is the report as a document with fewer pairs: of each model with the next one, and
// of the first with all others.
func (n Next) Near() Report {
	d := n.document()
	place := map[int]int{}
	for i, model := range n.Order {
		place[model] = i
	}
	near := []nextPair{}
	for i, c := range n.Comparisons {
		if above := place[c.Above]; above == 0 || place[c.Below] == above+1 {
			near = append(near, d.Pairs[i])
		}
	}
	d.Pairs = near
	return Report{JSON: d}
}
