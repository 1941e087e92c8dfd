package logs

import (
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// everyEvalEverRow is a sample with one metric.
type everyEvalEverRow struct {
	Model  value `json:"model_id"`
	Task   value `json:"evaluation_name"`
	ID     value `json:"sample_id"`
	Metric value `json:"evaluation_result_id"`
	Right  value `json:"evaluation.is_correct"`
	Score  value `json:"evaluation.score"`
	Epoch  value `json:"metadata.epoch"`
	Error  value `json:"error"`
	Tokens value `json:"token_usage.total_tokens"`
	Found  list[part[struct {
		Value value `json:"extracted_value"`
		Last  value `json:"is_terminal"`
	}]] `json:"answer_attribution"`
}

// answer returns the answer that was extracted last.
func (row *everyEvalEverRow) answer() (answer value) {
	for _, found := range row.Found {
		if found.it.Last.kind != jsontext.KindFalse {
			answer = found.it.Value
		}
	}
	return answer
}

// everyEvalEverResults holds the aggregates of a run, one result per metric.
type everyEvalEverResults struct {
	Library value                           `json:"eval_library.version"`
	Results list[part[everyEvalEverResult]] `json:"evaluation_results"`
}

type everyEvalEverResult struct {
	ID       value `json:"evaluation_result_id"`
	Name     value `json:"evaluation_name"`
	Kind     value `json:"metric_config.metric_kind"`
	Unit     value `json:"metric_config.metric_unit"`
	Score    value `json:"score_details.score"`
	StdErr   value `json:"score_details.uncertainty.standard_error.value"`
	Method   value `json:"score_details.uncertainty.standard_error.method"`
	Lower    value `json:"score_details.uncertainty.confidence_interval.lower"`
	Upper    value `json:"score_details.uncertainty.confidence_interval.upper"`
	Level    value `json:"score_details.uncertainty.confidence_interval.confidence_level"`
	Interval value `json:"score_details.uncertainty.confidence_interval.method"`
	Samples  value `json:"score_details.uncertainty.num_samples"`
}

// Verdicts of records that name no metric.
const (
	correctnessVerdict = "is_correct"
	scoreVerdict       = "score"
)

// readEveryEvalEver reads samples in the form that converters make from other tools'
// logs. A sample has one record per metric.
func readEveryEvalEver(r *reading) error {
	err := records(r.file, func(_ int, row *everyEvalEverRow) error {
		id, err := row.ID.question()
		if err != nil {
			return err
		}
		g := r.log(row.Model.string(), row.Task.string())
		outcome, taken := row.outcome(g)
		if !taken {
			return nil
		}
		outcome = unless(row.Error.string() != "", outcome) // records need a score even if there was an error
		if epoch, _ := row.Epoch.whole(); epoch > 0 {
			g.attempt(id, epoch, outcome)
		} else {
			g.occurrence(id, outcome)
		}
		g.answer(row.answer())
		g.log.Tokens.add(row.Tokens.orNaN(), 1)
		return nil
	})
	publishEveryEvalEver(r)
	return err
}

// publishEveryEvalEver reads the aggregates RUN.json next to RUN_samples.jsonl.
func publishEveryEvalEver(r *reading) {
	run, ok := strings.CutSuffix(filepath.Base(r.file.path), "_samples.jsonl")
	if !ok {
		return
	}
	run += ".json"
	aggregates := readBeside[everyEvalEverResults](r.file.dir(), run)
	for _, g := range r.logs {
		g.log.Tool = aggregates.Library.string()
		for _, result := range aggregates.Results {
			if id := result.it.ID.string(); id == g.verdicts.takenName() || id == "" && result.it.Name.string() == g.log.Task {
				result.it.publish(g)
			}
		}
	}
}

// publish adds a result to the published numbers. The score is a mean if the metric is
// an accuracy or its standard error is computed as for a mean.
func (e *everyEvalEverResult) publish(g *gatherer) {
	analytic := e.Method.text == analyticMethod
	add := func(name string, v value, rule Rule, t float64, known bool) {
		p := Published{Name: name, Value: v.orNaN(), Rule: rule, T: t}
		if e.Unit.text == "percent" {
			p.Scale = 100
		}
		if !known {
			p.Rule, p.Why = RuleUnknown, "the log does not say how it is computed"
		}
		if !v.null() {
			g.log.Published = append(g.log.Published, p)
		}
	}
	add("score", e.Score, Mean, 0, analytic || e.Kind.text == "accuracy")
	add("standard_error", e.StdErr, StdErr, 0, analytic || e.Kind.text == "accuracy" && e.Method.null())
	level := e.Level.orNaN()
	z := float64(math.Sqrt2 * math.Erfinv(level))
	normal := level > 0 && level < 1 && (e.Interval.text == analyticMethod || e.Interval.text == "normal")
	add("confidence_interval.lower", e.Lower, NormalBound, -z, normal)
	add("confidence_interval.upper", e.Upper, NormalBound, z, normal)
	if !g.repeated && !slices.ContainsFunc(g.log.rows, func(row row) bool { return math.IsNaN(row.outcome) }) {
		g.log.Whole.Questions = e.Samples.count()
	}
}

// analyticMethod is the method s/√n.
const analyticMethod = "analytic"

// outcome returns the value of the record's metric, and whether that metric is the
// selected one. If there is a metric, the score counts, because converters write
// is_correct as false for graded metrics.
func (row *everyEvalEverRow) outcome(g *gatherer) (outcome float64, taken bool) {
	right, score := row.Right, row.Score
	if metric := row.Metric.string(); metric != "" {
		v := score
		if v.missing() {
			v = right
		}
		x, ok := v.number()
		// A sample without a value is a failed attempt, even before the first value.
		return x, g.verdicts.meet(g.verdicts.find(metric), v.kind, ok, false) && ok
	}
	want := g.verdicts.want
	return rightOrScore(g, right, score), want == "" || want == correctnessVerdict || want == scoreVerdict
}

// rightOrScore returns the outcome of an attempt with a correctness and a score. The
// score counts if it is requested or is the only verdict.
func rightOrScore(g *gatherer, right, score value) float64 {
	outcome, want := math.NaN(), g.verdicts.want
	if !right.null() || want == correctnessVerdict {
		outcome = g.take(correctnessVerdict, right)
		if want != scoreVerdict {
			return outcome
		}
	}
	if _, known := g.verdicts.at[correctnessVerdict]; !known || want == scoreVerdict {
		return orElse(g.take(scoreVerdict, score), outcome)
	}
	return outcome
}
