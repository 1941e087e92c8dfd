package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"settle/figures"
	"settle/internal/tables"
	"settle/report"
)

// Print ends a command. It renders the report in the chosen format, commits the staged files,
// and writes the report to standard output in one piece. If rendering fails, no file changes.
// After the commit, the command can no longer be interrupted. A closed standard output is not
// an error.
func (e *Env) Print(r report.Report) error {
	from, err := e.Provenance()
	if err != nil {
		return err
	}
	r.Provenance, r.First, r.Document = from, e.First(), cmp.Or(r.Document, e.document())
	if from == nil {
		r.Next = "" // a report without provenance suggests no commands
	}
	if e.Format == string(tables.Text) && !e.Explain {
		r = r.Brief()
	}
	if r.Screen = e.screen(); r.Screen.Fit && e.Format == string(tables.Text) { // other outputs get all rows
		r = r.Folded()
	}
	rendered, err := r.Render(e.Format)
	if err != nil {
		return err
	}
	written, names := 0, e.output.names()
	err = e.ending.print(e.Context, func() (err error) {
		written, err = e.commit(from)
		return err
	})
	if err != nil {
		return err
	}
	e.endProgress() // the bar can be on the same terminal
	defer e.sayWritten(names)
	switch _, err := e.Stdout.Write(rendered); {
	case errors.Is(err, errReaderGone):
		return nil
	case err != nil && written > 0:
		return fmt.Errorf("%w; the files have been written", err)
	default:
		return err
	}
}

// document returns the member "document" of the JSON that the command prints. It is the name of
// the JSON's schema with its version, such as settle/budget-plan/1.
func (e *Env) document() string {
	path := e.program
	if node := e.parsed.Selected(); node != nil {
		path = strings.TrimPrefix(node.FullPath(), "settle ")
	}
	return "settle/" + strings.ReplaceAll(path, " ", "-") + "/1"
}

// SayFirst adds a sentence to the beginning of every report. It ignores "" and sentences that were
// added before.
func (e *Env) SayFirst(sentence string) {
	if sentence != "" && !slices.Contains(e.first, sentence) {
		e.first = append(e.first, sentence)
	}
}

// First returns the sentences passed to SayFirst, separated by spaces.
func (e *Env) First() string { return strings.Join(e.first, " ") }

// PrintDrawn adds a figure to the folder of --out and prints a report as Print does.
func (e *Env) PrintDrawn(r report.Report, name string, f *figures.Figure) error {
	out, err := e.Output()
	if err == nil {
		err = out.Figure(name, f)
	}
	if err != nil {
		return err
	}
	return e.Print(r)
}

// PrintYes prints a report whose answer is yes.
func (e *Env) PrintYes(r report.Report) error { return e.Print(e.marked("✓", r)) }

// PrintNo prints a report whose answer is no. The command exits with ExitNo and prints nothing
// on standard error.
func (e *Env) PrintNo(r report.Report) error { return e.printAnd(ExitNo, e.marked("✗", r)) }

// marked returns the report with a mark such as ✓ if it is printed as text on a terminal.
func (e *Env) marked(mark string, r report.Report) report.Report {
	if s := e.screen(); e.Format == string(tables.Text) && (s.Fit || s.Color) {
		return r.Marked(mark)
	}
	return r
}

// PrintOpen prints a report that leaves the question open. The command exits with ExitOpen and
// prints nothing on standard error.
func (e *Env) PrintOpen(r report.Report) error { return e.printAnd(ExitOpen, r) }

// ErrOpen ends a command with ExitOpen. The command must have printed its findings before.
var ErrOpen error = &exitError{ExitOpen}

func (e *Env) printAnd(code int, r report.Report) error {
	if err := e.Print(r); err != nil {
		return err
	}
	return &exitError{code}
}

// commit renames all staged files to their final names, and adds them to the manifest with their
// provenance. It returns the number of files.
func (e *Env) commit(from *report.Provenance) (written int, err error) {
	files := e.staged
	if e.output != nil {
		files = append(files, e.output.staged...)
	}
	if len(files) == 0 {
		return 0, nil
	}
	if err := blocked(files); err != nil {
		return 0, err
	}
	for _, folder := range foldersOf(files, func(f stagedFile) string { return place(f.folder) }) {
		unlock, err := lockFolder(e.Context, folder)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", folder, Reason(err))
		}
		defer unlock()
	}
	if err := appear(files); err != nil {
		return 0, err
	}
	if e.output != nil {
		if err := e.output.note(run{Provenance: from, Key: e.output.step}); err != nil {
			return 0, err
		}
		e.output.staged = nil
		e.output.place.keep()
	}
	e.staged = nil
	e.written += len(files)
	return len(files), nil
}
