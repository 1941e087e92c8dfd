package results

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"settle/internal/quoted"
)

// Attempt is one try of a model at a question.
type Attempt struct {
	Model, Question int     // their places among the Models and Questions
	Trial           int64   // a label, of any start and with any gaps
	Outcome         float64 // NaN where the attempt was made and not scored: it failed
}

// A Stop is a trial that was never run because a rule stopped it early. It is not missing.
type Stop struct {
	Model, Question string
	Trial           int64
}

// Attempts are the outcomes of one task as a file lists them. Anything may be
// missing: unlike a Board, they need not be the same trials of the same
// questions for all models. What was made and failed is there without an outcome;
// what was never made is not there. Outcomes are any numbers, as they stand: a
// Board is made of those that are categories.
//
// They take 16 bytes each, and those of a table that counts trials (see
// ReadAttempts) 16 bytes for all of a model and question with the same outcome.
// Where more than some 65,000 different numbers are no categories, it is 24.
type Attempts struct {
	Task  string // "" where there is only one
	Stops []Stop // what is not there because it was stopped early

	index
	rows   records
	n      int // attempts, more than rows of those that count
	failed int // of these, those without an outcome
	codes  outcomeCodes
	wrong  error // the first that Add could not report
	groups groups

	ballots ballotRows

	unlabelled map[[2]uint32]numbering // by model and question

	unused  []string // columns of a table without one of models
	note    string   // how the columns of a table were found
	lines   int      // of a table, of rows that count
	checked int64    // bytes of names when they were last checked
}

// NewAttempts returns no attempts at a task.
func NewAttempts(task string) *Attempts { return &Attempts{Task: task} }

// Add adds an attempt. The outcome of one that was not scored is NaN. What cannot
// be (no name, one that is not UTF-8, more than MaxTrials different trials) is
// said by Check, and by what is made of the attempts.
func (a *Attempts) Add(model, question string, trial int64, outcome float64) {
	at, err := a.placeOf(model, question, trial)
	if err == nil && a.rows.n >= maxRows {
		err = fmt.Errorf("more than %d rows", maxRows)
	}
	if err != nil {
		if a.wrong == nil {
			a.wrong = err
		}
		return
	}
	a.add(at, outcome, 1)
}

// placeOf finds out where an attempt belongs.
func (a *Attempts) placeOf(model, question string, trial int64) (at place, err error) {
	if at.model, err = a.models.known("model", []byte(model)); err != nil {
		return at, err
	}
	if at.question, err = a.questions.known("question", []byte(question)); err != nil {
		return at, err
	}
	at.trial, err = a.trials.intern(trial)
	return at, err
}

// add adds attempts with the same outcome, more than one only if the rows count
// trials.
func (a *Attempts) add(at place, outcome float64, times int) {
	if math.IsNaN(outcome) {
		a.failed += times
	}
	a.addCode(at, a.codes.code(outcome), outcome, times)
}

// addCode is add for an outcome whose code is known.
func (a *Attempts) addCode(at place, code uint16, outcome float64, times int) {
	a.codes.keep(code, outcome, a.rows.n)
	a.rows.add(record{at.model, at.question, at.line, at.trial, code})
	a.n += times
}

// Unnamed tells whether the attempts are those of a table without a column of
// models, of which ReadOptions.Model is the only one.
func (a *Attempts) Unnamed() bool {
	return a.modelless && len(a.models.names) == 1
}

// Labelled tells whether the trials bear labels of their own, as rows without a
// column of trials, and those that count trials, do not.
func (a *Attempts) Labelled() bool { return !a.counted && a.unlabelled == nil }

// Models are the names of all models, in the order of their first appearance.
func (a *Attempts) Models() []string { return a.models.names }

// Questions are the names of all questions, in the order of their first
// appearance.
func (a *Attempts) Questions() []string { return a.questions.names }

// Len is the number of attempts, scored or failed.
func (a *Attempts) Len() int { return a.n }

// Trials is the number of different labels of trials or, where rows count trials,
// the most that any model has on any question.
func (a *Attempts) Trials() int {
	if a.counted {
		return a.mostCounted()
	}
	return len(a.trials.labels)
}

// All gives the attempts in the order in which they were added. Those of rows that
// count trials are numbered from 1.
func (a *Attempts) All() iter.Seq[Attempt] {
	return func(yield func(Attempt) bool) {
		var last place
		trial := int64(0)
		for i := range a.rows.n {
			r := a.rows.at(i)
			if at := (place{r.model, r.question, r.line, 0}); at != last {
				last, trial = at, 0
			}
			attempt := Attempt{Model: int(r.model), Question: int(r.question), Outcome: a.codes.outcome(r.code, i)}
			for range a.times(r) {
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

// Stopped returns how many cells of the attempts' models, questions and trials were stopped early.
func (a *Attempts) Stopped() int { return len(a.stopped()) }

func (a *Attempts) stopped() map[place]bool {
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
		r := a.rows.at(i)
		delete(cells, place{model: r.model, question: r.question, trial: r.trial})
	}
	return cells
}

// times is how many attempts a row stands for.
func (a *Attempts) times(r *record) int {
	if a.counted {
		return int(r.trial)
	}
	return 1
}

// Binarize makes outcomes from the given one upwards 1, for correct, and others 0. Attempts
// without an outcome stay so.
func (a *Attempts) Binarize(from float64) {
	for i := range a.rows.n {
		r := a.rows.at(i)
		switch {
		case r.code == failedCode:
		case a.codes.outcome(r.code, i) >= from:
			r.code = 1
		default:
			r.code = 0
		}
	}
	a.codes = outcomeCodes{}
}

// AttemptsOf are the attempts on a board. Trials count from 1.
func AttemptsOf(b *Board) *Attempts {
	a, _ := noAttempts(names{b.Task, b.Models, b.Questions}, b.most) // which a board holds
	if b.Ballots != nil {
		a.KeepBallots(BallotOptions{Read: true, Answers: AnswersExact, WeightBy: b.Ballots.Weight})
	}
	cell := 0
	for at := range b.attempts() {
		where := place{model: uint32(at.Model), question: uint32(at.Question), trial: uint16(at.Trial - 1)}
		a.add(where, at.Outcome, 1)
		if b.Ballots != nil {
			_ = a.addBallot(b.Ballots.ballot(at.Question, cell)) // which a board holds
		}
		cell++
	}
	for q, group := range b.Groups {
		if group != alone(b.Questions[q]) {
			a.SetGroup(b.Questions[q], group)
		}
	}
	return a
}

// noAttempts returns no attempts of models at questions, whose trials count from 1.
func noAttempts(of names, trials int) (*Attempts, error) {
	a := NewAttempts(of.task)
	for _, model := range of.models {
		a.models.intern([]byte(model))
	}
	for _, question := range of.questions {
		a.questions.intern([]byte(question))
	}
	for trial := range trials {
		if _, err := a.trials.intern(int64(trial) + 1); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// Named says what errors call the file, if the attempts were read from none, and
// returns the attempts.
func (a *Attempts) Named(file string) *Attempts {
	if a.file == "" {
		a.file = file
	}
	return a
}

// Check fails if an attempt is listed twice, if one model bears two names that
// differ in capitals and the marks between words alone, or if Add was given what cannot be. Two such
// names are those of two models if both attempted the same trial of a question.
// Errors fit one line and begin with the file and the line, if the attempts were
// read from a table.
func (a *Attempts) Check() error {
	if a.wrong != nil || a.isComplete() {
		return a.named(a.wrong)
	}
	return a.named(a.checkRows(a.sorted()))
}

// isComplete tells whether every cell is there once, and no more.
func (a *Attempts) isComplete() bool {
	if a.counted || a.size() != uint64(a.n) {
		return false
	}
	return fill(a, make([]struct{}, a.n), func(int, uint16) struct{} { return struct{}{} })
}

// checkRows is Check for rows that are sorted.
func (a *Attempts) checkRows(order []uint32) error {
	for i := 1; i < len(order); i++ {
		if a.same(order[i-1], order[i]) {
			return a.explain(a.places())
		}
	}
	seen := make(map[string]int, len(a.models.names))
	for model, name := range a.models.names {
		spelt := Spelling(name)
		if other, ok := seen[spelt]; ok && !a.Share(other, model) {
			return a.misspelt(other, model)
		}
		seen[spelt] = model
	}
	return nil
}

// Share tells whether two models attempted the same trial of a question.
func (a *Attempts) Share(one, other int) bool {
	cells := map[place]bool{}
	for _, model := range []int{one, other} {
		for i := range a.rows.n {
			r := a.rows.at(i)
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

// misspelt is the error that two names look like those of one model.
func (a *Attempts) misspelt(one, other int) error {
	names := a.models.names
	err := fmt.Errorf("the models %s and %s look like one under two spellings: write it one way",
		quoted.Text(names[one]), quoted.Text(names[other]))
	for i := range a.rows.n {
		if r := a.rows.at(i); r.line > 0 && int(r.model) == other {
			return onLine(r.line, err)
		}
	}
	return err
}

// same tells whether two rows give the same cell. Of those that count trials, rows
// of one line do not.
func (a *Attempts) same(i, j uint32) bool {
	r, s := a.rows.at(int(i)), a.rows.at(int(j))
	if a.counted {
		return r.model == s.model && r.question == s.question && r.line != s.line
	}
	return r.model == s.model && r.question == s.question && r.trial == s.trial
}

// places returns where the rows belong, in the order of the file. There are as
// many as rows, however many cells these span. Of rows that count trials there is
// one for each line.
func (a *Attempts) places() []place {
	sorted := a.trials.places()
	all := make([]place, 0, a.rows.n)
	for i := range a.rows.n {
		r := a.rows.at(i)
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

// sorted returns the rows by model, then question, then trial, then as they were
// added. Sorting by bucket takes a tenth of the time of comparisons.
func (a *Attempts) sorted() []uint32 {
	order := make([]uint32, a.rows.n)
	for i := range order {
		order[i] = uint32(i)
	}
	spare := make([]uint32, len(order))
	by := func(buckets int, bucket func(r *record) int) {
		starts := make([]int, buckets+1)
		for i := range a.rows.n {
			starts[bucket(a.rows.at(i))+1]++
		}
		for b := range buckets {
			starts[b+1] += starts[b]
		}
		for _, i := range order {
			b := bucket(a.rows.at(int(i)))
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

// mostCounted is Trials of rows that count trials.
func (a *Attempts) mostCounted() int {
	most := 0
	for _, p := range a.pairs(a.sorted()) {
		most = max(most, int(p.made))
	}
	return most
}

// The codes of outcomes: those of categories are the categories.
const (
	failedCode = math.MaxUint16     // of an attempt without an outcome
	wideCode   = math.MaxUint16 - 1 // of a number that is kept in full
)

// outcomeCodes numbers the outcomes that are no categories.
type outcomeCodes struct {
	ids    map[float64]uint16
	values []float64 // by code, from MaxCategories on
	wide   []float64 // by row, of all rows, once there are more different numbers than codes; else nil
}

// fractional reports whether any outcome is a fraction.
func (c *outcomeCodes) fractional() bool {
	return slices.ContainsFunc(c.values, func(x float64) bool { return x != math.Trunc(x) })
}

// keep keeps the outcome of a row in full, from the first on that has no code.
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

// isCategory tells whether an outcome is one of the categories 0..255.
func isCategory(outcome float64) bool {
	return outcome >= 0 && outcome < MaxCategories && outcome == math.Trunc(outcome)
}

// outcome is the outcome of a row with the code.
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
