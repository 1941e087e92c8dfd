package logs

import (
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// everyEvalEverRow is a record in a samples file: one sample with the value of one
// metric.
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

// answer returns the last answer that was extracted from the sample.
func (row *everyEvalEverRow) answer() (answer value) {
	for _, found := range row.Found {
		if found.it.Last.kind != jsontext.KindFalse {
			answer = found.it.Value
		}
	}
	return answer
}

// everyEvalEverResults holds the published numbers of a run, one per metric.
type everyEvalEverResults struct {
	Library value                           `json:"eval_library.version"`
	Results list[part[everyEvalEverResult]] `json:"evaluation_results"`
}

type everyEvalEverResult struct {
	ID       value `json:"evaluation_result_id"`
	Name     value `json:"evaluation_name"`
	Kind     value `json:"metric_config.metric_kind"`
	Unit     value `json:"metric_config.metric_unit"`
	Less     value `json:"metric_config.lower_is_better"`
	Score    value `json:"score_details.score"`
	StdErr   value `json:"score_details.uncertainty.standard_error.value"`
	Method   value `json:"score_details.uncertainty.standard_error.method"`
	Lower    value `json:"score_details.uncertainty.confidence_interval.lower"`
	Upper    value `json:"score_details.uncertainty.confidence_interval.upper"`
	Level    value `json:"score_details.uncertainty.confidence_interval.confidence_level"`
	Interval value `json:"score_details.uncertainty.confidence_interval.method"`
	Samples  value `json:"score_details.uncertainty.num_samples"`
}

// Names of the verdicts in records that name no metric.
const (
	correctnessVerdict = "is_correct"
	scoreVerdict       = "score"
)

// readEveryEvalEver reads samples in the EveryEvalEver form, into which converters
// bring other tools' logs. Each sample has one record per metric.
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
		outcome = knownOrNaN(row.Error.string() != "", outcome) // records need a score even if there was an error
		if epoch, _ := row.Epoch.integer(); epoch > 0 {
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

// publishEveryEvalEver reads the published numbers from RUN.json, which is next to
// RUN_samples.jsonl.
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
			id, taken := result.it.ID.string(), g.verdicts.takenName()
			if id == "" && result.it.Name.string() == g.log.Task {
				id = taken
			}
			if result.it.Less.kind == jsontext.KindTrue {
				g.verdicts.markLower(id)
			}
			if id == taken {
				result.it.publish(g)
			}
		}
	}
}

// publish adds a metric's result to the published numbers. The result counts as a mean
// if the metric is an accuracy or if its standard error was computed as for a mean.
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

// analyticMethod is the name of the method that computes a standard error as s/√n.
const analyticMethod = "analytic"

// outcome returns the value of the metric that the record names, and whether that
// metric is selected. The value is the record's score, if there is one, because
// converters write is_correct as false for graded metrics.
func (row *everyEvalEverRow) outcome(g *gatherer) (outcome float64, taken bool) {
	right, score := row.Right, row.Score
	if metric := row.Metric.string(); metric != "" {
		v := score
		if v.isMissing() {
			v = right
		}
		x, ok := v.number()
		// A record without a value is a failed attempt, even if no earlier record has a value.
		return x, g.verdicts.meet(g.verdicts.find(metric), v.kind, ok, false) && ok
	}
	want := g.verdicts.want
	return rightOrScore(g, right, score), want == "" || want == correctnessVerdict || want == scoreVerdict
}

// rightOrScore returns the outcome of an attempt that can be marked as correct and can
// have a score. It uses the score only if the score is requested or the mark is
// missing.
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
