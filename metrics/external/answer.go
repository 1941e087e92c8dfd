package external

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"

	"settle/metrics"
	"settle/results"
)

// offers holds the capabilities that the program has announced in its answers so far.
type offers struct {
	batch   int  // boards per request; 0 if the program takes one board without a batch
	packs   bool // accepts the boards of a batch as one text
	unequal bool // accepts boards with different numbers of trials per question
}

// An answer is a line that the program writes in reply to one request, for one board or
// for a batch.
type answer struct {
	ID      *int  `json:"id"`
	Batch   *int  `json:"batch"`
	Packed  *bool `json:"packed"`
	Unequal *bool `json:"unequal"`

	verdict
	Answers []verdict `json:"answers"`
}

// verdict is the part of an answer for one board. A score is nil if it is null in JSON.
type verdict struct {
	Scores    []*float64    `json:"scores"`
	Intervals [][2]*float64 `json:"intervals"`
	Errors    []*float64    `json:"errors"`
	Error     *string       `json:"error"`
}

// normalQuantile is Φ⁻¹(0.975). It gives the ends of intervals at
// metrics.ScoredConfidence.
const normalQuantile = 1.959963984540054

// read parses an answer of the program and stores the results for the boards in scored.
func (p *process) read(line []byte, ts []*results.Tally, batched bool, scored []metrics.Scored) error {
	var a answer
	if err := json.Unmarshal(line, &a); err != nil {
		// The JSON library chooses randomly between "cannot" and "unable to".
		why := strings.Replace(err.Error(), "unable to ", "cannot ", 1)
		return p.reject("answered %s, which is not a valid JSON object: %s", excerpt(line), why)
	}
	if a.ID == nil || *a.ID != p.id {
		return p.reject("answered %s to request %d; it must answer the requests in order and repeat the id of each", excerpt(line), p.id)
	}
	if err := p.hear(a); err != nil {
		return err
	}
	switch {
	case ts[0].Unequal() && !p.unequal:
		return p.reject(`has not announced that it accepts boards with different numbers of trials per question; if it does, put "unequal":true in its answers, or use @estimator(unequal=True) in Python`)
	case !batched:
		return p.fill(&a.verdict, ts[0], &scored[0])
	case len(a.Answers) != len(ts):
		return p.reject("answered %d of %d boards", len(a.Answers), len(ts))
	}
	for i := range ts {
		if err := p.fill(&a.Answers[i], ts[i], &scored[i]); err != nil {
			return err
		}
	}
	return nil
}

// hear records which capabilities the program announces in an answer.
func (p *process) hear(a answer) error {
	if a.Batch != nil {
		if p.batch = *a.Batch; p.batch < 1 {
			return p.reject(`answered "batch":%d; the batch size must be at least 1`, p.batch)
		}
	}
	if a.Packed != nil {
		p.packs = *a.Packed
	}
	if a.Unequal != nil {
		p.unequal = *a.Unequal
	}
	return nil
}

// fill stores the program's answer for one board: the scores and intervals, or the
// error.
func (p *process) fill(r *verdict, t *results.Tally, into *metrics.Scored) error {
	into.Known, into.Err = false, nil
	switch {
	case r.Error != nil:
		into.Err = fmt.Errorf("the program cannot rank a board at n = %d: %s", t.MostTrials(), *r.Error)
		return nil
	case len(r.Scores) != t.Models:
		return p.reject("returned %d scores for %d models", len(r.Scores), t.Models)
	}
	for model, score := range r.Scores {
		if score == nil {
			return p.reject("returned null as the score of model %d of %d at n = %d; a score must be a number", model+1, t.Models, t.MostTrials())
		}
		into.Scores[model] = *score
	}
	if r.Intervals == nil && r.Errors == nil {
		return nil
	}
	into.Known = true
	return p.fillIntervals(r, into)
}

// fillIntervals stores the ends of the intervals that the program answered for one
// board.
func (p *process) fillIntervals(r *verdict, into *metrics.Scored) error {
	models := len(into.Scores)
	if n := max(len(r.Intervals), len(r.Errors)); n != models {
		return p.reject("returned %d intervals or standard errors for %d models", n, models)
	}
	for model, score := range into.Scores {
		switch {
		case r.Intervals == nil && (r.Errors[model] == nil || *r.Errors[model] < 0):
			return p.reject("returned an invalid standard error for model %d of %d; it must be a number of at least 0", model+1, models)
		case r.Intervals == nil:
			half := float64(normalQuantile * *r.Errors[model])
			into.Lo[model], into.Hi[model] = score-half, score+half
		case r.Intervals[model][0] == nil || r.Intervals[model][1] == nil || *r.Intervals[model][0] > *r.Intervals[model][1]:
			return p.reject("returned an invalid interval for model %d of %d; it must be [low, high] with low ≤ high", model+1, models)
		default:
			into.Lo[model], into.Hi[model] = *r.Intervals[model][0], *r.Intervals[model][1]
		}
	}
	return nil
}
