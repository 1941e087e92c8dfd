package sim_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/tests/mutants"
	"settle/metrics"
	"settle/sim"
)

// The means of the paper's section 2.7, exactly, whatever the seed; LLM4 and
// LLM5 are one coin twice and tie in gold, nothing else does.
func TestPaperCoins(t *testing.T) {
	want := []float64{0.2332, 0.2545, 0.3604, 0.3642, 0.3642, 0.4466, 0.5418, 0.5276, 0.608, 0.6213, 0.7327}
	coins := map[string]*sim.Coins{"paper-quantile": sim.PaperQuantile(), "seed 1": sim.Paper(1), "seed 2": sim.Paper(2)}
	for name, c := range coins {
		if got := c.Means(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: means %v, want %v", name, got, want)
		}
		if len(c.Questions) != 30 {
			t.Errorf("%s: %d questions, want 30", name, len(c.Questions))
		}
		if !reflect.DeepEqual(c.P[3], c.P[4]) {
			t.Errorf("%s: LLM4 and LLM5 differ", name)
		}
		if got, want := c.Gold(), []int{0, 1, 2, 3, 3, 4, 6, 5, 7, 8, 9}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: gold %v, want %v", name, got, want)
		}
	}
	if reflect.DeepEqual(coins["seed 1"].P, coins["seed 2"].P) {
		t.Error("seeds 1 and 2 give the same coins")
	}
	if !reflect.DeepEqual(coins["seed 1"].P, sim.Paper(1).P) {
		t.Error("seed 1 gives other coins the second time")
	}
}

// Before the shift the values of LLM1 are quantiles of Beta(4, 14): the shift
// moves every logit by the same constant, about which rounding to millionths,
// and one more to meet the mean, leave 1.5·10⁻⁶/(p(1 − p)).
func TestPaperQuantileIsShiftedBeta(t *testing.T) {
	logit := func(p float64) float64 { return math.Log(p / (1 - p)) }
	c := sim.PaperQuantile()
	least, most := math.Inf(-1), math.Inf(1)
	for i, p := range c.P[0] {
		shift := logit(p) - logit(distuv.Beta{Alpha: 4, Beta: 14}.Quantile((float64(i)+0.5)/30))
		rounding := 1.5e-6 / (p * (1 - p))
		least, most = max(least, shift-rounding), min(most, shift+rounding)
	}
	if least > most || most-least > 1.5e-5 {
		t.Errorf("the shift is between %v and %v", least, most)
	}
}

// The chances of the paper's first coin without a seed are quantiles of a Beta
// distribution, and their standard deviation is nearly its own, √(m(1 − m)/(κ + 1)):
// quantiles in place of draws lack some of its tails. Of an endless concentration all
// are the mean, within the millionths that chances are.
func TestQuantiles(t *testing.T) {
	if got, want := sim.Quantiles(0.2332, sim.PaperConcentration, 30), sim.PaperQuantile().P[0]; len(got) != 30 {
		t.Fatalf("%d chances, want 30", len(got))
	} else if math.Abs(deviation(got)-deviation(want)) > 0.005 { // 18·0.2332 is 4.2, and the coin's Beta(4, 14)
		t.Errorf("a standard deviation of %v, the paper's coin %v", deviation(got), deviation(want))
	}
	for _, c := range []struct{ mean, concentration float64 }{{0.5, 18}, {0.84, 1}, {0.1, 0.2}, {0.3, 1e6}, {0.501, math.Inf(1)}} {
		p := sim.Quantiles(c.mean, c.concentration, 400)
		want := math.Sqrt(c.mean * (1 - c.mean) / (c.concentration + 1))
		if got := deviation(p); math.Abs(got-want) > 0.01*want+1e-6 {
			t.Errorf("mean %v, concentration %v: a standard deviation of %v, want %v", c.mean, c.concentration, got, want)
		}
		if coins := (&sim.Coins{Models: []string{"a"}, Questions: make([]string, 400), P: [][]float64{p}}); coins.Means()[0] != c.mean {
			t.Errorf("the mean is %v, want %v", coins.Means()[0], c.mean)
		}
	}
}

// deviation returns the standard deviation of numbers that are all there are.
func deviation(x []float64) float64 {
	var sum, squares float64
	for _, v := range x {
		sum += v
	}
	mean := sum / float64(len(x))
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	return math.Sqrt(squares / float64(len(x)))
}

func TestRandomCoins(t *testing.T) {
	c, err := sim.Random(20, 50, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	means := c.Means()
	if len(means) != 20 || len(c.P[7]) != 50 {
		t.Fatalf("%d models with %d questions, want 20 with 50", len(means), len(c.P[7]))
	}
	// Evenly spaced logits over a spread of 2: from −1 to 1. The sum of 50 chances
	// is rounded to a millionth.
	for i, mean := range means {
		want := 1 / (1 + math.Exp(1-2*float64(i)/19))
		if math.Abs(mean-want) > 0.5e-6/50+1e-15 {
			t.Errorf("mean %d is %v, want %v", i, mean, want)
		}
	}
	for _, bad := range []struct {
		l, m   int
		spread float64
	}{{0, 1, 1}, {1, 0, 1}, {1, 1, -1}, {1, 1, math.NaN()}, {1, 1, 21}} {
		if _, err := sim.Random(bad.l, bad.m, bad.spread, 1); err == nil {
			t.Errorf("Random(%v) did not fail", bad)
		}
	}
}

// Every chance that is drawn is a multiple of a millionth, between 0 and 1 even
// where most of what a Beta distribution gives is next to 0 (a spread of 20), and
// without a spread all means are ½, exactly.
func TestChancesAreMillionths(t *testing.T) {
	for name, spread := range map[string]float64{"narrow": 0, "usual": sim.DefaultSpread, "wide": 20} {
		c, err := sim.Random(7, 33, spread, 3)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range append(c.P, sim.Paper(3).P...) {
			for _, p := range p {
				if p != math.Round(p*1e6)/1e6 || p <= 0 || p >= 1 {
					t.Errorf("%s: %v is no number of millionths between 0 and 1", name, p)
				}
			}
		}
		if means := c.Means(); spread == 0 && (means[0] != 0.5 || means[6] != 0.5) {
			t.Errorf("the means are %v, want ½", means)
		}
	}
}

// Equality of gold is decided on decimals: 0.1 + 0.3 ties with 0.2 + 0.2.
func TestGoldTiesDecimals(t *testing.T) {
	c := &sim.Coins{Models: []string{"a", "b", "c"}, Questions: []string{"q", "r"}, P: [][]float64{{0.1, 0.3}, {0.2, 0.2}, {0.2, 0.20000000000000001}}}
	if got := c.Gold(); !reflect.DeepEqual(got, []int{0, 0, 0}) {
		t.Errorf("gold %v, want all tied", got)
	}
}

func TestCoinsFileRoundTrip(t *testing.T) {
	c, err := sim.Random(3, 4, 1, 5)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := c.Write(&file); err != nil {
		t.Fatal(err)
	}
	back, err := sim.ReadCoins(&file, "coins.csv")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(c, back) {
		t.Errorf("read %+v, wrote %+v", back, c)
	}
}

func TestReadCoinsErrors(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"empty":          {"", "c.csv: is empty"},
		"no column p":    {"model,question\n", `c.csv:1: no column is named "p"`},
		"no rows":        {"model,question,p\n", "c.csv: no rows"},
		"not a number":   {"model,question,p\na,q,x\n", `c.csv:2: p "x" is not a number from 0 to 1`},
		"NaN":            {"model,question,p\na,q,NaN\n", `c.csv:2: p "NaN"`},
		"above 1":        {"p,model,question\n1.1,a,q\n", `c.csv:2: p "1.1"`},
		"no name":        {"model,question,p\na,,0.5\n", "c.csv:2: a model or question has no name"},
		"twice":          {"model,question,p\na,q,0.5\na,q,0.5\n", `c.csv:3: model "a", question "q" appears twice`},
		"missing":        {"model,question,p\na,q,0.5\nb,r,0.5\n", `c.csv: 2 of 4 probabilities are missing, first for model "a", question "r"`},
		"too few fields": {"model,question,p\na,q\n", "c.csv:2: 2 fields, but the header has 3"},
		"not UTF-8":      {"model,question,p\n\xff,q,1\n", `c.csv:2: model "\xff" is not UTF-8`},
		"nor a question": {"model,question,p\na,\xff,1\n", `c.csv:2: question "\xff" is not UTF-8`},
		"long":           {"model,question,p\na,q," + strings.Repeat("9", 9999), `c.csv:2: p "` + strings.Repeat("9", 100) + `"… is not a number from 0 to 1`},
		"hexadecimal":    {"model,question,p\na,q,0x1p-1\n", `c.csv:2: p "0x1p-1"`},
		"lines of CR":    {"model,question,p\ra,q,1\r", "c.csv:1: lines end in carriage returns only; save the file with line feeds"},
	} {
		_, err := sim.ReadCoins(strings.NewReader(c.file), "c.csv")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
}

// A path may lead to a device: coins are given up after a record without an end,
// or a million probabilities, whichever comes first.
func TestEndlessCoins(t *testing.T) {
	for text, want := range map[string]string{
		"\x00": "c.csv: record of more than 1048576 bytes; check for an unclosed quote or a format other than CSV; the file needs the columns model, question, p",
		"model,question,p,note\na,q,0.5," + strings.Repeat("x", 1000) + "\nb,q,0.5,\n": `c.csv:4: p "p" is not a number from 0 to 1`,
	} {
		if _, err := sim.ReadCoins(mutants.Endless(text), "c.csv"); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if testing.Short() {
		return // a million probabilities take seconds
	}
	var many strings.Builder
	many.WriteString("model,question,p\n")
	for i := range 1_000_001 {
		fmt.Fprintf(&many, "%d,%d,1\n", i%1000, i/1000)
	}
	text := many.String()
	if _, err := sim.ReadCoins(strings.NewReader(text), "c.csv"); err == nil || err.Error() != "c.csv:1000002: more than 1000000 probabilities" {
		t.Errorf("a million and one: error %v", err)
	}
	if c, err := sim.ReadCoins(strings.NewReader(text[:strings.LastIndex(text, "0,1000")]), "c.csv"); err != nil || len(c.P) != 1000 {
		t.Errorf("a million: %v", err)
	}
}

// Coins and mimics that are named by their size: numbers are decimal, and zeros
// before them mean nothing.
func TestSizesAreDecimal(t *testing.T) {
	for name, want := range map[string][2]int{"020x030": {20, 30}, "08x09:01.50": {8, 9}, "2x3:2e0": {2, 3}} {
		c, ok, err := sim.Named(name, 1)
		if !ok || err != nil || len(c.Models) != want[0] || len(c.Questions) != want[1] {
			t.Errorf("%s: %v, %v", name, ok, err)
		}
	}
	for _, name := range []string{"0x10x3", "2_0x3", "2x3_0", "0b1x3", "2x0o7", "2x3:0x1p1", "2x3:1_0", "2x3:", "x", "2.0x3"} {
		if _, ok, err := sim.Named(name, 1); ok || err != nil {
			t.Errorf("%s is taken for coins (%v)", name, err)
		}
	}
}

// With a tie, two models are one coin twice and the means that differ are evenly
// spaced on the logit scale as without one: those of −s/2, …, s/2 in L − 2 steps.
func TestTiedCoins(t *testing.T) {
	for name, want := range map[string]struct {
		models, tie int // the tie-th model, from 0, is the next one, too
		spread      float64
	}{
		"11x30,tie":          {11, 4, 2.2},
		"20x5:1,tie":         {20, 9, 1},
		"20x5,tie,spread=1":  {20, 9, 1},
		"4x7,spread=3,tie=1": {4, 0, 3},
		"4x7,spread=3,tie=3": {4, 2, 3},
		"2x3,tie":            {2, 0, 0}, // one coin, of mean ½
	} {
		c, _, err := sim.Named(name, 1)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !reflect.DeepEqual(c.P[want.tie], c.P[want.tie+1]) {
			t.Errorf("%s: LLM%d and the next differ", name, want.tie+1)
		}
		if last := c.Models[len(c.Models)-1]; last != fmt.Sprintf("LLM%d", want.models) {
			t.Errorf("%s: the last of %d models is %s", name, len(c.Models), last)
		}
		for model, mean := range c.Means() {
			level, steps := model, max(want.models-2, 1)
			if model > want.tie {
				level--
			}
			logit := want.spread * (float64(level)/float64(steps) - 0.5)
			if expected := 1 / (1 + math.Exp(-logit)); math.Abs(mean-expected) > 1e-6 { // chances are millionths
				t.Errorf("%s: the mean of %s is %v, want %v", name, c.Models[model], mean, expected)
			}
			if gold := c.Gold()[model]; gold != level {
				t.Errorf("%s: the level of %s is %d, want %d", name, c.Models[model], gold, level)
			}
		}
	}
}

func TestNamesThatAreNoCoins(t *testing.T) {
	const noOption = " of coins; options are spread=LOGITS, tie, tie=MODEL, " +
		"the families ability, u-shaped, near-equal, zero-inflated"
	for name, want := range map[string]string{
		"2x3,":              `unknown option ""` + noOption,
		"2x3,ties":          `unknown option "ties"` + noOption,
		"2x3,tie=0":         `unknown option "tie=0"` + noOption,
		"2x3,tie=one":       `unknown option "tie=one"` + noOption,
		"2x3,tie=2":         "tie=2 must not be the last model; use 1 to 1",
		"2x3,spread":        `unknown option "spread"` + noOption,
		"2x3,spread=0x1":    `unknown option "spread=0x1"` + noOption,
		"2x3,tie,spread=21": "spread is 21 logits; it must be from 0 to 20",
		"2x3,noise=1":       `unknown option "noise=1"` + noOption,
		"2x3,ability,zeros=0.1": `unknown option "zeros=0.1" of coins of the family ability; ` +
			"options are difficulty=LOGITS, noise=LOGITS, spread=LOGITS, tie, tie=MODEL",
		"2x3,ability,near-equal":    "ability and near-equal are both families of coins; use only one of them",
		"2x3,zero-inflated,zeros=2": "zeros is 2; it must be from 0 to 1",
		"2x3,ability,noise=NaN":     "noise is NaN logits; it must be from 0 to 20",
		"2x3,u-shaped,concentration": `unknown option "concentration" of coins of the family u-shaped; ` +
			"options are concentration=NUMBER, spread=LOGITS, tie, tie=MODEL",
		"1x3,tie":       "a tie requires at least two models, not 1",
		"2x0,tie":       "coins require at least one model and one question, not 1 and 0",
		"1001x1000,tie": "1001 models × 1000 questions exceed the limit of 1000000 probabilities",
	} {
		_, ok, err := sim.Named(name, 1)
		if got := fmt.Sprint(err); !ok || got != want {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// Whatever the file, ReadCoins fails in one short line that names it, or its
// coins can be written and are read again.
func FuzzReadCoins(f *testing.F) {
	for _, file := range []string{
		"model,question,p\na,q,0.5\na,r,1\n", "\ufeffp,x,question,model\r\n1e-3,,\"q\n\",a\r\n", "model,question,p\ra,q,1", "model,question,p\n\xff,q,1\n",
		"model,question,p\n\"a,q,1\n", "model,question,p\na,q," + strings.Repeat("9", 2000), strings.Repeat("p,", 2000), "\x00\x00\x00", "model,question,p\na\u202e,\x1b[2J,2\n",
		"model,question,p\na,q,0.5\nb,r,0.5\n",
	} {
		f.Add(file)
	}
	f.Fuzz(checkCoins)
}

func checkCoins(t *testing.T, file string) {
	c, err := sim.ReadCoins(strings.NewReader(file), "c.csv")
	if err != nil {
		if wrong := mutants.CheckMessage(err, "c.csv"); wrong != nil {
			t.Error(wrong)
		}
		return
	}
	var written bytes.Buffer
	if err := c.Write(&written); err != nil {
		t.Fatal(err)
	}
	back, err := sim.ReadCoins(&written, "c.csv")
	if strings.Contains(file, "\r") { // CSV takes \r\n for \n, in names, too
		return
	}
	if err != nil || !reflect.DeepEqual(c, back) {
		t.Errorf("read again: %v, %+v instead of %+v", err, back, c)
	}
}

// Two thousand damaged files of coins, and of mimics, are refused in one line, or
// read as something valid.
func TestDamagedSimulations(t *testing.T) {
	for mutant := range mutants.Of([]byte("model,question,p\na,q,0.5\na,\"r\n\",1\nb,q,1e-3\nb,\"r\n\",.25\n"), 2000) {
		checkCoins(t, string(mutant))
	}
	for mutant := range mutants.Of([]byte(styleHeader+"m,1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1,1.1\n\"n,\",-20,0,1,10,1,20,100,-20,1,100,20\n"), 2000) {
		checkMimics(t, string(mutant))
	}
}

// Ranks without the interval of the paper's Table 2, models in the file's
// order, and the totals are those in the file's own "built_from".
func TestStandIns(t *testing.T) {
	want := map[string][]int{
		"aime25":  {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
		"aime24":  {1, 3, 2, 5, 4, 6, 7, 8, 9, 11, 10},
		"hmmt25":  {1, 3, 2, 9, 4, 5, 6, 7, 8, 10, 11},
		"brumo25": {1, 4, 5, 9, 2, 3, 7, 6, 8, 11, 10},
	}
	file, err := os.ReadFile("stand-ins.json")
	if err != nil {
		t.Fatal(err)
	}
	var source struct {
		Benchmarks map[string]struct {
			BuiltFrom []struct {
				Total int64 `json:"total_successes"`
			} `json:"built_from"`
		} `json:"benchmarks"`
	}
	if err := json.Unmarshal(file, &source); err != nil {
		t.Fatal(err)
	}
	if got := len(sim.StandIns()); got != len(want) {
		t.Errorf("%d stand-ins, want %d", got, len(want))
	}
	for name, ranks := range want {
		b, err := sim.StandIn(name)
		if err != nil {
			t.Fatal(err)
		}
		tally := b.Tally(b.Trials())
		for i, model := range source.Benchmarks[name].BuiltFrom {
			if tally.Totals[i] != model.Total {
				t.Errorf("%s: %s has %d successes, want %d", name, b.Models[i], tally.Totals[i], model.Total)
			}
		}
		levels, err := metrics.Ordinals(metrics.Bayes(metrics.Binary, nil), tally)
		if err != nil {
			t.Fatal(err)
		}
		for i, level := range levels {
			if got := len(levels) - level; got != ranks[i] {
				t.Errorf("%s: %s has rank %d, want %d", name, b.Models[i], got, ranks[i])
			}
		}
	}
	if _, err := sim.StandIn("aime26"); err == nil || !strings.Contains(err.Error(), "stand-ins are aime24, aime25, brumo25, hmmt25") {
		t.Errorf("unknown stand-in: error %v", err)
	}
}

// Two coins on two questions: the number of successes of each in n trials, and
// with it the order, by enumerating all outcomes of n = 1 by hand.
//
//	first (0.5, 0.5): 0, 1, 2 with ¼, ½, ¼; second (0.2, 0.2): 0.64, 0.32, 0.04
//	right = ½·0.64 + ¼·0.96 = 0.56; tied = 0.16 + 0.16 + 0.01 = 0.33
func TestOrdersByHand(t *testing.T) {
	o := sim.Orders([]float64{0.5, 0.5}, []float64{0.2, 0.2}, 1)[0]
	if math.Abs(o.Right-0.56) > 1e-15 || math.Abs(o.Tied-0.33) > 1e-15 {
		t.Errorf("right %v, tied %v; want 0.56, 0.33", o.Right, o.Tied)
	}
}

// The design document of this reproduction gives 83.5, 93.8 and 96.7 % for
// such coins (half of ties counted), and E|z| = 1.14 at N = 80, reaching 1.645
// at N ≈ 215 and 1.96 at N ≈ 318.
func TestOrdersOfThePaper(t *testing.T) {
	c, err := sim.PaperQuantile().Subset("LLM10", "LLM9")
	if err != nil {
		t.Fatal(err)
	}
	orders := sim.Orders(c.P[0], c.P[1], 330)
	for n, want := range map[int]float64{80: 0.835, 199: 0.938, 285: 0.967} {
		if got := orders[n-1].Right + orders[n-1].Tied/2; math.Abs(got-want) > 0.001 {
			t.Errorf("P(right) at N = %d is %v, want %v", n, got, want)
		}
	}
	if z := orders[79].Z; math.Abs(z-1.14) > 0.01 {
		t.Errorf("E|z| at N = 80 is %v, want 1.14", z)
	}
	for z, want := range map[float64]int{1.645: 215, 1.96: 318} {
		n := 1
		for orders[n-1].Z < z {
			n++
		}
		if n < want-3 || n > want+4 {
			t.Errorf("E|z| reaches %v at N = %d, want about %d", z, n, want)
		}
	}
}
