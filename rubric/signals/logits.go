package signals

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"settle/results"
	"settle/rubric"
)

// rawVerifier is where the logits of a verifier stand.
type rawVerifier struct {
	logits    [3]int
	baselines *[3]int // nil if all attempts have the same
	needs     []rubric.Signal
}

// findLogits returns where the verifier's logits are, nil if there are none or
// its signals are not needed.
func (b *binder) findLogits(h *results.Header) (*rawVerifier, error) {
	if !b.needsVerifier() {
		return nil, nil
	}
	found := presentOf(h, logits[:]...)
	if len(found) == 0 {
		return nil, b.checkUncalibrated(h)
	}
	for i, s := range verifier {
		if given := presentOf(h, namesOf(s)...); len(given) > 0 {
			logit := found[0]
			if h.Has(logits[i]) {
				logit = logits[i]
			}
			return nil, fmt.Errorf("%q is a probability and %q a logit: leave out the probabilities, or the logits", given[0], logit)
		}
	}
	if len(found) < len(logits) {
		return nil, fmt.Errorf("logit_A, logit_B and logit_C must be given together: %v", h)
	}
	raw := &rawVerifier{logits: b.placesOf(logits)}
	switch len(presentOf(h, baselines[:]...)) {
	case 0:
	case len(baselines):
		if b.calibration.Baseline != nil {
			return nil, ErrBaselines
		}
		places := b.placesOf(baselines)
		raw.baselines = &places
	default:
		return nil, fmt.Errorf("baseline_A, baseline_B and baseline_C must be given together: %v", h)
	}
	for _, s := range b.needs {
		if slices.Contains(verifier[:], s) {
			raw.needs = append(raw.needs, s)
		}
	}
	return raw, nil
}

// checkUncalibrated fails if there is something that only logits have use for.
func (b *binder) checkUncalibrated(h *results.Header) error {
	if b.calibration.Baseline != nil || b.calibration.Temperature != 1 {
		return fmt.Errorf("baseline and temperature are for logit_A, logit_B and logit_C: %v", h)
	}
	return nil
}

func (b *binder) placesOf(columns [3]string) (places [3]int) {
	for i, c := range columns {
		places[i] = b.places[c]
	}
	return places
}

// read takes the verifier's signals from the fields of a row.
func (v *rawVerifier) read(b *binder, fields []results.Field, x *rubric.Signals) error {
	scores, err := b.finite(fields, v.logits, logits)
	if err != nil {
		return err
	}
	baseline := b.calibration.baseline()
	if v.baselines != nil {
		if baseline, err = b.finite(fields, *v.baselines, baselines); err != nil {
			return err
		}
	}
	probabilities, err := rubric.Calibrate(scores, baseline, b.calibration.Temperature)
	if err != nil {
		return err
	}
	for _, s := range v.needs {
		x[s] = probabilities[s-verifier[0]]
	}
	return nil
}

// finite reads three numbers, none of which may be missing.
func (b *binder) finite(fields []results.Field, places [3]int, names [3]string) (values [3]float64, err error) {
	for i, place := range places {
		x, ok := fields[place].Float()
		switch {
		case ok && math.IsNaN(x):
			return values, b.missing(strconv.Quote(names[i]))
		case !ok || math.IsInf(x, 0):
			return values, fields[place].Not(names[i], "a finite number")
		}
		values[i] = x
	}
	return values, nil
}
