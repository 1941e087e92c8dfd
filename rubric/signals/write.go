package signals

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"settle/internal/quoted"
	"settle/rubric"
)

// WriteCSV writes the attempts in long form, with a header and one row per attempt, by
// model, question and trial. The columns are model, question, trial, the nine base
// signals and, if the task has a name, task. Trials count from 1. Numbers are written as
// the shortest decimals that parse to the same number, and a missing signal as an empty
// field.
//
// Read returns the same attempts from the file, if they have all signals that it needs.
// WriteCSV fails if results.Grid.WriteCSV fails, or if a signal is out of its range.
func (a *Attempts) WriteCSV(w io.Writer) error {
	return a.write(w, (*grid).WriteCSV)
}

// WriteJSONL writes the same rows as WriteCSV, but as JSON lines: one object per
// attempt, whose keys are the column names. A missing signal is null.
func (a *Attempts) WriteJSONL(w io.Writer) error {
	return a.write(w, (*grid).WriteJSONL)
}

type writer = func(g *grid, w io.Writer, columns []string, text func([]byte, *rubric.Signals, int) []byte) error

func (a *Attempts) write(w io.Writer, write writer) error {
	g := (*grid)(a)
	if err := g.Check(); err != nil {
		return err
	}
	if err := a.checkRanges(); err != nil {
		return err
	}
	var names []string
	for _, s := range rubric.AllSignals() {
		names = append(names, s.String())
	}
	return write(g, w, names, func(text []byte, x *rubric.Signals, signal int) []byte {
		if math.IsNaN(x[signal]) {
			return text
		}
		return strconv.AppendFloat(text, x[signal], 'g', -1, 64)
	})
}

// checkRanges returns an error if a signal has an impossible value.
func (a *Attempts) checkRanges() error {
	for i := range a.Cells {
		for s, x := range a.Cells[i] {
			if signal := rubric.Signal(s); !math.IsNaN(x) && !inRange(signal, x) {
				row := i / a.Trials
				return fmt.Errorf("model %s, question %s, trial %d: %v %v is not %s", quoted.Text(a.Models[row/len(a.Questions)]),
					quoted.Text(a.Questions[row%len(a.Questions)]), i%a.Trials+1, signal, x, rangeText(signal))
			}
		}
	}
	return nil
}
