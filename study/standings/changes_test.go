package standings

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"settle/metrics"
	"settle/results"
	"settle/sim"
	"settle/study/posterior"
)

// metricNamed returns a metric of binary outcomes.
func metricNamed(t *testing.T, name string) metrics.Metric {
	t.Helper()
	ms, err := metrics.Parse(name, metrics.Options{Weights: metrics.Binary})
	if err != nil {
		t.Fatal(err)
	}
	return ms[0]
}

// boardOf returns a board of outcomes by model, then question, then trial.
func boardOf(t *testing.T, models, questions []string, outcomes [][]string) *results.Board {
	t.Helper()
	trials := []int{}
	for _, row := range outcomes {
		for _, cell := range row {
			trials = append(trials, len(cell))
		}
	}
	b, err := results.NewUnequalBoard(models, questions, trials, 1)
	if err != nil {
		t.Fatal(err)
	}
	for m, row := range outcomes {
		for q, cell := range row {
			for i, outcome := range cell {
				b.Row(m, q)[i] = uint8(outcome - '0')
			}
		}
	}
	return b
}

// changesBy compares two boards at 95 % on these questions.
func changesBy(t *testing.T, old, new *results.Board, metric string) Changes {
	t.Helper()
	c, err := NewChanges(context.Background(), old, new, metricNamed(t, metric), []float64{0, 1}, Rules{Confidence: 0.95})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The standard deviation of dealt equals a full enumeration of the deals of two questions, one
// at a time; variances of independent questions add.
func TestDealt(t *testing.T) {
	weights := []float64{0, 0.25, 1}
	cells := [2][2][]int{{{0, 1, 2}, {2, 2}}, {{1, 1}, {0, 2, 1, 0}}} // by model, then question
	trials := []uint16{3, 2, 2, 4}
	tally := results.NewUnequalTally(2, 2, 2, trials)
	for m, row := range cells {
		for q, cell := range row {
			for _, outcome := range cell {
				tally.Add(m, q, outcome, 1)
			}
		}
	}
	var variance float64
	for q := range 2 {
		all := slices.Concat(cells[0][q], cells[1][q])
		own := len(cells[0][q])
		var sum, squares, deals float64
		for deal := range 1 << len(all) {
			var means [2]float64
			n := 0
			for i, outcome := range all {
				if deal>>i&1 == 1 {
					n++
					means[0] += weights[outcome] / float64(own)
				} else {
					means[1] += weights[outcome] / float64(len(all)-own)
				}
			}
			if n != own {
				continue
			}
			d := means[1] - means[0]
			deals, sum, squares = deals+1, sum+d, squares+d*d
		}
		variance += squares/deals - sum/deals*sum/deals
	}
	sigma, half := dealtDeviation(tally, [2]int{0, 1}, weights)
	if want := math.Sqrt(variance) / 2; math.Abs(sigma-want) > 1e-12 {
		t.Errorf("the standard deviation is %v, want %v", sigma, want)
	}
	// The smallest step of the second question is that of one of 2 and one of 4 trials.
	if want := (1./2 + 1./4) / 2 / 2; math.Abs(half-want) > 1e-15 {
		t.Errorf("half of a step is %v, want %v", half, want)
	}
	if gap := smallestGap(weights); gap != 0.25 {
		t.Errorf("the smallest gap of weights is %v, want 1/4", gap)
	}
	if gap := smallestGap([]float64{1, 1}); gap != 0 {
		t.Errorf("the smallest gap of equal weights is %v, want 0", gap)
	}
}

// A small pair of boards by formulas written out here: means by counting, the variance of
// avg@N on these questions by Eq. 15 of the paper scaled to means, for each model and question
// (k + 1)(n − k + 1) / ((n + 2)² (n + 3)) · ((n + 2)/n)², and the critical number by the error
// function: a normal number stays within ±c with the probability erf(c/√2), and each of two
// models has the confidence √0.95.
func TestChangesByHand(t *testing.T) {
	old := boardOf(t, []string{"gone", "a", "b"}, []string{"q1", "only old", "q2", "q3"}, [][]string{
		{"1111", "0000", "1111", "1111"}, {"0000", "1111", "0100", "1000"}, {"1111", "0000", "1101", "0111"},
	})
	new := boardOf(t, []string{"b", "new", "a"}, []string{"q3", "q2", "q1", "only new"}, [][]string{
		{"1110", "1011", "1111", "0000"}, {"0000", "0000", "0001", "0000"}, {"1111", "1111", "1111", "1111"},
	})
	c := changesBy(t, old, new, "avg")
	if got := c.Critical; math.Abs(math.Pow(math.Erf(got/math.Sqrt2), 2)-0.95) > 1e-9 {
		t.Errorf("the critical number %v is exceeded with the probability %v", got, 1-math.Pow(math.Erf(got/math.Sqrt2), 2))
	}
	want := []struct {
		model        string
		verdict      Verdict
		old, new     string // counts of successes of 4, by question
		ranks        [2]float64
		oldAt, newAt bool
	}{
		{"a", Rose, "011", "444", [2]float64{2, 1}, true, true},
		{"b", Unclear, "433", "433", [2]float64{2, 2}, true, true},
		{"new", Added, "", "100", [2]float64{0, 3}, false, true},
		{"gone", Gone, "444", "", [2]float64{1, 0}, true, false},
	}
	// By all questions of the old board "gone" has 12 of 16, "a" 6 and "b" 10; of the new one
	// "a" has 16, "b" 10 and "new" 1.
	want[0].ranks[0], want[1].ranks[0] = 3, 2
	if c.Questions != 3 || c.Boards != [2]Changed{{3, 4, 4, 4}, {3, 4, 4, 4}} || len(c.Rows) != len(want) || len(c.Common()) != 2 {
		t.Fatalf("the changes are %+v", c)
	}
	mean := func(counts string) (mean, variance float64) {
		for _, r := range counts {
			k := float64(r - '0')
			mean += k / 4 / 3
			variance += (k + 1) * (5 - k) / (36 * 7) * (36. / 16) / 9
		}
		return mean, variance
	}
	again := func(old, new string) (variance float64) { // of dealing 8 trials anew: hypergeometric
		for q := range old {
			p := float64(old[q]-'0'+new[q]-'0') / 8
			variance += p * (1 - p) * 8 / 7 * (2. / 4) / 9
		}
		return variance
	}
	for i, w := range want {
		row := c.Rows[i]
		if row.Model != w.model || row.Verdict != w.verdict {
			t.Fatalf("row %d is %s, %v, want %s, %v", i, row.Model, row.Verdict, w.model, w.verdict)
		}
		for side, has := range []bool{w.oldAt, w.newAt} {
			score, _ := mean([]string{w.old, w.new}[side])
			if has && (math.Abs(row.Scores[side]-score) > 1e-12 || row.Ranks[side] != w.ranks[side]) ||
				!has && !(math.IsNaN(row.Scores[side]) && math.IsNaN(row.Ranks[side])) {
				t.Errorf("%s: score %v and rank %v of board %d, want %v and %v", w.model, row.Scores[side], row.Ranks[side], side, score, w.ranks[side])
			}
		}
		if !w.oldAt || !w.newAt {
			if !math.IsNaN(row.Lo) || !math.IsNaN(row.Difference.Mu) {
				t.Errorf("%s has a change", w.model)
			}
			continue
		}
		before, v := mean(w.old)
		after, u := mean(w.new)
		half := c.Critical*math.Sqrt(max(u+v, again(w.old, w.new))) + 0.5/2/3 // half a step of 1/4 + 1/4 on one of 3 questions
		if math.Abs(row.Lo-(after-before-half)) > 1e-9 || math.Abs(row.Hi-(after-before+half)) > 1e-9 {
			t.Errorf("%s: interval %v to %v, want %v ± %v", w.model, row.Lo, row.Hi, after-before, half)
		}
	}
}

// Results with gaps are compared on the questions that all models of both met, and with
// different numbers of trials; two equal boards show no change, in a population, too.
func TestChangesUnequal(t *testing.T) {
	names, questions := []string{"a", "b"}, []string{"q1", "q2", "q3"}
	old := boardOf(t, names, questions, [][]string{{"0", "01", ""}, {"1", "1", "1"}})
	new := boardOf(t, names, questions, [][]string{{"0011", "1", "1"}, {"1", "111", "1"}})
	c := changesBy(t, old, new, "bayes:fitted")
	if c.Questions != 2 || c.Boards[0].Fewest != 1 || c.Boards[0].Most != 2 || c.Boards[1].Most != 4 {
		t.Errorf("compared are %+v, want 2 questions of 1 to 2 and 1 to 4 trials", c)
	}
	for _, about := range []posterior.Estimand{posterior.Questions, posterior.Population} {
		c, err := NewChanges(context.Background(), new, new, metricNamed(t, "avg"), []float64{0, 1}, Rules{Confidence: 0.95, Estimand: about})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range c.Rows {
			if row.Difference.Mu != 0 || row.Verdict != Unclear || !(row.Lo < 0 && row.Hi > 0) {
				t.Errorf("%v: %s changed by %v (%v to %v)", about, row.Model, row.Difference.Mu, row.Lo, row.Hi)
			}
		}
	}
}

// Boards that cannot be compared are rejected with a remedy.
func TestChangesRefuse(t *testing.T) {
	one := boardOf(t, []string{"a"}, []string{"q"}, [][]string{{"01"}})
	more := boardOf(t, []string{"a"}, []string{"q"}, [][]string{{"0111"}})
	other := boardOf(t, []string{"b"}, []string{"q"}, [][]string{{"01"}})
	asked := boardOf(t, []string{"a"}, []string{"r"}, [][]string{{"01"}})
	for _, tt := range []struct {
		old, new *results.Board
		metric   string
		want     string
	}{
		{one, other, "avg", `share no model; models are matched by name, and the first is "a" in the old results, "b" in the new`},
		{one, asked, "avg", `share no question`},
		{one, one, "pass@2", "use bayes:fitted or avg"},
		{one, one, "pass-naive@2", "use bayes:fitted or avg"},
		{one, more, "bayes", "different numbers of trials; use bayes:fitted or avg"},
	} {
		_, err := NewChanges(context.Background(), tt.old, tt.new, metricNamed(t, tt.metric), []float64{0, 1}, Rules{Confidence: 0.95})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: the error is %v, want %s", tt.metric, err, tt.want)
		}
	}
	changesBy(t, one, one, "bayes") // of equal numbers of trials the prior is the same
	_, err := NewChanges(context.Background(), one, other, metricNamed(t, "avg"), nil, Rules{Confidence: 0.95})
	if _, ok := errors.AsType[ErrNothingCommon](err); !ok {
		t.Errorf("the error is %v, want ErrNothingCommon", err)
	}
}

// A levelConfig is a kind of unchanged boards.
type levelConfig struct {
	shape            string
	questions        int
	oldTrial, trials int
}

// On unchanged boards, at most 5 % show a significant change: new trials of success
// probabilities like those of real boards. With -short there are few boards, and the bound is
// the count that a true rate of 5 % exceeds with probability at most 1/1000, by the binomial
// distribution.
func TestChangesLevel(t *testing.T) {
	var all []levelConfig
	for _, shape := range []string{"aime", "balrog", "terminal-bench"} {
		for _, trials := range [][2]int{{1, 1}, {2, 2}, {4, 16}, {1, 16}, {16, 16}, {8, 2}} {
			all = append(all, levelConfig{shape, 200, trials[0], trials[1]})
			if shape != "balrog" {
				all = append(all, levelConfig{shape, 30, trials[0], trials[1]})
			}
		}
	}
	boards := 100
	if testing.Short() {
		all, boards = []levelConfig{{"balrog", 200, 2, 2}, {"balrog", 200, 8, 2}}, 10
	}
	shown, made := 0, 0
	for _, config := range all {
		wrong := wrongChanges(t, config, boards)
		t.Logf("%+v: %d of %d boards show a change", config, wrong, boards)
		if most := exceededSeldom(boards, 0.05); wrong > most {
			t.Errorf("%+v: %d of %d boards show a change, want at most %d", config, wrong, boards, most)
		}
		shown, made = shown+wrong, made+boards
	}
	if float64(shown) > 0.05*float64(made) {
		t.Errorf("%d of %d boards show a change, more than 5 %%", shown, made)
	}
}

// wrongChanges returns how many pairs of boards of the same chances show a change.
func wrongChanges(t *testing.T, config levelConfig, boards int) (wrong int) {
	file, err := os.Open(fmt.Sprintf("testdata/%s.csv", config.shape))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	coins, err := sim.ReadCoins(file, config.shape)
	if err != nil {
		t.Fatal(err)
	}
	metric := metricNamed(t, "bayes:fitted")
	r := rand.New(rand.NewPCG(uint64(config.oldTrial), uint64(config.trials)))
	for i := range boards {
		some := coins
		if config.questions < len(coins.Questions) {
			questions := slices.Clone(coins.Questions)
			r.Shuffle(len(questions), func(i, j int) { questions[i], questions[j] = questions[j], questions[i] })
			some = coins.Of(coins.Models, questions[:config.questions])
		}
		old, err := some.Board(config.oldTrial, 7, 2*i)
		if err != nil {
			t.Fatal(err)
		}
		new, err := some.Board(config.trials, 7, 2*i+1)
		if err != nil {
			t.Fatal(err)
		}
		c, boards := Changes{Confidence: 0.95}, [2]*results.Board{old, new}
		s, tally, err := c.stack(context.Background(), boards, metric, Rules{})
		if err != nil {
			t.Fatal(err)
		}
		c.addRows(s, boards) // without the ranks, which take two fits more
		c.judge(s, tally, []float64{0, 1})
		if slices.ContainsFunc(c.Rows, func(row Change) bool { return row.Verdict != Unclear }) {
			wrong++
		}
	}
	return wrong
}

// exceededSeldom returns the smallest count that the given number of trials, each with
// probability p, exceeds with probability at most 1/1000.
func exceededSeldom(trials int, p float64) int {
	pmf := math.Pow(1-p, float64(trials))
	for k, below := 0, 0.0; ; k++ {
		if below += pmf; below >= 0.999 {
			return k
		}
		pmf *= float64(trials-k) / float64(k+1) * p / (1 - p)
	}
}
