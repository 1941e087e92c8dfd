package results

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"

	"settle/internal/lists"
	"settle/internal/quoted"
)

// WriteAttemptsCSV writes the attempts at one or more tasks in long form. The header
// has the columns model, question, trial and outcome, and task if there are several
// tasks. If any attempt has an answer or a weight, the columns answer and weight follow
// outcome. If any question has a group, the column group follows. One row per attempt
// follows, in order. An outcome is the shortest decimal that parses to the same number,
// or an empty field if the attempt was not scored.
//
// ReadAttempts returns the same attempts. If there is only one task, its name is lost.
// WriteAttemptsCSV fails if Check fails. It also fails for names that reading would
// reject or change: names that are empty, are not UTF-8 or contain "\r\n".
func WriteAttemptsCSV(w io.Writer, tasks []*Attempts) error {
	return writeAttempts(w, tasks, csvDialect)
}

// WriteAttemptsJSONL writes the rows of WriteAttemptsCSV as JSON lines, one object per
// attempt with the columns as keys. Empty outcomes are written as strings.
func WriteAttemptsJSONL(w io.Writer, tasks []*Attempts) error {
	return writeAttempts(w, tasks, jsonDialect(`""`))
}

func writeAttempts(w io.Writer, tasks []*Attempts, d dialect) error {
	if err := checkWritten(tasks); err != nil {
		return err
	}
	columns := slices.Clone(outcomes)
	answers, weights := AnyBallots(tasks)
	if answers {
		columns = append(columns, answerColumn)
	}
	if weights {
		columns = append(columns, weightColumn)
	}
	all := lists.Each(tasks, func(a *Attempts) longRows {
		rows := attemptRows(a.names(), a.All())
		if len(columns) > 1 {
			rows.value = a.ballotValues(d, columns, rows.value)
		}
		return rows
	})
	return d.write(w, columns, len(tasks) > 1, all)
}

// AnyBallots reports whether any attempt at one of the tasks has an answer, and whether
// any has a weight.
func AnyBallots(tasks []*Attempts) (answers, weights bool) {
	for _, a := range tasks {
		has, weighted := a.HasBallots()
		answers, weights = answers || has, weights || weighted
	}
	return answers, weights
}

// ballotValues returns a function that appends the value of a column in the current
// row. A call for column 0, which holds the outcome, first moves to the next row.
func (a *Attempts) ballotValues(d dialect, columns []string, outcome func([]byte, int) []byte) func([]byte, int) []byte {
	row := -1
	return func(text []byte, column int) []byte {
		if column == 0 {
			row++
			return outcome(text, 0)
		}
		switch b := a.ballot(row); {
		case columns[column] == answerColumn && b.Answer != "":
			return append(text, d.quote(b.Answer)...)
		case columns[column] == weightColumn && !math.IsNaN(b.Weight):
			return AppendOutcome(text, b.Weight)
		case d.key != "": // JSON
			return append(text, "null"...)
		}
		return text
	}
}

// names returns the names of the task, the models, the questions and the groups.
func (a *Attempts) names() names { return names{a.Task, a.Models(), a.Questions(), a.groupNames()} }

// attemptRows returns the attempts as rows for writing.
func attemptRows(of names, all iter.Seq[Attempt]) longRows {
	var now Attempt
	return longRows{
		names: of,
		all: func(yield func(longPlace) bool) {
			for now = range all {
				if !yield(longPlace{now.Model, now.Question, now.Trial}) {
					return
				}
			}
		},
		value: func(row []byte, _ int) []byte { return AppendOutcome(row, now.Outcome) },
	}
}

// WriteNPZ writes the attempts in the format of Board.WriteNPZ, with one trial for each
// distinct label. Attempts that failed or were never made become −1. It fails if Check
// fails or if an outcome is not a category.
func (a *Attempts) WriteNPZ(w io.Writer) error {
	if err := checkWritten([]*Attempts{a}); err != nil {
		return err
	}
	cells, err := a.npzCells()
	if err != nil {
		return err
	}
	return cells.writeTo(w)
}

// npzCells returns the attempts in the form in which an NPZ file stores them.
func (a *Attempts) npzCells() (npzArray, error) {
	c, err := a.categories(Policy{})
	if a.codes.hasFraction() { // an array of categories cannot hold fractions
		err = a.noCategory()
	}
	if err != nil {
		return npzArray{}, a.addFileName(err)
	}
	cells := npzArray{names: a.names(), trials: a.Trials(), top: c.top}
	size := product(len(cells.models), len(cells.questions), cells.trials)
	if size > maxCells || size > cellsPerAttempt*uint64(a.n) {
		return cells, fmt.Errorf("an NPZ file of %d attempts would have %d cells; write .csv, .jsonl or .parquet", a.n, size)
	}
	cells.negative = a.failed > 0 || size > uint64(a.n)
	cells.beside = a.npzBallots(int(size))
	outcomes := a.grid(int(size), cells.trials)
	cells.outcomes = func(yield func(int) bool) {
		for _, outcome := range outcomes {
			if !yield(int(outcome)) {
				return
			}
		}
	}
	return cells, nil
}

// cellsPerAttempt limits the size of an NPZ file: the file must not have more than this
// number of cells for each attempt.
const cellsPerAttempt = 1000

// grid returns the outcomes by model, question and index of the trial. A cell without
// an outcome holds −1.
func (a *Attempts) grid(size, trials int) []int16 {
	outcomes := make([]int16, size)
	for i := range outcomes {
		outcomes[i] = -1
	}
	for cell, attempt := range a.cells(trials) {
		if !math.IsNaN(attempt.Outcome) {
			outcomes[cell] = int16(attempt.Outcome)
		}
	}
	return outcomes
}

// cells iterates over the attempts in the order of All. With each attempt, it yields
// the index of the attempt's cell, counted by model, question and trial.
func (a *Attempts) cells(trials int) iter.Seq2[int, Attempt] {
	sorted := map[int64]int{}
	for place, label := range a.trials.sorted() {
		sorted[label] = place
	}
	return func(yield func(int, Attempt) bool) {
		for attempt := range a.All() {
			place := int(attempt.Trial) - 1
			if !a.counted {
				place = sorted[attempt.Trial]
			}
			if !yield((attempt.Model*len(a.questions.names)+attempt.Question)*trials+place, attempt) {
				return
			}
		}
	}
}

// checkWritten fails if a file of these tasks could not be read again.
func checkWritten(tasks []*Attempts) error {
	known := map[string]bool{}
	for _, a := range tasks {
		if known[a.Task] {
			return fmt.Errorf("two tasks are named %s", quoted.Text(a.Task))
		}
		known[a.Task] = true
		if a.n == 0 {
			return a.addFileName(errors.New("no attempts"))
		}
		if err := a.Check(); err != nil {
			return err
		}
	}
	if len(tasks) == 0 {
		return errors.New("no attempts")
	}
	return nil
}

// AppendOutcome appends an outcome in CSV notation: the shortest decimal that parses to
// the same number, inf, -inf, or nothing for NaN.
func AppendOutcome(text []byte, outcome float64) []byte {
	if isCategory(outcome) {
		return strconv.AppendInt(text, int64(outcome), 10)
	}
	const longest = 1e21 // from here on numbers have exponents, as in JSON and Python
	switch size := math.Abs(outcome); {
	case math.IsNaN(outcome):
		return text
	case math.IsInf(outcome, 1):
		return append(text, "inf"...)
	case math.IsInf(outcome, -1):
		return append(text, "-inf"...)
	case size != 0 && (size < 1e-6 || size >= longest):
		return strconv.AppendFloat(text, outcome, 'e', -1, 64)
	}
	return strconv.AppendFloat(text, outcome, 'f', -1, 64)
}
