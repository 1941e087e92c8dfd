package reproduce

import (
	"reflect"
	"slices"
	"testing"

	"settle/experiments"
	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/tables"
	"settle/internal/wire"
)

// What an experiment yields comes back as it was, whatever its figures are: empty lists and
// none, numbers behind pointers that are 0, and the digits that are printed.
func TestYieldsComeBack(t *testing.T) {
	want := newYields(3)
	want.of[1] = &paper.Result{
		Figures: []paper.Figure{{Name: "all", Figure: &figures.Figure{Title: "τ", Width: 88, Panels: []figures.Panel{
			figures.Curves{Lines: []figures.Line{{Name: "l", X: []float64{1}, Y: []float64{0}, Labels: []string{}}}, Bounds: &[2]float64{0, 1}},
			figures.Leaderboard{Entries: []figures.Entry{{Model: "m", RankLo: 1}}}, figures.Trajectories{N: []int{1, 2}},
			figures.HeatMap{Rows: []figures.HeatRow{{Model: "m", Shares: []float64{0.5}}}}, figures.Bumps{Columns: []string{"c"}},
		}}}},
		Data:   []paper.Data{{Name: "d", Table: &tables.Table{Columns: []tables.Column{{Name: "c", Right: true}}, Rows: [][]string{{"1"}}, Headings: []int{0}}}},
		Tables: []*tables.Table{{Title: "t", Notes: []string{}}},
		Checks: []checks.Check{
			{Outcome: checks.Number("0.950", 0.9501, 0.1, 0), Ground: checks.Ground{Kind: checks.Test}}, {Outcome: checks.Number("0", 0, 0, 0)},
			{Outcome: checks.Words("a", "b")}, {Outcome: checks.Share("s", 3, 200)}, {Outcome: checks.Among("3", []float64{1, 2, 3})},
		},
	}
	got := newYields(3)
	if err := got.add(wire.Write(nil, want), 1); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\n%+v", got.of[1], want.of[1])
	}
	if err := newYields(2).add(wire.Write(nil, want), 1); err == nil {
		t.Error("what three experiments yield is taken for what two do")
	}
	if err := newYields(3).add(wire.Write(nil, want), 2); err == nil {
		t.Error("what one experiment yields is taken for what two do")
	}
}

// All experiments are shared out, each once; and those that take long are in shares of
// their own as far as there are as many shares.
func TestExperimentsAreSpread(t *testing.T) {
	all := experiments.All()
	order := spread(all)
	if len(order) != len(all) {
		t.Fatalf("%d experiments of %d", len(order), len(all))
	}
	place := map[string]int{}
	for i, e := range order {
		place[e.ID] = i
	}
	if len(place) != len(all) {
		t.Error("an experiment is there twice")
	}
	share := func(id string, n int) int { return place[id] * n / len(all) }
	if share("fig2", 2) == share("fig1", 2) {
		t.Error("the two that take longest are in one half")
	}
	four := []int{share("fig2", 4), share("fig1", 4), share("fig5", 4), share("fig6", 4)}
	slices.Sort(four)
	if !slices.Equal(four, []int{0, 1, 2, 3}) {
		t.Errorf("the four that take longest are in the quarters %v", four)
	}
}
