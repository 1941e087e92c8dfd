package signals

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"settle/results"
	"settle/rubric"
)

// findLogits returns a reader that computes the verifier's signals from its logits. It
// returns nil if the file has no logits or the signals are not needed.
func (b *binder) findLogits(h *results.Header) (reader, error) {
	if !b.needsVerifier() {
		return nil, nil
	}
	found := presentColumns(h, logits[:]...)
	if len(found) == 0 {
		return nil, b.checkUncalibrated(h)
	}
	for i, s := range verifier {
		if given := presentColumns(h, namesOf(s)...); len(given) > 0 {
			logit := found[0]
			if h.Has(logits[i]) {
				logit = logits[i]
			}
			return nil, fmt.Errorf("%q is a probability and %q is a logit; remove the probabilities or the logits", given[0], logit)
		}
	}
	if len(found) < len(logits) {
		return nil, fmt.Errorf("logit_A, logit_B and logit_C must be given together; %v", h)
	}
	own := len(presentColumns(h, baselines[:]...))
	switch {
	case own != 0 && own != len(baselines):
		return nil, fmt.Errorf("baseline_A, baseline_B and baseline_C must be given together; %v", h)
	case own != 0 && b.calibration.Baseline != nil:
		return nil, ErrBaselines
	}
	return func(fields []results.Field, x *rubric.Signals) error { return b.calibrate(fields, own != 0, x) }, nil
}

// calibrate computes the verifier's signals from the logits in a row and stores them in
// x. If own is true, the row has its own baselines.
func (b *binder) calibrate(fields []results.Field, own bool, x *rubric.Signals) error {
	scores, err := b.finiteNumbers(fields, logits)
	if err != nil {
		return err
	}
	baseline := b.calibration.baseline()
	if own {
		if baseline, err = b.finiteNumbers(fields, baselines); err != nil {
			return err
		}
	}
	probabilities, err := rubric.Calibrate(scores, baseline, b.calibration.Temperature)
	if err != nil {
		return err
	}
	for i, s := range verifier {
		if slices.Contains(b.needs, s) {
			x[s] = probabilities[i]
		}
	}
	return nil
}

// checkUncalibrated returns an error if an option about the verifier's logits is set.
// It is called if the file has no logits.
func (b *binder) checkUncalibrated(h *results.Header) error {
	if b.calibration.Baseline != nil || b.calibration.Temperature != 1 {
		return fmt.Errorf("baseline and temperature require logit_A, logit_B and logit_C; %v", h)
	}
	return nil
}

// finiteNumbers returns the numbers in three columns of a row. It fails if any is
// missing or infinite.
func (b *binder) finiteNumbers(fields []results.Field, names [3]string) (values [3]float64, err error) {
	for i, name := range names {
		f := fields[b.places[name]]
		x, ok := f.Float()
		switch {
		case ok && math.IsNaN(x):
			return values, b.missingError(strconv.Quote(name))
		case !ok || math.IsInf(x, 0):
			return values, f.Not(name, "a finite number")
		}
		values[i] = x
	}
	return values, nil
}
