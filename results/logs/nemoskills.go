package logs

import (
	"errors"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const nemoSkills = "NeMo-Skills"

// nemoSeed matches the name of a NeMo-Skills file: output-rsSEED.jsonl.
var nemoSeed = regexp.MustCompile(`^output-rs(\d+)\.jsonl?`)

// nemoRow is a line of a NeMo-Skills file. Line i holds the answer to question i for
// the file's seed.
type nemoRow struct {
	Symbolic    value       `json:"symbolic_correct"`
	Correct     value       `json:"is_correct"`
	CorrectPlus value       `json:"is_correct-plus"`
	Proof       value       `json:"proof_status"`
	Graded      list[value] `json:"graded_list"`
	Strict      value       `json:"strict_eval.follow_all_instructions"`
	Loose       value       `json:"loose_eval.follow_all_instructions"`
	Judged      value       `json:"judgement"`
	Expected    value       `json:"expected_judgement"`
	Subset      value       `json:"subset_for_metrics"`
	Unfinished  value       `json:"_async_position"`
	Answer      value       `json:"predicted_answer"`
	Weight      chosenField `json:"*"`
}

// weighBy sets the name of the field that holds the weight.
func (row *nemoRow) weighBy(name string) { row.Weight.name = name }

// nemoMetrics holds the numbers in metrics.json by benchmark, then by aggregation (such
// as pass@4), then by measure.
type nemoMetrics = dict[dict[dict[branch]]]

// nemoMeasures maps a field of a line to the measures in metrics.json that are computed
// from that field.
var nemoMeasures = map[string][]string{
	"symbolic_correct": {"symbolic_correct"},
	"is_correct":       {"passing_base_tests", "symbolic_correct", "accuracy"},
	"is_correct-plus":  {"passing_plus_tests"},
	"judgement":        {"judge_correct", "correct_judgements"},
	"proof_status":     {"lean4_correct"},
	"graded_list":      {"accuracy"},
	strictEval:         {"prompt_strict_accuracy"},
	looseEval:          {"prompt_loose_accuracy"},
}

const (
	strictEval = "strict_eval.follow_all_instructions"
	looseEval  = "loose_eval.follow_all_instructions"
)

var errAsync = errors.New("is the unfinished file of a run, and its lines are in no fixed order")

// readNeMo reads a NeMo-Skills file, which holds the answers for one seed.
func readNeMo(r *reading) error {
	bench, metrics := nemoBenchmark(r.file)
	r.weighs = true
	g := r.log("", bench)
	trial := int64(1)
	if text := r.file.match(nemoSeed)[0]; text != "" {
		seed, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return errors.New("the seed in the file name has too many digits")
		}
		trial, g.log.Numbered = seed, true
	}
	if bench != "" {
		g.log.Folder = r.file.parentFolder(2)
	}
	subsets := parts{}
	err := records(r.file, func(number int, row *nemoRow) error {
		if row.Unfinished.exists() {
			return errAsync
		}
		question, subset := strconv.Itoa(number-1), row.Subset.string()
		g.attempt(question, trial, row.outcome(g))
		g.ballot(row.Answer, row.Weight.value)
		if subset != "" {
			subsets.add(subset, question)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, measures := range metrics[bench] {
		entries := measures["num_entries"]
		g.log.Whole.Questions = max(g.log.Whole.Questions, entries.count())
	}
	publishNeMo(g, "", metrics[bench], nil)
	for _, subset := range slices.Sorted(maps.Keys(subsets)) {
		name := bench + "-" + subset
		publishNeMo(g, name+" ", metrics[name], subsets[subset])
	}
	return nil
}

// nemoBenchmark returns the name of the benchmark to which a file belongs, and the
// numbers in metrics.json. The benchmark has the name of the file's folder, or the only
// name in metrics.json. If neither is certain, the name returned is "".
func nemoBenchmark(f *file) (bench string, metrics nemoMetrics) {
	name := f.folder(1)
	if metrics = readBeside[nemoMetrics](f.parentFolder(2), "metrics.json"); metrics[name] != nil {
		return name, metrics
	}
	if f.folder(2) == "eval-results" {
		return name, nil
	}
	metrics = readBeside[nemoMetrics](f.dir(), "metrics.json")
	if len(metrics) == 1 {
		for name := range metrics {
			return name, metrics
		}
	}
	return "", nil
}

// outcome returns the value of the selected verdict in a line, or NaN if the line does
// not have that verdict.
func (row *nemoRow) outcome(g *gatherer) float64 {
	outcome := math.NaN()
	for _, v := range []named[value]{
		{"symbolic_correct", row.Symbolic}, {"is_correct", row.Correct}, {"is_correct-plus", row.CorrectPlus},
		{strictEval, row.Strict}, {looseEval, row.Loose}, {"graded_list", first(row.Graded)},
	} {
		if v.it.exists() {
			outcome = orElse(g.take(v.name, v.it), outcome)
		}
	}
	if row.Proof.exists() {
		proved := truth(row.Proof.text == "completed")
		outcome = orElse(g.outcome("proof_status", knownOrNaN(row.Proof.isMissing(), proved)), outcome)
	}
	if row.Judged.exists() {
		outcome = orElse(g.outcome("judgement", knownOrNaN(row.Judged.isMissing(), row.judgement())), outcome)
	}
	return outcome
}

// knownOrNaN returns NaN if unknown is true, and x otherwise.
func knownOrNaN(unknown bool, x float64) float64 {
	if unknown {
		return math.NaN()
	}
	return x
}

// judgement returns 1 if the judge said yes, else 0. If the line states an expected
// judgement, it returns 1 if the judge agrees with it, else 0.
func (row *nemoRow) judgement() float64 {
	yes := saysYes(row.Judged.text)
	if row.Expected.isMissing() {
		return truth(yes)
	}
	return truth(yes == saysYes(row.Expected.text))
}

// saysYes reports whether the text after the last "Judgement:" begins with yes.
func saysYes(text string) bool {
	lower := strings.ToLower(text)
	if i := strings.LastIndex(lower, "judgement:"); i >= 0 {
		lower = lower[i+len("judgement:"):]
	}
	return strings.HasPrefix(strings.TrimLeft(lower, " \t\r\n*"), "yes")
}

// nemoStatistics lists the statistics that NeMo-Skills publishes with an average, and
// the rules that compute them.
var nemoStatistics = []struct {
	name string
	rule Rule
}{{"std_dev_across_runs", DeviationOfTrials}, {"avg_sample_std_dev", MeanDeviation}, {"std_err_across_runs", StdErrOfTrials}}

// nemoAverage matches the name of an average over the first seeds, such as
// pass@1[avg-of-4].
var nemoAverage = regexp.MustCompile(`^pass@1\[avg-of-(\d+)\]$`)

// publishNeMo adds the numbers that NeMo-Skills published for the selected verdict and
// one subset of questions. The numbers combine all seeds. Their names begin with the
// given prefix, which names the subset. Question q is in the subset if among[q]. For
// all questions of a benchmark, the prefix is "" and among is nil.
func publishNeMo(g *gatherer, prefix string, metrics dict[dict[branch]], among map[string]bool) {
	for _, key := range slices.Sorted(maps.Keys(metrics)) {
		for _, measure := range nemoMeasures[g.verdicts.takenName()] {
			for _, p := range publishMeasure(metrics[key], key, measure) {
				p.Name, p.Among, p.Joint = prefix+p.Name, among, true
				g.log.Published = append(g.log.Published, p)
			}
		}
	}
}

func publishMeasure(measures dict[branch], key, measure string) []Published {
	share := measures[measure]
	x, ok := share.publishedNumber()
	if !ok {
		return nil
	}
	p := Published{Name: key + " " + measure, Value: x, Scale: 100}
	if k, err := strconv.Atoi(strings.TrimPrefix(key, "pass@")); err == nil && k > 0 {
		p.Rule, p.K = PassAtK, k
		return []Published{p}
	}
	match := nemoAverage.FindStringSubmatch(key)
	if match == nil {
		p.Why = "it uses the answers or their rewards, not only their correctness"
		return []Published{p}
	}
	p.Rule = Mean
	p.K, _ = strconv.Atoi(match[1])
	all := []Published{p}
	statistics := measures[measure+"_statistics"]
	for _, s := range nemoStatistics {
		if x, ok := statistics.member(s.name).publishedNumber(); ok {
			all = append(all, Published{Name: p.Name + " " + s.name, Value: x, Rule: s.rule, K: p.K})
		}
	}
	return all
}
