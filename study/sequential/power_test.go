package sequential

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"settle/metrics"
	"settle/results"
)

// Power runs the pairs given by the formulas of docs/sequential.md, implemented plainly here.
func TestNextOfPower(t *testing.T) {
	ran := map[int]int{} // boards by the number of models that run
	rapid.Check(t, func(t *rapid.T) {
		models, questions := rapid.IntRange(2, 7).Draw(t, "models"), rapid.IntRange(1, 30).Draw(t, "questions")
		s := Step{
			Design: Design{Batch: rapid.IntRange(1, 4).Draw(t, "batch"), Confidence: 0.95, HalfWidth: 0.1,
				Sampled: Sampled(metrics.Binary), Meant: 16},
			Policy: Power, Correction: rapid.SampledFrom([]Correction{Mixture, Holm}).Draw(t, "correction"),
			MaxTrials: rapid.IntRange(12, 40).Draw(t, "max trials"), Critical: rapid.SampledFrom([]float64{0, 3}).Draw(t, "critical"),
			Budget: rapid.SampledFrom([]int{0, 0, 1, 50, 500}).Draw(t, "budget"),
		}
		if rapid.Bool().Draw(t, "costs") {
			s.Costs = rapid.SliceOfN(rapid.Float64Range(0.1, 10), models, models).Draw(t, "costs of models")
		}
		trials, all := make([]int, models), []int{}
		for model := range trials {
			trials[model] = s.Batch * rapid.SampledFrom([]int{2, 2, 2, 3}).Draw(t, "batches")
			all = append(all, slices.Repeat([]int{trials[model]}, questions)...)
		}
		b, err := results.NewUnequalBoard(results.Numbered("m", models), results.Numbered("q", questions), all, 1)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for model := range models {
			for q := range questions {
				for trial := range b.Row(model, q) {
					if r.Float64() < 0.3+0.06*float64(model) {
						b.Row(model, q)[trial] = 1
					}
				}
			}
		}
		next, err := Plan(b, metrics.Avg(metrics.Binary), s)
		if err != nil {
			t.Fatal(err)
		}
		want := plainPower(next.Comparisons, s, trials, questions)
		if s.Budget > 0 && s.Budget < len(want) {
			want = slices.DeleteFunc(slices.Clone(next.Order), func(model int) bool { return !slices.Contains(want, model) })[:s.Budget]
			slices.Sort(want)
		}
		if got := slices.Sorted(slices.Values(next.Models)); !slices.Equal(got, want) {
			t.Fatalf("models %v run, want %v", got, want)
		}
		ran[len(want)]++
	})
	if len(ran) < 2 { // 20 boards of a short run may show no more
		t.Errorf("models that run, by number: %v: too little varies", ran)
	}
}

// plainPower returns the models that run next, in order.
func plainPower(pairs []Comparison, s Step, trials []int, questions int) (run []int) {
	open := 0
	for _, c := range pairs {
		if !c.Decided {
			open++
		}
	}
	horizon, bound := float64(s.MaxTrials), plainBound(s, max(open, 1), len(pairs))
	type choice struct {
		Comparison
		value float64
	}
	var choices []choice
	for _, c := range pairs {
		x, y := float64(trials[c.Above]), float64(trials[c.Below])
		n, z := min(x, y), math.Round(math.Abs(c.LookZ)*1e9)/1e9
		if c.Decided || c.OutOfReach || n >= horizon {
			continue
		}
		then := distuv.Normal{Mu: z * math.Sqrt(horizon/n), Sigma: math.Sqrt(horizon/n - 1)}
		end := min(max(n*math.Pow(bound/z, 2), n+float64(s.Batch)), horizon)
		costs := [2]float64{1, 1}
		if s.Costs != nil {
			costs = [2]float64{s.Costs[c.Above], s.Costs[c.Below]}
		}
		cost := costs[0]*max(end-x, 0) + costs[1]*max(end-y, 0)
		choices = append(choices, choice{c, (then.Survival(bound) + then.CDF(-bound)) / cost})
	}
	slices.SortStableFunc(choices, func(p, q choice) int {
		if math.Abs(p.value-q.value) < 1e-12*p.value {
			return 0
		}
		return cmp.Compare(q.value, p.value)
	})
	met := map[int]bool{}
	for _, c := range choices {
		if c.value < 0.49*choices[0].value || s.Budget > 0 && len(run) >= max(1, s.Budget/(s.Batch*questions)) {
			break
		}
		if met[c.Above] || met[c.Below] {
			continue
		}
		met[c.Above], met[c.Below] = true, true
		for _, model := range [2]int{c.Above, c.Below} {
			if trials[model] == min(trials[c.Above], trials[c.Below]) {
				run = append(run, model)
			}
		}
	}
	slices.Sort(run)
	return run
}

// plainBound returns |z| at which one of the open pairs is decided at the horizon.
func plainBound(s Step, open, pairs int) float64 {
	alpha := 1 - s.Confidence
	if s.Correction == Holm {
		var shares []float64
		for _, n := range s.looks(s.MaxTrials) {
			shares = append(shares, float64(n)/float64(s.MaxTrials))
		}
		every := groupSequential(alpha/2/float64(open), shares, len(shares)).every
		return every[len(every)-1]
	}
	first := -2 * math.Log(alpha/float64(pairs))
	r := float64(s.MaxTrials) / float64(s.Meant) * (first + math.Log(first+1))
	return math.Sqrt((1 + 1/r) * (math.Log(1+r) - 2*math.Log(alpha/float64(open))))
}
