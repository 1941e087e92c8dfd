package sim_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/sim"
)

// two returns mimics in which everything that can happen does, often: completions
// that are cut off, repeated patterns, off-task verdicts, a model that is
// surer of its wrong answers.
func two() *sim.Mimics {
	return &sim.Mimics{
		Models: []sim.Mimic{
			{Name: "a", Ability: 0.4, BoxedCorrect: 0.9, BoxedWrong: 0.6, Verbosity: 0.3, Degenerate: 0.05, BPT: 0.5, Doubt: 1.8,
				Persuasion: 0.5, OffTask: 0.07, Surprise: 1.1, Brittleness: 0.8},
			{Name: "b", Ability: -0.7, BoxedCorrect: 0.5, BoxedWrong: 0.2, Verbosity: 0.6, Degenerate: 0.1, BPT: 0.4, Doubt: 0.9,
				Persuasion: -0.4, OffTask: 0.15, Surprise: 0.9, Brittleness: -0.3},
		},
		Questions: []sim.MimicQuestion{
			{Name: "q", Difficulty: -0.5, Length: 0.2, Strangeness: 1.5},
			{Name: "r", Difficulty: 0.6, Length: -0.3, Strangeness: 2.4},
			{Name: "s", Difficulty: 1.3, Length: 0.5, Strangeness: 3},
		},
	}
}

func schema(t *testing.T, name string) *rubric.Schema {
	t.Helper()
	s, err := rubric.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ownSchema asks for what the paper's schemata do not: each signal's variables
// apart, in rules that overlap.
func ownSchema(t *testing.T) *rubric.Schema {
	t.Helper()
	s, err := rubric.Parse(strings.NewReader(`
name: Own
categories: [{name: z, weight: -1}, {name: y, weight: 1/3}, {name: x, weight: 0.5}, {name: w, weight: 2}, {name: v, weight: 3}, {name: u, weight: 0}]
rules:
  - {category: z, when: [degenerate, verbose]}
  - {category: y, when: [off_task, not ood]}
  - {category: x, when: [wrong_high_conf, moderate, unboxed]}
  - {category: w, when: [correct_mid_conf, not A_high]}
  - {category: v, when: [B_over_C, not high_conf]}
  - {category: u, when: [invalid]}
  - {category: x, when: [economical]}
  - {category: v}
`), "own.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// boundedSchema compares signals with numbers beside thresholds.
func boundedSchema(t *testing.T) *rubric.Schema {
	t.Helper()
	s, err := rubric.Parse(strings.NewReader(`
name: Bounded
categories: [{name: z, weight: 0}, {name: y, weight: 1}, {name: x, weight: 2}, {name: w, weight: 3}, {name: v, weight: 4}]
rules:
  - {category: y, when: [token_ratio > 0.4, completion_bpt < 0.5]}
  - {category: x, when: [correct, completion_bpt <= 0.9, moderate]}
  - {category: w, when: [prompt_bpt >= 2, not token_ratio >= 0.7]}
  - {category: v, when: [high_conf]}
  - {category: z}
`), "bounded.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// oneVariable returns schemata of a single variable each, all that there are: one
// that is added and that the chances do not know shows here.
func oneVariable(t *testing.T) (schemata []*rubric.Schema) {
	t.Helper()
	for _, v := range rubric.Variables() {
		s, err := rubric.Parse(strings.NewReader(fmt.Sprintf(`
name: %[1]s
categories: [{name: "not", weight: 0}, {name: holds, weight: 1}]
rules: [{category: holds, when: [%[1]s]}, {category: "not"}]
`, v.Name)), v.Name)
		if err != nil {
			t.Fatal(err)
		}
		schemata = append(schemata, s)
	}
	return schemata
}

func attempts(t *testing.T, m *sim.Mimics, trials int, seed uint64, index int) *signals.Attempts {
	t.Helper()
	a, err := m.Attempts(trials, seed, index)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func named(t *testing.T, name string, seed uint64) *sim.Mimics {
	t.Helper()
	m, ok, err := sim.NamedMimics(name, seed)
	if err != nil || !ok {
		t.Fatalf("%s: %v, %v", name, ok, err)
	}
	return m
}

// The numbers are from a program in scipy, written after the comment on Mimics
// and Tables 4 and 5: densities integrated by quad between thresholds, the
// verifier's u and v on a grid of 2000 × 2000, percentiles by brentq on the
// mixture and, for prompts, by numpy.percentile of 1000 copies. What is drawn is
// rounded to millionths, and so are the limits of all percentiles but that of
// prompts, which is a product.
func TestMimicsAgainstScipy(t *testing.T) {
	m := two()
	limits := m.Thresholds()
	want := rubric.Thresholds{
		High: 0.42062039109496574, LowWrong: 0.6021079982188026, Prompt: 3.3,
		LenP33: 0.35568474830792135, LenP66: 0.6525263378333974, CorrP33: 0.39455401761674763, CorrP66: 0.5391120509248581,
	}
	got, expected := reflect.ValueOf(limits), reflect.ValueOf(want)
	for i := range got.NumField() {
		if limit := math.Round(1e6*expected.Field(i).Float()) / 1e6; math.Abs(got.Field(i).Float()/limit-1) > 1e-12 {
			t.Errorf("%s is %v, want %v", got.Type().Field(i).Name, got.Field(i), expected.Field(i))
		}
	}
	const digits = 1.5e-6 // the program printed six digits
	const grid = 5e-4     // and has the verifier's chances from a grid
	for _, c := range []struct {
		schema          string
		model, question int
		tolerance       float64
		want            []float64
	}{
		{"conf-calibrated", 0, 0, digits, []float64{0.136224, 0.133366, 0.019121, 0.295051, 0.238920, 0.177319}},
		{"conf-calibrated", 0, 2, digits, []float64{0.186803, 0.577186, 0.082750, 0.063574, 0.051480, 0.038207}},
		{"conf-calibrated", 1, 1, digits, []float64{0.275116, 0.040095, 0.525853, 0.031295, 0.050656, 0.076985}},
		{"concision-high-conf", 0, 0, digits, []float64{0.136224, 0.152487, 0.074133, 0.290642, 0.238860, 0.107653}},
		{"concision-high-conf", 0, 2, digits, []float64{0.186803, 0.659936, 0.034995, 0.075839, 0.029245, 0.013181}},
		{"concision-high-conf", 1, 1, digits, []float64{0.275116, 0.565948, 0.028322, 0.075618, 0.024358, 0.030638}},
		{"verifier-only", 0, 0, grid, []float64{0.136224, 0.036142, 0.214768, 0.612866}},
		{"verifier-only", 0, 2, grid, []float64{0.186803, 0.013822, 0.564994, 0.234380}},
		{"verifier-only", 1, 1, grid, []float64{0.275116, 0.009459, 0.555034, 0.160392}},
		{"verifier-probe", 0, 2, grid, []float64{0.186803, 0.107688, 0.552248, 0.026569, 0.126692}},
		{"ood-robustness", 0, 0, digits, []float64{0.136224, 0, 0.152487, 0, 0.711289}},
		{"ood-robustness", 0, 2, digits, []float64{0.186803, 0.659936, 0, 0.153261, 0}},
		{"format-confidence", 0, 0, digits, []float64{0.136224, 0.060995, 0.090131, 0.001361, 0.049031, 0.022098, 0.441278, 0.198882}},
		{"format-confidence", 1, 1, digits, []float64{0.275116, 0.452758, 0.037159, 0.076031, 0.035196, 0.044272, 0.035196, 0.044272}},
	} {
		got := m.Chances(schema(t, c.schema), &limits)[c.model][c.question]
		for category, want := range c.want {
			if math.Abs(got[category]-want) > c.tolerance {
				t.Errorf("%s: model %d, question %d: chances %v, want %v", c.schema, c.model, c.question, got, c.want)
				break
			}
		}
	}
}

// How often attempts fall into a category, by model and question: counts of
// 40,000 attempts lie within 4.5 standard deviations of their expectations,
// three counts allowed for rare categories; what has no chance never happens.
func TestFrequenciesAreTheChances(t *testing.T) {
	const trials = 40_000
	m := two()
	limits := m.Thresholds()
	a := attempts(t, m, trials, 1, 0)
	for _, s := range slices.Concat(rubric.Paper(), oneVariable(t), []*rubric.Schema{ownSchema(t), boundedSchema(t)}) {
		b, err := a.Board(s, &limits)
		if err != nil {
			t.Fatal(err)
		}
		for model, questions := range m.Chances(s, &limits) {
			for question, chances := range questions {
				counts := make([]float64, len(chances))
				for _, category := range b.Row(model, question) {
					counts[category]++
				}
				for category, p := range chances {
					allowed := 3 + 4.5*math.Sqrt(trials*p*(1-p))
					if off := math.Abs(counts[category] - trials*p); off > allowed || p == 0 && counts[category] > 0 {
						t.Errorf("%s: model %d, question %d: category %d came up %v times in %d, its chance is %v", s.Name(), model, question, category, counts[category], trials, p)
					}
				}
			}
		}
	}
}

// Numbers that a schema compares signals with cut like thresholds do. Lengths are
// lognormal (mimics, in their comment) and rounded to millionths, so that those of
// less than 0.3 lie below 0.2999995 and those of at most 0.3 below 0.3000005, as
// long as none is cut off. Prompts are fixed: 1.5 · 1.1 is 1.65.
func TestChancesOfComparisons(t *testing.T) {
	m := two()
	below := func(x, median, sigma float64) float64 { return math.Erfc(-math.Log(x/median)/sigma/math.Sqrt2) / 2 }
	limits := m.Thresholds()
	for _, c := range []struct {
		when string
		want float64 // for model 0 at question 0
	}{
		{"token_ratio < 0.3", below(0.2999995, 0.3*math.Exp(0.2), 0.5)},
		{"token_ratio <= 0.3", below(0.3000005, 0.3*math.Exp(0.2), 0.5)},
		{"token_ratio > 0.3", 1 - below(0.3000005, 0.3*math.Exp(0.2), 0.5)},
		{"token_ratio >= 1", 1 - below(0.9999995, 0.3*math.Exp(0.2), 0.5)},
		{"token_ratio > 1", 0}, {"prompt_bpt >= 1.64", 1}, {"prompt_bpt > 1.66", 0},
	} {
		s, err := rubric.Parse(strings.NewReader(fmt.Sprintf("name: x\n"+
			"categories: [{name: n, weight: 0}, {name: y, weight: 1}]\n"+
			"rules: [{category: y, when: [%q]}, {category: n}]\n", c.when)), "x")
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Chances(s, &limits)[0][0][1]; math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: chance %v, want %v", c.when, got, c.want)
		}
	}
}

// On a board that is long enough every percentile has its share of attempts
// below it, within 4.5 binomial standard deviations (questions apart, which
// only narrows it), and the board's own thresholds come close.
func TestThresholdsOfLongBoards(t *testing.T) {
	for name, m := range map[string]*sim.Mimics{"two": two(), "fig7": named(t, "fig7", 3)} {
		limits := m.Thresholds()
		a := attempts(t, m, 60_000/len(m.Questions), 2, 0)
		share := func(signal rubric.Signal, threshold, want float64, chosen func(correct bool) bool) {
			var below, all float64
			for i := range a.Cells {
				if x := &a.Cells[i]; chosen(x[rubric.IsCorrect] == 1) {
					all++
					if x[signal] <= threshold {
						below++
					}
				}
			}
			if math.Abs(below/all-want) > 4.5*math.Sqrt(want*(1-want)/all) {
				t.Errorf("%s: %v of %v attempts have %v ≤ %v, want a share of %v", name, below, all, signal, threshold, want)
			}
		}
		every := func(bool) bool { return true }
		right := func(correct bool) bool { return correct }
		wrong := func(correct bool) bool { return !correct }
		share(rubric.CompletionBPT, limits.High, 0.40, every)
		share(rubric.CompletionBPT, limits.LowWrong, 0.60, wrong)
		share(rubric.CompletionBPT, limits.CorrP33, 0.33, right)
		share(rubric.CompletionBPT, limits.CorrP66, 0.66, right)
		share(rubric.TokenRatio, limits.LenP33, 0.33, every)
		share(rubric.TokenRatio, limits.LenP66, 0.66, every)
		seen, expected := reflect.ValueOf(a.Thresholds()), reflect.ValueOf(limits)
		for i := range seen.NumField() {
			if math.Abs(seen.Field(i).Float()/expected.Field(i).Float()-1) > 0.02 {
				t.Errorf("%s: %s is %v on the board, %v in the long run", name, seen.Type().Field(i).Name, seen.Field(i), expected.Field(i))
			}
		}
	}
}

// Where a millionth is not little, it is counted: of a median of 10 millionths,
// completion_bpt is at most 10 of them once rounded if it was below 10.5, which
// has the chance Φ(ln(1.05)/0.35) = 0.5554, and its 40th percentile is
// 9.15 millionths, rounded. A median token_ratio of 1 is cut off from half a
// millionth below it on, with the chance 0.5000004.
func TestMillionthsAreCounted(t *testing.T) {
	m := &sim.Mimics{
		Models:    []sim.Mimic{{Name: "m", Ability: -100, Verbosity: 1, BPT: 0.001, Doubt: 0.01, Surprise: 1}},
		Questions: []sim.MimicQuestion{{Name: "q", Strangeness: 1}},
	}
	limits := m.Thresholds()
	if limits.High != 9e-6 {
		t.Errorf("the 40th percentile is %v", limits.High)
	}
	const trials = 40_000
	a := attempts(t, m, trials, 1, 0)
	for threshold, want := range map[float64]float64{1e-5: math.Log(1.05), 1.09e-5: math.Log(1.05), 0.9e-5: math.Log(0.95)} {
		want = math.Erfc(-want/0.35/math.Sqrt2) / 2
		below := 0
		for _, x := range a.Cells {
			if x[rubric.CompletionBPT] <= threshold {
				below++
			}
		}
		if off := math.Abs(float64(below) - trials*want); off > 4.5*math.Sqrt(trials*want*(1-want)) {
			t.Errorf("%d of %d attempts are at most %v, want a share of %v", below, trials, threshold, want)
		}
		limits.High = threshold
		for _, s := range oneVariable(t) {
			if got := m.Chances(s, &limits)[0][0][1]; s.Name() == "high_conf" && math.Abs(got-want) > 1e-9 {
				t.Errorf("the chance of at most %v is %v, want %v", threshold, got, want)
			}
		}
	}
	for _, s := range oneVariable(t) {
		want := math.Erfc(math.Log(1-0.5e-6)/0.5/math.Sqrt2) / 2
		if got := m.Chances(s, &limits)[0][0][1]; s.Name() == "degenerate" && math.Abs(got-want) > 1e-12 {
			t.Errorf("the chance of being cut off is %v, want %v", got, want)
		}
	}
}

// The verifier's leaning bears on whether it says correct or wrong, not on
// whether it says off-task: mimics that differ in that alone tie by a schema that
// asks for nothing else, although their chances are added up from other numbers.
func TestEqualMeansTie(t *testing.T) {
	m := named(t, "fig7", 1)
	for i := range m.Models {
		m.Models[i] = m.Models[0]
		m.Models[i].Name = fmt.Sprint(i)
		m.Models[i].Persuasion = float64(i)/3 - 2
	}
	limits := m.Thresholds()
	for _, s := range oneVariable(t) {
		if s.Name() != "off_task" {
			continue
		}
		for model, mean := range m.Means(s, &limits) {
			if first := m.Means(s, &limits)[0]; mean != first {
				t.Errorf("model %d has the mean %v, model 0 %v", model, mean, first)
			}
		}
	}
}

// Prompts do not change between trials: their percentile on a board of 30
// trials is already that of endlessly many, also where the 90 % fall between
// two prompts (10, 20, 330 of them) and where prompts tie.
func TestPromptThresholdIsThatOfBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models, questions := rapid.IntRange(1, 11).Draw(t, "models"), rapid.IntRange(1, 30).Draw(t, "questions")
		m := &sim.Mimics{Models: make([]sim.Mimic, models), Questions: make([]sim.MimicQuestion, questions)}
		for i := range m.Models {
			m.Models[i] = sim.Mimic{Verbosity: 0.1, BPT: 1, Doubt: 1, Surprise: rapid.SampledFrom([]float64{0.9, 1, 1.07}).Draw(t, "surprise")}
		}
		for i := range m.Questions {
			m.Questions[i].Strangeness = rapid.Float64Range(0.5, 5).Draw(t, "strangeness")
		}
		a, err := m.Attempts(30, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		got, want := m.Thresholds().Prompt, a.Thresholds().Prompt
		if math.Abs(got-want) > 1e-9*want {
			t.Errorf("%d prompts: %v, on the board %v", models*questions, got, want)
		}
	})
}

// What everybody is cut off at is the percentile; and of no wrong attempts,
// or no correct ones, there is none, as on boards.
func TestThresholdsAtTheEdge(t *testing.T) {
	m := two()
	for i := range m.Models {
		m.Models[i].Verbosity, m.Models[i].Ability = 10, 1000
	}
	if limits := m.Thresholds(); limits.LenP33 != 1 || limits.LenP66 != 1 || !math.IsNaN(limits.LowWrong) || math.IsNaN(limits.CorrP33) {
		t.Errorf("always right and cut off: %+v", limits)
	}
	for i := range m.Models {
		m.Models[i].Ability = -1000
	}
	if limits := m.Thresholds(); !math.IsNaN(limits.CorrP33) || !math.IsNaN(limits.CorrP66) || math.IsNaN(limits.LowWrong) {
		t.Errorf("always wrong: %+v", limits)
	}
}

// drawThreshold draws thresholds that may be missing, infinite or beyond what
// the signal can be.
func drawThreshold(t *rapid.T, label string) float64 {
	return rapid.OneOf(
		rapid.Float64Range(0, 1.5),
		rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, 1, 1e300}),
	).Draw(t, label)
}

func drawMimics(t *rapid.T) *sim.Mimics {
	seed := rapid.Uint64().Draw(t, "seed")
	m, _, err := sim.NamedMimics("3x2:6", seed)
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Models {
		m.Models[i].Degenerate = rapid.SampledFrom([]float64{0, 0.3, 1}).Draw(t, "degenerate")
		m.Models[i].OffTask = rapid.SampledFrom([]float64{0, 0.3, 1}).Draw(t, "off-task")
		m.Models[i].Verbosity = rapid.SampledFrom([]float64{0.0001, 0.3, 10}).Draw(t, "verbosity")
	}
	return m
}

// Whatever the thresholds, chances are probabilities that add up to 1, and on
// a board of 400 trials the categories of each question come up accordingly:
// counts lie within six standard deviations of their expectations, five counts
// allowed for rare categories.
func TestChancesAreProbabilities(t *testing.T) {
	own := ownSchema(t)
	rapid.Check(t, func(t *rapid.T) {
		m := drawMimics(t)
		limits := rubric.Thresholds{
			High: drawThreshold(t, "high"), LowWrong: drawThreshold(t, "low wrong"), Prompt: drawThreshold(t, "prompt"),
			LenP33: drawThreshold(t, "len_p33"), LenP66: drawThreshold(t, "len_p66"),
			CorrP33: drawThreshold(t, "corr_p33"), CorrP66: drawThreshold(t, "corr_p66"),
		}
		s := rapid.SampledFrom(append(rubric.Paper(), own)).Draw(t, "schema")
		const trials = 400
		a, err := m.Attempts(trials, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		b, err := a.Board(s, &limits)
		if err != nil {
			t.Fatal(err)
		}
		for model, questions := range m.Chances(s, &limits) {
			for question, chances := range questions {
				var sum float64
				counts := make([]float64, len(chances))
				for _, category := range b.Row(model, question) {
					counts[category]++
				}
				for category, p := range chances {
					sum += p
					if !(p >= -1e-15 && p <= 1+1e-12) {
						t.Fatalf("%s: a chance of %v", s.Name(), p)
					}
					if off := math.Abs(counts[category] - trials*p); off > 5+6*math.Sqrt(trials*max(p*(1-p), 0)) {
						t.Errorf("%s: category %d came up %v times in %d, its chance is %v", s.Name(), category, counts[category], trials, p)
					}
				}
				if math.Abs(sum-1) > 1e-12 {
					t.Errorf("%s: chances %v add up to %v", s.Name(), chances, sum)
				}
			}
		}
	})
}

// One question of difficulty 0, answered by a mimic of ability ln 3, which is
// right with probability 3/4; half of its correct answers are in a box; nothing
// is invalid. By Table 5's weights: Exact Match 3/4, Strict Compliance 3/8,
// Format Aware (0, 0, 1, 2, 3) with all wrong ones boxed 1/4 + 2·3/8 + 3·3/8.
func TestMeansByHand(t *testing.T) {
	m := &sim.Mimics{
		Models:    []sim.Mimic{{Name: "m", Ability: math.Log(3), BoxedCorrect: 0.5, BoxedWrong: 1, Verbosity: 0.0001, BPT: 1, Doubt: 1, Surprise: 1}},
		Questions: []sim.MimicQuestion{{Name: "q", Strangeness: 1}},
	}
	limits := m.Thresholds()
	for name, want := range map[string]float64{"exact-match": 0.75, "strict-compliance": 0.375, "format-aware": 0.25 + 0.75 + 1.125} {
		if got := m.Means(schema(t, name), &limits)[0]; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// A mimic and its copy under another name have one score, bit for bit, and
// attempts of their own.
func TestCopiesTie(t *testing.T) {
	m := named(t, "5x7", 1)
	m.Models[4] = m.Models[1]
	m.Models[4].Name = "copy"
	limits := m.Thresholds()
	for _, s := range rubric.Paper() {
		if means := m.Means(s, &limits); means[1] != means[4] || means[1] == means[2] {
			t.Errorf("%s: means %v", s.Name(), means)
		}
	}
	a := attempts(t, m, 5, 1, 0)
	model := func(i int) []rubric.Signals { return a.Cells[i*35 : (i+1)*35] }
	if reflect.DeepEqual(model(1), model(4)) {
		t.Error("the copies' attempts are the same")
	}
}

// Signals have the values of appendix D, in the ranges of files.
func TestSignalsAreInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, err := drawMimics(t).Attempts(20, rapid.Uint64().Draw(t, "board"), 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range a.Cells {
			for _, s := range []rubric.Signal{rubric.HasBox, rubric.IsCorrect, rubric.RepeatedPattern} {
				if x[s] != 0 && x[s] != 1 {
					t.Fatalf("%v is %v", s, x[s])
				}
			}
			for _, s := range []rubric.Signal{rubric.TokenRatio, rubric.A, rubric.B, rubric.C} {
				if !(x[s] >= 0 && x[s] <= 1) {
					t.Fatalf("%v is %v", s, x[s])
				}
			}
			if x[rubric.TokenRatio] == 1 && x[rubric.RepeatedPattern] == 0 {
				t.Fatal("a completion that was cut off ended by itself")
			}
			if sum := x[rubric.A] + x[rubric.B] + x[rubric.C]; math.Abs(sum-1) > 1e-12 {
				t.Fatalf("A, B and C add up to %v", sum)
			}
			if !(x[rubric.PromptBPT] > 0 && x[rubric.CompletionBPT] > 0) {
				t.Fatalf("bits per token: %v, %v", x[rubric.PromptBPT], x[rubric.CompletionBPT])
			}
		}
	})
}

// A board depends on the seed and its index, and a longer one begins with the
// trials of a shorter one.
func TestAttemptsAreReproducible(t *testing.T) {
	m := named(t, "fig7", 1)
	a := attempts(t, m, 4, 7, 3)
	if len(a.Models) != 11 || len(a.Questions) != 30 || len(a.Cells) != 11*30*4 {
		t.Fatalf("%d models, %d questions, %d cells", len(a.Models), len(a.Questions), len(a.Cells))
	}
	if !reflect.DeepEqual(a, attempts(t, m, 4, 7, 3)) {
		t.Error("the same board differs the second time")
	}
	for _, other := range []*signals.Attempts{attempts(t, m, 4, 8, 3), attempts(t, m, 4, 7, 4)} {
		if reflect.DeepEqual(a.Cells, other.Cells) {
			t.Error("another seed or index gives the same board")
		}
	}
	longer := attempts(t, m, 9, 7, 3)
	for cell := range 11 * 30 {
		if !reflect.DeepEqual(a.Cells[cell*4:cell*4+4], longer.Cells[cell*9:cell*9+4]) {
			t.Fatalf("cell %d of the longer board begins otherwise", cell)
		}
	}
	for trials, want := range map[int]string{
		0:       "0 trials given; a board needs at least one",
		100_000: "11 models × 30 questions × 100000 trials exceed the limit of 20000000 attempts",
	} {
		if _, err := m.Attempts(trials, 1, 0); err == nil || err.Error() != want {
			t.Errorf("%d trials: error %v, want %s", trials, err, want)
		}
	}
}

// A question is what the seed and its place make it, however many there are.
func TestOnQuestions(t *testing.T) {
	m := named(t, "fig7", 1)
	few, err := m.OnQuestions(5, 1)
	if err != nil {
		t.Fatal(err)
	}
	many, err := m.OnQuestions(100, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(few.Questions) != 5 || len(many.Questions) != 100 || !reflect.DeepEqual(many.Models, m.Models) {
		t.Fatalf("%d and %d questions", len(few.Questions), len(many.Questions))
	}
	for i, q := range m.Questions {
		q.Name = many.Questions[i].Name
		if many.Questions[i] != q {
			t.Errorf("question %d of 100 is %+v, of 30 %+v", i+1, many.Questions[i], q)
		}
		if i >= len(few.Questions) {
			continue
		}
		if q.Name = few.Questions[i].Name; few.Questions[i] != q {
			t.Errorf("question %d of 5 is %+v, of 30 %+v", i+1, few.Questions[i], q)
		}
	}
	if _, err := m.OnQuestions(0, 1); err == nil {
		t.Error("there are no questions, and no error")
	}
}

// What the paper says of Fig. 7, for twenty seeds, in truth and on a board of
// 80 trials sorted by its own thresholds and ranked by Bayes@80: the leader is
// first under all twelve schemata, the lower tier is stable, and the middle is
// not. In truth the margin to the second place is smallest under Verifier-Only,
// measured in the range of the weights, and what each style is named after shows.
func TestFig7Story(t *testing.T) {
	schemata := rubric.Paper()
	last := uint64(20)
	if testing.Short() {
		last = 4
	}
	for seed := uint64(1); seed <= last; seed++ {
		m := named(t, "fig7", seed)
		limits := m.Thresholds()
		truth := make(map[string]map[string]int, len(schemata))
		margins := make(map[string]float64, len(schemata))
		for _, s := range schemata {
			means := m.Means(s, &limits)
			truth[s.Name()] = places(m, means)
			margins[s.Name()] = margin(s, means)
		}
		for name, margin := range margins {
			if margin < margins["Verifier-Only"] {
				t.Errorf("seed %d: the leader's margin is %v under %s and %v under Verifier-Only", seed, margin, name, margins["Verifier-Only"])
			}
		}
		checkTiers(t, seed, truth)
		checkStyles(t, seed, truth)
		a := attempts(t, m, 80, seed, 0)
		limits = a.Thresholds()
		seen := make(map[string]map[string]int, len(schemata))
		for _, s := range schemata {
			b, err := a.Board(s, &limits)
			if err != nil {
				t.Fatal(err)
			}
			levels, err := metrics.Ordinals(metrics.Bayes(s.Weights(), nil), b.Tally(80))
			if err != nil {
				t.Fatal(err)
			}
			scores := make([]float64, len(levels))
			for i, level := range levels {
				scores[i] = float64(level)
			}
			seen[s.Name()] = places(m, scores)
		}
		checkTiers(t, seed, seen)
	}
}

// places returns the competition ranks of the models.
func places(m *sim.Mimics, scores []float64) map[string]int {
	ranks := map[string]int{}
	for i, model := range m.Models {
		ranks[model.Name] = 1
		for _, other := range scores {
			if other > scores[i] {
				ranks[model.Name]++
			}
		}
	}
	return ranks
}

// margin returns the lead of the first over the second, as a share of the range of weights.
func margin(s *rubric.Schema, scores []float64) float64 {
	sorted := slices.Sorted(slices.Values(scores))
	lo, hi := s.Weights().Range()
	return (sorted[len(sorted)-1] - sorted[len(sorted)-2]) / (hi - lo)
}

func checkTiers(t *testing.T, seed uint64, ranks map[string]map[string]int) {
	t.Helper()
	fixed := map[string]int{"leader": 1, "boxless": 7, "junior": 8, "novice": 9, "beginner": 10, "guesser": 11}
	spans := map[string][]int{}
	for schema, places := range ranks {
		for model, place := range places {
			if want, ok := fixed[model]; ok && place != want {
				t.Errorf("seed %d: %s is at place %d under %s, want %d", seed, model, place, schema, want)
			}
			spans[model] = append(spans[model], place)
		}
	}
	for model, places := range spans {
		if _, ok := fixed[model]; !ok && slices.Max(places)-slices.Min(places) < 2 {
			t.Errorf("seed %d: %s of the middle stays at %v", seed, model, places)
		}
	}
}

func checkStyles(t *testing.T, seed uint64, ranks map[string]map[string]int) {
	t.Helper()
	better := func(model, under, than string) {
		if ranks[under][model] >= ranks[than][model] {
			t.Errorf("seed %d: %s is at place %d under %s and %d under %s", seed, model, ranks[under][model], under, ranks[than][model], than)
		}
	}
	better("terse", "Efficiency-Adjusted", "Exact Match")
	better("terse", "Concision-High-Conf", "Length-Robust")
	better("rambler", "Length-Robust", "Efficiency-Adjusted")
	better("careful", "Conf-Wrong Penalty", "Exact Match")
	better("bold", "Conf-Calibrated", "Conf-Wrong Penalty")
	better("smooth", "Verifier-Only", "Exact Match")
	better("smooth", "Verifier-Only", "Verifier Probe")
}
