package benchmarks

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/ranking"
	standingsreport "settle/report/standings"

	"settle/study/standings"
)

// table2Order lists the benchmarks in the order of Table 2.
var table2Order = []string{"aime25", "aime24", "hmmt25", "brumo25"}

// Indices, in paper.Models, of the models that section 3.2 discusses.
const (
	qwenThinking = 0
	gptHigh      = 1
	gptMedium    = 2
)

// table2Published holds the printed results for each benchmark: the ranks in Table 2,
// and the numbers in section 3.2. With the interval, models that are not separated share
// a rank.
var table2Published = map[string]struct {
	interval, plain []float64 // ranks with the interval and by score alone; model order of AIME'25
	ties, z, rho    string    // count of shared ranks; z and confidence of two gpt-oss-20b models
}{
	"aime25": {[]float64{1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 8}, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
		"3", "0.0427", "0.517"},
	"aime24": {[]float64{1, 2, 2, 4, 3, 5, 6, 7, 8, 9, 9}, []float64{1, 3, 2, 5, 4, 6, 7, 8, 9, 11, 10},
		"2", "0.9616", "0.832"},
	"hmmt25": {[]float64{1, 2, 2, 7, 3, 4, 4, 5, 6, 8, 9}, []float64{1, 3, 2, 9, 4, 5, 6, 7, 8, 10, 11},
		"2", "0.6374", "0.738"},
	"brumo25": {[]float64{1, 4, 5, 8, 2, 3, 7, 6, 7, 10, 9}, []float64{1, 4, 5, 9, 2, 3, 7, 6, 8, 11, 10},
		"1", "1.8272", "0.966"},
}

// fittedRanksGround is the reason why checks that compare the stand-ins (simulated
// boards) with Table 2 are not tests.
var fittedRanksGround = checks.Fitted.Because(
	"the stand-ins' counts were chosen so that ranks, ties and printed z equal the published values")

// sharedRanks returns the number of ranks that several models share.
func sharedRanks(ranks []float64) float64 {
	models := map[float64]int{}
	for _, rank := range ranks {
		models[rank]++
	}
	several := func(count int) bool { return count > 1 }
	return float64(lists.CountIf(slices.Collect(maps.Values(models)), several))
}

// A rankedBenchmark is a benchmark with the ranking of its models.
type rankedBenchmark struct {
	paper.Benchmark
	standings standings.Standings
	ranks     paper.Ranks
	rules     tieRules
}

// Table2 ranks the models by Bayes@N on the four benchmarks. It ranks them by score
// alone and also with the interval, which lets neighbours tie unless they are
// separated.
func Table2(ctx context.Context, o paper.Options) *paper.Result {
	benchmarks := paper.Ordered(o.Boards(), table2Order...)
	all := rankAll(ctx, benchmarks)
	note := paper.Note(benchmarks)
	result := &paper.Result{}
	for _, b := range all {
		trials := b.Board.Trials()
		title := fmt.Sprintf("%s ranked by Bayes@%d", b.Title, trials)
		figure := paper.ByBayes(standingsreport.Leaderboard(b.standings, title, note), trials)
		addPublished(figure, b)
		result.AddFigure("table2-"+b.Key, figure)
		result.AddData("table2-"+b.Key+"-scores", standingsreport.StandingsData([]standings.Standings{b.standings}))
	}
	shown, data := ranksTables(all)
	shown.Notes = []string{note}
	rules, rulesData := rulesTables(all)
	result.AddTables(shown, rules)
	result.AddData("table2", data)
	result.AddData("table2-rules", rulesData)
	if slices.Equal(all[0].Board.Models, paper.Models) {
		for _, b := range all {
			result.AddChecks(append(table2Checks(b), overlapCheck(b))...)
			shown.Notes = append(shown.Notes, gptNote(b))
		}
		result.AddChecks(printedChecks()...)
	}
	return result
}

// addPublished adds the paper's ranks to the figure of a benchmark where they differ,
// and writes in its caption how many ranks are equal.
func addPublished(figure *figures.Figure, b rankedBenchmark) {
	published, known := table2Published[b.Key]
	if !known || !slices.Equal(b.Board.Models, paper.Models) {
		return
	}
	board, same := figure.Panels[0].(figures.Leaderboard), 0
	for i, row := range b.standings.Rows {
		if printed := published.interval[row.Index]; printed == row.RankInterval {
			same++
		} else {
			board.Entries[i].Rank += fmt.Sprintf(" (paper: %g)", printed)
		}
	}
	figure.Caption += fmt.Sprintf(" %d of %d ranks equal the ranks in the paper's Table 2.", same, len(board.Entries))
}

// rankAll ranks the models on every benchmark. It stops with an error if the benchmarks
// have different models.
func rankAll(ctx context.Context, benchmarks []paper.Benchmark) []rankedBenchmark {
	first := benchmarks[0]
	all := make([]rankedBenchmark, len(benchmarks))
	for i, b := range benchmarks {
		if !slices.Equal(b.Board.Models, first.Board.Models) {
			paper.StopOn(fmt.Errorf("cannot rank for Table 2: %s and %s have different models or list them in different orders",
				first.Title, b.Title))
		}
		tally := b.Board.Tally(b.Board.Trials())
		s := paper.RankByBayes(ctx, b.Board.Models, tally, paper.Rules)
		all[i] = rankedBenchmark{b, s, paper.RanksOf(s), compareRules(ctx, b, s, tally)}
	}
	return all
}

// ranksTables returns tables of the ranks, one for readers and one for programs.
func ranksTables(all []rankedBenchmark) (shown, data *tables.Table) {
	models := all[0].Board.Models
	fields := []tables.Field[int]{paper.Text("model", "model", func(model int) string { return models[model] })}
	for _, b := range all {
		rank := func(name, key string, ranks []float64) {
			fields = append(fields, paper.Number(name, key, tables.Number, func(model int) float64 { return ranks[model] }))
		}
		rank(b.Title+" with", b.Key+"_with_interval", b.ranks.Interval)
		rank("without", b.Key+"_without_interval", b.ranks.Plain)
	}
	return paper.Tables("Table 2: dense ranks by Bayes@N, with and without the 95 % interval", fields,
		lists.Indices(len(models)))
}

// table2Checks returns checks that compare the ranks on a benchmark with the published
// ranks. It also returns checks of statements about individual models in section 3.2.
func table2Checks(b rankedBenchmark) []checks.Check {
	var all []checks.Check
	ground := b.Ground(fittedRanksGround)
	add := func(check, published string, obtained float64, group string) {
		outcome := checks.Number(published, obtained, 0, 0)
		all = append(all, checks.New(b.Title+": "+check, "paper, Table 2", ground, outcome, "").In(group))
	}
	want := table2Published[b.Key]
	group := b.Title + ": ranks as published, with and without interval"
	for i, model := range paper.Models {
		add(fmt.Sprintf("rank of %s with interval", model), fmt.Sprint(want.interval[i]), b.ranks.Interval[i], group)
		add(fmt.Sprintf("rank of %s without interval", model), fmt.Sprint(want.plain[i]), b.ranks.Plain[i], group)
	}
	if first := b.standings.Pairs[0]; first.Above == 0 && first.Below == 1 {
		model := b.standings.Rows[0].Model
		all = append(all, checks.New(b.Title+": z between "+model+", the first model, and the next", "paper, section 3.2", ground,
			checks.Measured("Qwen3-30B-A3B-Thinking-2507 is statistically distinguishable at the 95 % CI level",
				first.Z, 0, model == paper.Models[qwenThinking] && first.Z >= 1.645), ""))
	}
	z := gptZ(b.standings)
	add("number of ties with interval", want.ties, sharedRanks(b.ranks.Interval), "")
	add("z of gpt-oss-20b high and medium", want.z, z, "")
	add("ρ of gpt-oss-20b high and medium", want.rho, ranking.Rho(z), "")
	return all
}

// gptNote returns a sentence about the score difference between gpt-oss-20b high and
// medium on a benchmark.
func gptNote(b rankedBenchmark) string {
	z := gptZ(b.standings)
	return fmt.Sprintf("%s: gpt-oss-20b high and medium differ by z = %s, ρ = %s.",
		b.Title, tables.Float(z, 3), tables.Percent(ranking.Rho(z), 1))
}

// gptZ returns |z| for the comparison of gpt-oss-20b high and medium.
func gptZ(s standings.Standings) float64 {
	is := func(place int) bool {
		name := s.Rows[place].Model
		return name == paper.Models[gptHigh] || name == paper.Models[gptMedium]
	}
	i := slices.IndexFunc(s.Pairs, func(p ranking.Pair) bool { return is(p.Above) && is(p.Below) })
	return math.Abs(s.Pairs[i].Z)
}
