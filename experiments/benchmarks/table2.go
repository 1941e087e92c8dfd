package benchmarks

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/ranking"
	"settle/report"
	"settle/study/standings"
	"settle/tables"
)

// table2Published are the ranks of the paper's Table 2, with and without the
// interval, by the models in the order of AIME'25.
var table2Published = map[string]struct{ interval, plain []float64 }{
	"aime25":  {[]float64{1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 8}, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
	"aime24":  {[]float64{1, 2, 2, 4, 3, 5, 6, 7, 8, 9, 9}, []float64{1, 3, 2, 5, 4, 6, 7, 8, 9, 11, 10}},
	"hmmt25":  {[]float64{1, 2, 2, 7, 3, 4, 4, 5, 6, 8, 9}, []float64{1, 3, 2, 9, 4, 5, 6, 7, 8, 10, 11}},
	"brumo25": {[]float64{1, 4, 5, 8, 2, 3, 7, 6, 7, 10, 9}, []float64{1, 4, 5, 9, 2, 3, 7, 6, 8, 11, 10}},
}

// gptOSS are the published z-score and ranking confidence of gpt-oss-20b high
// and medium (section 3.2).
var gptOSS = map[string]struct{ z, rho string }{
	"aime25": {"0.0427", "0.517"}, "aime24": {"0.9616", "0.832"}, "hmmt25": {"0.6374", "0.738"}, "brumo25": {"1.8272", "0.966"},
}

// ranksAsFitted is why checks on Table 2 are of their kind on stand-ins.
var ranksAsFitted = checks.Ground{Kind: checks.Fitted,
	Why: "the stand-ins' counts were chosen so that ranks, ties and these z come out as published"}

// table2Ties are how many ranks several models share with the interval (section
// 3.2).
var table2Ties = map[string]string{"aime25": "3", "aime24": "2", "hmmt25": "2", "brumo25": "1"}

// sharedRanks counts the ranks that several models have.
func sharedRanks(ranks []float64) float64 {
	models := map[float64]int{}
	for _, rank := range ranks {
		models[rank]++
	}
	shared := 0.0
	for _, count := range models {
		if count > 1 {
			shared++
		}
	}
	return shared
}

// Table2 ranks the models on the four benchmarks by Bayes@N, with and without
// the interval.
func Table2(ctx context.Context, o paper.Options) (*paper.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	all, err := o.Boards()
	if err != nil {
		return nil, err
	}
	all = paper.Ordered(all, table2Order...)
	models := all[0].Board.Models
	shown := table2Columns{tables.Left("model", func(model int) string { return models[model] })}
	data := slices.Clone(shown)
	notes := []string{paper.Note(all)}
	result := &paper.Result{}
	var rules []tieRules
	for _, b := range all {
		if !slices.Equal(b.Board.Models, models) {
			return nil, fmt.Errorf("%s and %s have different models: Table 2 needs the same ones in the same order",
				all[0].Title, b.Title)
		}
		tally := b.Board.Tally(b.Board.Trials())
		s, err := paper.RankByBayes(ctx, models, tally)
		if err != nil {
			return nil, err
		}
		both, err := compareRules(ctx, b, s, tally)
		if err != nil {
			return nil, err
		}
		rules = append(rules, both)
		ranks := paper.RanksOf(s)
		shown.add(b.Title+" with", "without", ranks)
		data.add(b.Key+"_with_interval", b.Key+"_without_interval", ranks)
		figure := paper.ByBayesN(report.Leaderboard(s, b.Title+" ranked by Bayes@N", paper.Note(all)))
		result.Figures = append(result.Figures, paper.Figure{Name: "table2-" + b.Key, Figure: figure})
		scores := report.StandingsData([]standings.Standings{s})
		result.Data = append(result.Data, paper.Data{Name: "table2-" + b.Key + "-scores", Table: scores})
		if slices.Equal(models, paper.Models) {
			result.Checks = append(result.Checks, table2Checks(b, s, ranks)...)
			result.Checks = append(result.Checks, overlapCheck(b, both))
			notes = append(notes, gptNote(b, s))
		}
	}
	t := tables.New("Table 2: dense ranks by Bayes@N with the 95 % interval and without", shown, paper.Indices(len(models)))
	t.Notes = notes
	result.Tables = []*tables.Table{t, rulesTable(rules)}
	result.Data = append(result.Data, paper.Data{Name: "table2", Table: tables.New("", data, paper.Indices(len(models)))},
		paper.Data{Name: "table2-rules", Table: paper.Plainly(rulesTable(rules))})
	if slices.Equal(models, paper.Models) {
		result.Checks = append(result.Checks, printedChecks()...)
	}
	return result, nil
}

// table2Columns show models by index.
type table2Columns []tables.Of[int]

// add adds the ranks on a benchmark, with the interval and without.
func (c *table2Columns) add(with, without string, ranks paper.Ranks) {
	*c = append(*c,
		tables.Right(with, func(model int) string { return fmt.Sprint(ranks.Interval[model]) }),
		tables.Right(without, func(model int) string { return fmt.Sprint(ranks.Plain[model]) }))
}

func table2Checks(b paper.Benchmark, s standings.Standings, ranks paper.Ranks) []checks.Check {
	var all []checks.Check
	add := func(check, published string, obtained float64, group string) {
		all = append(all, checks.Check{
			Check: b.Title + ": " + check, Ground: b.Ground(ranksAsFitted), Source: "paper, Table 2",
			Outcome: checks.Number(published, obtained, 0, 0), Group: group,
		})
	}
	want := table2Published[b.Key]
	group := b.Title + ": ranks as published, with and without interval"
	for i, model := range paper.Models {
		add(fmt.Sprintf("rank of %s with interval", model), fmt.Sprint(want.interval[i]), ranks.Interval[i], group)
		add(fmt.Sprintf("rank of %s without", model), fmt.Sprint(want.plain[i]), ranks.Plain[i], group)
	}
	z := math.Abs(gptPair(s).Z)
	if first := s.Pairs[0]; first.Above == 0 && first.Below == 1 {
		all = append(all, checks.Check{
			Check: b.Title + ": z of " + s.Rows[0].Model + ", the first, and the next", Ground: b.Ground(ranksAsFitted),
			Source: "paper, section 3.2",
			Outcome: checks.Measured("Qwen3-30B-A3B-Thinking-2507 is statistically distinguishable at the 95 % CI level", first.Z, 0,
				s.Rows[0].Model == paper.Models[0] && first.Z >= 1.645),
		})
	}
	add("ties with interval", table2Ties[b.Key], sharedRanks(ranks.Interval), "")
	add("z of gpt-oss-20b high and medium", gptOSS[b.Key].z, z, "")
	add("ρ of gpt-oss-20b high and medium", gptOSS[b.Key].rho, ranking.Rho(z), "")
	return all
}

func gptNote(b paper.Benchmark, s standings.Standings) string {
	z := math.Abs(gptPair(s).Z)
	return fmt.Sprintf("%s: gpt-oss-20b high and medium differ by z = %s, ρ = %s.",
		b.Title, tables.Float(z, 3), tables.Percent(ranking.Rho(z), 1))
}

// gptPair is the comparison of the two models that the paper singles out.
func gptPair(s standings.Standings) ranking.Pair {
	is := func(place int) bool {
		name := s.Rows[place].Model
		return name == paper.Models[1] || name == paper.Models[2]
	}
	i := slices.IndexFunc(s.Pairs, func(p ranking.Pair) bool { return is(p.Above) && is(p.Below) })
	return s.Pairs[i]
}
