package logs

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	correctVerdict = "correct"
	pointsVerdict  = "points_judge_" // followed by the number of a judge, from 1
	parsedAnswer   = "parsed_answer"
)

// matharenaFile is a MathArena file, which holds one model's answers to one problem.
type matharenaFile struct {
	Gold     value       `json:"gold_answer"`
	Attempts value       `json:"N"`
	Rate     value       `json:"pass_at_1"`
	Answers  list[value] `json:"answers"`
	Correct  list[value] `json:"correct"` // a text means that the grading is pending
	Points   list[list[part[struct {
		Points value `json:"points"`
	}]]] `json:"judgment"` // by judge
}

// readMathArena reads one model's answers to one problem. The problem is named after
// the file, because the number in older files was wrong.
func readMathArena(r *reading) error {
	var doc matharenaFile
	if err := document(r.file, &doc); err != nil {
		return err
	}
	g := r.log(matharenaPlace(r.file.path))
	g.log.Numbered = true
	problem := filepath.Base(r.file.path)
	for _, suffix := range []string{".zst", ".gz", ".json"} {
		problem = strings.TrimSuffix(problem, suffix)
	}
	for i := range max(len(doc.Answers), len(doc.Correct)) {
		g.attempt(problem, int64(i+1), doc.outcome(g, i))
		if i < len(doc.Answers) {
			g.answer(matharenaAnswer(doc.Answers[i]))
		}
	}
	g.log.Whole.Attempts = doc.Attempts.count()
	if doc.Rate.kind == jsontext.KindNumber && g.verdicts.takenName() == correctVerdict {
		g.log.Published = []Published{{Name: "pass_at_1 of " + problem, Value: doc.Rate.orNaN(), Rule: Mean}}
	}
	return nil
}

// matharenaAnswer returns the answer, or the zero value if the answer is the text None.
func matharenaAnswer(v value) value {
	if v.text == "None" {
		return value{}
	}
	return v
}

// matharenaPlace returns the model and the competition from a path of the form
// outputs/COMPETITION/MODEL/PROBLEM.json. Either name can consist of two folders.
func matharenaPlace(path string) (model, task string) {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	parts := strings.Split(filepath.ToSlash(filepath.Dir(path)), "/")
	i := len(parts) - 1
	for i >= 0 && parts[i] != "outputs" {
		i--
	}
	if i < 0 {
		return "", ""
	}
	parts = parts[i+1:]
	switch len(parts) {
	case 2, 3, 4:
		half := len(parts) / 2
		return strings.Join(parts[half:], "/"), strings.Join(parts[:half], "/")
	}
	return "", ""
}

// outcome returns the outcome of the i-th answer. If judges gave points, the points
// from each judge are one verdict.
func (f *matharenaFile) outcome(g *gatherer, i int) float64 {
	if !f.hasJudges() {
		return g.outcome(correctVerdict, f.verdictOn(i))
	}
	outcome := math.NaN()
	for j, judge := range f.Points {
		if i < len(judge) {
			outcome = orElse(g.outcome(pointsVerdict+strconv.Itoa(j+1), judge[i].it.Points.orNaN()), outcome)
		}
	}
	return outcome
}

// hasJudges reports whether judges gave points for the answers.
func (f *matharenaFile) hasJudges() bool {
	for _, judge := range f.Points {
		for _, judgment := range judge {
			if !math.IsNaN(judgment.it.Points.orNaN()) {
				return true
			}
		}
	}
	return false
}

// verdictOn returns the verdict on the i-th answer. The oldest files hold no verdicts;
// for these, it compares the answer with the gold answer.
func (f *matharenaFile) verdictOn(i int) float64 {
	switch {
	case i < len(f.Correct):
		return f.Correct[i].orNaN()
	case f.Correct != nil || !f.Gold.exists():
		return math.NaN()
	}
	answer := f.Answers[i].string()
	return truth(answer != "" && answer == f.Gold.string())
}

// matharenaRow is a row of a MathArena data set: one answer.
type matharenaRow map[string]value

// UnmarshalJSONFrom reads the columns of a row that are needed.
func (row *matharenaRow) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*row = matharenaRow{}
	return object(d, func(name []byte) error {
		column := string(name)
		if !isMatharenaColumn(column) {
			return nil
		}
		var v value
		err := v.UnmarshalJSONFrom(d)
		(*row)[column] = v
		return err
	})
}

// readMathArenaRows reads a MathArena data set in JSON, one row per answer.
func readMathArenaRows(r *reading) error {
	return records(r.file, func(number int, row *matharenaRow) error {
		if err := addMathArena(r, func(column string) value { return (*row)[column] }); err != nil {
			return fmt.Errorf("record %d: %w", number, err)
		}
		return nil
	})
}

// readMathArenaTable reads a MathArena data set in a table, one row per answer.
func readMathArenaTable(r *reading, columns []string) (wanted []string, add addRow) {
	has := func(column string) bool { return slices.Contains(columns, column) }
	if !has("problem_idx") || !has("model_name") || !has("idx_answer") || !has(correctVerdict) && !has(pointsVerdict+"1") {
		return nil, nil
	}
	wanted = slices.DeleteFunc(slices.Clone(columns), func(c string) bool {
		return !isMatharenaColumn(c) || c == parsedAnswer && !r.opts.Ballots.Read
	})
	return wanted, func(column func(string) value) error { return addMathArena(r, column) }
}

func isMatharenaColumn(name string) bool {
	switch name {
	case "problem_idx", "model_name", "idx_answer", correctVerdict, parsedAnswer:
		return true
	}
	return strings.HasPrefix(name, pointsVerdict)
}

// addMathArena adds the answer in one row to the log.
func addMathArena(r *reading, column func(name string) value) error {
	model := column("model_name")
	if model.kind != jsontext.KindString || model.text == "" {
		return errors.New("model_name is not a text")
	}
	trial, ok := column("idx_answer").integer()
	if !ok {
		return errors.New("idx_answer is not a whole number")
	}
	question, ok := column("problem_idx").label()
	if !ok {
		return errors.New("problem_idx is not a name")
	}
	g := r.log(model.text, "")
	g.log.Numbered = true
	outcome := math.NaN()
	judge := 1
	for ; ; judge++ {
		verdict := pointsVerdict + strconv.Itoa(judge)
		points := column(verdict)
		if points.null() {
			break
		}
		outcome = orElse(g.outcome(verdict, points.orNaN()), outcome)
	}
	if judge == 1 {
		outcome = g.outcome(correctVerdict, column(correctVerdict).orNaN())
	}
	g.attempt(question, trial, outcome)
	g.answer(matharenaAnswer(column(parsedAnswer)))
	return nil
}
