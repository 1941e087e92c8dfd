package results

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"
)

// WriteCSV writes the board in long form. The header has the columns model, question,
// trial and outcome, group if the questions have groups, and task if the board names
// its task. One row per cell follows, by model, question and trial. Trials are numbered
// from 1. An unequal board has no rows for absent trials.
//
// Read returns the same board, except that its top category is the highest outcome,
// which can be lower than Top. WriteCSV fails for names that Read would reject or
// change: names that are empty, are not UTF-8 or contain "\r\n".
func (b *Board) WriteCSV(w io.Writer) error {
	if b.Ballots != nil {
		return WriteAttemptsCSV(w, []*Attempts{AttemptsOf(b)})
	}
	return csvDialect.write(w, outcomes, b.Task != "", []longRows{b.rows()})
}

// WriteJSONL writes the rows of WriteCSV as JSON lines, one object per cell. It fails
// for names that are empty or not UTF-8.
func (b *Board) WriteJSONL(w io.Writer) error {
	if b.Ballots != nil {
		return WriteAttemptsJSONL(w, []*Attempts{AttemptsOf(b)})
	}
	return jsonDialect("").write(w, outcomes, b.Task != "", []longRows{b.rows()})
}

// outcomes lists the columns that hold the values of a board.
var outcomes = []string{outcomeColumn}

func (b *Board) rows() longRows {
	return attemptRows(b.names(), b.attempts())
}

// attempts iterates over the outcomes by model, question and trial. Trials are numbered
// from 1.
func (b *Board) attempts() iter.Seq[Attempt] {
	return func(yield func(Attempt) bool) {
		for m := range b.Models {
			for q := range b.Questions {
				for trial, outcome := range b.Row(m, q) {
					if !yield(Attempt{m, q, int64(trial) + 1, float64(outcome)}) {
						return
					}
				}
			}
		}
	}
}

// WriteNPZ writes the board as numpy.savez_compressed would. The outcomes are an int8
// array, or uint8 if the top category is above 127, with axes (models, questions,
// trials). Its key is the task, or "R" if the task is empty. The names are the text
// arrays "models" and "questions". The same board always gives the same bytes.
//
// Read returns the same board, with three exceptions. The top category becomes the
// highest outcome, an empty task name becomes "R", and groups are lost. WriteNPZ fails for names that
// Read would reject or numpy would change: names that are empty, are not UTF-8 or end
// in a zero character. It also fails if the name of the task is the key of another
// array.
func (b *Board) WriteNPZ(w io.Writer) error {
	if b.Ballots != nil {
		return AttemptsOf(b).WriteNPZ(w)
	}
	cells := npzArray{
		names: b.names(), trials: b.most, top: b.top, negative: b.Unequal(),
	}
	cells.outcomes = func(yield func(outcome int) bool) {
		for m := range b.Models {
			for q := range b.Questions {
				row := b.Row(m, q)
				for _, outcome := range row {
					if !yield(int(outcome)) {
						return
					}
				}
				for range b.most - len(row) {
					if !yield(-1) {
						return
					}
				}
			}
		}
	}
	return cells.writeTo(w)
}

// An npzArray holds one task in the form in which an NPZ file stores it.
type npzArray struct {
	names
	trials, top int
	negative    bool          // whether some cells are −1
	outcomes    iter.Seq[int] // by model, question and trial
	beside      npzBallots
}

// dtype returns the numpy type for the array's elements.
func (a *npzArray) dtype() string {
	switch {
	case a.top <= 127:
		return "|i1"
	case a.negative:
		return "<i2"
	}
	return "|u1"
}

// Unnamed is the key, in an NPZ file, of a task without a name. When the file is read,
// the task gets this name.
const Unnamed = "R"

// writeTo writes an NPZ file with the outcomes of the task, the names, and the answers
// and weights if there are any.
func (a *npzArray) writeTo(w io.Writer) error {
	if err := a.check(writableNPZ); err != nil {
		return err
	}
	key := a.task
	switch key {
	case "":
		key = Unnamed
	case answersKey, answerColumn, weightColumn:
		if !a.beside.any() {
			break
		}
		fallthrough
	case modelsKey, questionsKey:
		return fmt.Errorf("cannot write a task named %q to NPZ", key)
	}
	z := zip.NewWriter(w)
	dtype := a.dtype()
	shape := []int{len(a.models), len(a.questions), a.trials}
	err := writeNPY(z, key, dtype, shape, func(w *bufio.Writer) {
		for outcome := range a.outcomes {
			w.WriteByte(byte(outcome))
			if dtype == "<i2" {
				w.WriteByte(byte(outcome >> 8))
			}
		}
	})
	if err != nil {
		return err
	}
	if err := writeLabels(z, modelsKey, a.models); err != nil {
		return err
	}
	if err := writeLabels(z, questionsKey, a.questions); err != nil {
		return err
	}
	if err := a.beside.write(z, shape); err != nil {
		return err
	}
	return z.Close()
}

func writableNPZ(name string) error {
	if strings.HasSuffix(name, "\x00") {
		return errors.New("ends in a NUL character, which NPZ would drop")
	}
	return nil
}

// writeLabels writes a text array of labels. Its elements are UTF-32 and as wide as the
// longest label.
func writeLabels(z *zip.Writer, key string, labels []string) error {
	width := 0
	for _, label := range labels {
		width = max(width, utf8.RuneCountInString(label))
	}
	return writeNPY(z, key, fmt.Sprintf("<U%d", width), []int{len(labels)}, func(w *bufio.Writer) {
		element := make([]byte, 0, 4*width)
		for _, label := range labels {
			element = element[:0]
			for _, r := range label {
				element = binary.LittleEndian.AppendUint32(element, uint32(r))
			}
			clear(element[len(element):cap(element)])
			w.Write(element[:4*width])
		}
	})
}

// writeNPY writes one array to an NPZ file. A call elements(w) can ignore write errors,
// because w keeps the first error. Package npyio is not used, because it cannot write
// text or arrays with three axes.
func writeNPY(z *zip.Writer, key, dtype string, shape []int, elements func(*bufio.Writer)) error {
	// The header holds no time, so that the bytes depend only on the board.
	entry, err := z.CreateHeader(&zip.FileHeader{Name: key + ".npy", Method: zip.Deflate})
	if err != nil {
		return err
	}
	w := bufio.NewWriter(entry)
	w.Write(npyHeaderBytes(dtype, shape))
	elements(w)
	return w.Flush()
}

// npyHeaderBytes returns an NPY header of version 1.0. It is padded with spaces and a
// line feed so that the elements start at a multiple of 64 bytes.
func npyHeaderBytes(dtype string, shape []int) []byte {
	const preamble = len(npyMagic) + 4 // magic, version, length
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", dtype, shapeText(shape))
	total := (preamble + len(text) + 1 + 63) / 64 * 64
	text += strings.Repeat(" ", total-preamble-len(text)-1) + "\n"
	header := append([]byte(npyMagic), 1, 0)
	header = binary.LittleEndian.AppendUint16(header, uint16(len(text)))
	return append(header, text...)
}
