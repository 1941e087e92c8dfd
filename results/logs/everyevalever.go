package logs

import "math"

// everyEvalEverRow is a sample under one metric.
type everyEvalEverRow struct {
	Model  value `json:"model_id"`
	Task   value `json:"evaluation_name"`
	ID     value `json:"sample_id"`
	Metric value `json:"evaluation_result_id"`
	Right  value `json:"evaluation.is_correct"`
	Score  value `json:"evaluation.score"`
	Epoch  value `json:"metadata.epoch"`
}

// The verdicts of records that name no metric.
const (
	correctnessVerdict = "is_correct"
	scoreVerdict       = "score"
)

// readEveryEvalEver reads samples in the form that other tools' logs are
// converted to. A sample has a record for each metric.
func readEveryEvalEver(r *reading) error {
	return records(r.file, func(_ int, row *everyEvalEverRow) error {
		id, err := row.ID.question()
		if err != nil {
			return err
		}
		g := r.log(row.Model.string(), row.Task.string())
		outcome, taken := row.outcome(g)
		epoch, _ := row.Epoch.whole()
		switch {
		case !taken:
		case epoch > 0:
			g.attempt(id, epoch, outcome)
		default:
			g.occurrence(id, outcome)
		}
		return nil
	})
}

// outcome returns the value of the record's metric, and whether it is the one that
// is taken. Under a metric it is the score: converters write is_correct as false under
// metrics that are graded.
func (row *everyEvalEverRow) outcome(g *gatherer) (outcome float64, taken bool) {
	right, score := row.Right, row.Score
	if metric := row.Metric.string(); metric != "" {
		v := score
		if v.missing() {
			v = right
		}
		x, ok := v.number()
		// A sample without a value is an attempt that failed, also before the first value.
		return x, g.verdicts.meet(g.verdicts.find(metric), v.kind, ok, false) && ok
	}
	want := g.verdicts.want
	return rightOrScore(g, right, score), want == "" || want == correctnessVerdict || want == scoreVerdict
}

// rightOrScore is the outcome of an attempt that is right or not, and has a score
// beside that, which counts where it is asked for, or where it is the only verdict.
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
