package posterior

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
)

// power is a symmetric matrix to a power, by its eigenvalues.
func power(a mat.Symmetric, p float64) *mat.Dense {
	var e mat.EigenSym
	if !e.Factorize(a, true) {
		panic("no eigenvalues")
	}
	n, vectors := a.SymmetricDim(), new(mat.Dense)
	e.VectorsTo(vectors)
	d := mat.NewDiagDense(n, nil)
	for i, v := range e.Values(nil) {
		d.SetDiag(i, math.Pow(v, p))
	}
	var scaled, out mat.Dense
	scaled.Mul(vectors, d)
	out.Mul(&scaled, vectors.T())
	return &out
}

// matrices is CR2 and its degrees of freedom by the matrices of the definition: X = 1,
// M = I − H, A_g = M_gg^(−½), CR2 = Σ_g (1'A_g e_g / M)², and (Σλ)²/Σλ² of the products
// of the vectors M_g'A_g 1/M.
func matrices(y []float64, groups []int) (variance, degrees float64) {
	m := len(y)
	residual := mat.NewSymDense(m, nil)
	for i := range m {
		for j := range i + 1 {
			residual.SetSym(i, j, -1/float64(m))
		}
		residual.SetSym(i, i, 1-1/float64(m))
	}
	var e mat.VecDense
	e.MulVec(residual, mat.NewVecDense(m, y))
	var vectors []*mat.VecDense
	for g := range slices.Max(groups) + 1 {
		var of []int
		for q, group := range groups {
			if group == g {
				of = append(of, q)
			}
		}
		block := mat.NewSymDense(len(of), nil)
		rows := mat.NewDense(m, len(of), nil)
		own := mat.NewVecDense(len(of), nil)
		ones := mat.NewVecDense(len(of), nil)
		for i, q := range of {
			for j := range i + 1 {
				block.SetSym(i, j, residual.At(q, of[j]))
			}
			for k := range m {
				rows.Set(k, i, residual.At(k, q))
			}
			own.SetVec(i, e.AtVec(q))
			ones.SetVec(i, 1/float64(m))
		}
		var adjusted, vector mat.VecDense
		adjusted.MulVec(power(block, -0.5), ones)
		vector.MulVec(rows, &adjusted)
		vectors = append(vectors, &vector)
		d := mat.Dot(&adjusted, own)
		variance += d * d
	}
	var trace, squares float64
	for _, a := range vectors {
		trace += mat.Dot(a, a)
		for j := range vectors {
			p := mat.Dot(a, vectors[j])
			squares += p * p
		}
	}
	return variance, trace * trace / squares
}

// The closed form is the definition, for groups of all sizes; groups of one question
// each are no groups.
func TestClustersAgainstMatrices(t *testing.T) {
	r := rand.New(rng.New(1, "clusters", 0))
	for _, groups := range [][]int{
		{0, 1},
		{0, 0, 0, 1},
		{0, 1, 2, 0, 1, 2, 3},
		{0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3},
		{0, 1, 2, 3, 4},
	} {
		y := make([]float64, len(groups))
		for q := range y {
			y[q] = r.Float64()
		}
		want, degrees := matrices(y, groups)
		row, df := spread(slices.Clone(y), groups)
		if got := squares(row); math.Abs(got-want) > 1e-12 || math.Abs(df-degrees) > 1e-9*degrees {
			t.Errorf("groups %v: variance %v with %v degrees, by matrices %v with %v", groups, got, df, want, degrees)
		}
		alone, single := spread(slices.Clone(y), nil)
		if v := stat.Variance(y, nil) / float64(len(y)); math.Abs(squares(alone)-v) > 1e-12 || single != float64(len(y)-1) {
			t.Errorf("%d questions: %v with %v degrees, want %v", len(y), squares(alone), single, v)
		}
		if slices.Max(groups) == len(groups)-1 && (math.Abs(squares(row)-squares(alone)) > 1e-12 || math.Abs(df-single) > 1e-9) {
			t.Errorf("groups of one: %v with %v degrees, without groups %v with %v", squares(row), df, squares(alone), single)
		}
	}
}

// A question that a model never met counts for no group, and two groups at least must
// have been met.
func TestClustersOfQuestionsMet(t *testing.T) {
	nan := math.NaN()
	row, df := spread([]float64{0.5, nan, 0.25, 1}, []int{0, 1, 2, 2})
	want, degrees := spread([]float64{0.5, 0.25, 1}, []int{0, 1, 1})
	if math.Abs(squares(row)-squares(want)) > 1e-15 || math.Abs(df-degrees) > 1e-12 {
		t.Errorf("%v with %v degrees, want %v with %v", row, df, want, degrees)
	}
	tally := results.NewTally(1, 3, 1)
	tally.Trials, tally.Groups = 2, []int{0, 0, 0}
	if _, err := New(metrics.Bayes(metrics.Binary, nil), tally, Population); !errors.Is(err, ErrOneGroup) {
		t.Errorf("one group: %v", err)
	}
	if _, err := New(metrics.Bayes(metrics.Binary, nil), tally, Questions); err != nil {
		t.Errorf("one group, these very questions: %v", err)
	}
}

// Two models of the same groups are compared by the groups' differences, with the
// variance of these, and draws vary as much.
func TestClustersArePaired(t *testing.T) {
	tally := results.NewTally(2, 6, 1)
	tally.Trials, tally.Groups = 10, []int{0, 0, 1, 1, 2, 3}
	var gaps []float64
	var trials float64
	for q, c := range [][2]int{{9, 7}, {8, 7}, {2, 1}, {3, 1}, {5, 5}, {7, 2}} {
		for model, n := range c {
			tally.Add(model, q, 1, n)
			a, b := float64(n+1), float64(11-n)
			trials += a * b / (144 * 13) / 36 // of Beta(a, b), over M²
		}
		gaps = append(gaps, float64(c[0]-c[1])/12)
	}
	s, err := New(metrics.Bayes(metrics.Binary, nil), tally, Population)
	if err != nil {
		t.Fatal(err)
	}
	between, degrees := matrices(gaps, tally.Groups)
	d := s.Difference(0, 1)
	if math.Abs(d.Sigma*d.Sigma-trials-between) > 1e-12 || math.Abs(d.DF-degrees) > 1e-9 || !s.Normal() {
		t.Errorf("variance %v with %v degrees, want %v with %v", d.Sigma*d.Sigma, d.DF, trials+between, degrees)
	}
	const draws = 40_000
	drawer := mustDraw(t, s, []int{0, 1}, 3)
	drawer.chi.K = 0
	var sum, squares float64
	for i := range draws {
		scores := drawer.draw(i, func() bool { return false })
		x := scores[0] - scores[1]
		sum, squares = sum+x, squares+x*x
	}
	if v := squares/draws - sum/draws*sum/draws; math.Abs(v/(trials+between)-1) > 5*math.Sqrt(2.0/draws) {
		t.Errorf("variance of draws %v, want %v", v, trials+between)
	}
}
