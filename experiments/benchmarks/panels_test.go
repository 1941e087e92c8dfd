package benchmarks_test

import (
	"context"
	"slices"
	"testing"

	"settle/experiments/benchmarks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/results"
)

// smallBoards returns a board of two models for each benchmark, whose first model solves
// both questions in every trial and whose second one solves a half.
func smallBoards(t *testing.T) []paper.Benchmark {
	t.Helper()
	return lists.Each(paper.BenchmarkKeys, func(key string) paper.Benchmark {
		b, err := results.NewBoard([]string{"a", "b"}, []string{"p", "q"}, 8, 1)
		if err != nil {
			t.Fatal(err)
		}
		for trial := range 8 {
			b.Row(0, 0)[trial], b.Row(0, 1)[trial], b.Row(1, 0)[trial] = 1, 1, 1
		}
		return paper.Benchmark{Key: key, Title: paper.Tasks[key].Title, Board: b}
	})
}

// The panels are in the order of the paper's captions.
func TestPanelsInThePapersOrder(t *testing.T) {
	o := paper.Options{Seed: 1, Benchmarks: smallBoards(t), Cache: &paper.Cache{}}
	for _, tt := range []struct {
		name string
		run  func(context.Context, paper.Options) *paper.Result
		want []string
	}{
		{"fig1", benchmarks.Fig1, []string{"(a) AIME'24", "(b) AIME'25", "(c) HMMT'25", "(d) BrUMO'25"}},
		{"fig4", benchmarks.Fig4, []string{"(a) AIME'25", "(b) AIME'24", "(c) HMMT'25", "(d) BrUMO'25"}},
		{"fig5", benchmarks.Fig5, []string{
			"(a) AIME'24 (paper: n = 75)", "(b) AIME'25 (paper: never)", "(c) BrUMO'25 (paper: n = 68)", "(d) HMMT'25 (paper: n = 78)",
		}},
		{"fig6", benchmarks.Fig6, []string{"(a) AIME'24", "(b) AIME'25", "(c) HMMT'25", "(d) BrUMO'25"}},
	} {
		figure := tt.run(context.Background(), o).Figures[0]
		got := lists.Each(figure.Figure.Panels, func(p figures.Panel) string {
			if c, ok := p.(figures.Curves); ok {
				return c.Title
			}
			return p.(figures.Trajectories).Title
		})
		if figure.Name != tt.name || !slices.Equal(got, tt.want) {
			t.Errorf("%s has the panels %q, want those of %s, %q", figure.Name, got, tt.name, tt.want)
		}
	}
}
