package lead_test

import (
	"context"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/montecarlo"
	"settle/sim"
	"settle/study/lead"
)

// few returns one of three draws of small coins.
func few(i int) lead.Draw {
	coins, err := sim.Random(4, 3, 1.5, uint64(i))
	if err != nil {
		panic(err)
	}
	return lead.Draw{Coins: coins, Seed: uint64(i + 10)}
}

// What Measure finds of a draw is what montecarlo.Curves says of each of its sources,
// looked through point by point; on any number of workers.
func TestMeasureIsCurvesOfEveryDraw(t *testing.T) {
	const draws, trials, replicates = 3, 5, 400
	ms := boardtest.Parse(t, "bayes,pass@2,mgpass@2")
	var first []lead.Outcome
	for _, workers := range []int{1, 3} {
		o := lead.Options{
			Options: montecarlo.Options{Replicates: replicates, Workers: workers}, Draws: draws, Trials: trials,
		}
		outcomes, err := lead.Measure(context.Background(), few, ms, o)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = outcomes
		} else if !reflect.DeepEqual(first, outcomes) {
			t.Fatal("three workers find something else than one")
		}
	}
	for i, outcome := range first {
		d := few(i)
		for _, w := range lead.Ways() {
			source, err := d.Source(w, trials)
			if err != nil {
				t.Fatal(err)
			}
			curves, err := montecarlo.Curves(context.Background(), source, ms, d.Coins.Gold(),
				montecarlo.Options{Replicates: replicates})
			if err != nil {
				t.Fatal(err)
			}
			for n := 1; n <= trials; n++ {
				got, want := outcome.Leads[w].Rivals[n-1], bestRival(curves, n)
				if got.Metric != want.Metric || got.Passes != want.Passes || math.Abs(got.Gap-want.Gap) > 1e-9 ||
					math.Abs(got.SE-want.SE) > 1e-9 {
					t.Errorf("draw %d, way %d, n = %d: %+v, want %+v", i, w, n, got, want)
				}
				if tau := curves[0].Points[n-1].Tau; math.Abs(outcome.Leads[w].Tau[n-1]-tau) > 1e-9 {
					t.Errorf("draw %d, way %d, n = %d: τ = %v, want %v", i, w, n, outcome.Leads[w].Tau[n-1], tau)
				}
			}
		}
	}
}

// bestRival searches all curves for the rival to name at n.
func bestRival(curves []montecarlo.Curve, n int) lead.Rival {
	var best lead.Rival
	for i, c := range curves[1:] {
		for _, p := range c.Points {
			if p.N != n {
				continue
			}
			over := p.Gap > 3*p.GapSE
			if best.Metric == 0 || over && !best.Passes || over == best.Passes && p.Gap > best.Gap {
				best = lead.Rival{Metric: i + 1, Gap: p.Gap, SE: p.GapSE, Passes: over}
			}
		}
	}
	return best
}

// What Measure finds of one way is what it finds of that among all.
func TestMeasureOfOneWay(t *testing.T) {
	ms := boardtest.Parse(t, "bayes,pass@2,mgpass@2")
	measure := func(ways ...lead.Way) []lead.Outcome {
		o := lead.Options{Options: montecarlo.Options{Replicates: 400}, Draws: 3, Trials: 5, Ways: ways}
		outcomes, err := lead.Measure(context.Background(), few, ms, o)
		if err != nil {
			t.Fatal(err)
		}
		return outcomes
	}
	rows := measure(lead.Rows)
	for i, all := range measure() {
		if got := rows[i].Leads; !reflect.DeepEqual(got, []lead.Lead{{}, {}, all.Leads[lead.Rows]}) {
			t.Errorf("draw %d, rows alone: %+v", i, got)
		}
	}
}

// From three curves made up: at n = 1 there is no rival, at 2 one is above by two
// standard errors, at 3 one passes by little and another is above by more without
// passing, at 4 one passes by more.
func TestOf(t *testing.T) {
	point := func(n int, gap, se float64) montecarlo.Point {
		return montecarlo.Point{N: n, Tau: 0.5 + gap, Gap: gap, GapSE: se}
	}
	l := lead.Of([]montecarlo.Curve{
		{Points: []montecarlo.Point{point(1, 0, 0), point(2, 0, 0), point(3, 0, 0), point(4, 0, 0)}},
		{Points: []montecarlo.Point{point(2, 0.02, 0.01), point(3, 0.04, 0.01), point(4, -0.1, 0.01)}},
		{Points: []montecarlo.Point{point(3, 0.05, 0.02), point(4, 0.08, 0.02)}},
	})
	want := []lead.Rival{{}, {1, 0.02, 0.01, false}, {1, 0.04, 0.01, true}, {2, 0.08, 0.02, true}}
	if !slices.Equal(l.Rivals, want) {
		t.Errorf("%+v, want %+v", l.Rivals, want)
	}
	if got := l.HoldsTo(); got != 2 {
		t.Errorf("nothing passes up to n = %d, want 2", got)
	}
	if worst, n := l.Worst(3); n != 3 || worst != want[2] {
		t.Errorf("up to 3: %+v at %d", worst, n)
	}
	if worst, n := l.Worst(4); n != 4 || worst != want[3] {
		t.Errorf("up to 4: %+v at %d", worst, n)
	}
	if _, n := l.Worst(2); n != 0 {
		t.Errorf("up to 2 something passes at %d", n)
	}
	// −(0.02 + 0.04 + 0.08)/3
	if got := l.Margin(); math.Abs(got+0.14/3) > 1e-15 {
		t.Errorf("margin %v", got)
	}
	alone := lead.Of([]montecarlo.Curve{{Points: []montecarlo.Point{point(1, 0, 0)}}})
	if alone.HoldsTo() != 1 || !math.IsNaN(alone.Margin()) {
		t.Errorf("without a rival: %+v", alone)
	}
}

// The true order of every metric of the paper by rational arithmetic: the definition
// as a sum over the numbers of successes in k trials of a question, Eqs. 21 to 24 in
// the limit of endless trials. Thirty draws of the paper's coins, LLM4 and LLM5 of
// which are one coin, and two models that only arithmetic would part: the same
// chances in another order.
func TestLimitsAreExact(t *testing.T) {
	ms := boardtest.Parse(t, "paper")
	var all []*sim.Coins
	for seed := range uint64(6) {
		all = append(all, sim.Paper(seed))
	}
	all = append(all, &sim.Coins{
		Models: []string{"a", "b", "c"}, Questions: []string{"q", "r", "s"},
		P: [][]float64{{0.1, 0.7, 0.3}, {0.7, 0.3, 0.1}, {0.1, 0.7, 0.4}},
	})
	for at, coins := range all {
		gold := coins.Gold()
		limits := lead.Limits(coins, ms)
		for i, m := range ms {
			truths := make([]*big.Rat, len(coins.P))
			for model, chances := range coins.P {
				truths[model] = new(big.Rat)
				for _, p := range chances {
					truths[model].Add(truths[model], truth(t, m.Name(), p))
				}
			}
			var score, untied, untiedGold float64
			for j := range truths {
				for k := range j {
					x, y := float64(truths[j].Cmp(truths[k])), float64(compare(gold[j], gold[k]))
					score, untied, untiedGold = score+x*y, untied+x*x, untiedGold+y*y
				}
			}
			if want := score / math.Sqrt(untied*untiedGold); math.Abs(limits[i]-want) > 1e-12 {
				t.Errorf("coins %d, %s: τ = %v, exactly %v", at, m.Name(), limits[i], want)
			}
		}
	}
}

func compare(a, b int) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// truth is the expected score of a question that is answered rightly with chance p.
func truth(t *testing.T, metric string, p float64) *big.Rat {
	t.Helper()
	kind, parameters, _ := strings.Cut(metric, "@")
	k := int64(1)
	if parameters != "" {
		k = int64(parameters[0] - '0')
	}
	half := (k + 1) / 2
	worth := func(successes int64) *big.Rat { // of so many successes in k trials
		switch kind {
		case "bayes":
			return big.NewRat(successes, 1)
		case "pass", "pass-naive":
			return big.NewRat(min(successes, 1), 1)
		case "gpass":
			return big.NewRat(min(successes/half, 1), 1)
		case "mgpass": // 2/k for each of ⌈k/2⌉+1..k that is reached
			return big.NewRat(2*max(successes-half, 0), k)
		}
		t.Fatalf("there is no formula of %s here", metric)
		return nil
	}
	chance := new(big.Rat).SetInt64(int64(math.Round(p * 1e6)))
	chance.Quo(chance, big.NewRat(1e6, 1))
	other := new(big.Rat).Sub(big.NewRat(1, 1), chance)
	sum := new(big.Rat)
	for successes := range k + 1 {
		term := new(big.Rat).SetInt(new(big.Int).Binomial(k, successes))
		for range successes {
			term.Mul(term, chance)
		}
		for range k - successes {
			term.Mul(term, other)
		}
		sum.Add(sum, term.Mul(term, worth(successes)))
	}
	return sum
}
