package arena

import (
	"context"
	"math"
	"testing"

	"settle/metrics"
	"settle/sim"
	"settle/study/bakeoff"
)

// Two models at one question, solved with chances 0.9 and 0.2, so that the likelier
// outcomes are right and wrong. τ is 1 where the first has more successes, −1 where it has
// fewer, else 0 as undefined. With one trial that is 0.9·0.8 − 0.1·0.2 = 0.70 on average.
// With a second one, P(>) = 0.18·0.64 + 0.81·0.96 and P(<) = 0.01·0.36 + 0.18·0.04, so
// 0.882. With the likelier outcomes only a failure of the first and a success of the second
// tie: 0.98; alone these are always right.
func TestGreedyRuns(t *testing.T) {
	field := bakeoff.OfCoins(&sim.Coins{Models: []string{"a", "b"}, Questions: []string{"q"}, P: [][]float64{{0.9}, {0.2}}})
	const boards = 20_000
	run, taus, sum := newGreedyRun(field, 1), make([]float64, 7), make([]float64, 7)
	for i := range boards {
		run.taus(i, taus)
		for j, tau := range taus {
			sum[j] += tau / boards
		}
	}
	for j, want := range map[int]float64{0: 0.70, 1: 0.882, 2: 0.98, 4: 0.70, 5: 1} {
		if math.Abs(sum[j]-want) > 5/math.Sqrt(boards) { // τ is within ±1, its standard deviation at most 1
			t.Errorf("%d: %v, want %v", j, sum[j], want)
		}
	}
	// A bias of GreedyBias normal numbers turns the first where it is below −log 9, the
	// second where it is above log 4: P is Φ(−2.197/0.5) = 5.6e-6 and Φ(−1.386/0.5) = 0.0028.
	if want := 1 - 0.0028; math.Abs(sum[6]-want) > 0.003 {
		t.Errorf("the biased greedy run alone: %v, want %v", sum[6], want)
	}
}

// With three categories worth 0, ½ and 1 the likeliest one counts, and what it is worth.
func TestGreedyRunsOfGradedOutcomes(t *testing.T) {
	w, err := metrics.NewWeights(0, 0.5, 1)
	if err != nil {
		t.Fatal(err)
	}
	field := bakeoff.OfChances([]string{"a", "b"}, [][][]float64{{{0.2, 0.5, 0.3}}, {{0.4, 0.3, 0.3}}}, w)
	run := newGreedyRun(field, 1)
	run.draw(0)
	run.draw(1)
	if run.greedy[Mode][0] != 1 || run.greedy[Mode][1] != 0 {
		t.Errorf("the likeliest outcomes are worth %v halves", run.greedy[Mode])
	}
	if got := run.mode(10); got != 2 {
		t.Errorf("with a bias of ten logits the category is %d", got)
	}
}

// The reference is on a par with itself and with bayes on every board, a fast method is
// that of bakeoff.Measure draw by draw, and Pass@k has nothing on graded outcomes.
func TestMeasure(t *testing.T) {
	o := Options{Seed: 3, Workers: 2, Draws: 3, Boards: 4, Trials: []int{1, 4}}
	names := []string{"avg", "bayes", "pass@4", "borda", "elo"}
	families := Families()
	l, err := Measure(context.Background(), families[0], names, o)
	if err != nil {
		t.Fatal(err)
	}
	truth := l.Cells[Truth]
	if c := truth[1][1]; !c.Alike || c.Lead != 0 || c.Tau != truth[0][1].Tau {
		t.Errorf("bayes: %+v", c)
	}
	if truth[2][0].Known() || !truth[2][1].Known() || truth[2][1].Alike {
		t.Errorf("pass@4: %+v", truth[2])
	}
	if l.Cells[Own][4][1].Known() {
		t.Error("Elo has an order of its own without an end of trials")
	}
	var tau, lead float64
	for draw := range o.Draws {
		ms, err := metrics.Parse("avg,borda", metrics.Options{Weights: metrics.Binary})
		if err != nil {
			t.Fatal(err)
		}
		options := bakeoff.Options{Seed: o.Seed + uint64(draw), Trials: 4, At: []int{4}}
		options.Replicates, options.Workers = o.Boards, 1
		found, err := bakeoff.Measure(context.Background(), bakeoff.OfCoins(sim.Paper(o.Seed+uint64(draw))), ms, options)
		if err != nil {
			t.Fatal(err)
		}
		tau += found[1].Points[0].Tau / float64(o.Draws)
		lead += found[1].Points[0].Ahead[0].Tau / float64(o.Draws)
	}
	if c := truth[3][1]; math.Abs(c.Tau-tau) > 1e-12 || math.Abs(c.Lead-lead) > 1e-12 {
		t.Errorf("borda: %+v, want %v and %v", c, tau, lead)
	}
	graded := chosen(t, "mimics")
	if l, err = Measure(context.Background(), graded, names, o); err != nil {
		t.Fatal(err)
	}
	if l.Cells[Truth][2][1].Known() || !l.Cells[Truth][3][1].Known() {
		t.Error("on graded outcomes Pass@4 has no score, Borda has")
	}
}

func chosen(t *testing.T, name string) Family {
	for _, f := range Families() {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no family %s", name)
	return Family{}
}

// Every family can be drawn, has a name of its own, and is of the sizes of real boards.
func TestFamilies(t *testing.T) {
	seen := map[string]bool{}
	complete := 0
	for _, f := range Families() {
		if seen[f.Name] || f.Name == "" || f.About == "" {
			t.Errorf("%q: %q", f.Name, f.About)
		}
		seen[f.Name] = true
		if f.Complete() {
			complete++
		}
		field, err := f.opener(1)(0)
		if err != nil {
			t.Fatal(err)
		}
		if l, m := field.Chances.Models, field.Chances.Questions; l < 11 || l > 20 || m < 30 || m > 200 {
			t.Errorf("%s: %d models × %d questions", f.Name, l, m)
		}
	}
	if complete != CompleteFamilies() {
		t.Errorf("%d complete families", complete)
	}
}

// Draws differ where chances are drawn, and are the same where they are given.
func TestDraws(t *testing.T) {
	for name, differ := range map[string]bool{"ability": true, "aime25": true, "mimics": false} {
		open := chosen(t, name).opener(1)
		a, err := open(0)
		if err != nil {
			t.Fatal(err)
		}
		b, err := open(1)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Chances.P[0] != b.Chances.P[0] || a.Chances.P[1] != b.Chances.P[1]; got != differ {
			t.Errorf("%s: that two draws differ is %v", name, got)
		}
	}
	if _, err := (Family{Name: "x", Models: "coins:nosuch"}).opener(1)(0); err == nil {
		t.Error("coins that there are not")
	}
}

// Of 30 draws a single difference is told from chance from 2.045 standard errors on, the
// 97.5 % point of Student's t with 29 degrees of freedom in any table; of 25 at once from
// its 99.9 % point, 3.396.
func TestJudge(t *testing.T) {
	for comparisons, want := range map[int]float64{1: 2.045, 25: 3.396} {
		if got := bakeoff.JudgeOf(comparisons, 30).Critical; math.Abs(got-want) > 5e-4 {
			t.Errorf("%d: %v, want %v", comparisons, got, want)
		}
	}
	if !math.IsInf(bakeoff.JudgeOf(1, 29).Critical, 1) {
		t.Error("29 draws are too few")
	}
	known, unknown := Cell{Tau: 0.5, Lead: 0.1, LeadSE: 0.01}, Cell{Tau: math.NaN()}
	l := &League{Cells: [][][]Cell{{{known}, {known}, {unknown}, {{Tau: 0.5, Alike: true}}}}}
	j := Judge([]*League{l}, 30)
	if j.Comparisons != 1 || !Marked(j, known.Lead, known.LeadSE) {
		t.Errorf("%+v", j)
	}
}
