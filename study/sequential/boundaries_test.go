package sequential

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

func equallySpaced(looks int) []float64 {
	shares := make([]float64, looks)
	for i := range shares {
		shares[i] = float64(i+1) / float64(looks)
	}
	return shares
}

// The boundaries of Lan and DeMets for five equally spaced looks at a one-sided level
// of 0.025 are 4.8769, 3.3569, 2.6803, 2.2898 and 2.0310 (DeMets and Lan, "Interim
// analysis: the alpha spending function approach", 1994). The second is 3.3570119 by
// scipy: ∫ φ(x)·(1 − Φ((c√0.4 − x√0.2)/√0.2)) dx up to the first boundary, by quad, is
// what is spent there; the printed one is 0.0001 too low.
func TestBoundariesOfLanAndDeMets(t *testing.T) {
	got := groupSequential(0.025, equallySpaced(5), 5).every
	for i, want := range []float64{4.87688, 3.3570119, 2.6803, 2.2898, 2.0310} {
		if math.Abs(got[i]-want) > 0.00005 {
			t.Errorf("look %d: boundary %v, want %v", i+1, got[i], want)
		}
	}
	if math.Abs(got[1]-3.3570119) > 1e-6 {
		t.Errorf("second boundary %v, want 3.3570119", got[1])
	}
}

// Testing at |z| ≥ 1.96 after each of 2, 3, 4, 5, 10 and 20 equally spaced batches
// rejects a true hypothesis with probability 0.083, 0.107, 0.126, 0.142, 0.193 and
// 0.248 (Armitage, McPherson and Rowe, "Repeated significance tests on accumulating
// data", 1969, Table 2). One side of it is at least half of that, and less than half
// and what crossing both sides makes.
func TestRecursionOfArmitage(t *testing.T) {
	z := -distuv.UnitNormal.Quantile(0.025)
	for looks, want := range map[int]float64{1: 0.05, 2: 0.083, 3: 0.107, 4: 0.126, 5: 0.142, 10: 0.193, 20: 0.248} {
		shares := equallySpaced(looks)
		w, crossed := newWalk(shares, 1), 0.0
		for _, share := range shares {
			c := z * math.Sqrt(share)
			if w.at == 0 {
				crossed += distuv.UnitNormal.CDF(-z)
			} else {
				above, _ := w.probabilityAbove(c, share)
				crossed += above
			}
			w.move(share, c)
		}
		if crossed < want/2-0.0005 || crossed > want/2+want*want/4 {
			t.Errorf("%d looks: one side crossed with probability %v, both with %v", looks, crossed, want)
		}
	}
}

// Twenty equally spaced looks, the last boundary, by an own program in numpy with
// another quadrature: midpoints of 4001 fixed cells, of which a boundary cuts one.
func TestLastBoundaryOfManyLooks(t *testing.T) {
	for level, want := range map[float64]float64{0.05: 1.839, 0.025: 2.123, 0.05 / 110: 3.397} {
		if got := groupSequential(level, equallySpaced(20), 20).every[19]; math.Abs(got-want) > 0.0006 {
			t.Errorf("level %v: %v, want %v", level, got, want)
		}
	}
}

// A single look spends everything at once, and unequal steps spend the level: random
// walks cross the boundaries as often as they should.
func TestBoundariesKeepTheLevel(t *testing.T) {
	if got, want := groupSequential(0.01, []float64{1}, 1).every[0], -distuv.UnitNormal.Quantile(0.01); math.Abs(got-want) > 1e-12 {
		t.Errorf("one look: %v, want %v", got, want)
	}
	shares := []float64{0.3, 0.35, 0.7, 0.95, 1}
	b := groupSequential(0.2, shares, len(shares))
	walks := normalWalks(200_000, shares)
	for last := range shares {
		crossed := 0
		for _, walk := range walks {
			for look, z := range walk[:last+1] {
				bound := b.every[look]
				if look == last && last < len(shares)-1 {
					bound = b.last[look]
				}
				if z >= bound {
					crossed++
					break
				}
			}
		}
		want := 0.2
		if last < len(shares)-1 {
			spent := 0.0
			if last > 0 {
				spent = OBrienFleming.Spent(0.2, shares[last-1])
			}
			want = spent + lastShare*(0.2-spent)
		}
		if got := float64(crossed) / float64(len(walks)); math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/float64(len(walks))) {
			t.Errorf("ended at look %d: %v crossed, want %v", last+1, got, want)
		}
	}
}

// Of 250 looks every third counts, and the last, and over these the level is spent.
func TestManyLooks(t *testing.T) {
	b := groupSequential(0.1, equallySpaced(250), 250).every
	var shares, counted []float64
	for i, z := range b {
		if i%3 == 0 {
			shares, counted = append(shares, float64(i+1)/250), append(counted, z)
		} else if !math.IsInf(z, 1) {
			t.Errorf("look %d calls at %v", i+1, z)
		}
	}
	for i, want := range groupSequential(0.1, shares, len(shares)).every {
		if math.Abs(counted[i]-want) > 1e-9 && counted[i] != want {
			t.Errorf("look %d: %v, want %v", i, counted[i], want)
		}
	}
}

// A boundary falls with the number of open comparisons, and a number that is rounded
// up has that of at most 1/32 more.
func TestFamiliesShareTheLevel(t *testing.T) {
	f := newFamily(0.025, 300, false, equallySpaced(3))
	before := math.Inf(1)
	for _, open := range []int{300, 299, 250, 100, 33, 32, 31, 3, 2, 1} {
		got := f.boundariesFor(open).every[2]
		exact := groupSequential(0.025/float64(open), f.shares, len(f.shares)).every[2]
		if got > before || got < exact-1e-12 || got > exact+0.01 || open <= 32 && got != exact {
			t.Errorf("%d open: %v after %v, exact %v", open, got, before, exact)
		}
		before = got
	}
}
