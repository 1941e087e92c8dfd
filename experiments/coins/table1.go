package coins

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/ranking"
	standingsreport "settle/report/standings"
	"settle/report/wording"

	"settle/study/lead"
	"settle/study/standings"
)

// The paper's Table 1 for LLM1 to LLM11. The ranks are dense. In the last row,
// neighbours tie if their z is below 1.645.
var (
	table1Gold     = []float64{10, 9, 8, 7, 7, 6, 4, 5, 3, 2, 1}
	table1Plain    = []float64{11, 10, 9, 8, 7, 6, 4, 5, 2, 3, 1}
	table1Interval = []float64{7, 6, 5, 5, 5, 4, 3, 3, 2, 2, 1}
)

// boardsPerDraw is the number of ranked boards for each draw of the coins. The paper
// ranks one board of one draw.
const boardsPerDraw = 50

// Indices of two pairs of the paper's coins: LLM9 and LLM10, which are close, and LLM4
// and LLM5, which tie in the true ranking.
const (
	llm4, llm5  = 3, 4
	llm9, llm10 = 8, 9
)

// table1Found holds the results of reproducing Table 1.
type table1Found struct {
	given  *paper.Coins // given coins, or nil for the paper's
	shown  lead.Draw    // draw whose first board is shown
	gold   []float64
	ranked standings.Standings // ranking of the shown board
	boards []rankedBoard
	draws  int
}

// A rankedBoard is a board of 80 trials with the ranking of its models.
type rankedBoard struct {
	paper.Ranks
	z float64 // z of LLM10 over LLM9; 0 for given coins
}

// Table1 ranks coins by a board of 80 trials and counts how often each rank of the
// paper's board occurs. The paper publishes neither its draw of the coins nor its
// board. Therefore 100 draws are used, with 50 boards each.
//
// The table shows one board, chosen among the first boards of the draws. It is the
// board with the median z between LLM10 and LLM9, the pair that the table is about. Of
// two middle boards, the one with the lower z is shown. For given coins (o.Coins), 1000
// boards are ranked and the first is shown.
func Table1(ctx context.Context, o paper.Options) *paper.Result {
	f := table1Found{given: o.Coins}
	f.measure(ctx, o)
	coins := f.shown.Coins
	board := paper.Must(coins.Board(paper.Trials, f.shown.Seed, 0))
	f.ranked = paper.RankByBayes(ctx, coins.Models, board.Tally(paper.Trials), paper.Rules)
	f.gold = ranking.ByScore(paper.Floats(coins.Gold())).Ranks(ranking.Dense)
	result := &paper.Result{Checks: f.checks()}
	result.AddFigure("table1", f.figure())
	result.AddFigure("table1-ranks", f.ranksFigure())
	result.AddTables(f.table())
	result.AddData("table1-rows", f.data())
	result.AddData("table1-scores", standingsreport.StandingsData([]standings.Standings{f.ranked}))
	return result
}

// measure ranks the models on every board of every draw. It sets f.shown to the draw
// whose first board becomes the printed table.
func (f *table1Found) measure(ctx context.Context, o paper.Options) {
	if f.given != nil {
		f.shown, f.draws = lead.Draw{Coins: f.given.Coins, Seed: o.Seed}, 1
		f.boards = rankBoards(ctx, f.shown, paper.Boards, false, func() bool { return false })
		return
	}
	f.draws = draws(o)
	byDraw := mapDraws(ctx, o, "table1 draws of the coins", func(d lead.Draw, stopped func() bool) []rankedBoard {
		return rankBoards(ctx, d, boardsPerDraw, true, stopped)
	})
	f.boards = slices.Concat(byDraw...)
	f.shown = draw(o, medianOf(lists.Each(byDraw, func(boards []rankedBoard) float64 { return boards[0].z })))
}

// rankBoards ranks the first n boards of a draw of the coins, or fewer if stopped
// returns true. If pair is true, it also computes the z-score of LLM10 over LLM9.
func rankBoards(ctx context.Context, d lead.Draw, n int, pair bool, stopped func() bool) (boards []rankedBoard) {
	walker := d.Coins.Source(paper.Trials, d.Seed).Walker()
	for r := 0; r < n && !stopped(); r++ {
		s := paper.RankByBayes(ctx, d.Coins.Models, walker.Draw(r), paper.Rules)
		b := rankedBoard{Ranks: paper.RanksOf(s)}
		if pair {
			b.z = zOf(s, llm10, llm9)
		}
		boards = append(boards, b)
	}
	return boards
}

// zOf returns the z-score of one model over another, both given by index.
func zOf(s standings.Standings, above, below int) float64 {
	of := func(index int) standings.Standing {
		return s.Rows[slices.IndexFunc(s.Rows, func(r standings.Standing) bool { return r.Index == index })]
	}
	a, b := of(above), of(below)
	return ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma)
}

// table1Row is one of the two rows of Table 1 that rank by Bayes@80.
type table1Row struct {
	name      string
	published []float64
	of        func(paper.Ranks) []float64
}

var table1Rows = []table1Row{
	{"without interval", table1Plain, func(r paper.Ranks) []float64 { return r.Plain }},
	{"with interval", table1Interval, func(r paper.Ranks) []float64 { return r.Interval }},
}

// ranks returns the rank of a model on each board, in the given row of the table.
func (f table1Found) ranks(row table1Row, model int) []float64 {
	return lists.Each(f.boards, func(b rankedBoard) float64 { return row.of(b.Ranks)[model] })
}

// title returns the title that the figures and the table share.
func (f table1Found) title() string {
	if f.given != nil {
		return f.given.Name + " ranked by Bayes@80"
	}
	return "Eleven biased coins ranked by Bayes@80"
}

// boardsAre describes in words, for captions, how many boards were ranked.
func (f table1Found) boardsAre() string {
	if f.given != nil {
		return tables.Count(len(f.boards), "board")
	}
	return fmt.Sprintf("%s, %d for each of %s of the coins",
		tables.Count(len(f.boards), "board"), boardsPerDraw, tables.Count(f.draws, "draw"))
}

// figure returns a leaderboard of the shown board. It adds the range of each model's
// ranks over all boards, and the published ranks.
func (f table1Found) figure() *figures.Figure {
	caption := "The figure shows the first board."
	label := "rank with the interval (bars: 95 % of boards"
	if f.given == nil {
		caption = "Of the first boards of all draws, the figure shows the board with the median z of LLM10 over LLM9."
		label += "; dots: published"
	}
	caption += fmt.Sprintf(" Left: the dense ranks of this board with the interval (neighbours tie if z < 1.645). "+
		"Bars: %s.", f.boardsAre())
	figure := standingsreport.Leaderboard(f.ranked, f.title(), "")
	figure.Caption = caption
	board := figure.Panels[0].(figures.Leaderboard)
	board.XLabel = "Bayes@80 with 95 % interval"
	board.RankLabel = label + ")"
	with := table1Rows[1]
	for i, row := range f.ranked.Rows {
		entry := &board.Entries[i]
		sorted := slices.Sorted(slices.Values(f.ranks(with, row.Index)))
		entry.RankLo = int(stat.Quantile(0.025, stat.Empirical, sorted, nil))
		entry.RankHi = int(stat.Quantile(0.975, stat.Empirical, sorted, nil))
		if f.given == nil {
			entry.Place = with.published[row.Index]
		}
	}
	figure.Panels[0] = board
	return figure
}

// ranksFigure returns a heat map of how often each model has each rank.
func (f table1Found) ranksFigure() *figures.Figure {
	figure := &figures.Figure{
		Title:   f.title() + ": frequency of each rank",
		Caption: fmt.Sprintf("Dense ranks after 80 trials, on %s.", f.boardsAre()),
	}
	models := f.shown.Coins.Models
	figure.Caption += wording.If(f.given == nil, " In parentheses: rank in the paper's Table 1.")
	for _, row := range table1Rows {
		panel := figures.HeatMap{Title: row.name, XLabel: "share of boards with each rank, %"}
		panel.Columns = lists.Each(lists.Indices(len(models)), func(rank int) string { return fmt.Sprint(rank + 1) })
		for model := len(models) - 1; model >= 0; model-- {
			shares := make([]float64, len(models))
			for _, rank := range f.ranks(row, model) {
				shares[int(rank)-1] += 1 / float64(len(f.boards))
			}
			for i, share := range shares {
				shares[i] = min(share, 1) // rounding can give 1 + 1e-15
			}
			name := models[model] + wording.If(f.given == nil, fmt.Sprintf(" (%v)", row.published[model]))
			panel.Rows = append(panel.Rows, figures.HeatRow{Model: name, Shares: shares})
		}
		figure.Panels = append(figure.Panels, panel)
	}
	return figure
}

// table returns the table in the paper's form, with one column per model and the best
// model first.
func (f table1Found) table() *tables.Table {
	coins, s := f.shown.Coins, paper.RanksOf(f.ranked)
	type row struct {
		name string
		cell func(model int) string
	}
	ranks := func(name string, ranks []float64) row {
		return row{name, func(model int) string { return fmt.Sprint(ranks[model]) }}
	}
	rows := []row{
		ranks("gold", f.gold), ranks("bayes@80 without interval", s.Plain), ranks("bayes@80 with interval", s.Interval),
	}
	notes := []string{"Dense ranks. With the interval, neighbours tie if their z is below 1.645 (95 %, one-sided)."}
	if f.given != nil {
		notes = append(notes, f.given.Note())
	} else {
		rows = append(rows, ranks("published: gold", table1Gold),
			ranks("published: without interval", table1Plain), ranks("published: with interval", table1Interval))
		for _, r := range table1Rows {
			rows = append(rows, row{"share of boards with the published rank, " + r.name,
				func(model int) string { return tables.Percent(f.shareOf(r, model), 0) }})
		}
		notes = append(notes, "Of the first boards of all draws, the table shows the board with the median z of LLM10 over LLM9. "+
			"Boards: "+f.boardsAre()+".")
	}
	columns := []tables.Field[row]{tables.Left("", func(r row) string { return r.name })}
	for model, name := range slices.Backward(coins.Models) {
		columns = append(columns, tables.Right(name, func(r row) string { return r.cell(model) }))
	}
	t := tables.New(f.title()+": true ranks, and ranks by one board of 80 trials", columns, rows)
	t.Notes = notes
	return t
}

// shareOf returns the share of boards on which a model has its published rank in the
// given row.
func (f table1Found) shareOf(row table1Row, model int) float64 {
	same := func(b rankedBoard) bool { return row.of(b.Ranks)[model] == row.published[model] }
	return float64(lists.CountIf(f.boards, same)) / float64(len(f.boards))
}

func (f table1Found) data() *tables.Table {
	coins, s := f.shown.Coins, paper.RanksOf(f.ranked)
	of := func(name string, values []float64) tables.Field[int] {
		return tables.Right(name, func(model int) string { return fmt.Sprint(values[model]) })
	}
	columns := []tables.Field[int]{
		tables.Left("model", func(model int) string { return coins.Models[model] }),
		of("true_mean", coins.Means()), of("gold", f.gold),
		of("without_interval", s.Plain), of("with_interval", s.Interval),
	}
	if f.given == nil {
		columns = append(columns, of("published_gold", table1Gold),
			of("published_without_interval", table1Plain), of("published_with_interval", table1Interval))
		for _, row := range table1Rows {
			columns = append(columns, tables.Right("boards_with_published_"+strings.ReplaceAll(row.name, " ", "_"),
				func(model int) string { return fmt.Sprint(f.shareOf(row, model)) }))
		}
	}
	return tables.New("", columns, lists.Indices(len(coins.Models)))
}
