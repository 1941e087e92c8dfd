package logs

import (
	"math"

	"github.com/go-json-experiment/json/jsontext"
)

// everyEvalEver is a record that is being read: a sample under one metric.
type everyEvalEver struct {
	text *text

	model, task, id string
	metric          string // its evaluation_result_id, "" if it has none
	epoch           int64  // 0 if it has none
	right, score    value
}

// readEveryEvalEver reads samples in the form that other tools' logs are
// converted to. A sample has a record for each metric.
func readEveryEvalEver(r *reading) error {
	text, err := r.file.json()
	if err != nil {
		return err
	}
	defer text.close()
	return text.eachRecord(func() error {
		e := everyEvalEver{text: text}
		if err := text.object(e.member); err != nil {
			return err
		}
		if e.id == "" {
			return errNoQuestion
		}
		e.add(r.log(e.model, e.task))
		return nil
	})
}

// member reads what matters of a record.
func (e *everyEvalEver) member(name []byte) (err error) {
	switch string(name) {
	case "model_id":
		e.model, err = e.text.string()
	case "evaluation_name":
		e.task, err = e.text.string()
	case "sample_id":
		e.id, err = e.text.string()
	case "evaluation_result_id":
		e.metric, err = e.text.string()
	case "evaluation":
		return e.text.objectOrNull(e.verdict)
	case "metadata":
		return e.text.objectOrNull(func(name []byte) (err error) {
			if string(name) == "epoch" {
				e.epoch, _, err = e.text.whole()
			}
			return err
		})
	}
	return err
}

// verdict reads a member of the evaluation.
func (e *everyEvalEver) verdict(name []byte) error {
	to := &e.score
	switch string(name) {
	case "is_correct":
		to = &e.right
	case "score":
	default:
		return nil
	}
	v, err := e.text.value()
	*to = value{v.kind, append([]byte(nil), v.raw...)}
	return err
}

// add adds the attempt, unless the record is of another metric than the one taken.
func (e *everyEvalEver) add(g *gatherer) {
	outcome, taken := 0.0, true
	if e.metric != "" {
		outcome, taken = e.ofMetric(g)
	} else {
		outcome = g.rightOr(e.right, scoreVerdict, e.score)
		taken = g.verdicts.want == "" || g.verdicts.want == correctnessVerdict || g.verdicts.want == scoreVerdict
	}
	switch {
	case !taken:
	case e.epoch > 0:
		g.attempt([]byte(e.id), e.epoch, outcome)
	default:
		g.occurrence([]byte(e.id), outcome)
	}
}

// ofMetric returns the value of the record's metric, and whether it is the one that
// is taken. It is the score: converters write is_correct as false under metrics that
// are graded.
func (e *everyEvalEver) ofMetric(g *gatherer) (outcome float64, taken bool) {
	v := e.score
	if v.missing() {
		v = e.right
	}
	x, ok := v.number()
	// A sample without a value is an attempt that failed, also before the first value.
	return x, g.verdicts.meet(g.verdicts.find([]byte(e.metric)), v.kind, ok, false) && ok
}

// The verdicts of records that name no metric.
const (
	correctnessVerdict = "is_correct"
	scoreVerdict       = "score"
)

// rightOr is the outcome of an attempt that is right or not, and has a verdict
// beside it which counts where it is asked for, or where it is the only one.
func (g *gatherer) rightOr(right value, other string, v value) float64 {
	outcome := math.NaN()
	take := func(name string, v value) {
		i, known := g.verdicts.at[name]
		if !known {
			i = g.verdicts.add(name, name)
		}
		x, ok := v.number()
		if g.verdicts.meet(i, v.kind, ok, math.IsNaN(x)) && ok {
			outcome = x
		}
	}
	if right.kind != 0 && right.kind != jsontext.KindNull || g.verdicts.want == correctnessVerdict {
		take(correctnessVerdict, right)
		if g.verdicts.want != other {
			return outcome
		}
	}
	if _, known := g.verdicts.at[correctnessVerdict]; !known || g.verdicts.want == other {
		take(other, v)
	}
	return outcome
}
