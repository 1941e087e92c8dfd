package results

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/quoted"
)

// The arrays with these keys in an NPZ file hold names, not outcomes.
const (
	modelsKey    = "models"
	questionsKey = "questions"
)

// An npzFile is an NPZ file that is being read.
type npzFile struct {
	name string // name in error messages
	opt  ReadOptions
	from io.ReaderAt
	size int64
	held int64 // number of bytes of the file in memory

	arrays []array
	tasks  []array // the arrays that hold tasks
}

// An array is one NPY array in an NPZ file.
type array struct {
	key    string
	entry  *zip.File
	header npyHeader
	err    error // the error in the header, or nil
}

// board makes a board of one task in the file.
func (f *npzFile) board() (*Board, *Kept, error) {
	if err := f.list(); err != nil {
		return nil, nil, err
	}
	picked, err := pickTask(f.arrays, f.tasks, f.opt.Task)
	if err != nil {
		return nil, nil, err
	}
	t, err := f.readTask(picked)
	switch {
	case err != nil:
		return nil, nil, err
	case f.opt.Counts:
		return t.countedBoard(f.opt)
	case t.beside.any():
		attempts, err := t.attempts(f.opt.Ballots)
		if err != nil {
			return nil, nil, err
		}
		return attempts.Board(f.opt.Policy)
	}
	return t.board(f.opt)
}

// attempts reads the attempts at all tasks in the file, or only at the requested task.
func (f *npzFile) attempts() ([]*Attempts, error) {
	if err := f.list(); err != nil {
		return nil, err
	}
	picked := f.tasks
	if f.opt.Task != "" || len(picked) == 0 {
		one, err := pickTask(f.arrays, f.tasks, f.opt.Task)
		if err != nil {
			return nil, err
		}
		picked = []array{one}
	}
	var all []*Attempts
	for _, a := range picked {
		g, err := f.readTask(a)
		if err != nil {
			return nil, err
		}
		if needs := f.held + perAttempt*int64(len(g.cells.outcomes)); f.opt.MaxBytes > 0 && needs > f.opt.MaxBytes {
			return nil, &TooLarge{Needs: needs, Allows: f.opt.MaxBytes}
		}
		attempts, err := g.attempts(f.opt.Ballots)
		if err != nil {
			return nil, err
		}
		attempts.file = f.name
		all = append(all, attempts)
	}
	return all, nil
}

// list finds all arrays in the file, and the arrays among them that are tasks.
func (f *npzFile) list() error {
	if len(f.opt.Columns) > 0 {
		return errors.New("an NPZ file has no columns; remove --column")
	}
	archive, err := openZip(f.from, f.size)
	if err != nil {
		return fmt.Errorf("the NPZ data is truncated or damaged: %w", err)
	}
	if f.arrays, err = listArrays(archive); err != nil {
		return err
	}
	f.tasks = tasksOf(f.arrays)
	return checkOthers(f.arrays, f.tasks)
}

// listArrays reads the header of each entry whose name ends in .npy. It fails if two
// entries have the same name, because numpy would silently use the last one. It also
// fails if an array of labels is unusable, because default names would be misleading.
func listArrays(archive *zip.Reader) ([]array, error) {
	var arrays []array
	known := map[string]bool{}
	for _, entry := range archive.File {
		key, ok := strings.CutSuffix(entry.Name, ".npy")
		if !ok {
			continue
		}
		if known[key] {
			return nil, fmt.Errorf("two arrays are named %s", quoted.Text(key))
		}
		known[key] = true
		a := array{key: key, entry: entry}
		a.header, a.err = a.readHeader()
		if err := a.checkLabels(); err != nil {
			return nil, a.addKey(err)
		}
		arrays = append(arrays, a)
	}
	return arrays, nil
}

// addKey prefixes a non-nil error with the key of the array.
func (a array) addKey(err error) error { return addPrefix(quoted.Text(a.key), err) }

func (a array) readHeader() (npyHeader, error) {
	r, err := openEntry(a.entry)
	if err != nil {
		return npyHeader{}, damage(err)
	}
	defer r.Close()
	return readNPYHeader(r)
}

// checkLabels fails if the array should hold the names of models or questions,
// according to its key, but its contents cannot be used as names.
func (a array) checkLabels() error {
	if !a.isLabels() {
		return nil
	}
	h := a.header
	advice := fmt.Sprintf("save it as text, for example %s.astype(str)", a.key)
	switch {
	case a.err != nil:
		if err := a.drain(); err != nil { // an error about damage is more helpful than the header's error
			return err
		}
		return a.err
	case h.kind == 'O':
		return fmt.Errorf("an array of Python objects cannot be read; %s", advice)
	case !h.isText():
		return fmt.Errorf("an array of %s, not of text; %s", h.dtype, advice)
	case len(h.shape) != 1:
		return fmt.Errorf("an array of shape %s: labels must be 1-D, for example %s.ravel()", shapeText(h.shape), a.key)
	}
	return a.checkSize()
}

func (a array) isLabels() bool { return a.key == modelsKey || a.key == questionsKey }

// tasksOf returns the arrays that hold outcomes: the 3-D arrays of integers or
// booleans. If no array of numbers is 3-D, it returns the 2-D arrays of integers or
// booleans.
func tasksOf(arrays []array) []array {
	for _, axes := range []int{3, 2} {
		var tasks []array
		numbers := false
		for _, a := range arrays {
			if a.err != nil || len(a.header.shape) != axes {
				continue
			}
			numbers = numbers || a.header.kind == 'f'
			if a.header.isOutcome() {
				tasks = append(tasks, a)
			}
		}
		if numbers || len(tasks) > 0 {
			return tasks
		}
	}
	return nil
}

// maxChecked limits, in bytes, how much of the unused arrays is unpacked to check them
// for damage.
const maxChecked = 1 << 30

// checkOthers fails if an array that holds neither outcomes nor names is damaged.
// Without the damage, such an array may have been recognised as a task.
func checkOthers(arrays, tasks []array) error {
	left := uint64(maxChecked)
	for _, a := range arrays {
		isTask := slices.ContainsFunc(tasks, func(t array) bool { return t.entry == a.entry })
		size := a.entry.UncompressedSize64
		if isTask || a.isLabels() || size > left {
			continue
		}
		left -= size
		if err := a.drain(); err != nil {
			return a.addKey(err)
		}
	}
	return nil
}

// drain reads an array to its end. It fails if the array is damaged.
func (a array) drain() error {
	r, err := openEntry(a.entry)
	if err != nil {
		return damage(err)
	}
	defer r.Close()
	_, err = io.Copy(io.Discard, r)
	return damage(err)
}

// pickTask returns the task named want or, if want is "", the only task.
func pickTask(arrays, tasks []array, want string) (array, error) {
	isWanted := func(a array) bool { return a.key == want }
	if len(tasks) == 0 || want != "" && !slices.ContainsFunc(tasks, isWanted) {
		if err := noTaskError(arrays, want); err != nil {
			return array{}, err
		}
	}
	if len(tasks) == 0 {
		return array{}, errors.New("no 3-D array of integers or booleans; " + contents(arrays))
	}
	at, err := ChooseTask(lists.Each(tasks, func(a array) string { return a.key }), want)
	if err != nil {
		return array{}, err
	}
	return tasks[at], nil
}

// noTaskError returns an error that explains why an array is not a task, or nil. It
// considers the array named want. If want is "", it considers any array that was
// probably meant as a task.
func noTaskError(arrays []array, want string) error {
	for _, a := range arrays {
		switch {
		case want != "" && a.key != want:
		case a.err != nil && want != "":
			return a.addKey(a.err)
		case a.err == nil && a.header.kind == 'f' && (len(a.header.shape) == 2 || len(a.header.shape) == 3):
			return fmt.Errorf(`%s is %s; outcomes are integers: convert with astype("int8")`, quoted.Text(a.key), a.header.dtype)
		}
	}
	return nil
}

// contents lists the arrays in an NPZ file that has no tasks, for an error message.
func contents(arrays []array) string {
	if len(arrays) == 0 {
		return "the file holds no arrays"
	}
	return "the file holds " + quoted.Join(lists.Each(arrays, func(a array) string {
		if a.err != nil {
			return fmt.Sprintf("%s (%s)", quoted.Text(a.key), a.err)
		}
		return fmt.Sprintf("%s (%d-D %s)", quoted.Text(a.key), len(a.header.shape), a.header.dtype)
	}))
}

// readTask reads the outcomes of a task and the names of its models and questions.
func (f *npzFile) readTask(a array) (*npzTask, error) {
	if err := checkName("task", a.key); err != nil {
		return nil, err
	}
	shape, err := a.boardShape()
	if err == nil {
		err = f.checkDeclared(a, shape)
	}
	if err != nil {
		return nil, a.addKey(err)
	}
	// The outcomes are read before default names are made. If the header claims an absurd
	// size, reading fails before any names are made.
	t := &npzTask{names: names{task: a.key}, trials: shape[2]}
	err = a.read(func(r io.Reader) (err error) {
		if f.opt.Counts {
			t.counts, err = countOutcomes(r, a.header, shape)
			return err
		}
		t.cells, err = readOutcomes(r, a.header, shape)
		return err
	})
	if err != nil {
		return nil, err
	}
	models := func() []string { return Numbered("model", shape[0]) }
	if len(a.header.shape) == 2 {
		models = func() []string { return []string{a.key} }
	}
	if t.models, err = f.labels(a, modelsKey, 0, models); err != nil {
		return nil, err
	}
	questions := func() []string { return Numbered("question", shape[1]) }
	if t.questions, err = f.labels(a, questionsKey, 1, questions); err != nil {
		return nil, err
	}
	t.beside, err = f.ballots(a)
	return t, err
}

// checkDeclared fails if a task needs too much memory or has too many models without
// names. A few kB of compressed zeros can declare any number of models, each of which
// costs kilobytes later. Real names do not compress that well.
func (f *npzFile) checkDeclared(a array, shape [3]int) error {
	named := slices.ContainsFunc(f.arrays, func(l array) bool { return l.key == modelsKey && l.header.shape[0] == shape[0] })
	if shape[0] > maxUnnamed && !named {
		return fmt.Errorf("shape %s: more than %d models without names; add their names as the array %s",
			shapeText(a.header.shape), maxUnnamed, modelsKey)
	}
	return f.checkMemory(shape)
}

// checkMemory fails if a board of the given shape needs more memory than MaxBytes. It
// adds up the memory of the names and the outcomes, plus an eighth of the outcomes for
// reading. With ReadOptions.Counts, it adds up the memory of the names and of the
// counts.
func (f *npzFile) checkMemory(shape [3]int) error {
	cells := int64(product(shape[:]...)) // cannot overflow, because boardShape checked the shape
	needs, counts := cells+cells/8, bytesOfCounts(shape)
	if f.opt.Counts {
		needs = counts
	}
	beside := f.held + perName*int64(shape[0]+shape[1])
	if f.opt.MaxBytes > 0 && beside+needs > f.opt.MaxBytes {
		large := &TooLarge{Needs: beside + needs, Allows: f.opt.MaxBytes}
		if !f.opt.Counts && f.held == 0 && beside+counts <= f.opt.MaxBytes {
			large.Counted = beside + counts
		}
		return large
	}
	return nil
}

// axes returns the numbers of models, questions and trials in the array's shape.
func (a array) axes() (shape [3]int) {
	shape[0] = 1
	copy(shape[3-len(a.header.shape):], a.header.shape)
	return shape
}

// boardShape returns the numbers of models, questions and trials of a task. It fails if
// they are out of range or if the array is too short for them.
func (a array) boardShape() ([3]int, error) {
	shape := a.axes()
	if err := checkShape(shape[0], shape[1], shape[2]); err != nil {
		return shape, fmt.Errorf("shape %s: %w", shapeText(a.header.shape), err)
	}
	if shape[0] > maxNames || shape[1] > maxNames {
		return shape, fmt.Errorf("shape %s: more than %d models or questions", shapeText(a.header.shape), maxNames)
	}
	return shape, a.checkSize()
}

// checkSize fails if the shape is too large, or if it needs more bytes than the zip
// directory declares for the array.
func (a array) checkSize() error {
	n := product(a.header.shape...)
	if n > maxCells {
		return fmt.Errorf("shape %s: more than %d elements", shapeText(a.header.shape), maxCells)
	}
	needed := n * uint64(a.header.dtype.size)
	held := a.entry.UncompressedSize64
	held -= min(held, uint64(a.header.size))
	if needed > held {
		return fmt.Errorf("shape %s of %s needs %d bytes; the array has %d",
			shapeText(a.header.shape), a.header.dtype, needed, held)
	}
	return nil
}

// open returns a reader of the array's elements, which follow the header.
func (a array) open() (io.ReadCloser, error) {
	r, err := openEntry(a.entry)
	if err != nil {
		return nil, damage(err)
	}
	if _, err := io.CopyN(io.Discard, r, int64(a.header.size)); err != nil {
		r.Close()
		return nil, damage(err)
	}
	return r, nil
}

// read calls outcomes(r) with a reader r of the array's elements. It rewords the errors
// of this call.
func (a array) read(outcomes func(io.Reader) error) error {
	r, err := a.open()
	if err != nil {
		return a.addKey(err)
	}
	defer r.Close()
	err = outcomes(r)
	if bad, isBad := errors.AsType[*badOutcome](err); isBad {
		if err = a.drain(); err == nil { // if the array is damaged, that explains the bad outcome better
			return fmt.Errorf("%s%v is %s, not a category 0..%d", quoted.Text(a.key), a.index(bad.at), bad.value, MaxCategories-1)
		}
	}
	return a.addKey(err)
}

// index formats the numpy index of an element, given its position in the file.
func (a array) index(at int) string {
	shape := slices.Clone(a.header.shape)
	if !a.header.fortran {
		slices.Reverse(shape)
	}
	index := make([]string, len(shape))
	for i, size := range shape {
		index[i] = fmt.Sprint(at % size)
		at /= size
	}
	if !a.header.fortran {
		slices.Reverse(index)
	}
	return "[" + strings.Join(index, ", ") + "]"
}

// labels returns the names along an axis of a task, from the text array with the given
// key. If there is no such array, or if its length fits only another task, it returns
// default names, which the last argument makes. It fails if the length fits no task.
func (f *npzFile) labels(task array, key string, axis int, names func() []string) ([]string, error) {
	at := slices.IndexFunc(f.arrays, func(l array) bool { return l.key == key })
	if at < 0 {
		return names(), nil
	}
	l := f.arrays[at]
	n := l.header.shape[0]
	if n == task.axes()[axis] {
		texts, err := l.readLabels(f.opt.MaxBytes)
		return texts, l.addKey(err)
	}
	if !slices.ContainsFunc(f.tasks, func(t array) bool { return t.axes()[axis] == n }) {
		return nil, fmt.Errorf("%s has length %d, but %s has shape %s",
			quoted.Text(key), n, quoted.Text(task.key), shapeText(task.header.shape))
	}
	return names(), l.addKey(l.drain())
}

// readLabels reads the names in a text array. It fails if the names take more than
// maxBytes in total. If maxBytes is 0, there is no such limit.
func (a array) readLabels(maxBytes int64) ([]string, error) {
	r, err := a.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	labels, err := readTexts(r, a.header.dtype, a.header.shape[0], maxBytes)
	if err != nil {
		return nil, err
	}
	for i, label := range labels {
		if err := checkName("label", label); err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
	}
	return labels, nil
}
