package results

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The arrays of an NPZ file that hold labels, not outcomes.
const (
	modelsKey    = "models"
	questionsKey = "questions"
)

// array is one entry of an NPZ file.
type array struct {
	key    string
	entry  *zip.File
	header npyHeader
	err    error // why the header means nothing, or nil
}

// readNPZ reads the board of one task from a zip file of NPY arrays.
func readNPZ(r io.ReaderAt, size int64, file, task string) (*Board, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: the NPZ data is cut short or damaged: %w", file, err)
	}
	arrays := listArrays(archive)
	tasks := tasksOf(arrays)
	picked, err := pickTask(arrays, tasks, task)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	b, err := picked.board(arrays, len(tasks) == 1)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return b, nil
}

// listArrays reads the headers of all entries that are called arrays.
func listArrays(archive *zip.Reader) []array {
	var arrays []array
	for _, entry := range archive.File {
		key, ok := strings.CutSuffix(entry.Name, ".npy")
		if !ok {
			continue
		}
		a := array{key: key, entry: entry}
		a.header, a.err = a.readHeader()
		arrays = append(arrays, a)
	}
	return arrays
}

func (a array) readHeader() (npyHeader, error) {
	r, err := a.entry.Open()
	if err != nil {
		return npyHeader{}, err
	}
	defer r.Close()
	return readNPYHeader(r)
}

// tasksOf returns the arrays that hold outcomes: the 3-D ones or, if no array
// of numbers is 3-D, the 2-D ones.
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

// pickTask returns the wanted task, or the only one.
func pickTask(arrays, tasks []array, want string) (array, error) {
	isWanted := func(a array) bool { return a.key == want }
	if len(tasks) == 0 || want != "" && !slices.ContainsFunc(tasks, isWanted) {
		if err := whyNoTask(arrays, want); err != nil {
			return array{}, err
		}
	}
	if len(tasks) == 0 {
		return array{}, errors.New("no 3-D array of integers or booleans is here; " + contents(arrays))
	}
	keys := make([]string, len(tasks))
	for i, a := range tasks {
		keys[i] = a.key
	}
	at, err := choose(keys, want)
	if err != nil {
		return array{}, err
	}
	if slices.Contains(keys[at+1:], keys[at]) {
		return array{}, fmt.Errorf("two arrays are named %s", quote(keys[at]))
	}
	return tasks[at], nil
}

// whyNoTask looks for an array that was meant to be the wanted task, or any
// task if none is wanted, and tells why it is not. It returns nil if it finds
// none.
func whyNoTask(arrays []array, want string) error {
	for _, a := range arrays {
		switch {
		case want != "" && a.key != want:
		case a.err != nil && want != "":
			return fmt.Errorf("%s: %w", quote(a.key), a.err)
		case a.err == nil && a.header.kind == 'f' && (len(a.header.shape) == 2 || len(a.header.shape) == 3):
			return fmt.Errorf(`%s is %s; outcomes are integers: convert with astype("int8")`, quote(a.key), a.header.dtype)
		}
	}
	return nil
}

// contents lists what an NPZ file without tasks holds instead.
func contents(arrays []array) string {
	const shown = 10
	if len(arrays) == 0 {
		return "the file holds no arrays"
	}
	var parts []string
	for _, a := range arrays[:min(len(arrays), shown)] {
		what := fmt.Sprintf("%d-D %s", len(a.header.shape), a.header.dtype)
		if a.err != nil {
			what = a.err.Error()
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", quote(a.key), what))
	}
	if more := len(arrays) - shown; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return "the file holds " + strings.Join(parts, ", ")
}

// board reads a task and its labels. The labels must fit if it is the only
// task of the file.
func (a array) board(arrays []array, only bool) (*Board, error) {
	if err := checkName("task", a.key); err != nil {
		return nil, err
	}
	shape, err := a.boardShape()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quote(a.key), err)
	}
	// The cells come first: names are made for as many models and questions
	// as there really are, not for as many as the header promises.
	cells, err := a.cells(shape)
	if err != nil {
		return nil, err
	}
	models := Numbered("model", shape[0])
	if len(a.header.shape) == 2 {
		models = []string{a.key}
	}
	if models, err = a.labels(arrays, modelsKey, models, only); err != nil {
		return nil, err
	}
	questions, err := a.labels(arrays, questionsKey, Numbered("question", shape[1]), only)
	if err != nil {
		return nil, err
	}
	b, err := newBoard(models, questions, shape[2], max(1, int(slices.Max(cells))), cells)
	if err != nil {
		return nil, err
	}
	b.Task = a.key
	return b, nil
}

// boardShape returns the numbers of models, questions and trials, and fails
// if they are out of range or more than the entry says it holds.
func (a array) boardShape() (shape [3]int, err error) {
	shape[0] = 1
	copy(shape[3-len(a.header.shape):], a.header.shape)
	if err := checkShape(shape[0], shape[1], shape[2]); err != nil {
		return shape, fmt.Errorf("shape %s: %w", shapeText(a.header.shape), err)
	}
	if shape[0] > maxNames || shape[1] > maxNames {
		return shape, fmt.Errorf("shape %s: more than %d models or questions", shapeText(a.header.shape), maxNames)
	}
	return shape, a.checkSize()
}

// checkSize fails if the shape is too large to be read, or needs more bytes
// than the zip directory says there are.
func (a array) checkSize() error {
	n := product(a.header.shape...)
	if n > maxCells {
		return fmt.Errorf("shape %s: more than %d elements", shapeText(a.header.shape), maxCells)
	}
	needed := n * uint64(a.header.dtype.size)
	held := a.entry.UncompressedSize64
	held -= min(held, uint64(a.header.size))
	if needed > held {
		return fmt.Errorf("shape %s of %s needs %d bytes, here are %d",
			shapeText(a.header.shape), a.header.dtype, needed, held)
	}
	return nil
}

// open returns a reader of the elements, past the header.
func (a array) open() (io.ReadCloser, error) {
	r, err := a.entry.Open()
	if err != nil {
		return nil, err
	}
	if _, err := io.CopyN(io.Discard, r, int64(a.header.size)); err != nil {
		r.Close()
		return nil, cutShort(err)
	}
	return r, nil
}

// cells reads the outcomes by model, then question, then trial.
func (a array) cells(shape [3]int) ([]uint8, error) {
	r, err := a.open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quote(a.key), err)
	}
	defer r.Close()
	cells, err := readOutcomes(r, a.header.dtype, shape[0]*shape[1]*shape[2])
	if bad, ok := errors.AsType[*badOutcome](err); ok {
		return nil, fmt.Errorf("%s%v is %s, not a category 0..%d", quote(a.key), a.index(bad.at), bad.value, MaxCategories-1)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", quote(a.key), err)
	}
	if a.header.fortran {
		cells = fromFortran(cells, shape)
	}
	return cells, nil
}

// index turns an element's place in the file into its index in numpy.
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

// labels returns the text array of the given key, or the default names if
// there is none. Labels of another number are an error if they must fit, and
// no labels otherwise.
func (a array) labels(arrays []array, key string, names []string, mustFit bool) ([]string, error) {
	at := slices.IndexFunc(arrays, func(l array) bool {
		return l.key == key && l.err == nil && len(l.header.shape) == 1 && l.header.isText()
	})
	if at < 0 {
		return names, nil
	}
	l := arrays[at]
	if n := l.header.shape[0]; n != len(names) && mustFit {
		return nil, fmt.Errorf("%s has length %d, %s has shape %s", quote(key), n, quote(a.key), shapeText(a.header.shape))
	} else if n != len(names) {
		return names, nil
	}
	labels, err := l.readLabels()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quote(key), err)
	}
	return labels, nil
}

func (a array) readLabels() ([]string, error) {
	if err := a.checkSize(); err != nil {
		return nil, err
	}
	r, err := a.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	labels, err := readTexts(r, a.header.dtype, a.header.shape[0])
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
