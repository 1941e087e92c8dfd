package rubric

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"settle/internal/quoted"
)

// Setting holds what a schema's file says of the signals that it sorts. The zero value
// says nothing.
type Setting struct {
	File string // that of the schema

	// Thresholds is a file of signals whose percentiles the schema compares with, "" for
	// those of all attempts on the board.
	Thresholds string

	Baseline    *[3]float64 // the verifier's logits of a content-free prompt, or nil
	Temperature float64     // by which its logits are divided; 0 for 1
}

// Calibrates reports whether the setting is about the verifier's logits.
func (s Setting) Calibrates() bool { return s.Baseline != nil || s.Temperature != 0 }

// Setting returns what the schema's file says of signals.
func (s *Schema) Setting() Setting { return s.setting }

// place notes the file that the schema is from. Its thresholds are relative to that.
func (s *Setting) place(file string) {
	if *s == (Setting{}) {
		return
	}
	s.File = file
	if s.Thresholds != "" && !filepath.IsAbs(s.Thresholds) {
		s.Thresholds = filepath.Join(filepath.Dir(file), s.Thresholds)
	}
}

// settingOf returns what a definition says of signals.
func (d *definition) settingOf() (s Setting, err error) {
	s.Thresholds = d.Thresholds
	if d.Thresholds == "-" {
		return s, errors.New("thresholds: name a file")
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
		return s, fmt.Errorf("verifier: baseline has %d logits: give three, of correct, wrong and off-task, as in [0.5, -1, -2]",
			len(d.Verifier.Baseline))
	}
	for _, b := range s.Baseline {
		if math.IsNaN(b) || math.IsInf(b, 0) {
			return s, fmt.Errorf("verifier: baseline: %v is no logit: give finite numbers", b)
		}
	}
	return s, nil
}

// named returns the schema of the paper that a definition names in place of rules.
func (d *definition) named() (*Schema, error) {
	if d.Name != "" || d.About != "" || d.Categories != nil || d.Rules != nil {
		return nil, errors.New("schema names one of the paper's: leave out name, about, categories and rules, or schema")
	}
	s, err := Named(d.Schema)
	if err != nil {
		return nil, fmt.Errorf("schema %s: %w", quoted.Text(d.Schema), err)
	}
	return s, nil
}
