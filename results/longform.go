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

// identity holds the columns that identify a row's cell.
var identity = []Column{{Name: "model"}, {Name: "question"}, {Name: "trial"}, {Name: "task", Optional: true}}

// Indexes of these columns among the fields of a row. The fields of the value follow.
const (
	modelField = iota
	questionField
	trialField
	taskField
	identityFields
)

// A sink receives the rows of a file. Fields are valid until the next row. Its errors
// do not include file and line.
type sink interface {
	// bind receives the columns, before the first row and whenever they change.
	bind(h *Header) error
	// wants reports whether rows of this task must be passed to add.
	wants(task Field) (bool, error)
	// add receives one row, which begins on the given line.
	add(line int, fields []Field) error
}

// A lineError is an error with the number of its line; named adds the file name.
type lineError struct {
	error
	line int
}

// onLine adds the line of a file to an error.
func onLine(line uint32, err error) error { return lineError{err, int(line)} }

// named adds the file name and the line, where known, to a non-nil error.
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
	return withPrefix(x.file, err)
}

func errorAt(file string, line int, err error) error {
	return fmt.Errorf("%s:%d: %w", file, line, err)
}

// An index holds the names in a file and the cells that they span.
type index struct {
	file string      // file name for messages
	want ReadOptions // Task is "" for the only task

	tasks     interner
	models    interner
	questions interner
	trials    trials
	kinds     interner // kinds of rows, if no column numbers the trials

	guessed   bool // the trial column has another tool's name
	early     bool // reading stopped before the last row
	counted   bool // rows count trials, which have no labels
	modelless bool // there were rows without a model column
}

// A record is one row of the wanted task.
type record struct {
	model, question, line uint32
	trial                 uint16
	code                  uint16 // code of the outcome
}

// A place is the cell of a row. The line is kept modulo 2^32 and is used only in
// messages. The trial is its number or, in messages, its index among the sorted labels.
type place struct {
	model, question, line uint32
	trial                 uint16
}

// errDoubled is returned when there are more rows than cells, so that some cell appears
// twice. It ends the reading of a file that unpacks to endless rows for few cells.
var errDoubled = errors.New("a cell appears twice")

// checkSize fails if the names (named bytes) and rows (perRow bytes each) exceed a
// limit.
func (o ReadOptions) checkSize(named, perRow int64, rows int) error {
	if named > maxNameBytes {
		return errTooManyNames
	}
	if needs := named + perRow*int64(rows); o.MaxBytes > 0 && needs > o.MaxBytes {
		return &TooLarge{Needs: needs, Allows: o.MaxBytes}
	}
	return nil
}

var errTooManyNames = fmt.Errorf("names take more than %d bytes in total", maxNameBytes)

// nameBytes returns the approximate memory of the names.
func (x *index) nameBytes() int64 {
	return x.tasks.bytes + x.models.bytes + x.questions.bytes + x.kinds.bytes
}

// place returns the cell of a row.
func (x *index) place(line int, fields []Field) (at place, err error) {
	at.line = uint32(line)
	if fields[modelField].kind == absent { // ReadOptions.Model allows this
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
	if fields[trialField].kind != absent { // absent where trials are counted
		at.trial, err = x.trial(fields[trialField])
	}
	return at, err
}

// wantsTask reports whether rows of this task belong to the task being read. It also
// reports whether the earlier rows do; if not, the caller must drop them. If no task
// was requested and a second one appears, only the names of the tasks are recorded from
// then on.
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
	if unnamed { // rows up to this one do not belong to the task
		x.models, x.questions, x.trials = interner{}, interner{}, trials{}
	}
	return string(name) == x.want.Task, !unnamed, nil
}

// unnamed reports whether there were rows and none named a task.
func (x *index) unnamed() bool { return len(x.tasks.names) == 1 && x.tasks.names[0] == "" }

// task returns the name of the task that was read.
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

// size returns the number of cells of all combinations of the names and trials.
func (x *index) size() uint64 {
	return product(len(x.models.names), len(x.questions.names), len(x.trials.labels))
}

// product multiplies sizes. It saturates at math.MaxUint64.
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

// fill copies the values of rows to their cells. It returns false as soon as a cell
// appears twice. The caller must pass as many rows as cells; then true means that every
// cell appeared.
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

// explain returns the error for cells that appear twice or, if there are none, for
// missing cells. It sorts the places.
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

// doubled returns the error for the first row in the file that repeats a cell, with the
// number of such rows. The rows are sorted by cell, then line.
func (x *index) doubled(rows []place) error {
	var again, earlier place
	count, first := 0, 0 // first: index of the first row of the current cell
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
		more = fmt.Sprintf(" (the first of %d rows %sthat repeat a cell)", count, so)
	}
	cell := x.cell(again)
	if x.counted {
		cell = x.pair(again)
	}
	if x.modelless {
		more += "; no column names models; if there are several models, use --column model=NAME"
	}
	if x.guessed {
		more += fmt.Sprintf("; column %s is read as trial%s", quoted.Text(x.want.column("trial")), noTrials)
	}
	if again.line == 0 {
		return fmt.Errorf("%s appears twice%s", cell, more)
	}
	return onLine(again.line, fmt.Errorf("%s appears twice, first on line %d%s", cell, earlier.line, more))
}

// missing returns an error about missing cells. It names the first one in the order of
// the board, the number of all missing cells and a likely cause. The rows are sorted;
// no cell appears twice and at least one is missing.
func (x *index) missing(rows []place) error {
	total := x.size()
	next, scarce := x.lack(slices.Values(rows), len(x.trials.labels), "row")
	const incomplete = "; only outcomes can be incomplete"
	if missing := total - uint64(len(rows)); missing > 1 {
		return fmt.Errorf("%d of %d cells are missing, the first: %s%s%s", missing, total, x.cell(next), scarce, incomplete)
	}
	return fmt.Errorf("1 of %d cells is missing: %s%s", total, x.cell(next), incomplete)
}

// lack returns the first cell, in the order of a board with that many trials, that is
// not among the given sorted cells. It also names the model, question or trial with few
// of the given cells (see scarcest). unit is the word for the cells that it counts.
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

// after returns the cell that follows r in the order of a board with that many trials.
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

// pair describes the model and the question of a cell by their names.
func (x *index) pair(r place) string {
	return fmt.Sprintf("model %s, question %s", quoted.Text(x.models.names[r.model]), quoted.Text(x.questions.names[r.question]))
}

// cell describes a cell. Its trial is an index among the sorted labels.
func (x *index) cell(r place) string {
	trial := int64(r.trial) + 1
	if !x.counted {
		trial = x.trials.sorted()[r.trial]
	}
	return fmt.Sprintf("%s, trial %d", x.pair(r), trial)
}

// records is a list that grows without copying. With millions of rows, the spare
// capacity and the copies of a slice would dominate the memory.
type records struct {
	blocks [][]record
	n      int
}

const recordsPerBlock = 1 << 15

func (s *records) add(r record) {
	if s.n%recordsPerBlock == 0 {
		var block []record // the first block grows, because most files are small
		if s.n > 0 {
			block = make([]record, 0, recordsPerBlock)
		}
		s.blocks = append(s.blocks, block)
	}
	last := &s.blocks[len(s.blocks)-1]
	*last = append(*last, r)
	s.n++
}

// at returns the i-th record.
func (s *records) at(i int) *record {
	return &s.blocks[i/recordsPerBlock][i%recordsPerBlock]
}

// An interner numbers names in the order of their first appearance.
type interner struct {
	ids   map[string]uint32
	names []string
	bytes int64  // approximate memory of the names
	last  uint32 // the number found last
}

// find returns the number of a name, if it has one. Rows mostly come in board order, so
// the name of the previous row or the next one usually matches.
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

// perName is the approximate memory of a name besides its text: two string headers and
// a map entry.
const perName = 64

// id returns the number of the name in a field. It fails if the name is invalid.
func (in *interner) id(what string, f Field) (uint32, error) {
	name, err := f.name(what)
	if err != nil {
		return 0, err
	}
	return in.known(what, name)
}

// known returns the number of a name. It fails if the name is invalid.
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
	last   int // the number found last
}

// noTrials is the advice for a column that was mistaken for the trial column.
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
	for id := t.last; id < min(t.last+2, len(t.labels)); id++ { // as in interner.find
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

// places returns the index among the sorted labels of each trial, by its number.
func (t *trials) places() []uint16 {
	places := make([]uint16, len(t.labels))
	for place, label := range t.sorted() {
		places[t.ids[label]] = uint16(place)
	}
	return places
}
