package rubric

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
)

// A Setting holds the configuration of signals in a schema file. The zero value
// configures nothing.
type Setting struct {
	File string // path of the schema's file

	// Thresholds is the path of a file of signals whose percentiles are the
	// thresholds. It is "" if the thresholds are the percentiles of all attempts on
	// the board.
	Thresholds string

	Baseline    *[3]float64 // logits that the verifier gives a content-free prompt, or nil
	Temperature float64     // divisor of the logits; 0 means 1
}

// Calibrates reports whether the setting says how the verifier's logits are calibrated.
func (s Setting) Calibrates() bool { return s.Baseline != nil || s.Temperature != 0 }

// Setting returns the configuration of signals in the schema's file; it is zero if the
// file has none.
func (s *Schema) Setting() Setting { return s.setting }

// place stores the path of the schema's file in File. If Thresholds is a relative path,
// place puts the folder of that file in front of it.
func (s *Setting) place(file string) {
	if *s == (Setting{}) {
		return
	}
	s.File = file
	if s.Thresholds != "" && !filepath.IsAbs(s.Thresholds) {
		s.Thresholds = filepath.Join(filepath.Dir(file), s.Thresholds)
	}
}

// settingOf returns the configuration of signals that a schema file defines.
func (d *definition) settingOf() (s Setting, err error) {
	s.Thresholds = d.Thresholds
	if d.Thresholds == "-" {
		return s, errors.New("thresholds must be a file, not standard input")
	}
	if t := d.Verifier.Temperature; t != nil {
		if s.Temperature = *t; !(*t > 0) || math.IsInf(*t, 1) {
			return s, fmt.Errorf("verifier: temperature must be a positive number, but is %v", *t)
		}
	}
	if d.Verifier.Baseline == nil {
		return s, nil
	}
	s.Baseline = new([3]float64)
	if copy(s.Baseline[:], d.Verifier.Baseline); len(d.Verifier.Baseline) != len(s.Baseline) {
		return s, fmt.Errorf("verifier: baseline has %d logits; it needs three, for correct, wrong and off-task, as in [0.5, -1, -2]",
			len(d.Verifier.Baseline))
	}
	for _, b := range s.Baseline {
		if math.IsNaN(b) || math.IsInf(b, 0) {
			return s, fmt.Errorf("verifier: baseline %v is not a finite number", b)
		}
	}
	return s, nil
}

// namedSchema returns the paper's schema whose name is in the file. It fails if the file
// also has its own name, categories or rules.
func (d *definition) namedSchema() (*Schema, error) {
	if d.Name != "" || d.About != "" || d.Categories != nil || d.Rules != nil {
		return nil, errors.New("the key schema cannot be combined with the keys name, about, categories or rules; remove schema or these keys")
	}
	return Named(d.Schema)
}
