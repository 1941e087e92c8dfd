package report

import (
	"fmt"

	"settle/study/arena"
	"settle/study/bakeoff"
	"settle/tables"
)

// arenaRow is a cell of a league with what it is of.
type arenaRow struct {
	family, gold, method string
	n, boards            int
	arena.Cell
}

// rows are all cells in which a method has a score and a gold.
func (a Arena) rows() (rows []arenaRow) {
	for _, l := range a.Leagues {
		for _, gold := range arena.Golds() {
			for m, method := range a.Methods {
				for i, c := range l.Cells[gold][m] {
					if c.Known() {
						rows = append(rows, arenaRow{l.Family.Name, gold.String(), method, a.Options.Trials[i], l.Boards, c})
					}
				}
			}
		}
	}
	return rows
}

// data is every cell as CSV.
func (a Arena) data() *tables.Table {
	return tables.New("", []tables.Of[arenaRow]{
		tables.Left("family", func(r arenaRow) string { return r.family }),
		tables.Left("gold", func(r arenaRow) string { return r.gold }),
		tables.Left("metric", func(r arenaRow) string { return r.method }),
		tables.Right("n", func(r arenaRow) string { return fmt.Sprint(r.n) }),
		whole("tau", func(r arenaRow) float64 { return r.Tau }),
		whole("tau_se", func(r arenaRow) float64 { return r.TauSE }),
		whole("ahead", func(r arenaRow) float64 { return r.Lead }),
		whole("ahead_se", func(r arenaRow) float64 { return r.LeadSE }),
		tables.Right("alike", func(r arenaRow) string { return fmt.Sprint(r.Alike) }),
		tables.Right("failed", func(r arenaRow) string { return fmt.Sprint(r.Failed) }),
		tables.Right("boards", func(r arenaRow) string { return fmt.Sprint(r.boards) }),
	}, a.rows())
}

// arenaDocument is an Arena as JSON.
type arenaDocument struct {
	Seed        uint64                `json:"seed"`
	Draws       int                   `json:"draws"`
	Boards      int                   `json:"boards"`
	Trials      []int                 `json:"trials"`
	Reference   string                `json:"reference"`
	Confidence  float64               `json:"confidence"`
	Comparisons int                   `json:"comparisons"`
	Critical    *float64              `json:"critical"`
	Families    []arenaFamilyDocument `json:"families"`
}

type arenaFamilyDocument struct {
	Family string              `json:"family"`
	About  string              `json:"about"`
	Cells  []arenaCellDocument `json:"cells"`
	Greedy []greedyDocument    `json:"greedy,omitempty"`
}

type arenaCellDocument struct {
	Gold    string   `json:"gold"`
	Metric  string   `json:"metric"`
	N       int      `json:"n"`
	Tau     *float64 `json:"tau"`
	TauSE   *float64 `json:"tau_se"`
	Ahead   *float64 `json:"ahead"`
	AheadSE *float64 `json:"ahead_se"`
	Alike   bool     `json:"alike"`
	Failed  int      `json:"failed"`
}

// greedyDocument is what greedy runs of a kind are worth with one trial.
type greedyDocument struct {
	Kind   string   `json:"kind"`
	Tau    *float64 `json:"tau"`
	Alone  *float64 `json:"alone"`
	Gain   *float64 `json:"gain"`
	GainSE *float64 `json:"gain_se"`

	Beyond   *float64 `json:"beyond_second_trial"`
	BeyondSE *float64 `json:"beyond_second_trial_se"`
	Cut      *float64 `json:"sd_cut"`
}

func (a Arena) document() arenaDocument {
	judge := a.judge()
	d := arenaDocument{
		Seed: a.Options.Seed, Draws: a.Options.Draws, Boards: a.Options.Boards, Trials: a.Options.Trials,
		Reference: a.Methods[0], Confidence: bakeoff.Confidence, Comparisons: judge.Comparisons,
		Critical: Finite(judge.Critical), Families: []arenaFamilyDocument{},
	}
	rows, greedy := a.rows(), a.greedyRows()
	for _, l := range a.Leagues {
		f := arenaFamilyDocument{Family: l.Family.Name, About: l.Family.About, Cells: []arenaCellDocument{}}
		for _, r := range rows {
			if r.family == f.Family {
				f.Cells = append(f.Cells, arenaCellDocument{
					r.gold, r.method, r.n, Finite(r.Tau), Finite(r.TauSE), Finite(r.Lead), Finite(r.LeadSE), r.Alike, r.Failed,
				})
			}
		}
		for _, r := range greedy {
			if r.family == f.Family {
				w := r.worth
				f.Greedy = append(f.Greedy, greedyDocument{
					r.kind.String(), Finite(r.Tau), Finite(w.Alone), Finite(w.Gain), Finite(w.GainSE),
					Finite(w.Beyond), Finite(w.BeyondSE), Finite(w.Cut),
				})
			}
		}
		d.Families = append(d.Families, f)
	}
	return d
}
