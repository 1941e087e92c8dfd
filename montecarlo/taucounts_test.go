package montecarlo

import (
	"bytes"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/wire"
	"settle/kendall"
)

// rankings are keys of models, and gold.
type rankings struct {
	gold []int
	list [][]uint64
}

func drawRankings(t *rapid.T) rankings {
	models := rapid.IntRange(2, 7).Draw(t, "models")
	r := rankings{gold: rapid.SliceOfN(rapid.IntRange(0, models), models, models).Draw(t, "gold")}
	r.gold[0] = -1 // not all tie
	keys := rapid.SliceOfN(rapid.Uint64Range(0, uint64(models)), models, models)
	r.list = rapid.SliceOfN(keys, 1, 60).Draw(t, "rankings")
	return r
}

// counts returns the counts of the rankings.
func (r rankings) counts(limit int) *tauCounts {
	c := &tauCounts{limit: limit}
	gold := kendall.NewComparer(r.gold)
	for _, keys := range r.list {
		c.add(gold.Count(keys), 1, gold)
	}
	return c
}

// codedCounts are counts of so many replicates, for the coder.
type codedCounts struct {
	*tauCounts
	replicates int
	gold       *kendall.Comparer
}

func (c codedCounts) Code(w *wire.Coder) { c.code(w, c.replicates, c.gold) }

// The sums are those of the τ_b of package kendall, rounded to units, added up as big
// integers, whether all ways are counted or, beyond the limit, sums alone; on the grid
// each τ is on the line ⌊(τ + 1)·2^9⌋, and the least and the greatest of all that there
// were, before the limit was passed or after, are kept. In any order, with any parts counted
// apart, and read back, the bytes are the same: they tell nothing but what there was.
func TestTauCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRankings(t)
		limit := rapid.SampledFrom([]int{1, 2, 5, mostWays}).Draw(t, "limit")
		gold := kendall.NewComparer(r.gold)
		sum, squares, undefined, lines := new(big.Int), new(big.Int), 0, make([]int, tauLines)
		ways, least, most := map[kendall.Count]bool{}, math.Inf(1), math.Inf(-1)
		for _, keys := range r.list {
			tau := kendall.TauB(floatsOf(r.gold), floatsOf(keys))
			if math.IsNaN(tau) {
				undefined++
				tau = 0
			}
			ways[gold.Count(keys)] = true
			least, most = math.Min(least, tau), math.Max(most, tau)
			v := big.NewInt(int64(math.RoundToEven(math.Ldexp(tau, 52))))
			sum.Add(sum, v)
			squares.Add(squares, new(big.Int).Mul(v, v))
			lines[int(math.Floor(math.Ldexp(tau+1, 9)))]++
		}
		c := r.counts(limit)
		sums, gotUndefined := c.moments()
		gotSum, gotSquares := sums.total(), bigOf(sums.squares[:])
		if gotSum.Cmp(sum) != 0 || gotSquares.Cmp(squares) != 0 || gotUndefined != undefined {
			t.Fatalf("%v, %v, %d, want %v, %v, %d", gotSum, gotSquares, gotUndefined, sum, squares, undefined)
		}
		if collapsed := c.grid != nil; collapsed != (len(ways) > limit) {
			t.Fatalf("%d ways, limit %d: %v", len(ways), limit, collapsed)
		} else if collapsed && !slices.Equal(c.grid.lines[:], lines) {
			t.Fatalf("lines %v, want %v", c.grid.lines, lines)
		} else if collapsed && (c.grid.least != least || c.grid.most != most) {
			t.Fatalf("from %v to %v, want %v to %v", c.grid.least, c.grid.most, least, most)
		}

		written := wire.Write(nil, codedCounts{c, len(r.list), gold})
		other := rankings{r.gold, rapid.Permutation(r.list).Draw(t, "order")}
		parts := &tauCounts{limit: limit}
		for len(other.list) > 0 {
			n := rapid.IntRange(1, len(other.list)).Draw(t, "part")
			parts.merge(rankings{r.gold, other.list[:n]}.counts(limit), gold)
			other.list = other.list[n:]
		}
		if again := wire.Write(nil, codedCounts{parts, len(r.list), gold}); !bytes.Equal(written, again) {
			t.Fatalf("%x, and in parts %x", written, again)
		}
		read := &tauCounts{limit: limit}
		if err := wire.Read(written, codedCounts{read, len(r.list), gold}); err != nil {
			t.Fatal(err)
		}
		if again := wire.Write(nil, codedCounts{read, len(r.list), gold}); !bytes.Equal(written, again) {
			t.Fatalf("%x, and read %x", written, again)
		}
		for end := range written {
			if wire.Read(written[:end], codedCounts{&tauCounts{limit: limit}, len(r.list), gold}) == nil {
				t.Fatalf("%d of %d bytes are taken for all", end, len(written))
			}
		}
		if wire.Read(written, codedCounts{&tauCounts{limit: limit}, len(r.list) + 1, gold}) == nil {
			t.Fatal("counts of fewer replicates than there are were read")
		}
	})
}

// A cell of rankings without end takes no more room than its limit allows, and after it
// one number a line.
func TestTauCountsRoom(t *testing.T) {
	const models, limit = 40, 100
	gold, keys := make([]int, models), make([]uint64, models)
	for i := range gold {
		gold[i], keys[i] = i, uint64(i)
	}
	compare, random := kendall.NewComparer(gold), rand.New(rand.NewPCG(1, 2))
	c := &tauCounts{limit: limit}
	most := 0
	for range 20_000 {
		random.Shuffle(models, func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		c.add(compare.Count(keys), 1, compare)
		most = max(most, len(c.entries))
	}
	// Half of a table is used.
	if most > 256 || c.entries != nil || c.grid == nil {
		t.Errorf("%d places at most, %d in the end", most, len(c.entries))
	}
	list, units := []kendall.Count{compare.Count(keys)}, make([]int64, 1)
	allocs := testing.AllocsPerRun(100, func() { c.addEach(list, 1, units, compare) })
	if allocs != 0 {
		t.Errorf("%v allocations a ranking", allocs)
	}
}

func floatsOf[T int | uint64](list []T) []float64 {
	floats := make([]float64, len(list))
	for i, x := range list {
		floats[i] = float64(x)
	}
	return floats
}

// The distribution is that of all τ in a sorted list, an undefined one as 0: the k-th
// smallest with k = ⌈pR⌉, how many are 1, every value as often as it is there; beyond the
// limit the least, the greatest and the counts are still exact, and what is between them on
// the next lower line of the grid, if that is not below the least. The mean is that of the
// rationals that the floats are, rounded once; beyond the limit it is that of τ in units of
// 2^−52. It is never outside what it is of.
func TestDistribution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRankings(t)
		limit := rapid.SampledFrom([]int{0, 1, 3, mostWays}).Draw(t, "limit") // 0: one τ can be on the grid
		gold := kendall.NewComparer(r.gold)
		var taus []float64
		ones, undefined, values := 0, 0, map[float64]int{}
		for _, keys := range r.list {
			tau := kendall.TauB(floatsOf(r.gold), floatsOf(keys))
			switch {
			case math.IsNaN(tau):
				undefined++
				taus = append(taus, 0)
				continue
			case tau == 1:
				ones++
			}
			values[tau]++
			taus = append(taus, tau)
		}
		slices.Sort(taus)
		p := r.counts(limit).point(len(taus), gold)
		checkMean(t, p, taus)
		if p.Ones != ones || p.Undefined != undefined {
			t.Fatalf("%d ones and %d undefined, want %d and %d", p.Ones, p.Undefined, ones, undefined)
		}
		for i, level := range []float64{0, 0.05, 0.25, 0.5, 0.75, 0.95, 1} {
			k := max(1, int(math.Ceil(level*float64(len(taus)))))
			exact := taus[k-1]
			want := exact
			if p.Values == nil && k < len(taus) {
				want = math.Max(math.Floor(exact*512)/512, taus[0])
			}
			if got := p.Quantiles[i]; got != want || got > exact || exact-got >= 1./512 {
				t.Fatalf("quantile %v of %v is %v, want %v", level, taus, got, want)
			}
		}
		if p.Values == nil {
			if p.Resolution != 1./512 {
				t.Fatalf("resolution %v", p.Resolution)
			}
			return
		}
		got := map[float64]int{}
		for _, v := range p.Values[:len(values)] {
			got[v.Tau] = v.Replicates
		}
		if p.Resolution != 0 || !maps.Equal(got, values) || len(p.Values) != len(values)+min(undefined, 1) {
			t.Fatalf("values %v, want %v", p.Values, values)
		}
	})
}

func checkMean(t *rapid.T, p TauPoint, ascending []float64) {
	sum := new(big.Rat)
	for _, tau := range ascending {
		sum.Add(sum, new(big.Rat).SetFloat64(tau))
	}
	want, _ := sum.Quo(sum, big.NewRat(int64(len(ascending)), 1)).Float64()
	off := 0.0
	if p.Values == nil {
		off = 0x1p-52
	}
	if math.Abs(p.Mean-want) > off || p.Mean < ascending[0] || p.Mean > ascending[len(ascending)-1] {
		t.Fatalf("mean %v of %v, want %v", p.Mean, ascending, want)
	}
}

// The least, the mean and the greatest τ that bytes tell must be of what is on the grid.
func TestDamagedGrid(t *testing.T) {
	// Four models that all tie, of which two tie, and of which two neighbours are exchanged:
	// τ is undefined, 5/√(6·5) = 0.91 and 2/3.
	r := rankings{[]int{0, 1, 2, 3}, [][]uint64{{5, 5, 5, 5}, {0, 1, 1, 2}, {1, 0, 2, 3}}}
	gold := kendall.NewComparer(r.gold)
	for name, damage := range map[string]func(*tauGrid){
		"":                        func(*tauGrid) {},
		"no number":               func(g *tauGrid) { g.least = math.NaN() },
		"no number at the top":    func(g *tauGrid) { g.most = math.NaN() },
		"infinite":                func(g *tauGrid) { g.least = math.Inf(-1) },
		"above 1":                 func(g *tauGrid) { g.most = 2 },
		"below an empty line":     func(g *tauGrid) { g.least = -0x1p-20 },
		"above an empty line":     func(g *tauGrid) { g.most = 0.95 },
		"not the greatest":        func(g *tauGrid) { g.most = 2. / 3 },
		"not the least":           func(g *tauGrid) { g.least, g.lost = 2./3, 0; g.sums.addTimes(unitsPerTau, 1) },
		"the wrong way round":     func(g *tauGrid) { g.least, g.most = g.most, g.least },
		"above what is undefined": func(g *tauGrid) { g.least = 0x1p-20 },
		"below the mean":          func(g *tauGrid) { g.sums.addTimes(unitsPerTau, 2) },
		"above the mean":          func(g *tauGrid) { g.sums.addTimes(-unitsPerTau, 2) },
	} {
		c := r.counts(1)
		damage(c.grid)
		err := wire.Read(wire.Write(nil, codedCounts{c, len(r.list), gold}), codedCounts{&tauCounts{limit: 1}, len(r.list), gold})
		if (err == nil) != (name == "") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// One iteration is one replicate at one n: of a dozen ways in all, as of eleven models.
func BenchmarkTauCounts(b *testing.B) {
	gold := kendall.NewComparer([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
	random := rand.New(rand.NewPCG(1, 2))
	list, units := make([]kendall.Count, 1<<10), make([]int64, 1<<10)
	for i := range list {
		list[i] = kendall.Count{Score: int32(55 - 2*random.IntN(12)), Untied: 55}
	}
	c := &tauCounts{limit: mostWays}
	for i := 0; i < b.N; i += len(list) {
		c.addEach(list, 1, units, gold)
	}
}
