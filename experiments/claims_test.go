package experiments

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"settle/experiments/checks"
	"settle/internal/lists"
)

// bearing returns checks that make up all that headline claims rest on: those of the
// simulations hold, and those of benchmarks and schemata are fitted.
func bearing() []checks.Check {
	var all []checks.Check
	add := func(experiment, name string, kind checks.Kind, o checks.Outcome) {
		all = append(all, checks.Judged(experiment, []checks.Check{
			checks.New(name, "paper", checks.Ground{Kind: kind, Why: "made up"}, o, ""),
		})...)
	}
	for i, letter := range []string{"(a)", "(b)", "(c)"} {
		add("fig2", letter+" Bayes@N is highest at every n ≤ 10", checks.Test, checks.Share("", 400-4*i, 400))
		add("fig2", letter+" Bayes@N is highest at every n ≤ 80", checks.Test, checks.Share("", 100+20*i, 400))
	}
	add("fig2", "(a) no rival needs fewer trials than Bayes@N", checks.Test, checks.Share("", 396, 400))
	add("fig2", "all methods eventually converge", checks.Test, checks.Share("", 18, 300))
	add("equations", "boards that rank alike", checks.Construction, checks.Measured("", 1, 0, true))
	add("equations", "z at which intervals cease to overlap", checks.Test, checks.Measured("", 2.5, 0, false))
	add("examples", "one", checks.Test, checks.Number("1", 1, 0, 0))
	add("examples", "two", checks.Test, checks.Number("2", 2, 0, 0))
	add("intervals", "coverage of bayes at its worst n, the paper's coins", checks.Test, checks.Measured("", 0.5, 0.01, false))
	add("intervals", "coverage of bayes at n = 80, the paper's coins", checks.Test, checks.Measured("", 0.9, 0.01, false))
	add("fig3", "first N with mean |z| ≥ 1.645", checks.Test, checks.Number("199", 199, 0, 0))
	add("fig3", "first N with mean |z| ≥ 1.96", checks.Test, checks.Number("285", 300, 0, 0))
	add("fig1", "HMMT'25, permutations: mean convergence@n of bayes", checks.Fitted, checks.Number("44", 44, 0, 0))
	add("fig1", "HMMT'25, permutations: mean convergence@n of pass@2", checks.Fitted, checks.Number("70", 70, 0, 0))
	add("table2", "AIME'24: rank of a", checks.Fitted, checks.Number("1", 1, 0, 0))
	add("fig7", "lead", checks.Data, checks.Statement("", true))
	return all
}

// The sentences have the numbers of the checks, and what they say follows from these. By
// hand from bearing: of 400 draws 392 to 400 and 280 to 300 (rivals) of 100 %.
func TestAnswer(t *testing.T) {
	want := []string{
		"The paper's main claim, that Bayes@N ranks models most accurately with few trials, holds on simulated models. " +
			"In 98.0–100.0 % of 400 draws of simulated models, no metric ranks closer to the truth than Bayes@N with at most 10 trials. " +
			"In 99.0 % of 400 draws, no metric needs fewer trials than Bayes@N to come close to the true ranking.",
		"Bayes@N gives the same ranking as avg@N. All 2 published worked examples are reproduced. Separating two close models takes about 199 trials " +
			"at z = 1.645 and 300 trials at z = 1.96. The paper states 199 and 285 trials.",
		"At least 3 statements of the paper do not hold as stated. In 65.0–75.0 % of draws, Pass@k or one of its variants ranks closer to the truth than Bayes@N at some n ≤ 80. " +
			"On simulated coins, the 95 % intervals of Bayes@N contain the truth in 50.0 % of cases at the worst n, and in 90.0 % at n = 80. " +
			"Table 2 separates models from z = 1.645 on, but 95 % intervals of the same width overlap up to z = 2.50.",
		"Claims about AIME, HMMT and BrUMO stay untested without real results (--data, --signals).",
		"Of 12 headline claims, 5 hold, 2 hold in part, 2 differ and 3 need the paper's data.",
	}
	if got := Answer(bearing()); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A claim counts only if the experiment that shows it ran: equations alone shows
// no worked examples, and table2 shows no overlap of intervals.
func TestClaimsOfOtherExperiments(t *testing.T) {
	all := bearing()
	for experiment, check := range map[string]string{"equations": "Algorithm 1", "table2": "intervals that do not overlap"} {
		all = append(all, checks.Judged(experiment, []checks.Check{
			checks.New(check, "paper", checks.Ground{Kind: checks.Construction, Why: "made up"}, checks.Statement("", true), ""),
		})...)
	}
	for _, c := range []struct {
		experiment string
		claims     []string
	}{
		{"equations", []string{sameOrder.claim, overlapRule.claim}},
		{"examples", []string{closedForms.claim}},
		{"table2", []string{ranksOfModels.claim}},
	} {
		ran := lists.Where(all, func(k checks.Check) bool { return k.Experiment == c.experiment })
		got := lists.Each(Claims(ran), func(k checks.Claim) string { return k.Claim })
		if !slices.Equal(got, c.claims) {
			t.Errorf("%s alone decides %q, want %q", c.experiment, got, c.claims)
		}
		if said := strings.Join(Answer(ran), " "); strings.Contains(said, "All 0") {
			t.Errorf("%s alone: %s", c.experiment, said)
		}
	}
}

// What is said changes with what was found.
func TestAnswerFollowsChecks(t *testing.T) {
	change := func(part string, o checks.Outcome, k checks.Kind) []checks.Check {
		all := bearing()
		for i := range all {
			if strings.Contains(all[i].Check, part) {
				all[i].Outcome, all[i].Kind = o, k
			}
		}
		return all
	}
	holds := checks.Statement("", true)
	for name, c := range map[string]struct {
		all        []checks.Check
		says, less string
	}{
		"the main point in part": {change("n ≤ 10", checks.Share("", 200, 400), checks.Test), "holds in part on simulated models.", "holds on simulated"},
		"it does not":            {change("n ≤ 10", checks.Share("", 4, 400), checks.Test), "does not hold on simulated models. In 1.0 % of 400 draws of simulated models, no metric ranks", ""},
		"one of given coins":     {change("n ≤ 10", holds, checks.Test), "holds on simulated models. In 99.0 %", "at most 10"},
		"an example fails":       {change("two", checks.Number("2", 3, 0, 0), checks.Test), "1 of 2 published worked examples are reproduced.", "All"},
		"intervals are right":    {change("worst n", checks.Measured("", 0.95, 0.01, true), checks.Test), "2 statements of the paper do not hold", "simulated coins"},
		"ranks on real results":  {change("rank of", checks.Number("1", 1, 0, 0), checks.Test), "Of 3 claims on real results, 1 holds and 2 need the paper's data.", "untested"},
		"other ranks":            {change("rank of", checks.Number("1", 2, 0, 0), checks.Test), "Of 3 claims on real results, 1 differs and 2 need", "untested"},
		"a single experiment": {bearing()[:1], "The paper's main claim, that Bayes@N ranks models most accurately with few trials, holds on simulated models. " +
			"In 100.0 % of 400 draws of simulated models, no metric ranks closer to the truth than Bayes@N with at most 10 trials. This run measured 1 of 12 headline claims: 1 holds. Of 1 test", "statement"},
		"no claim": {change("", holds, checks.Test)[:0], "This run compares nothing with published results.", "claim"},
	} {
		got := strings.Join(Answer(c.all), " ")
		if !strings.Contains(got, c.says) || c.less != "" && strings.Contains(got, c.less) {
			t.Errorf("%s: %s", name, got)
		}
		for sentence := range strings.SplitSeq(got, ". ") {
			if n := words(sentence); n > 25 {
				t.Errorf("%s: %d words: %s", name, n, sentence)
			}
		}
	}
}

// words counts the words of a sentence: what has a letter or a digit.
func words(sentence string) (n int) {
	for word := range strings.FieldsSeq(sentence) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// Each pattern of the evidence names checks that there are.
func TestEvidenceIsThere(t *testing.T) {
	text, err := os.ReadFile("testdata/checks.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []checks.Check
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, h := range headlines {
		for _, pattern := range h.evidence {
			alone := h
			alone.evidence = []string{pattern}
			if len(alone.find(all)) == 0 {
				t.Errorf("%s: no check is called %q", h.claim, pattern)
			}
		}
	}
}
