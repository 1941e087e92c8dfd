package results

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"settle/internal/quoted"
)

// An Attempt is one try of a model at a question.
type Attempt struct {
	Model, Question int     // indexes into Models and Questions
	Trial           int64   // a label; labels can start at any number and have gaps
	Outcome         float64 // NaN if the attempt was made but not scored: it failed
}

// A Stop is a trial that was not run, because a stopping rule had already ended the
// model's trials of the question. Such a trial does not count as missing.
type Stop struct {
	Model, Question string
	Trial           int64
}

// Attempts holds the outcomes of one task as a file lists them. Unlike on a complete
// Board, models can have different trials of a question. An attempt that was made but
// failed is listed without an outcome; an attempt that was never made is not listed.
// Outcomes can be any finite numbers and are kept unchanged; only a Board requires categories.
//
// Each attempt takes 16 bytes. It takes 24 if the outcomes include more than about
// 65,000 different numbers that are not categories. In a table of counts (see
// ReadAttempts), all equal outcomes of a model on a question together take 16 bytes.
type Attempts struct {
	Task  string // "" if there is only one task
	Stops []Stop // attempts that are absent because they were stopped early

	index
	rows   records
	n      int // number of attempts; larger than rows if each row holds counts
	failed int // number of attempts without an outcome
	codes  outcomeCodes
	wrong  error // the first error that Add found
	groups groups

	ballots ballotRows

	unlabelled map[[2]uint32]numbering // by model and question

	unused  []string // columns not used, for a table without a model column
	note    string   // a description of how the columns of a table were found
	lines   int      // number of lines of a table whose rows hold counts
	checked int64    // total bytes of the names at the last check
}

// NewAttempts returns an empty list of attempts at a task.
func NewAttempts(task string) *Attempts { return &Attempts{Task: task} }

// Add adds an attempt. The outcome of an attempt without a score is NaN. A name that is
// empty or not UTF-8, an infinite outcome, or more than MaxTrials different trials, make
// the input invalid. Check and all methods that use the attempts then return an error.
func (a *Attempts) Add(model, question string, trial int64, outcome float64) {
	at, err := a.placeOf(model, question, trial)
	switch {
	case err == nil && a.rows.n >= maxRows:
		err = fmt.Errorf("more than %d rows", maxRows)
	case err == nil && math.IsInf(outcome, 0):
		err = fmt.Errorf("outcome %v of %s is not finite", outcome, a.pair(at))
	}
	if err != nil {
		if a.wrong == nil {
			a.wrong = err
		}
		return
	}
	a.add(at, outcome, 1)
}

// placeOf returns the place of an attempt: the numbers of its model, question and
// trial.
func (a *Attempts) placeOf(model, question string, trial int64) (at place, err error) {
	if at.model, err = a.models.numberOf("model", []byte(model)); err != nil {
		return at, err
	}
	if at.question, err = a.questions.numberOf("question", []byte(question)); err != nil {
		return at, err
	}
	at.trial, err = a.trials.intern(trial)
	return at, err
}

// add adds the given number of attempts with the same outcome. This number exceeds 1
// only if the rows hold counts of trials.
func (a *Attempts) add(at place, outcome float64, number int) {
	if math.IsNaN(outcome) {
		a.failed += number
	}
	a.addCode(at, a.codes.code(outcome), outcome, number)
}

// addCode works like add, for an outcome whose code is already known.
func (a *Attempts) addCode(at place, code uint16, outcome float64, times int) {
	a.codes.keep(code, outcome, a.rows.n)
	a.rows.add(record{at.model, at.question, at.line, at.trial, code})
	a.n += times
}

// Unnamed reports whether the attempts come from a table that has no model column. All
// attempts then belong to ReadOptions.Model.
func (a *Attempts) Unnamed() bool {
	return a.modelless && len(a.models.names) == 1
}

// Labelled reports whether the file has labels for the trials. It returns false if the
// file has no trial column or if its rows hold counts of trials.
func (a *Attempts) Labelled() bool { return !a.counted && a.unlabelled == nil }

// Models returns the names of all models, in the order of their first appearance.
func (a *Attempts) Models() []string { return a.models.names }

// Questions returns the names of all questions, in the order of their first appearance.
func (a *Attempts) Questions() []string { return a.questions.names }

// Len returns the number of attempts, scored or failed.
func (a *Attempts) Len() int { return a.n }

// Trials returns the number of different trial labels. If the rows hold counts of
// trials, it returns the largest number of trials that any model has on any question.
func (a *Attempts) Trials() int {
	if a.counted {
		return a.maxCounted()
	}
	return len(a.trials.labels)
}

// All iterates over the attempts in the order in which they were added. If the rows
// hold counts of trials, it numbers the trials of each row from 1.
func (a *Attempts) All() iter.Seq[Attempt] {
	return func(yield func(Attempt) bool) {
		var last place
		trial := int64(0)
		for i := range a.rows.n {
			r := a.rows.recordAt(i)
			if at := (place{r.model, r.question, r.line, 0}); at != last {
				last, trial = at, 0
			}
			attempt := Attempt{Model: int(r.model), Question: int(r.question), Outcome: a.codes.outcome(r.code, i)}
			for range a.multiplicity(r) {
				trial++
				attempt.Trial = trial
				if !a.counted {
					attempt.Trial = a.trials.labels[r.trial]
				}
				if !yield(attempt) {
					return
				}
			}
		}
	}
}

// Stopped returns the number of cells that have no attempt because a stopping rule
// ended the trials early (see Stop). It ignores models, questions and trials without
// any attempts.
func (a *Attempts) Stopped() int { return len(a.stoppedCells()) }

// stoppedCells returns the cells that have no attempt because a stopping rule ended the
// trials early.
func (a *Attempts) stoppedCells() map[place]bool {
	cells := map[place]bool{}
	for _, s := range a.Stops {
		model, known := a.models.ids[s.Model]
		question, met := a.questions.ids[s.Question]
		if trial, ok := a.trials.ids[s.Trial]; known && met && ok {
			cells[place{model: model, question: question, trial: trial}] = true
		}
	}
	for i := range a.rows.n {
		if len(cells) == 0 {
			break
		}
		r := a.rows.recordAt(i)
		delete(cells, place{model: r.model, question: r.question, trial: r.trial})
	}
	return cells
}

// multiplicity returns the number of attempts that a row represents.
func (a *Attempts) multiplicity(r *record) int {
	if a.counted {
		return int(r.trial)
	}
	return 1
}

// Binarize replaces each outcome by 1, for correct, if it is at least the threshold,
// and by 0 otherwise. It does not change attempts without an outcome.
func (a *Attempts) Binarize(threshold float64) {
	for i := range a.rows.n {
		r := a.rows.recordAt(i)
		switch {
		case r.code == failedCode:
		case a.codes.outcome(r.code, i) >= threshold:
			r.code = 1
		default:
			r.code = 0
		}
	}
	a.codes = outcomeCodes{}
}

// AttemptsOf returns the attempts on a board. It numbers the trials from 1.
func AttemptsOf(b *Board) *Attempts {
	a, _ := noAttempts(b.names(), b.most) // cannot fail for names on a board
	if b.Ballots != nil {
		a.KeepBallots(BallotOptions{Read: true, Answers: AnswersExact, WeightBy: b.Ballots.Weight})
	}
	cell := 0
	for at := range b.attempts() {
		where := place{model: uint32(at.Model), question: uint32(at.Question), trial: uint16(at.Trial - 1)}
		a.add(where, at.Outcome, 1)
		if b.Ballots != nil {
			_ = a.addBallot(b.Ballots.ballot(at.Question, cell)) // cannot fail for ballots on a board
		}
		cell++
	}
	return a
}

// noAttempts returns an empty list of attempts. The list already contains the names of
// the models and questions, the groups, and the labels of the trials, from 1.
func noAttempts(of names, trials int) (*Attempts, error) {
	a := NewAttempts(of.task)
	for _, model := range of.models {
		a.models.intern([]byte(model))
	}
	for _, question := range of.questions {
		a.questions.intern([]byte(question))
	}
	for q, group := range of.groups {
		a.SetGroup(of.questions[q], group)
	}
	for trial := range trials {
		if _, err := a.trials.intern(int64(trial) + 1); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// Named sets the file name that error messages show for attempts that were not read
// from a file. It returns the attempts.
func (a *Attempts) Named(file string) *Attempts {
	if a.file == "" {
		a.file = file
	}
	return a
}

// Check fails if an attempt is listed twice, if Add got invalid input, or if two model
// names look like spellings of one name. Such names differ only in case or separators.
// Two such names are accepted if both models attempted the same trial of a question.
// Errors fit on one line. For a table, they begin with the file name and the line.
func (a *Attempts) Check() error {
	if a.wrong != nil || a.isComplete() {
		return a.addFileName(a.wrong)
	}
	return a.addFileName(a.checkRows(a.sortedRows()))
}

// isComplete reports whether every cell has exactly one attempt.
func (a *Attempts) isComplete() bool {
	if a.counted || a.size() != uint64(a.n) {
		return false
	}
	return fill(a, make([]struct{}, a.n), func(int, uint16) struct{} { return struct{}{} })
}

// checkRows implements Check for rows that are already sorted.
func (a *Attempts) checkRows(order []uint32) error {
	for i := 1; i < len(order); i++ {
		if a.sameCell(order[i-1], order[i]) {
			return a.explain(a.places())
		}
	}
	seen := make(map[string]int, len(a.models.names))
	for model, name := range a.models.names {
		spelt := Spelling(name)
		if other, ok := seen[spelt]; ok && !a.Share(other, model) {
			return a.misspellingError(other, model)
		}
		seen[spelt] = model
	}
	return nil
}

// Share reports whether both models attempted the same trial of some question.
func (a *Attempts) Share(one, other int) bool {
	cells := map[place]bool{}
	for _, model := range []int{one, other} {
		for i := range a.rows.n {
			r := a.rows.recordAt(i)
			if int(r.model) != model {
				continue
			}
			cell := place{question: r.question, trial: r.trial}
			if a.counted {
				cell.trial = 0
			}
			if model == other && cells[cell] {
				return true
			}
			cells[cell] = true
		}
	}
	return false
}

// misspellingError returns the error for two model names that look like spellings of
// one name.
func (a *Attempts) misspellingError(one, other int) error {
	names := a.models.names
	err := fmt.Errorf("models %s and %s differ only in case or separators; use one spelling",
		quoted.Text(names[one]), quoted.Text(names[other]))
	for i := range a.rows.n {
		if r := a.rows.recordAt(i); r.line > 0 && int(r.model) == other {
			return addLine(r.line, err)
		}
	}
	return err
}

// sameCell reports whether two rows have the same model, question and trial. If the
// rows hold counts of trials, it reports whether they have the same model and question
// but come from different lines.
func (a *Attempts) sameCell(i, j uint32) bool {
	r, s := a.rows.recordAt(int(i)), a.rows.recordAt(int(j))
	if a.counted {
		return r.model == s.model && r.question == s.question && r.line != s.line
	}
	return r.model == s.model && r.question == s.question && r.trial == s.trial
}

// places returns the cell of each row, in the order of the file. If the rows hold
// counts of trials, it returns one place for each line of the file.
func (a *Attempts) places() []place {
	sorted := a.trials.places()
	all := make([]place, 0, a.rows.n)
	for i := range a.rows.n {
		r := a.rows.recordAt(i)
		at := place{r.model, r.question, r.line, 0}
		if !a.counted {
			at.trial = sorted[r.trial]
		} else if n := len(all); n > 0 && all[n-1] == at {
			continue
		}
		all = append(all, at)
	}
	return all
}

// sortedRows returns the indexes of the rows, sorted by model, question, trial and the
// order in which the rows were added. Its bucket sort takes a tenth of the time of a
// comparison sort.
func (a *Attempts) sortedRows() []uint32 {
	order := make([]uint32, a.rows.n)
	for i := range order {
		order[i] = uint32(i)
	}
	spare := make([]uint32, len(order))
	by := func(buckets int, bucket func(r *record) int) {
		starts := make([]int, buckets+1)
		for i := range a.rows.n {
			starts[bucket(a.rows.recordAt(i))+1]++
		}
		for b := range buckets {
			starts[b+1] += starts[b]
		}
		for _, i := range order {
			b := bucket(a.rows.recordAt(int(i)))
			spare[starts[b]] = i
			starts[b]++
		}
		order, spare = spare, order
	}
	if !a.counted {
		sorted := a.trials.places()
		by(len(sorted), func(r *record) int { return int(sorted[r.trial]) })
	}
	by(len(a.questions.names), func(r *record) int { return int(r.question) })
	by(len(a.models.names), func(r *record) int { return int(r.model) })
	return order
}

// maxCounted implements Trials for rows that hold counts of trials.
func (a *Attempts) maxCounted() int {
	most := 0
	for _, p := range a.pairs(a.sortedRows()) {
		most = max(most, int(p.made))
	}
	return most
}

// Codes for outcomes that are not categories. A category is its own code.
const (
	failedCode = math.MaxUint16     // an attempt without an outcome
	wideCode   = math.MaxUint16 - 1 // a number that is stored in full
)

// outcomeCodes assigns codes to the outcomes that are not categories.
type outcomeCodes struct {
	ids    map[float64]uint16
	values []float64 // by code, from MaxCategories on
	wide   []float64 // outcomes by row, once there are more different numbers than codes; else nil
}

// hasFraction reports whether any outcome is a fraction.
func (c *outcomeCodes) hasFraction() bool {
	return slices.ContainsFunc(c.values, func(x float64) bool { return x != math.Trunc(x) })
}

// keep stores the outcome of a row in full, if there are more different outcomes than
// codes. Until then it does nothing, because the codes are enough.
func (c *outcomeCodes) keep(code uint16, outcome float64, row int) {
	if code == wideCode && c.wide == nil {
		c.wide = make([]float64, row, 2*row)
	}
	if c.wide != nil {
		c.wide = append(c.wide, outcome)
	}
}

// code returns the code of an outcome.
func (c *outcomeCodes) code(outcome float64) uint16 {
	if math.IsNaN(outcome) {
		return failedCode
	}
	if isCategory(outcome) {
		return uint16(outcome)
	}
	code, ok := c.ids[outcome]
	switch next := MaxCategories + len(c.values); {
	case ok:
		return code
	case next == wideCode:
		return wideCode
	default:
		code = uint16(next)
	}
	if c.ids == nil {
		c.ids = make(map[float64]uint16)
	}
	c.ids[outcome] = code
	c.values = append(c.values, outcome)
	return code
}

// isCategory reports whether an outcome is a category 0..255.
func isCategory(outcome float64) bool {
	return outcome >= 0 && outcome < MaxCategories && outcome == math.Trunc(outcome)
}

// outcome returns the outcome of a row, given the row's code.
func (c *outcomeCodes) outcome(code uint16, row int) float64 {
	switch {
	case code == failedCode:
		return math.NaN()
	case code == wideCode:
		return c.wide[row]
	case code < MaxCategories:
		return float64(code)
	}
	return c.values[code-MaxCategories]
}
