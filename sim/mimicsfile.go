package sim

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"

	"settle/internal/csvfile"
	"settle/internal/quoted"
)

// styleColumn describes a column in a file of mimics: the column's name, its range, and
// the field of Mimic that it holds.
type styleColumn struct {
	name    string
	least   float64
	largest float64
	field   func(*Mimic) *float64
}

var styleColumns = []styleColumn{
	{"ability", -20, 20, func(m *Mimic) *float64 { return &m.Ability }},
	{"boxed_correct", 0, 1, func(m *Mimic) *float64 { return &m.BoxedCorrect }},
	{"boxed_wrong", 0, 1, func(m *Mimic) *float64 { return &m.BoxedWrong }},
	{"verbosity", 0.0001, 10, func(m *Mimic) *float64 { return &m.Verbosity }},
	{"degenerate", 0, 1, func(m *Mimic) *float64 { return &m.Degenerate }},
	{"bpt", 0.001, 20, func(m *Mimic) *float64 { return &m.BPT }},
	{"doubt", 0.01, 100, func(m *Mimic) *float64 { return &m.Doubt }},
	{"persuasion", -20, 20, func(m *Mimic) *float64 { return &m.Persuasion }},
	{"off_task", 0, 1, func(m *Mimic) *float64 { return &m.OffTask }},
	{"surprise", 0.01, 100, func(m *Mimic) *float64 { return &m.Surprise }},
	{"brittleness", -20, 20, func(m *Mimic) *float64 { return &m.Brittleness }},
}

func styleHeader() []string {
	header := []string{"model"}
	for _, c := range styleColumns {
		header = append(header, c.name)
	}
	return header
}

// ReadMimics reads the styles of mimics from a CSV file with one row per mimic. The
// columns are named after the fields of Mimic: model, ability, boxed_correct,
// boxed_wrong, verbosity, degenerate, bpt, doubt, persuasion, off_task, surprise and
// brittleness. They can be in any order; other columns are ignored. The seed determines
// the 30 questions, as for "fig7". Use OnQuestions for other questions.
//
// Probabilities are in [0, 1], logits (ability, persuasion, brittleness) in [−20, 20],
// verbosity in [0.0001, 10], bpt in [0.001, 20], and the factors doubt and surprise in
// [0.01, 100]. The file has at most a thousand models, and its size is limited to
// bounded.File. Errors name the file and the line.
func ReadMimics(r io.Reader, file string, seed uint64) (*Mimics, error) {
	var models []Mimic
	known := map[string]bool{}
	err := csvfile.Read(r, file, styleHeader(), func(values []string) error {
		model, err := parseMimic(values)
		switch {
		case err != nil:
			return err
		case known[model.Name]:
			return fmt.Errorf("model %s appears twice", quoted.Text(model.Name))
		case len(models) == maxMimics:
			return fmt.Errorf("more than %d models", maxMimics)
		}
		known[model.Name] = true
		models = append(models, model)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(models) == 0 {
		return nil, fmt.Errorf("%s: no rows", quoted.Path(file))
	}
	return &Mimics{Models: models, Questions: drawQuestions(mimicQuestions, seed)}, nil
}

func parseMimic(values []string) (m Mimic, err error) {
	if m.Name = values[0]; m.Name == "" {
		return m, errors.New("a model has no name")
	}
	if err := checkName("model", m.Name); err != nil {
		return m, err
	}
	for i, c := range styleColumns {
		value, ok := csvfile.Number(values[i+1])
		if !ok || !(value >= c.least && value <= c.largest) {
			return m, fmt.Errorf("%s %s is not a number from %v to %v", c.name, quoted.Text(values[i+1]), c.least, c.largest)
		}
		*c.field(&m) = value
	}
	return m, nil
}

// Write writes the models' styles as CSV, in a form that ReadMimics reads. It does not
// write the questions, because ReadMimics draws them from the seed.
func (m *Mimics) Write(w io.Writer) error {
	rows := [][]string{styleHeader()}
	for _, model := range m.Models {
		row := []string{model.Name}
		for _, c := range styleColumns {
			row = append(row, strconv.FormatFloat(*c.field(&model), 'g', -1, 64))
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}
