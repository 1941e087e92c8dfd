package results

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	"settle/internal/quoted"
)

// answersKey is the key of the array that holds all different answer texts. Two other
// arrays have the shape of the task. One holds each attempt's answer as a number
// (answerColumn), and the other holds each attempt's weight (weightColumn). Both have
// the type float64, because a reader without support for answers would take a 3-D array
// of integers for a task.
const answersKey = "answers"

// npzBallots holds the answers and weights of one task as an NPZ file stores them.
type npzBallots struct {
	names   []string  // all different answers
	answers []float64 // by cell: 1 + the index into names, 0 for none; nil if there are none
	weights []float64 // by cell, NaN for none; nil if there are none
}

func (b *npzBallots) any() bool { return b.answers != nil || b.weights != nil }

// ballot returns the answer and the weight in a cell of the task.
func (b *npzBallots) ballot(cell int) Ballot {
	ballot := NoBallot
	if b.answers != nil && b.answers[cell] > 0 {
		ballot.Answer = b.names[int(b.answers[cell])-1]
	}
	if b.weights != nil {
		ballot.Weight = b.weights[cell]
	}
	return ballot
}

// npzBallots returns the answers and weights of the attempts, in the form in which an
// NPZ file stores them. The task's array has the given number of cells.
func (a *Attempts) npzBallots(cells int) (b npzBallots) {
	answers, weights := a.HasBallots()
	if !answers && !weights {
		return b
	}
	var names interner
	if answers {
		b.answers = make([]float64, cells)
	}
	if weights {
		b.weights = pad([]float64(nil), cells, math.NaN())
	}
	row := 0
	for cell := range a.cells(a.Trials()) {
		ballot := a.ballot(row)
		if ballot.Answer != "" {
			b.answers[cell] = float64(names.intern([]byte(ballot.Answer)) + 1)
		}
		if weights {
			b.weights[cell] = ballot.Weight
		}
		row++
	}
	b.names = names.names
	return b
}

// write writes the arrays of answers and weights of a task with the given shape.
func (b *npzBallots) write(z *zip.Writer, shape []int) error {
	if b.answers != nil {
		widest := 0
		for _, name := range b.names {
			if err := writableNPZ(name); err != nil {
				return fmt.Errorf("answer %s %w", quoted.Text(name), err)
			}
			widest = max(widest, utf8.RuneCountInString(name))
		}
		if product(4, widest, len(b.names)) > maxNameBytes {
			return fmt.Errorf("%d answers of up to %d characters are too long for NPZ; write .csv, .jsonl or .parquet", len(b.names), widest)
		}
		if err := writeLabels(z, answersKey, b.names); err != nil {
			return err
		}
	}
	for _, array := range []struct {
		key     string
		numbers []float64
	}{{answerColumn, b.answers}, {weightColumn, b.weights}} {
		if array.numbers == nil {
			continue
		}
		err := writeNPY(z, array.key, "<f8", shape, func(w *bufio.Writer) {
			for _, x := range array.numbers {
				_ = binary.Write(w, binary.LittleEndian, x) // w keeps its first error
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// ballots reads the answers and weights of a task if the options ask for them.
func (f *npzFile) ballots(task array) (b npzBallots, err error) {
	if !f.opt.Ballots.Read || f.opt.Counts {
		return b, nil
	}
	if b.answers, err = f.floats(answerColumn, task); err == nil && b.answers != nil {
		b.names, err = f.answerNames(task, b.answers)
	}
	if err != nil {
		return b, err
	}
	column, _ := f.opt.weightColumn()
	if b.weights, err = f.floats(column, task); err != nil {
		return b, err
	}
	for i, x := range b.weights {
		if b.weights[i], err = f.opt.Ballots.ParseWeight(column, x); err != nil {
			return b, fmt.Errorf("%s: %w", task.index(i), err)
		}
	}
	return b, nil
}

// answerNames reads the answer texts and checks that the answer numbers of a task refer
// to them.
func (f *npzFile) answerNames(task array, numbers []float64) ([]string, error) {
	at := slices.IndexFunc(f.arrays, func(a array) bool { return a.key == answersKey })
	if at < 0 {
		return nil, fmt.Errorf("%s holds answer numbers, but the array %s with the answer texts is missing", answerColumn, answersKey)
	}
	a := f.arrays[at]
	if a.err != nil || !a.header.isText() || len(a.header.shape) != 1 {
		return nil, fmt.Errorf("%s is not a 1-D array of text", answersKey)
	}
	if err := a.checkSize(); err != nil {
		return nil, a.addKey(err)
	}
	names, err := a.readLabels(f.opt.MaxBytes)
	if err != nil {
		return nil, a.addKey(err)
	}
	for i, x := range numbers {
		if !(x >= 0 && x <= float64(len(names)) && x == math.Trunc(x)) {
			return nil, fmt.Errorf("%s%s is %v; it must be a whole number 0..%d, the number of texts in %s",
				answerColumn, task.index(i), x, len(names), answersKey)
		}
	}
	return names, nil
}

// floats reads the 3-D float64 array with the given key. It returns nil if there is no
// such array. The array must have the shape of the task. Otherwise floats fails if the
// file has a single task. With several tasks, it returns nil instead, because the array
// can belong to another task.
func (f *npzFile) floats(key string, task array) ([]float64, error) {
	at := slices.IndexFunc(f.arrays, func(a array) bool {
		return a.key == key && a.err == nil && a.header.kind == 'f' && a.header.dtype.size == 8 && len(a.header.shape) == 3
	})
	if at < 0 {
		return nil, nil
	}
	a := f.arrays[at]
	switch {
	case !slices.Equal(a.header.shape, task.header.shape) && len(f.tasks) > 1:
		return nil, nil
	case !slices.Equal(a.header.shape, task.header.shape):
		return nil, fmt.Errorf("%s has shape %s, but %s has shape %s",
			quoted.Text(key), shapeText(a.header.shape), quoted.Text(task.key), shapeText(task.header.shape))
	case a.header.fortran || task.header.fortran || a.header.big:
		return nil, fmt.Errorf("%s is not in C order; save it with numpy.ascontiguousarray", quoted.Text(key))
	}
	if err := a.checkSize(); err != nil {
		return nil, a.addKey(err)
	}
	r, err := a.open()
	if err != nil {
		return nil, a.addKey(err)
	}
	defer r.Close()
	numbers := make([]float64, product(a.header.shape...))
	if err := binary.Read(bufio.NewReader(r), binary.LittleEndian, numbers); err != nil {
		return nil, a.addKey(damage(err))
	}
	_, err = io.Copy(io.Discard, r)
	return numbers, a.addKey(damage(err))
}
