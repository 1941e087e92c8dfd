package results

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"settle/internal/quoted"
)

// The largest board that can be held: a category fits one byte and a count
// two.
const (
	MaxCategories = 256
	MaxTrials     = math.MaxUint16
)

// Board is the results of L models on the same M questions. A complete board
// has N trials of each; an unequal one has a number of its own for every model
// and question, maybe none. An outcome is a category 0..C; in the binary case 0
// is wrong and 1 correct. The zero Board is of no use: make one with NewBoard or
// NewUnequalBoard.
type Board struct {
	Task      string   // the name of the task, "" where there is only one
	Models    []string // L names, unique
	Questions []string // M names, unique

	// Groups holds, by question, the name of the group that it belongs to, such as
	// the text or the repository that it is about; nil where it is not known.
	Groups []string

	// Ballots holds what the attempts answered; nil if that is not known.
	Ballots *Ballots

	trials int   // N, or the fewest of an unequal board
	most   int   // N, or the most of an unequal board
	ends   []int // by model and question: where their cells end; nil for a complete board
	top    int
	cells  []uint8 // by model, then question, then trial
	counts *Tally  // of a counted board, which has no cells; else nil
}

// NewBoard returns a board whose cells are all 0, for len(models) models,
// len(questions) questions, the given number of trials of each, and the
// categories 0..top. It fails if any of these is out of range: at least one
// model, question and trial, top in 1..MaxCategories-1, at most MaxTrials
// trials, at most 2^40 - 1 cells (2^31 - 1 where integers have 32 bits), and no name twice.
func NewBoard(models, questions []string, trials, top int) (*Board, error) {
	if err := checkShape(len(models), len(questions), trials); err != nil {
		return nil, err
	}
	if product(len(models), len(questions), trials) > maxCells {
		return nil, fmt.Errorf("%d models × %d questions × %d trials: a board holds at most %d cells",
			len(models), len(questions), trials, maxCells)
	}
	return newBoard(models, questions, trials, top, make([]uint8, len(models)*len(questions)*trials))
}

// checkShape tells why no board can have so many models, questions and trials.
func checkShape(models, questions, trials int) error {
	switch {
	case models < 1:
		return errors.New("a board needs at least one model")
	case questions < 1:
		return errors.New("a board needs at least one question")
	case trials > MaxTrials:
		return fmt.Errorf("%d trials: a board holds 1 to %d: leave out some, which are like the others", trials, MaxTrials)
	case trials < 1:
		return fmt.Errorf("%d trials: a board holds 1 to %d", trials, MaxTrials)
	}
	return nil
}

// newBoard is NewBoard for a shape that has been checked and cells that have
// been made. They become the board's own.
func newBoard(models, questions []string, trials, top int, cells []uint8) (*Board, error) {
	if top < 1 || top >= MaxCategories {
		return nil, fmt.Errorf("top category %d: a board holds categories 0..1 to 0..%d", top, MaxCategories-1)
	}
	if err := checkUnique(models, questions); err != nil {
		return nil, err
	}
	return &Board{Models: models, Questions: questions, trials: trials, most: trials, top: top, cells: cells}, nil
}

// NewUnequalBoard returns a board whose cells are all 0, for len(models) models
// and len(questions) questions; trials holds the number of trials of each, by
// model, then question: at most MaxTrials, and 0 where a model never met a
// question. It is complete if all these are equal. It fails as NewBoard does,
// and where there is no trial at all.
func NewUnequalBoard(models, questions []string, trials []int, top int) (*Board, error) {
	if len(trials) != len(models)*len(questions) || len(trials) == 0 {
		return nil, fmt.Errorf("numbers of trials of %d rows for %d models × %d questions", len(trials), len(models), len(questions))
	}
	fewest, most := slices.Min(trials), slices.Max(trials)
	if fewest == most {
		return NewBoard(models, questions, fewest, top)
	}
	if fewest < 0 {
		return nil, fmt.Errorf("%d trials: a board holds 0 to %d", fewest, MaxTrials)
	}
	if err := checkShape(len(models), len(questions), most); err != nil {
		return nil, err
	}
	ends := make([]int, len(trials))
	sum := 0
	for i, n := range trials {
		sum += n
		ends[i] = sum
	}
	if sum > maxCells {
		return nil, fmt.Errorf("%d cells: a board holds at most %d", sum, maxCells)
	}
	b, err := newBoard(models, questions, fewest, top, make([]uint8, sum))
	if err != nil {
		return nil, err
	}
	b.most, b.ends = most, ends
	return b, nil
}

// checkUnique fails if two models, or two questions, bear the same name.
func checkUnique(models, questions []string) error {
	if name, ok := repeated(models); ok {
		return fmt.Errorf("two models are named %s", quoted.Text(name))
	}
	if name, ok := repeated(questions); ok {
		return fmt.Errorf("two questions are named %s", quoted.Text(name))
	}
	return nil
}

// repeated returns a name that stands more than once, if there is one.
func repeated(names []string) (string, bool) {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if seen[name] {
			return name, true
		}
		seen[name] = true
	}
	return "", false
}

// Trials is N, the number of trials of each model on each question. Of an unequal
// board it is the fewest that any model has on any question.
func (b *Board) Trials() int { return b.trials }

// MostTrials is the most trials that any model has on any question, N on a
// complete board.
func (b *Board) MostTrials() int { return b.most }

// Unequal tells whether there are models and questions with different numbers of
// trials.
func (b *Board) Unequal() bool { return b.ends != nil }

// Top is C, the highest category; 1 for binary outcomes.
func (b *Board) Top() int { return b.top }

// Rename gives the models other names, as many and unique.
func (b *Board) Rename(models []string) error {
	if len(models) != len(b.Models) {
		return fmt.Errorf("%d names for %d models", len(models), len(b.Models))
	}
	if name, ok := repeated(models); ok {
		return fmt.Errorf("two models are named %s", quoted.Text(name))
	}
	b.Models = models
	return nil
}

// Row returns the outcomes of one model on one question, in the order of the
// trials: N on a complete board. The slice is the board's own: writing to it
// changes the board, and every value must stay in 0..C. That of a counted board
// is made for the caller, in the order of the categories.
func (b *Board) Row(model, question int) []uint8 {
	if b.counts != nil {
		return b.countedRow(model, question)
	}
	from, to := b.span(model, question)
	return b.cells[from:to:to]
}

// span returns which cells hold the trials of one model on one question.
func (b *Board) span(model, question int) (from, to int) {
	row := model*len(b.Questions) + question
	if b.ends == nil {
		return row * b.trials, (row + 1) * b.trials
	}
	if row > 0 {
		from = b.ends[row-1]
	}
	return from, b.ends[row]
}

// Recategorize returns the board whose categories are others: of each category that
// which stands at its place, and the given highest. It fails if that is below one of
// them.
func (b *Board) Recategorize(of []uint8, top int) (*Board, error) {
	if len(of) <= b.top || int(slices.Max(of)) > top || top < 1 || top >= MaxCategories {
		return nil, fmt.Errorf("categories 0..%d cannot become %v of 0..%d", b.top, of, top)
	}
	if b.counts != nil {
		return b.recategorizeCounts(of, top)
	}
	other := *b
	other.top = top
	other.cells = make([]uint8, len(b.cells))
	for i, category := range b.cells {
		other.cells[i] = of[category]
	}
	return &other, nil
}

// Tally counts the categories of every model and question in the first n
// trials. It panics unless 0 ≤ n ≤ N, of an unequal board the fewest.
func (b *Board) Tally(n int) *Tally {
	if n < 0 || n > b.trials {
		panic(fmt.Sprintf("results: tally of the first %d of %d trials", n, b.trials))
	}
	if b.counts != nil && n == b.trials {
		return b.sharedTally()
	}
	t := NewTally(len(b.Models), len(b.Questions), b.top)
	t.Trials, t.Groups = n, b.groups()
	t.Cast(b)
	for m := range b.Models {
		for q := range b.Questions {
			t.addAll(m, q, b.Row(m, q)[:n])
		}
	}
	return t
}

// TallyAll counts the categories of every model and question in all of their
// trials. The tally of an unequal board is unequal, and that of a counted board is
// its own: it must not be changed.
func (b *Board) TallyAll() *Tally {
	if b.counts != nil {
		return b.sharedTally()
	}
	if !b.Unequal() {
		return b.Tally(b.trials)
	}
	trials := make([]uint16, len(b.ends))
	for m := range b.Models {
		for q := range b.Questions {
			trials[m*len(b.Questions)+q] = uint16(len(b.Row(m, q)))
		}
	}
	t := NewUnequalTally(len(b.Models), len(b.Questions), b.top, trials)
	t.Groups = b.groups()
	t.Cast(b)
	for m := range b.Models {
		for q := range b.Questions {
			t.addAll(m, q, b.Row(m, q))
		}
	}
	return t
}

// groups numbers the groups of the questions in the order of their first.
func (b *Board) groups() []int {
	if b.Groups == nil {
		return nil
	}
	numbers := map[string]int{}
	groups := make([]int, len(b.Groups))
	for q, name := range b.Groups {
		number, known := numbers[name]
		if !known {
			number = len(numbers)
			numbers[name] = number
		}
		groups[q] = number
	}
	return groups
}

// CountGroups is the number of groups of questions, 0 where they are not known.
func (b *Board) CountGroups() int {
	if b.Groups == nil {
		return 0
	}
	return slices.Max(b.groups()) + 1
}

// Numbered returns n names: the prefix followed by 1..n, padded with zeros so
// that they sort as numbers do.
func Numbered(prefix string, n int) []string {
	width := len(strconv.Itoa(n))
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%s%0*d", prefix, width, i+1)
	}
	return names
}
