package results

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"settle/internal/quoted"
)

// Limits of a board. Each category must fit in one byte and each count in two bytes.
const (
	MaxCategories = 256
	MaxTrials     = math.MaxUint16
)

// A Board holds the outcomes of L models on the same M questions. On a complete board,
// every model has N trials of every question. On an unequal board, the number of trials
// can differ by model and question, and can be 0. An outcome is a category 0..C; with
// two categories, 0 is wrong and 1 is correct. Make a board with NewBoard or
// NewUnequalBoard: the zero Board is not usable.
type Board struct {
	Task      string   // name of the task; can be "" if the file has only one task
	Models    []string // L unique names
	Questions []string // M unique names

	// Groups holds the name of each question's group, for example the text or the
	// repository that the question is about. It is nil if the groups are unknown.
	Groups []string

	// Ballots holds the answers of the attempts. It is nil if they are unknown.
	Ballots *Ballots

	trials int   // N, or the smallest number of trials on an unequal board
	most   int   // N, or the largest number of trials on an unequal board
	ends   []int // end of the cells of each model and question; nil for a complete board
	top    int
	cells  []uint8 // by model, then question, then trial
	counts *Tally  // the counts of a counted board, which has no cells; else nil
}

// NewBoard returns a complete board with all outcomes 0. It needs at least one model
// and one question, unique names, 1 to MaxTrials trials, and a top category in
// 1..MaxCategories-1. It fails for more than 2^40 - 1 cells, or 2^31 - 1 if int has 32
// bits.
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

// checkShape fails if a board cannot have the given numbers of models, questions and
// trials.
func checkShape(models, questions, trials int) error {
	switch {
	case models < 1:
		return errors.New("a board needs at least one model")
	case questions < 1:
		return errors.New("a board needs at least one question")
	case trials > MaxTrials:
		return fmt.Errorf("%d trials: a board holds 1 to %d; leave some out", trials, MaxTrials)
	case trials < 1:
		return fmt.Errorf("%d trials: a board holds 1 to %d", trials, MaxTrials)
	}
	return nil
}

// newBoard makes a board of a valid shape. The board keeps the slice of cells.
func newBoard(models, questions []string, trials, top int, cells []uint8) (*Board, error) {
	if top < 1 || top >= MaxCategories {
		return nil, fmt.Errorf("invalid top category %d: it must be from 1 to %d", top, MaxCategories-1)
	}
	if err := checkUnique(models, questions); err != nil {
		return nil, err
	}
	return &Board{Models: models, Questions: questions, trials: trials, most: trials, top: top, cells: cells}, nil
}

// NewUnequalBoard returns a board with all outcomes 0. trials holds the number of
// trials by model, then question. Each number is at most MaxTrials, and 0 if the model
// never attempted the question. The board is complete if all numbers are equal.
// NewUnequalBoard fails for the same arguments as NewBoard, and if there are no trials
// at all.
func NewUnequalBoard(models, questions []string, trials []int, top int) (*Board, error) {
	if len(trials) != len(models)*len(questions) || len(trials) == 0 {
		return nil, fmt.Errorf("%d numbers of trials for %d models × %d questions", len(trials), len(models), len(questions))
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

// checkUnique fails if two models or two questions have the same name.
func checkUnique(models, questions []string) error {
	if name, ok := repeatedName(models); ok {
		return fmt.Errorf("two models are named %s", quoted.Text(name))
	}
	if name, ok := repeatedName(questions); ok {
		return fmt.Errorf("two questions are named %s", quoted.Text(name))
	}
	return nil
}

// repeatedName returns a name that occurs more than once, and whether there is one.
func repeatedName(names []string) (string, bool) {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if seen[name] {
			return name, true
		}
		seen[name] = true
	}
	return "", false
}

// Trials returns N, the number of trials of each model on each question. For an unequal
// board, it returns the smallest such number.
func (b *Board) Trials() int { return b.trials }

// MostTrials returns the largest number of trials that any model has on any question.
// For a complete board, this is N.
func (b *Board) MostTrials() int { return b.most }

// Unequal reports whether the number of trials differs between models or questions.
func (b *Board) Unequal() bool { return b.ends != nil }

// Top returns C, the highest category; 1 for binary outcomes.
func (b *Board) Top() int { return b.top }

// Rename gives all models new names. It fails unless there is one name per model and
// all names are different.
func (b *Board) Rename(models []string) error {
	if len(models) != len(b.Models) {
		return fmt.Errorf("%d names for %d models", len(models), len(b.Models))
	}
	if name, ok := repeatedName(models); ok {
		return fmt.Errorf("two models are named %s", quoted.Text(name))
	}
	b.Models = models
	return nil
}

// Row returns the outcomes of one model on one question, in trial order. The slice
// aliases the board, so writing to it changes the board. All values must stay in 0..C.
// If the board stores only counts (see Counted), Row returns a new slice, sorted by
// category.
func (b *Board) Row(model, question int) []uint8 {
	if b.counts != nil {
		return b.countedRow(model, question)
	}
	from, to := b.span(model, question)
	return b.cells[from:to:to]
}

// span returns the range of the cells that hold one model's trials of one question.
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

// Recategorize returns a copy of the board in which category c becomes mapping[c] and
// the highest category is top. It fails if a new category exceeds top.
func (b *Board) Recategorize(mapping []uint8, top int) (*Board, error) {
	if len(mapping) <= b.top || int(slices.Max(mapping)) > top || top < 1 || top >= MaxCategories {
		return nil, fmt.Errorf("cannot map categories 0 to %d to %v: the new categories must be 0 to %d", b.top, mapping, top)
	}
	if b.counts != nil {
		return b.recategorizeCounts(mapping, top)
	}
	other := *b
	other.top = top
	other.cells = make([]uint8, len(b.cells))
	for i, category := range b.cells {
		other.cells[i] = mapping[category]
	}
	return &other, nil
}

// Tally counts the outcomes in each category, for every model and question, over the
// first n trials. It panics unless 0 ≤ n ≤ Trials().
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

// TallyAll counts the outcomes in each category, for every model and question, over all
// trials. The tally of an unequal board is unequal. If the board stores only counts
// (see Counted), the tally shares these counts and must not be changed.
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

// groups returns a number for each question, which is the same for all questions of a
// group. Groups are numbered from 0 in the order of their first appearance. The result
// is nil if the questions have no groups.
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

// names returns the names on the board. The group of a question without one is "".
func (b *Board) names() names {
	groups := slices.Clone(b.Groups)
	for q, group := range groups {
		if group == ownGroup(b.Questions[q]) {
			groups[q] = ""
		}
	}
	return names{b.Task, b.Models, b.Questions, groups}
}

// CountGroups returns the number of groups that the questions form. It returns 0 if the
// groups are unknown.
func (b *Board) CountGroups() int {
	if b.Groups == nil {
		return 0
	}
	return slices.Max(b.groups()) + 1
}

// Numbered returns n names. Each is the prefix followed by a number from 1 to n, padded
// with zeros so that the names sort in numeric order.
func Numbered(prefix string, n int) []string {
	width := len(strconv.Itoa(n))
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%s%0*d", prefix, width, i+1)
	}
	return names
}
