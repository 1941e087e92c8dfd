package experiments

import (
	"context"
	"fmt"
	"math"

	"settle/experiments/checks"
	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/report"
	"settle/results"
	"settle/sim"
	"settle/study/standings"
	"settle/tables"
)

// The paper's Table 1, LLM1 to LLM11: dense ranks, with ties between neighbours
// whose z is below 1.645 in the last row.
var (
	table1Gold     = []float64{10, 9, 8, 7, 7, 6, 4, 5, 3, 2, 1}
	table1Plain    = []float64{11, 10, 9, 8, 7, 6, 4, 5, 2, 3, 1}
	table1Interval = []float64{7, 6, 5, 5, 5, 4, 3, 3, 2, 2, 1}
)

// table1Rules are those of the paper's rankings.
var table1Rules = standings.Rules{
	Confidence: 0.95, Ties: ranking.ZScore, Convention: ranking.Dense, Bounds: metrics.Unbounded,
}

// bayesRanks are the ranks by Bayes@N, by model.
type bayesRanks struct{ plain, interval []float64 }

func ranksOf(s standings.Standings) bayesRanks {
	r := bayesRanks{make([]float64, len(s.Rows)), make([]float64, len(s.Rows))}
	for _, row := range s.Rows {
		r.plain[row.Index], r.interval[row.Index] = row.Rank, row.RankInterval
	}
	return r
}

func rankByBayes(ctx context.Context, models []string, t *results.Tally) (standings.Standings, error) {
	return standings.Rank(ctx, models, t, metrics.Bayes(metrics.Binary, nil), table1Rules)
}

// Table1 ranks the coins of Fig. 2 by one board of 80 trials, and counts over
// fresh boards how often each rank of the paper's own board comes up.
func Table1(ctx context.Context, o Options) (*Result, error) {
	coins, board, err := mimics(o.Seed)
	if err != nil {
		return nil, err
	}
	ranked, err := rankByBayes(ctx, coins.Models, board.Tally(paperTrials))
	if err != nil {
		return nil, err
	}
	source := coins.Source(paperTrials, o.Seed)
	worker := func() montecarlo.Visit[*rankCounts] {
		walker := source.Walker()
		return func(r int, into *rankCounts, _ func() bool) {
			into.add(rankByBayes(ctx, coins.Models, walker.Draw(r)))
		}
	}
	empty := func() *rankCounts { return newRankCounts(len(coins.Models)) }
	counts, err := montecarlo.Fold(ctx, o.run("table1 fresh boards", paperBoards, paperBoards), empty, worker)
	if err != nil {
		return nil, err
	}
	if counts.err != nil {
		return nil, counts.err
	}
	gold := ranking.ByScore(asFloats(coins.Gold())).Ranks(ranking.Dense)
	s := ranksOf(ranked)
	figure := byBayesN(report.Leaderboard(ranked, "Eleven biased coins ranked by one board of 80 trials", "Simulated."))
	return &Result{
		Figures: []Figure{{"table1", figure}},
		Tables:  []*tables.Table{table1Table(coins, gold, s)},
		Data: []Data{
			{"table1-ranks", table1Data(coins, gold, s)},
			{"table1-scores", report.StandingsData([]standings.Standings{ranked})},
		},
		Checks: table1Checks(coins, gold, s, counts),
	}, nil
}

func asFloats(levels []int) []float64 {
	floats := make([]float64, len(levels))
	for i, level := range levels {
		floats[i] = float64(level)
	}
	return floats
}

// table1Table has the paper's form: a column per model, the best first by
// number.
func table1Table(coins *sim.Coins, gold []float64, s bayesRanks) *tables.Table {
	t := &tables.Table{
		Title:   "Table 1: ranks of the coins by the truth and by one board of 80 trials",
		Columns: []tables.Column{{Name: ""}},
		Notes:   []string{"Dense ranks. With the interval, neighbours tie whose z is below 1.645 (95 %, one-sided)."},
	}
	for i := range coins.Models {
		t.Columns = append(t.Columns, tables.Column{Name: coins.Models[len(coins.Models)-1-i], Right: true})
	}
	row := func(name string, ranks []float64) {
		cells := []string{name}
		for i := range ranks {
			cells = append(cells, fmt.Sprint(ranks[len(ranks)-1-i]))
		}
		t.Rows = append(t.Rows, cells)
	}
	row("gold", gold)
	row("bayes@80 without interval", s.plain)
	row("bayes@80 with interval", s.interval)
	row("published: gold", table1Gold)
	row("published: without interval", table1Plain)
	row("published: with interval", table1Interval)
	return t
}

func table1Data(coins *sim.Coins, gold []float64, s bayesRanks) *tables.Table {
	means := coins.Means()
	of := func(name string, values []float64) tables.Of[int] {
		return tables.Right(name, func(model int) string { return fmt.Sprint(values[model]) })
	}
	return tables.New("", []tables.Of[int]{
		tables.Left("model", func(model int) string { return coins.Models[model] }),
		of("true_mean", means),
		of("gold", gold),
		of("without_interval", s.plain),
		of("with_interval", s.interval),
		of("published_gold", table1Gold),
		of("published_without_interval", table1Plain),
		of("published_with_interval", table1Interval),
	}, indices(len(coins.Models)))
}

// indices are 0..n−1.
func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func table1Checks(coins *sim.Coins, gold []float64, s bayesRanks, counts *rankCounts) []checks.Check {
	var all []checks.Check
	for i := len(coins.Models) - 1; i >= 0; i-- {
		all = append(all, checks.Check{
			Check: "gold rank of " + coins.Models[i], Ground: meansAsPublished, Source: "paper, Table 1",
			Outcome: checks.Number(fmt.Sprint(table1Gold[i]), gold[i], 0, 0), Group: "gold ranks as published",
		})
	}
	rows := []struct {
		name                string
		published, obtained []float64
		ranks               rankTable
	}{
		{"without interval", table1Plain, s.plain, counts.plain},
		{"with interval", table1Interval, s.interval, counts.interval},
	}
	for _, row := range rows {
		for i := len(coins.Models) - 1; i >= 0; i-- {
			share := float64(row.ranks[i][int(row.published[i])]) / float64(counts.boards)
			se := math.Sqrt(share * (1 - share) / float64(counts.boards))
			all = append(all, checks.Check{
				Check: fmt.Sprintf("rank of %s %s", coins.Models[i], row.name), Ground: drawnCoins, Source: "paper, Table 1",
				Outcome: checks.Number(fmt.Sprint(row.published[i]), row.obtained[i], 0, 0),
				Note: fmt.Sprintf("one random board; %s ± %s of %d boards give the published rank",
					tables.Percent(share, 1), tables.Percent(se, 1), counts.boards),
				Group: fmt.Sprintf("ranks %s as published", row.name),
			})
		}
	}
	return all
}

// rankTable counts, by model and rank.
type rankTable [][]int

// rankCounts count the ranks of every model over boards.
type rankCounts struct {
	boards          int
	plain, interval rankTable
	err             error
}

func newRankCounts(models int) *rankCounts {
	c := &rankCounts{plain: make(rankTable, models), interval: make(rankTable, models)}
	for i := range models {
		c.plain[i], c.interval[i] = make([]int, models+1), make([]int, models+1)
	}
	return c
}

func (c *rankCounts) add(s standings.Standings, err error) {
	if err != nil {
		c.err = err
		return
	}
	c.boards++
	for _, row := range s.Rows {
		c.plain[row.Index][int(row.Rank)]++
		c.interval[row.Index][int(row.RankInterval)]++
	}
}

// Reset forgets everything.
func (c *rankCounts) Reset() {
	c.boards, c.err = 0, nil
	for i := range c.plain {
		clear(c.plain[i])
		clear(c.interval[i])
	}
}

// Merge adds the counts of other boards.
func (c *rankCounts) Merge(from *rankCounts) {
	c.boards += from.boards
	if c.err == nil {
		c.err = from.err
	}
	for i := range c.plain {
		for r := range c.plain[i] {
			c.plain[i][r] += from.plain[i][r]
			c.interval[i][r] += from.interval[i][r]
		}
	}
}
