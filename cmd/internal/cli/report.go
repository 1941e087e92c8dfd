package cli

import (
	"errors"

	"settle/report"
)

// Print prints the report to the standard output in the format asked for, all
// of it at once, or nothing if it cannot be rendered. A reader who has left is
// no failure.
func (e *Env) Print(r report.Report) error {
	rendered, err := r.Render(e.Format)
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
