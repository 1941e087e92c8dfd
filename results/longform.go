package results

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// row is one outcome in long form, as text. What does not stand in the file
// is checked by the reader of the format; a missing task is "".
type row struct {
	task, model, question, trial, outcome string
}

// longForm gathers rows, in any order, into a board. It keeps 16 bytes a row
// and every name once.
type longForm struct {
	file string // its name in messages
	want string // the task asked for, "" for the only one

	tasks     interner
	models    interner
	questions interner
	trials    trials
	top       uint8
	records   records
}

// record is one row of the wanted task. The line is kept modulo 2^32; it only
// serves messages.
type record struct {
	model, question, line uint32
	trial                 uint16
	outcome               uint8
}

func newLongForm(file, want string) *longForm {
	return &longForm{file: file, want: want}
}

// add takes in one row, which begins on the given line of the file.
func (l *longForm) add(line int, r row) error {
	if err := l.addRow(line, r); err != nil {
		return l.errorAt(line, err)
	}
	return nil
}

func (l *longForm) errorAt(line int, err error) error {
	return fmt.Errorf("%s:%d: %w", l.file, line, err)
}

func (l *longForm) addRow(line int, r row) error {
	wanted, err := l.wanted(r.task)
	if err != nil || !wanted {
		return err
	}
	if l.records.n >= maxCells {
		return fmt.Errorf("more than %d rows", maxCells)
	}
	rec := record{line: uint32(line)}
	if rec.model, err = l.models.id("model", r.model); err != nil {
		return err
	}
	if rec.question, err = l.questions.id("question", r.question); err != nil {
		return err
	}
	if rec.trial, err = l.trials.id(r.trial); err != nil {
		return err
	}
	ok := false
	if rec.outcome, ok = parseCategory(r.outcome); !ok {
		return fmt.Errorf("outcome %s is not a category 0..%d", quote(r.outcome), MaxCategories-1)
	}
	l.top = max(l.top, rec.outcome)
	l.records.add(rec)
	return nil
}

// wanted tells whether rows of this task belong to the board. Where no task
// was asked for and a second one shows up there will be no board, and all
// that matters from there on are the names of the tasks.
func (l *longForm) wanted(task string) (bool, error) {
	// The empty name is the task of a file that names none.
	if !utf8.ValidString(task) {
		return false, checkName("task", task)
	}
	if l.want != "" {
		l.tasks.intern(task)
		return task == l.want, nil
	}
	first := l.tasks.intern(task) == 0
	if !first {
		l.records = records{}
	}
	return first && len(l.tasks.names) == 1, nil
}

// board puts the rows in their places.
func (l *longForm) board() (*Board, error) {
	if len(l.tasks.names) == 0 {
		return nil, fmt.Errorf("%s: no rows", l.file)
	}
	task, err := choose(l.tasks.names, l.want)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.file, err)
	}
	// A board of another size than the number of rows is never allocated: few
	// rows can name very many cells.
	if l.size() != uint64(l.records.n) {
		return nil, l.explain()
	}
	b, err := NewBoard(l.models.names, l.questions.names, len(l.trials.labels), max(1, int(l.top)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.file, err)
	}
	b.Task = l.tasks.names[task]
	if !l.fill(b) {
		return nil, l.explain()
	}
	return b, nil
}

// size returns the number of cells that the names and trials span.
func (l *longForm) size() uint64 {
	return product(len(l.models.names), len(l.questions.names), len(l.trials.labels))
}

// product multiplies sizes; it is the highest number there is where the true
// product is higher.
func product(sizes ...int) uint64 {
	p := uint64(1)
	for _, size := range sizes {
		over, low := bits.Mul64(p, uint64(size))
		if over != 0 {
			return math.MaxUint64
		}
		p = low
	}
	return p
}

// fill copies the outcomes to the board, and stops with false at a cell that
// is given twice. There must be as many rows as cells, so that true means
// that every cell was given.
func (l *longForm) fill(b *Board) bool {
	given := make([]uint64, (len(b.cells)+63)/64)
	place := l.trials.places()
	for r := range l.records.all {
		at := (int(r.model)*len(b.Questions)+int(r.question))*b.trials + int(place[r.trial])
		if given[at/64]&(1<<(at%64)) != 0 {
			return false
		}
		given[at/64] |= 1 << (at % 64)
		b.cells[at] = r.outcome
	}
	return true
}

// explain counts and names what is doubled or, if nothing is, what is missing.
// It sorts a copy of the rows, whose size does not depend on how many cells
// the board should have.
func (l *longForm) explain() error {
	place := l.trials.places()
	rows := make([]record, 0, l.records.n)
	for r := range l.records.all {
		r.trial = place[r.trial]
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(a, b record) int {
		return cmp.Or(compareCells(a, b), cmp.Compare(a.line, b.line))
	})
	if err := l.doubled(rows); err != nil {
		return err
	}
	return l.missing(rows)
}

func compareCells(a, b record) int {
	return cmp.Or(
		cmp.Compare(a.model, b.model),
		cmp.Compare(a.question, b.question),
		cmp.Compare(a.trial, b.trial))
}

// doubled names the first row in the file that gives a cell again, and counts
// the others. The rows are sorted by cell, then line.
func (l *longForm) doubled(rows []record) error {
	var again, earlier record
	count, first := 0, 0 // first: where the rows of the current cell start
	for i, r := range rows {
		if i == 0 || compareCells(r, rows[first]) != 0 {
			first = i
			continue
		}
		count++
		if count == 1 || r.line < again.line {
			again, earlier = r, rows[first]
		}
	}
	if count == 0 {
		return nil
	}
	more := ""
	if count > 1 {
		more = fmt.Sprintf(" (of %d rows that give a cell again, the first)", count)
	}
	return l.errorAt(int(again.line), fmt.Errorf("%s stands twice, first on line %d%s", l.cell(again), earlier.line, more))
}

// missing names the first cell, in the order of the board, that no row gives,
// and counts all of them. The rows are sorted, with no cell given twice and
// at least one missing.
func (l *longForm) missing(rows []record) error {
	var next record
	for _, r := range rows {
		if compareCells(r, next) != 0 {
			break
		}
		next = l.after(next)
	}
	total := l.size()
	if missing := total - uint64(len(rows)); missing > 1 {
		return fmt.Errorf("%s: %d of %d cells are missing, the first: %s", l.file, missing, total, l.cell(next))
	}
	return fmt.Errorf("%s: 1 of %d cells is missing: %s", l.file, total, l.cell(next))
}

// after returns the cell that follows r in the order of the board.
func (l *longForm) after(r record) record {
	r.trial++
	if int(r.trial) == len(l.trials.labels) {
		r.trial, r.question = 0, r.question+1
	}
	if int(r.question) == len(l.questions.names) {
		r.question, r.model = 0, r.model+1
	}
	return r
}

// cell names a cell as the file does. The record's trial is its place among
// the sorted labels.
func (l *longForm) cell(r record) string {
	return fmt.Sprintf("model %s, question %s, trial %d",
		quote(l.models.names[r.model]), quote(l.questions.names[r.question]), l.trials.sorted()[r.trial])
}

// records is a list that grows without copying: with millions of rows the
// spare capacity and the copies of a slice would outweigh everything else.
type records struct {
	blocks [][]record
	n      int
}

const recordsPerBlock = 1 << 15

func (s *records) add(r record) {
	if s.n%recordsPerBlock == 0 {
		s.blocks = append(s.blocks, nil)
	}
	last := &s.blocks[len(s.blocks)-1]
	*last = append(*last, r)
	s.n++
}

// all yields the records in the order in which they were added.
func (s *records) all(yield func(record) bool) {
	for _, block := range s.blocks {
		for _, r := range block {
			if !yield(r) {
				return
			}
		}
	}
}

// interner numbers names in the order of their first appearance.
type interner struct {
	ids   map[string]uint32
	names []string
}

// id returns the number of a name, and fails if the name is of no use.
func (in *interner) id(what, name string) (uint32, error) {
	if id, ok := in.ids[name]; ok {
		return id, nil
	}
	if err := checkName(what, name); err != nil {
		return 0, err
	}
	return in.intern(name), nil
}

func (in *interner) intern(name string) uint32 {
	if id, ok := in.ids[name]; ok {
		return id
	}
	if in.ids == nil {
		in.ids = make(map[string]uint32)
	}
	id := uint32(len(in.names))
	name = strings.Clone(name) // or the name would hold on to its whole row
	in.ids[name] = id
	in.names = append(in.names, name)
	return id
}

// trials numbers the labels of trials in the order of their first appearance.
type trials struct {
	ids    map[int64]uint16
	labels []int64
}

var errTooManyTrials = fmt.Errorf("more than %d different trials", MaxTrials)

func (t *trials) id(text string) (uint16, error) {
	label, err := parseWhole(text)
	if err != nil {
		return 0, errors.New("trial " + quote(text) + " is not an integer")
	}
	if id, ok := t.ids[label]; ok {
		return id, nil
	}
	if len(t.labels) == MaxTrials {
		return 0, errTooManyTrials
	}
	if t.ids == nil {
		t.ids = make(map[int64]uint16)
	}
	id := uint16(len(t.labels))
	t.ids[label] = id
	t.labels = append(t.labels, label)
	return id, nil
}

func (t *trials) sorted() []int64 {
	return slices.Sorted(slices.Values(t.labels))
}

// places returns where each trial, by its number, stands among the sorted
// labels.
func (t *trials) places() []uint16 {
	places := make([]uint16, len(t.labels))
	for place, label := range t.sorted() {
		places[t.ids[label]] = uint16(place)
	}
	return places
}
