package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/ranking"
	"settle/report"
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

// table2Models are the models of Table 2.
var table2Models = []string{
	"Qwen3-30B-A3B-Thinking-2507", "gpt-oss-20b-high", "gpt-oss-20b-medium", "gpt-oss-20b-low", "OpenThinker2-32B", "LIMO-v2",
	"EXAONE-4.0-1.2B", "OpenThinker3-1.5B", "OpenReasoning-Nemotron-1.5B", "DeepSeek-R1-Distill-Qwen-1.5B", "Sky-T1-32B-Flash",
}

// gptOSS are the published z-score and ranking confidence of gpt-oss-20b high
// and medium (section 3.2).
var gptOSS = map[string]struct{ z, rho float64 }{
	"aime25": {0.0427, 0.517}, "aime24": {0.9616, 0.832}, "hmmt25": {0.6374, 0.738}, "brumo25": {1.8272, 0.966},
}

// table2Ties are how many ranks several models share with the interval (section
// 3.2).
var table2Ties = map[string]float64{"aime25": 3, "aime24": 2, "hmmt25": 2, "brumo25": 1}

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
func Table2(ctx context.Context, o Options) (*Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	all, err := o.benchmarks()
	if err != nil {
		return nil, err
	}
	all = ordered(all, "aime25", "aime24", "hmmt25", "brumo25")
	models := all[0].Board.Models
	data := &tables.Table{Columns: []tables.Column{{Name: "model"}}}
	t := &tables.Table{Title: "Table 2: dense ranks by Bayes@N with the 95 % interval and without", Columns: []tables.Column{{Name: "model"}}, Notes: []string{note(all)}}
	for _, model := range models {
		t.Rows = append(t.Rows, []string{model})
	}
	result := &Result{Tables: []*tables.Table{t}}
	for _, b := range all {
		if !slices.Equal(b.Board.Models, models) {
			return nil, fmt.Errorf("%s and %s have different models: Table 2 needs the same ones in the same order", all[0].Title, b.Title)
		}
		s, err := rankByBayes(ctx, models, b.Board.Tally(b.Board.Trials()))
		if err != nil {
			return nil, err
		}
		ranks := ranksOf(s)
		t.Columns = append(t.Columns, tables.Column{Name: b.Title + " with", Right: true}, tables.Column{Name: "without", Right: true})
		data.Columns = append(data.Columns, tables.Column{Name: b.Key + "_with_interval"}, tables.Column{Name: b.Key + "_without_interval"})
		for i := range models {
			t.Rows[i] = append(t.Rows[i], fmt.Sprint(ranks.interval[i]), fmt.Sprint(ranks.plain[i]))
		}
		result.Figures = append(result.Figures, Figure{"table2-" + b.Key, s.Figure(b.Title+" ranked by Bayes@N", note(all), table1Rules)})
		result.Data = append(result.Data, Data{"table2-" + b.Key + "-scores", report.Data([]report.Standings{s})})
		if slices.Equal(models, table2Models) {
			result.Checks = append(result.Checks, table2Checks(b, s, ranks)...)
			t.Notes = append(t.Notes, gptNote(b, s))
		}
	}
	data.Rows = t.Rows
	result.Data = append(result.Data, Data{"table2", data})
	return result, nil
}

func table2Checks(b Benchmark, s report.Standings, ranks bayesRanks) []Check {
	var checks []Check
	want := table2Published[b.Key]
	group := b.Title + ": ranks as published, with and without interval"
	for i, model := range table2Models {
		checks = append(checks,
			Check{Experiment: "table2", Check: fmt.Sprintf("%s: rank of %s with interval", b.Title, model), Published: want.interval[i], Obtained: ranks.interval[i], Group: group},
			Check{Experiment: "table2", Check: fmt.Sprintf("%s: rank of %s without", b.Title, model), Published: want.plain[i], Obtained: ranks.plain[i], Group: group})
	}
	pair := gptPair(s)
	return append(checks,
		Check{Experiment: "table2", Check: b.Title + ": ties with interval", Published: table2Ties[b.Key], Obtained: sharedRanks(ranks.interval)},
		Check{Experiment: "table2", Check: b.Title + ": z of gpt-oss-20b high and medium", Published: gptOSS[b.Key].z, Obtained: math.Abs(pair.Z)},
		Check{Experiment: "table2", Check: b.Title + ": ρ of gpt-oss-20b high and medium", Published: gptOSS[b.Key].rho, Obtained: ranking.Rho(math.Abs(pair.Z))})
}

func gptNote(b Benchmark, s report.Standings) string {
	pair := gptPair(s)
	return fmt.Sprintf("%s: gpt-oss-20b high and medium differ by z = %s, ρ = %s.", b.Title, tables.Float(math.Abs(pair.Z), 3), tables.Percent(ranking.Rho(math.Abs(pair.Z)), 1))
}

// gptPair is the comparison of the two models that the paper singles out.
func gptPair(s report.Standings) ranking.Pair {
	is := func(place int) bool {
		name := s.Rows[place].Model
		return name == table2Models[1] || name == table2Models[2]
	}
	i := slices.IndexFunc(s.Pairs, func(p ranking.Pair) bool { return is(p.Above) && is(p.Below) })
	return s.Pairs[i]
}
