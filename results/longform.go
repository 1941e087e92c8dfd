package results

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"settle/internal/quoted"
)

// identity are the columns that say which cell a row is of.
var identity = []Column{{Name: "model"}, {Name: "question"}, {Name: "trial"}, {Name: "task", Optional: true}}

// The places of these among the fields of a row, before those of the value.
const (
	modelField = iota
	questionField
	trialField
	taskField
	identityFields
)

// sink takes in the rows that a reader finds. Fields are valid until the next
// row. Errors do not say where they are.
type sink interface {
	// bind says which columns there are, before the first row and whenever that
	// changes.
	bind(h *Header) error
	// wants tells whether rows of this task are to be added.
	wants(task Field) (bool, error)
	// add takes in one row, which begins on the given line.
	add(line int, fields []Field) error
}

// lineError is an error on a line of a file, which named names.
type lineError struct {
	error
	line int
}

// onLine says on which line of a file an error is.
func onLine(line uint32, err error) error { return lineError{err, int(line)} }

// named puts the name of the file, if there is one, and the line before an error, if there
// is one.
func (x *index) named(err error) error {
	at, ok := err.(lineError)
	switch {
	case ok && at.line > 0:
		return errorAt(x.file, at.line, at.error)
	case ok:
		err = at.error
	}
	if x.file == "" {
		return err
	}
	return under(x.file, err)
}

func errorAt(file string, line int, err error) error {
	return fmt.Errorf("%s:%d: %w", file, line, err)
}

// index is the names in a file, and which cells they span.
type index struct {
	file string      // its name in messages
	want ReadOptions // its Task is "" for the only one

	tasks     interner
	models    interner
	questions interner
	trials    trials
	kinds     interner // what tells kinds of rows apart, where nothing numbers trials

	guessed   bool // the column of trials was found by another's name
	early     bool // not all rows were read
	counted   bool // rows count trials, and have no labels of them
	modelless bool // there were rows without a column of models
}

// record is one row of the wanted task.
type record struct {
	model, question, line uint32
	trial                 uint16
	code                  uint16 // of its outcome
}

// place is where a row belongs. The line is kept modulo 2^32; it only serves
// messages. The trial is a number of trials or, in messages, its place among
// the sorted labels.
type place struct {
	model, question, line uint32
	trial                 uint16
}

// errDoubled says that there are more rows than cells that they name, so that
// one is given twice: a file that unpacks to endless rows of few cells is left
// in time.
var errDoubled = errors.New("a cell appears twice")

// checkSize fails if so many bytes of names, and rows of so many bytes, are too much.
func (o ReadOptions) checkSize(named, perRow int64, rows int) error {
	if named > maxNameBytes {
		return errTooManyNames
	}
	if needs := named + perRow*int64(rows); o.MaxBytes > 0 && needs > o.MaxBytes {
		return &TooLarge{Needs: needs, Allows: o.MaxBytes}
	}
	return nil
}

var errTooManyNames = fmt.Errorf("names of more than %d bytes in all", maxNameBytes)

// nameBytes is how much memory the names take, about.
func (x *index) nameBytes() int64 {
	return x.tasks.bytes + x.models.bytes + x.questions.bytes + x.kinds.bytes
}

// place finds out where a row belongs.
func (x *index) place(line int, fields []Field) (at place, err error) {
	at.line = uint32(line)
	if fields[modelField].kind == absent { // as ReadOptions.Model allows
		x.modelless = true
		at.model, err = x.models.known("model", []byte(x.want.Model))
	} else {
		at.model, err = x.models.id("model", fields[modelField])
	}
	if err != nil {
		return at, err
	}
	if at.question, err = x.questions.id("question", fields[questionField]); err != nil {
		return at, err
	}
	if fields[trialField].kind != absent { // as where trials are counted
		at.trial, err = x.trial(fields[trialField])
	}
	return at, err
}

// wantsTask reports whether rows of this task belong to the one that is read, and whether
// those before it may; if not, they are to be let go. Where no task was asked for and a
// second one shows up, all that matters from there on are the names of the tasks.
func (x *index) wantsTask(task Field) (wanted, before bool, err error) {
	// The empty name is the task of a file that names none.
	name, err := task.task()
	if err != nil {
		return false, true, err
	}
	unnamed := x.unnamed()
	id := x.tasks.intern(name)
	if x.want.Task == "" {
		return id == 0 && len(x.tasks.names) == 1, id == 0, nil
	}
	if x.want.OrUnnamed && x.unnamed() {
		return true, true, nil
	}
	if unnamed { // until this row: those before it are not of the task
		x.models, x.questions, x.trials = interner{}, interner{}, trials{}
	}
	return string(name) == x.want.Task, !unnamed, nil
}

// unnamed tells whether there were rows, and none named a task.
func (x *index) unnamed() bool { return len(x.tasks.names) == 1 && x.tasks.names[0] == "" }

// task is the name of the task that was read.
func (x *index) task() (string, error) {
	want := x.want.Task
	if x.want.OrUnnamed && x.unnamed() {
		want = ""
	}
	at, err := ChooseTask(x.tasks.names, want)
	if err != nil {
		return "", err
	}
	return x.tasks.names[at], nil
}

// size returns the number of cells that the names and trials span.
func (x *index) size() uint64 {
	return product(len(x.models.names), len(x.questions.names), len(x.trials.labels))
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

// fill copies the values of rows to their cells, and stops with false at a cell that is
// given twice. There must be as many rows as cells, so that true means that every cell was
// given.
func fill[C any](a *Attempts, cells []C, value func(row int, code uint16) C) bool {
	given := make([]uint64, (len(cells)+63)/64)
	sorted := a.trials.places()
	questions, trials := len(a.questions.names), len(sorted)
	row := 0
	for _, block := range a.rows.blocks {
		for i := range block {
			r := &block[i]
			at := (int(r.model)*questions+int(r.question))*trials + int(sorted[r.trial])
			if given[at/64]&(1<<(at%64)) != 0 {
				return false
			}
			given[at/64] |= 1 << (at % 64)
			cells[at] = value(row, r.code)
			row++
		}
	}
	return true
}

// explain counts and names what is doubled or, if nothing is, what is missing.
// It sorts the places.
func (x *index) explain(places []place) error {
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(compareCells(a, b), cmp.Compare(a.line, b.line))
	})
	if err := x.doubled(places); err != nil {
		return err
	}
	return x.missing(places)
}

func compareCells(a, b place) int {
	return cmp.Or(
		cmp.Compare(a.model, b.model),
		cmp.Compare(a.question, b.question),
		cmp.Compare(a.trial, b.trial))
}

// doubled names the first row in the file that gives a cell again, and counts
// the others. The rows are sorted by cell, then line.
func (x *index) doubled(rows []place) error {
	var again, earlier place
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
		so := ""
		if x.early {
			so = "so far "
		}
		more = fmt.Sprintf(" (of %d rows %sthat give a cell again, the first)", count, so)
	}
	cell := x.cell(again)
	if x.counted {
		cell = x.pair(again)
	}
	if x.modelless {
		more += "; no column names models: if there are several, say --column model=NAME"
	}
	if x.guessed {
		more += fmt.Sprintf("; column %s is taken for trial%s", quoted.Text(x.want.column("trial")), noTrials)
	}
	if again.line == 0 {
		return fmt.Errorf("%s appears twice%s", cell, more)
	}
	return onLine(again.line, fmt.Errorf("%s appears twice, first on line %d%s", cell, earlier.line, more))
}

// missing names the first cell, in the order of the board, that no row gives,
// counts all of them, and names what they may be due to. The rows are sorted,
// with no cell given twice and at least one missing.
func (x *index) missing(rows []place) error {
	total := x.size()
	next, scarce := x.lack(slices.Values(rows), len(x.trials.labels), "row")
	const incomplete = "; only outcomes may be incomplete"
	if missing := total - uint64(len(rows)); missing > 1 {
		return fmt.Errorf("%d of %d cells are missing, the first: %s%s%s", missing, total, x.cell(next), scarce, incomplete)
	}
	return fmt.Errorf("1 of %d cells is missing: %s%s", total, x.cell(next), incomplete)
}

// lack returns the first cell, in the order of a board of so many trials, that is not among
// the given ones, which are sorted. It also says which model, question or trial has few of
// them (see scarcest); unit names what is counted.
func (x *index) lack(cells iter.Seq[place], trials int, unit string) (first place, scarce string) {
	models, questions, byTrial := make([]int, len(x.models.names)), make([]int, len(x.questions.names)), make([]int, trials)
	found := false
	for c := range cells {
		models[c.model]++
		questions[c.question]++
		byTrial[c.trial]++
		if found = found || compareCells(c, first) != 0; !found {
			first = x.after(first, trials)
		}
	}
	if x.counted {
		byTrial = nil
	}
	return first, x.scarcest(models, questions, byTrial, product(len(models), len(questions), trials), unit)
}

// after returns the cell that follows r in the order of a board of so many trials.
func (x *index) after(r place, trials int) place {
	r.trial++
	if int(r.trial) == trials {
		r.trial, r.question = 0, r.question+1
	}
	if int(r.question) == len(x.questions.names) {
		r.question, r.model = 0, r.model+1
	}
	return r
}

// pair names the model and the question of a cell as the file does.
func (x *index) pair(r place) string {
	return fmt.Sprintf("model %s, question %s", quoted.Text(x.models.names[r.model]), quoted.Text(x.questions.names[r.question]))
}

// cell names a cell. Its trial is a place among the sorted labels.
func (x *index) cell(r place) string {
	trial := int64(r.trial) + 1
	if !x.counted {
		trial = x.trials.sorted()[r.trial]
	}
	return fmt.Sprintf("%s, trial %d", x.pair(r), trial)
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
		var block []record // the first one grows: most files are small
		if s.n > 0 {
			block = make([]record, 0, recordsPerBlock)
		}
		s.blocks = append(s.blocks, block)
	}
	last := &s.blocks[len(s.blocks)-1]
	*last = append(*last, r)
	s.n++
}

// at is the i-th record.
func (s *records) at(i int) *record {
	return &s.blocks[i/recordsPerBlock][i%recordsPerBlock]
}

// interner numbers names in the order of their first appearance.
type interner struct {
	ids   map[string]uint32
	names []string
	bytes int64  // that they take, about
	last  uint32 // the number that was found last
}

// find returns the number of a name, if it has one. Rows mostly come in the order of a
// board: with the name of the row before or the one after it.
func (in *interner) find(name []byte) (uint32, bool) {
	for id := in.last; id < in.last+2 && int(id) < len(in.names); id++ {
		if string(name) == in.names[id] {
			in.last = id
			return id, true
		}
	}
	id, ok := in.ids[string(name)]
	if ok {
		in.last = id
	}
	return id, ok
}

// perName is what a name takes besides its text: two string headers and a place
// in a map, about.
const perName = 64

// id returns the number of the name in a field, and fails if it is of no use.
func (in *interner) id(what string, f Field) (uint32, error) {
	name, err := f.name(what)
	if err != nil {
		return 0, err
	}
	return in.known(what, name)
}

// known returns the number of a name, and fails if it is of no use.
func (in *interner) known(what string, name []byte) (uint32, error) {
	if id, ok := in.find(name); ok {
		return id, nil
	}
	if err := checkName(what, string(name)); err != nil {
		return 0, err
	}
	return in.intern(name), nil
}

func (in *interner) intern(text []byte) uint32 {
	if id, ok := in.find(text); ok {
		return id
	}
	if in.ids == nil {
		in.ids = make(map[string]uint32)
	}
	id, name := uint32(len(in.names)), string(text)
	in.ids[name] = id
	in.bytes += int64(len(name)) + perName
	in.names = append(in.names, name)
	return id
}

// trials numbers the labels of trials in the order of their first appearance.
type trials struct {
	ids    map[int64]uint16
	labels []int64
	last   int // the number that was found last
}

// noTrials says what to do about a column that was taken for that of trials and is none.
const noTrials = "; --column trial= numbers the rows of a question instead"

var errTooManyTrials = fmt.Errorf("more than %d different trials", MaxTrials)

// trial returns the number of the trial in a field.
func (x *index) trial(f Field) (uint16, error) {
	if f.kind == plain || f.kind == jsontext.KindNumber {
		if label, err := wholeOf(f.text); err == nil {
			return x.trials.intern(label)
		}
	}
	err := f.Not(quoted.Bare(x.want.column("trial")), "an integer")
	if x.guessed {
		err = fmt.Errorf("%w%s", err, noTrials)
	}
	return 0, err
}

func (t *trials) intern(label int64) (uint16, error) {
	for id := t.last; id < min(t.last+2, len(t.labels)); id++ { // as interner.find
		if t.labels[id] == label {
			t.last = id
			return uint16(id), nil
		}
	}
	if id, ok := t.ids[label]; ok {
		t.last = int(id)
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
