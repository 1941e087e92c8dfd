package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"settle/tables"
)

// Report is a command's result, ready to be printed in any format.
type Report struct {
	// JSON is what --format json prints: any value that encoding/json can
	// encode. It holds neither NaN nor infinities; see Finite.
	JSON any
	// Tables is what the other formats print, one after the other with an
	// empty line between. With --format csv too: a report of one table is a
	// plain CSV file, one of several is to be split at the empty lines, of
	// which a table itself has none outside quotes.
	Tables []*tables.Table
}

// Print prints the report to the standard output in the format asked for, all
// of it at once, or nothing if it cannot be rendered. A reader who has left is
// no failure.
func (e *Env) Print(r Report) error {
	rendered, err := r.render(e.Format)
	if err != nil {
		return err
	}
	if err := e.Context.Err(); err != nil {
		return err // a report of many pairs takes seconds to render
	}
	e.endProgress() // it may be on the same terminal
	if _, err := e.Stdout.Write(rendered); !errors.Is(err, errReaderGone) {
		return err
	}
	return nil
}

func (r Report) render(format string) ([]byte, error) {
	if format == "json" {
		return r.renderJSON()
	}
	var b bytes.Buffer
	for i, table := range r.Tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		if err := table.Write(&b, tables.Format(format)); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// renderJSON writes one indented document. Its bytes depend on the value
// alone: encoding/json sorts the keys of maps.
func (r Report) renderJSON() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(r.JSON); err != nil {
		return nil, fmt.Errorf("the report as JSON: %w", err)
	}
	return b.Bytes(), nil
}

// Finite returns v for a JSON value, which has no NaN and no infinities: nil,
// that is null, in their place.
func Finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
