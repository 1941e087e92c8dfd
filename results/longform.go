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

// identity lists the columns that identify a cell of a board. Each row of a file
// belongs to one cell.
var identity = []Column{{Name: "model"}, {Name: "question"}, {Name: "trial"}, {Name: "task", Optional: true}}

// Indexes, in a row, of the fields that identify the row's cell. The fields with the
// cell's value follow.
const (
	modelField = iota
	questionField
	trialField
	taskField
	identityFields
)

// A sink receives the rows of a file. The fields that are passed to add are valid until
// the next row. The errors of a sink do not contain the file name or the line.
type sink interface {
	// bind receives the columns before the first row, and again whenever they change.
	bind(h *Header) error
	// wants reports whether the rows of the given task must be passed to add.
	wants(task Field) (bool, error)
	// add receives one row and the number of the line on which it begins.
	add(line int, fields []Field) error
}

// A lineError is an error with a line number. The file name is added later, by
// addFileName.
type lineError struct {
	error
	line int
}

// addLine adds a line number to an error.
func addLine(line uint32, err error) error { return lineError{err, int(line)} }

// addFileName adds the file name to a non-nil error, and the line if it is known.
func (x *index) addFileName(err error) error {
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
	return addPrefix(x.file, err)
}

func errorAt(file string, line int, err error) error {
	return fmt.Errorf("%s:%d: %w", file, line, err)
}

// An index holds all names in a file: tasks, models, questions and trials.
type index struct {
	file string      // file name for error messages
	want ReadOptions // the caller's options; Task is "" to read the only task

	tasks     interner
	models    interner
	questions interner
	trials    trials
	kinds     interner // kinds of rows, used if no column labels the trials

	guessed   bool // the trial column was found under a name that other tools use
	early     bool // reading stopped before the last row
	counted   bool // rows hold counts of trials, which have no labels
	modelless bool // there were rows without a model column
}

// A record holds one row of the task that is being read.
type record struct {
	model, question, line uint32
	trial                 uint16
	code                  uint16 // code of the outcome
}

// A place identifies the cell to which a row belongs: model, question and trial. The
// trial is stored as its number or, in messages, as its index among the sorted labels.
// The line, which is used only in messages, is kept modulo 2^32.
type place struct {
	model, question, line uint32
	trial                 uint16
}

// errDoubled is returned if there are more rows than cells, so that some cell must
// appear twice. It stops the reading of a file that unpacks to endless rows for few
// cells.
var errDoubled = errors.New("a cell appears twice")

// checkSize fails if the names and rows need more memory than the options allow. The
// first two arguments are the memory, in bytes, for all names and for each row.
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

// nameBytes returns the approximate memory, in bytes, of the names.
func (x *index) nameBytes() int64 {
	return x.tasks.bytes + x.models.bytes + x.questions.bytes + x.kinds.bytes
}

// place returns the cell to which a row belongs: its model, question and trial. The row
// is on the given line of the file.
func (x *index) place(line int, fields []Field) (at place, err error) {
	at.line = uint32(line)
	if fields[modelField].kind == absent { // ReadOptions.Model allows this
		x.modelless = true
		at.model, err = x.models.numberOf("model", []byte(x.want.Model))
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

// wantsTask reports whether a row of the given task is wanted, and whether the rows
// before it are. The caller must drop rows that are not wanted.
//
// If no task was requested, the file must have a single task. After the first row of a
// second task, no rows are wanted, and only the names of their tasks are recorded.
func (x *index) wantsTask(task Field) (wanted, before bool, err error) {
	// A file that names no task has the task "".
	name, err := task.task()
	if err != nil {
		return false, true, err
	}
	unnamed := x.lacksTask()
	id := x.tasks.intern(name)
	if x.want.Task == "" {
		return id == 0 && len(x.tasks.names) == 1, id == 0, nil
	}
	if x.want.OrUnnamed && x.lacksTask() {
		return true, true, nil
	}
	if unnamed { // the earlier rows do not belong to the wanted task
		x.models, x.questions, x.trials = interner{}, interner{}, trials{}
	}
	return string(name) == x.want.Task, !unnamed, nil
}

// lacksTask reports whether the rows read so far name no task. It is false before the
// first row.
func (x *index) lacksTask() bool { return len(x.tasks.names) == 1 && x.tasks.names[0] == "" }

// task returns the name of the task that was read, or an error if the choice is not
// clear.
func (x *index) task() (string, error) {
	want := x.want.Task
	if x.want.OrUnnamed && x.lacksTask() {
		want = ""
	}
	at, err := ChooseTask(x.tasks.names, want)
	if err != nil {
		return "", err
	}
	return x.tasks.names[at], nil
}

// size returns the number of models times the number of questions times the number of
// trials.
func (x *index) size() uint64 {
	return product(len(x.models.names), len(x.questions.names), len(x.trials.labels))
}

// product returns the product of the sizes, or math.MaxUint64 if it overflows.
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

// fill stores the value of each row in the row's cell. There must be as many rows as
// cells. It returns false as soon as a cell appears twice. If it returns true, every
// cell appeared exactly once.
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

// explain returns the error for cells that appear twice or, if there are none, the
// error for missing cells. It sorts the places.
func (x *index) explain(places []place) error {
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(compareCells(a, b), cmp.Compare(a.line, b.line))
	})
	if err := x.doubledError(places); err != nil {
		return err
	}
	return x.missingError(places)
}

func compareCells(a, b place) int {
	return cmp.Or(
		cmp.Compare(a.model, b.model),
		cmp.Compare(a.question, b.question),
		cmp.Compare(a.trial, b.trial))
}

// doubledError returns an error if a cell has several rows, else nil. The error names
// the first row in the file that repeats a cell, and the number of such rows. The rows
// must be sorted by cell, then by line.
func (x *index) doubledError(rows []place) error {
	var again, earlier place
	count, first := 0, 0 // first is the index of the current cell's first row
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
	return addLine(again.line, fmt.Errorf("%s appears twice, first on line %d%s", cell, earlier.line, more))
}

// missingError returns the error for missing cells. It shows their number, the first of
// them in board order, and a likely cause. The rows are sorted, repeat no cell, and
// lack at least one.
func (x *index) missingError(rows []place) error {
	total := x.size()
	next, scarce := x.firstMissing(slices.Values(rows), len(x.trials.labels), "row")
	const incomplete = "; only outcomes can be incomplete"
	if missing := total - uint64(len(rows)); missing > 1 {
		return fmt.Errorf("%d of %d cells are missing, the first: %s%s%s", missing, total, x.cell(next), scarce, incomplete)
	}
	return fmt.Errorf("1 of %d cells is missing: %s%s", total, x.cell(next), incomplete)
}

// firstMissing returns the first cell, in board order, that is missing from the given
// sorted cells. It also returns text that names a model, question or trial with few
// cells, or "" if there is none. The unit is the word for cells in that text. The board
// has the given number of trials.
func (x *index) firstMissing(cells iter.Seq[place], trials int, unit string) (first place, scarce string) {
	models, questions, byTrial := make([]int, len(x.models.names)), make([]int, len(x.questions.names)), make([]int, trials)
	found := false
	for c := range cells {
		models[c.model]++
		questions[c.question]++
		byTrial[c.trial]++
		if found = found || compareCells(c, first) != 0; !found {
			first = x.cellAfter(first, trials)
		}
	}
	if x.counted {
		byTrial = nil
	}
	return first, x.scarcestName(models, questions, byTrial, product(len(models), len(questions), trials), unit)
}

// cellAfter returns the cell after r on a board with the given number of trials. Cells
// are ordered by model, question and trial.
func (x *index) cellAfter(r place, trials int) place {
	r.trial++
	if int(r.trial) == trials {
		r.trial, r.question = 0, r.question+1
	}
	if int(r.question) == len(x.questions.names) {
		r.question, r.model = 0, r.model+1
	}
	return r
}

// pair returns text for a message that names the model and the question of a cell.
func (x *index) pair(r place) string {
	return fmt.Sprintf("model %s, question %s", quoted.Text(x.models.names[r.model]), quoted.Text(x.questions.names[r.question]))
}

// cell returns text for a message that names the model, question and trial of a cell.
// The field r.trial must be an index among the sorted labels.
func (x *index) cell(r place) string {
	trial := int64(r.trial) + 1
	if !x.counted {
		trial = x.trials.sorted()[r.trial]
	}
	return fmt.Sprintf("%s, trial %d", x.pair(r), trial)
}

// records is a list that grows without copying. With millions of rows, a slice's spare
// capacity and copies would take most of the memory.
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

// recordAt returns the i-th record.
func (s *records) recordAt(i int) *record {
	return &s.blocks[i/recordsPerBlock][i%recordsPerBlock]
}

// An interner assigns numbers to distinct names in the order of their first appearance.
type interner struct {
	ids   map[string]uint32
	names []string
	bytes int64  // approximate memory of the names, in bytes
	last  uint32 // the number found last
}

// find returns the number of a name, and reports whether the name is known. It first
// tries the number that it found last and the number after that, because most files
// repeat names in the same order.
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

// perName is the approximate memory of a name, in bytes, in addition to its text. It
// covers two string headers and a map entry.
const perName = 64

// id returns the number of the name in a field. It fails if the name is invalid. The
// first argument is the kind of name, such as model.
func (in *interner) id(what string, f Field) (uint32, error) {
	name, err := f.name(what)
	if err != nil {
		return 0, err
	}
	return in.numberOf(what, name)
}

// numberOf returns the number of a name. It fails if the name is invalid. The first
// argument is the kind of name, such as model.
func (in *interner) numberOf(what string, name []byte) (uint32, error) {
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

// A trials value assigns numbers to the labels of trials, in the order in which they
// first appear.
type trials struct {
	ids    map[int64]uint16
	labels []int64
	last   int // the number found last
}

// noTrials is the advice for a user if a column was mistaken for the trial column.
const noTrials = "; --column trial= numbers the rows of a question instead"

var errTooManyTrials = fmt.Errorf("more than %d different trials", MaxTrials)

// trial returns the number of the trial whose label is in a field.
func (x *index) trial(f Field) (uint16, error) {
	if f.kind == plain || f.kind == jsontext.KindNumber {
		if label, err := parseWholeFast(f.text); err == nil {
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

// places returns, for each trial number, the index of the trial's label among the
// sorted labels.
func (t *trials) places() []uint16 {
	places := make([]uint16, len(t.labels))
	for place, label := range t.sorted() {
		places[t.ids[label]] = uint16(place)
	}
	return places
}
