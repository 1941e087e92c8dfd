package posterior

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
)

// betaParameters are uniform, with the mode at an end and within, narrow, of an
// end without bound, and of two; with the mirrored ones.
func betaParameters() [][2]float64 {
	list := [][2]float64{
		{1, 1}, {0.5, 0.5}, {0.02, 0.7}, {0.02, 3.7}, {6, 6}, {1.5, 1.5}, {1000, 1000}, {1e6, 1e6},
	}
	for _, p := range [][2]float64{
		{1, 11}, {2, 10}, {1.01, 11}, {1, 65}, {3, 500}, {1, 1e6}, {1 + 1e-14, 1000},
		{0.5, 1}, {0.5, 10.5}, {0.5, 1e6}, {0.97, 1.3},
	} {
		list = append(list, p, [2]float64{p[1], p[0]})
	}
	return list
}

// table is the table of a variable, if it has one, and the function from its
// numbers to those of the variable, which may be decreasing.
func table(x variable) (*strips, func(z float64) float64) {
	switch x := x.(type) {
	case *strips:
		return x, func(z float64) float64 { return z }
	case poweredVariable:
		return x.z, func(z float64) float64 { return math.Pow(z, x.power) }
	case mirroredVariable:
		t, from := table(x.x)
		return t, func(z float64) float64 { return 1 - from(z) }
	}
	return nil, nil
}

func eachBeta(t *testing.T, f func(t *testing.T, x variable, truth distuv.Beta, strips int)) {
	for _, p := range betaParameters() {
		for _, strips := range []int{leastStrips, mostStrips} {
			t.Run(fmt.Sprintf("%v,%v/%d", p[0], p[1], strips), func(t *testing.T) {
				f(t, newBeta(p[0], p[1], strips), distuv.Beta{Alpha: p[0], Beta: p[1]}, strips)
			})
		}
	}
}

// The density is that of gonum, taken from z to x = z^power by the rule for a
// change of variables, up to a constant factor; its maximum is 1.
func TestDensity(t *testing.T) {
	eachBeta(t, func(t *testing.T, x variable, truth distuv.Beta, _ int) {
		if m, ok := x.(mirroredVariable); ok {
			x, truth = m.x, distuv.Beta{Alpha: truth.Beta, Beta: truth.Alpha}
		}
		strips, _ := table(x)
		if strips == nil {
			return
		}
		f, highest := strips.density, 0.0
		log := func(z float64) float64 {
			return truth.LogProb(math.Pow(z, f.power)) + math.Log(f.power) + (f.power-1)*math.Log(z)
		}
		factor := math.NaN()
		for _, edge := range strips.edges {
			z, height := edge.left, f.at(edge.left)
			highest = max(highest, height)
			if height < 1e-250 || z < 1e-250 || math.Pow(z, f.power) < 1e-250 || math.Pow(z, f.power) == 1 {
				continue
			}
			if math.IsNaN(factor) {
				factor = math.Log(height) - log(z)
			}
			// Logarithms of 10^6 and more lose nine digits of sixteen.
			if d := math.Abs(math.Log(height) - log(z) - factor); d > 1e-7 {
				t.Fatalf("the logarithm of the density at %v is off by %v", z, d)
			}
		}
		if math.Abs(highest-1) > 1e-9 {
			t.Errorf("the maximum is %v, want 1", highest)
		}
	})
}

// The strips join from 0 to 1, all have the same area, reach no higher at the
// farther edge than the density within and no lower at the nearer one; and there
// are about as many as asked for.
func TestStripsCover(t *testing.T) {
	const slack = 1e-9
	eachBeta(t, func(t *testing.T, x variable, _ distuv.Beta, count int) {
		strips, _ := table(x)
		if strips == nil {
			return
		}
		last := len(strips.edges) - 1
		if strips.edges[0].left != 0 || strips.edges[last].left != 1 {
			t.Errorf("strips from %v to %v", strips.edges[0].left, strips.edges[last].left)
		}
		if last < count || last > count+count/16+8 {
			t.Errorf("%d strips, want %d or somewhat more", last, count)
		}
		for i, edge := range strips.edges[:last] {
			width := strips.edges[i+1].left - edge.left
			if width <= 0 {
				t.Fatalf("strip %d has the width %v", i, width)
			}
			low, high := strips.area/edge.reach, strips.area/width
			for step := range 9 {
				f := strips.density.at(edge.left + width*float64(step)/8)
				if f < low*(1-slack) || f > high*(1+slack) {
					t.Fatalf("strip %d of %d goes from %v to %v, the density is %v", i, last, low, high, f)
				}
			}
		}
	})
}

// The shares of draws that need the upper part of a strip are as the comment on
// mostStrips says: the low parts of strips are the rest of the area.
func TestUpperShares(t *testing.T) {
	for _, c := range []struct {
		strips    int
		low, high float64
	}{{1024, 1.0 / 200, 1.0 / 60}, {128, 1.0 / 25, 1.0 / 11}, {16, 0.2, 0.4}} {
		for _, p := range [][2]float64{{1, 11}, {4, 8}, {6, 6}, {1000, 1000}, {0.5, 10.5}} {
			strips, _ := table(newBeta(p[0], p[1], c.strips))
			var taken float64
			last := len(strips.edges) - 1
			for i, edge := range strips.edges[:last] {
				taken += (strips.edges[i+1].left - edge.left) / edge.reach / float64(last)
			}
			if upper := 1 - taken; upper < c.low || upper > c.high {
				t.Errorf("Beta%v, %d strips: %.4f of the draws need the upper part", p, c.strips, upper)
			}
		}
	}
}

// In the upper part of each strip as many points are taken as lie below the
// density, by gonum's Gauss-Legendre rule, to five standard errors.
func TestUpperPart(t *testing.T) {
	const n = 20_000
	for i, p := range [][2]float64{{1, 11}, {4, 8}, {3, 500}, {0.5, 10.5}} {
		strips, _ := table(newBeta(p[0], p[1], leastStrips))
		s := rng.New(5, "upper", i)
		for j, edge := range strips.edges[:len(strips.edges)-1] {
			right := strips.edges[j+1].left
			farther := min(strips.density.at(edge.left), strips.density.at(right)) * (right - edge.left)
			below := quad.Fixed(strips.density.at, edge.left, right, 200, nil, 0)
			want, taken := (below-farther)/(strips.area-farther), 0.0
			for range n {
				x, ok := strips.drawUpper(uint64(j), s)
				if x < edge.left || x > right {
					t.Fatalf("%v is outside of [%v, %v)", x, edge.left, right)
				}
				if ok {
					taken++
				}
			}
			if math.Abs(taken/n-want) > 5*math.Sqrt(want*(1-want)/n)+1e-4 {
				t.Errorf("Beta%v, strip %d: %v of the points are taken, want %v", p, j, taken/n, want)
			}
		}
	}
}

// Draws follow gonum's distribution function: the largest deviation of the
// empirical one is below 2.5/√n, which Kolmogorov's limit passes with a
// probability of 7e-6; the streams are fixed. Mean and variance are gonum's to
// five standard errors.
func TestBeta(t *testing.T) {
	const n = 50_000
	eachBeta(t, func(t *testing.T, x variable, truth distuv.Beta, strips int) {
		s, values := rng.New(1, "beta", strips), make([]float64, n)
		var sum, squares float64
		for i := range values {
			values[i] = x.sum(s, 1)
			d := values[i] - truth.Mean()
			sum, squares = sum+d, squares+d*d
		}
		slices.Sort(values)
		var worst float64
		for i, v := range values {
			cdf := truth.CDF(v)
			worst = max(worst, math.Abs(cdf-float64(i)/n), math.Abs(cdf-float64(i+1)/n))
		}
		if !(worst < 2.5/math.Sqrt(n)) {
			t.Errorf("the distribution is off by %v", worst)
		}
		variance := truth.Variance()
		if e := sum / n / math.Sqrt(variance/n); !(math.Abs(e) < 5) {
			t.Errorf("the mean is off by %v standard errors", e)
		}
		if e := (squares/n/variance - 1) / math.Sqrt((truth.ExKurtosis()+2)/n); !(math.Abs(e) < 5) {
			t.Errorf("the variance is off by %v standard errors", e)
		}
	})
}

// In every strip lie as many of the draws as gonum's distribution function
// says, the outermost strips included, where those with less than 20 draws are
// taken together: χ² differs from its mean, the degrees of freedom, by less than
// five of its standard deviations.
func TestEveryStrip(t *testing.T) {
	const n = 300_000
	eachBeta(t, func(t *testing.T, x variable, truth distuv.Beta, _ int) {
		strips, from := table(x)
		if strips == nil {
			return
		}
		var edges []float64
		for _, edge := range strips.edges {
			edges = append(edges, from(edge.left))
		}
		slices.Sort(edges)
		counts, s := make([]float64, len(edges)), rng.New(2, "strips", len(edges))
		for range n {
			i, _ := slices.BinarySearch(edges, x.sum(s, 1))
			counts[max(i, 1)]++
		}
		var chi, got, want float64
		df := -1
		for i := 1; i < len(edges); i++ {
			got, want = got+counts[i], want+n*(truth.CDF(edges[i])-truth.CDF(edges[i-1]))
			if want >= 20 {
				chi, df = chi+(got-want)*(got-want)/want, df+1
				got, want = 0, 0
			}
		}
		if d := float64(df); df < 5 || math.Abs(chi-d) > 5*math.Sqrt(2*d) {
			t.Errorf("χ² = %.1f with %d degrees of freedom", chi, df)
		}
	})
}

// Of parameters that tend to 0 in the proportion of 1 to 3, nothing remains but 1
// with a probability of 1/4, and 0: the mean of Beta(a, 3a) is 1/4 for all a.
// Beta(a, 1) is U^(1/a), below 10^-300 with a probability of 10^-300a.
func TestBetaOfLittle(t *testing.T) {
	const n = 10_000
	x, s, ones := newBeta(1e-200, 3e-200, leastStrips), rng.New(3, "little", 0), 0.0
	for range n {
		v := x.sum(s, 1)
		if v != 0 && v != 1 {
			t.Fatalf("a draw of %v", v)
		}
		ones += v
	}
	if d := ones - n/4; math.Abs(d) > 5*math.Sqrt(n*3/16.0) {
		t.Errorf("%v of %d draws are 1, want a quarter", ones, n)
	}
	x, tiny := newBeta(0.001, 1, leastStrips), 0.0
	for range n {
		if x.sum(s, 1) < 1e-300 {
			tiny++
		}
	}
	if p := math.Pow(10, -0.3); math.Abs(tiny-n*p) > 5*math.Sqrt(n*p*(1-p)) {
		t.Errorf("%v of %d draws are below 1e-300, want %v", tiny, n, n*p)
	}
}

// The sum of n draws is that of n single ones, on the same stream.
func TestSums(t *testing.T) {
	eachBeta(t, func(t *testing.T, x variable, _ distuv.Beta, _ int) {
		const n = 1000
		s, single := rng.New(4, "sums", 0), rng.New(4, "sums", 0)
		var want float64
		for range n {
			want += x.sum(single, 1)
		}
		if got := x.sum(s, n); math.Abs(got-want) > 1e-9 {
			t.Errorf("sum %v, of single draws %v", got, want)
		}
		if got := x.sum(s, 0); got != 0 {
			t.Errorf("sum of nothing is %v", got)
		}
	})
}

// With parameters so small that gamma numbers vanish, Beta(a, b) is 1 with the chance
// a/(a + b) and else 0: five standard errors of as many draws.
func TestVanishingBeta(t *testing.T) {
	const draws, a, b = 20_000, 1e-6, 3e-6
	random, sum := rand.New(rng.New(1, "test of small betas", 0)), 0.0
	for range draws {
		x := beta(a, b, random)
		if x > 1e-9 && x < 1-1e-9 {
			t.Fatalf("drew %v", x)
		}
		sum += x
	}
	if want := 0.25; math.Abs(sum/draws-want) > 5*math.Sqrt(want*(1-want)/draws) {
		t.Errorf("mean %v, want %v", sum/draws, want)
	}
}

// Draws equal those of gonum's distuv.Beta from the same stream, bit by bit but for sums that
// other processors than amd64 fuse.
func TestBetaIsThatOfGonum(t *testing.T) {
	random := rand.New(rng.New(1, "test of betas", 0))
	want := distuv.Beta{Src: rng.New(1, "test of betas", 0)}
	for range 2000 {
		for _, shapes := range [][2]float64{{0.1, 3}, {0.7, 1}, {1.2, 90}, {40, 7}} {
			want.Alpha, want.Beta = shapes[0], shapes[1]
			if x, y := beta(shapes[0], shapes[1], random), want.Rand(); math.Abs(x-y) > 1e-14 {
				t.Fatalf("Beta(%v): %v, want %v", shapes, x, y)
			}
		}
	}
}
