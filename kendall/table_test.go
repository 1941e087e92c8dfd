package kendall_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/lanes"
	"settle/kendall"
)

// packed draws rankings of the models and packs them into a table.
func packed(t *rapid.T, models int) (*lanes.Table, [][]uint64) {
	rankings := rapid.IntRange(1, 7).Draw(t, "rankings")
	widths, all := make([]int, rankings), make([][]uint64, rankings)
	for i := range widths {
		widths[i] = rapid.IntRange(1, lanes.MaxWidth).Draw(t, "width")
		largest := uint64(1)<<widths[i] - 1
		key := rapid.OneOf(rapid.Uint64Range(0, min(3, largest)), rapid.Uint64Range(0, largest))
		all[i] = rapid.SliceOfN(key, models, models).Draw(t, "keys")
	}
	var layout lanes.Layout
	lanesOf := layout.Add(widths...)
	table := lanes.NewTable(lanesOf, layout.Guards, models)
	for i, lane := range table.Lanes {
		for model, key := range all[i] {
			table.Column(lane.Word).Add(model, key<<lane.Low)
		}
	}
	return table, all
}

// All lanes at once, which looks at pairs, give what each ranking gives on its
// own, which counts exchanges, to the last bit, for few models and for many.
func TestTauBsAreTauB(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models := rapid.OneOf(rapid.IntRange(2, 12), rapid.IntRange(13, 70)).Draw(t, "L")
		gold := rapid.SliceOfN(rapid.IntRange(0, models), models, models).Draw(t, "gold")
		table, rankings := packed(t, models)
		c := kendall.NewComparer(gold)
		taus := make([]float64, len(rankings))
		c.TauBs(table, taus)
		for i, keys := range rankings {
			if want := c.TauB(keys); taus[i] != want && (want == want || taus[i] == taus[i]) {
				t.Fatalf("lane %d: τ = %v, want %v", i, taus[i], want)
			}
		}
	})
}

// The rankings that are kept are those that agree by themselves.
func TestStillAgreeIsAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models := rapid.IntRange(2, 5).Draw(t, "L")
		gold := rapid.SliceOfN(rapid.IntRange(0, models-1), models, models).Draw(t, "gold")
		table, rankings := packed(t, models)
		if rapid.Bool().Draw(t, "one ranking is gold") {
			column := table.Column(table.Lanes[0].Word)
			lane := table.Lanes[0]
			for model := range gold {
				column.Add(model, (uint64(gold[model])-lane.Of(column.At(model)))<<lane.Low)
				rankings[0][model] = uint64(gold[model])
			}
		}
		c := kendall.NewComparer(gold)
		for _, anyOrder := range []bool{false, true} {
			agreed := slices.Clone(table.Guards)
			left := c.StillAgree(table, anyOrder, agreed)
			if left == (slices.Max(agreed) == 0) {
				t.Fatalf("any order %v: agreement is %v, but the guards left are %x", anyOrder, left, agreed)
			}
			for i, lane := range table.Lanes {
				want := c.Agrees(rankings[i])
				if anyOrder {
					want = c.AgreesUpToTies(rankings[i])
				}
				if got := agreed[lane.Word]&lane.Bit() != 0; got != want {
					t.Fatalf("any order %v: lane %d agrees is %v, want %v", anyOrder, i, got, want)
				}
			}
		}
	})
}

func TestTablesAllocateNothing(t *testing.T) {
	for _, models := range []int{5, 60} {
		gold := make([]int, models)
		var layout lanes.Layout
		all := layout.Add(20, 30)
		table := lanes.NewTable(all, layout.Guards, models)
		for model := range gold {
			gold[model] = model
			table.Column(0).Add(model, uint64(model))
		}
		c, taus, agreed := kendall.NewComparer(gold), make([]float64, 2), slices.Clone(layout.Guards)
		if n := testing.AllocsPerRun(100, func() {
			c.TauBs(table, taus)
			c.StillAgree(table, false, agreed)
		}); n != 0 {
			t.Errorf("%d models: %v allocations, want none", models, n)
		}
	}
}
