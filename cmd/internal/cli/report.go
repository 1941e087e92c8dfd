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

// Print ends a command: it renders the report in the format asked for, lets the
// files appear that were written, and prints the report to the standard output,
// all of it at once. A report that cannot be rendered leaves every file as it
// was. Once the files have appeared it is too late to interrupt the command. A
// reader who has left is no failure.
func (e *Env) Print(r report.Report) error {
	from, err := e.Provenance()
	if err != nil {
		return err
	}
	r.Provenance, r.First, r.Document = from, e.First(), cmp.Or(r.Document, e.document())
	if from == nil {
		r.Next = "" // a report that is kept says no commands
	}
	if e.Format == string(tables.Text) && !e.Explain {
		r = r.Brief()
	}
	if r.Screen = e.screen(); r.Screen.Fit && e.Format == string(tables.Text) { // elsewhere a report has all its rows
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
	e.endProgress() // it may be on the same terminal
	defer e.sayWritten(names)
	switch _, err := e.Stdout.Write(rendered); {
	case errors.Is(err, errReaderGone):
		return nil
	case err != nil && written > 0:
		return fmt.Errorf("%w; the files are written all the same", err)
	default:
		return err
	}
}

// document returns the member "document" of the JSON that the command prints: the name of
// its schema with its version, such as settle/budget-plan/1.
func (e *Env) document() string {
	var words []string
	if e.program != "settle" {
		words = append(words, e.program)
	}
	for _, step := range e.parsed.Path {
		if step.Command != nil {
			words = append(words, step.Command.Name)
		}
	}
	return "settle/" + strings.Join(words, "-") + "/1"
}

// SayFirst has every report begin with a sentence, once; "" is none.
func (e *Env) SayFirst(sentence string) {
	if sentence != "" && !slices.Contains(e.first, sentence) {
		e.first = append(e.first, sentence)
	}
}

// First returns the sentences of SayFirst.
func (e *Env) First() string { return strings.Join(e.first, " ") }

// PrintDrawn is Print of a report with a figure, which it adds to the folder of --out.
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

// PrintNo prints a report whose answer is no. The command exits with ExitNo and says
// nothing on standard error.
func (e *Env) PrintNo(r report.Report) error { return e.printAnd(ExitNo, e.marked("✗", r)) }

// marked returns a report with a mark, on a screen.
func (e *Env) marked(mark string, r report.Report) report.Report {
	if s := e.screen(); e.Format == string(tables.Text) && (s.Fit || s.Color) {
		return r.Marked(mark)
	}
	return r
}

// PrintOpen prints a report that leaves the question open. The command exits with ExitOpen
// and says nothing on standard error.
func (e *Env) PrintOpen(r report.Report) error { return e.printAnd(ExitOpen, r) }

// ErrOpen ends a command with ExitOpen that has printed what it found, line by line.
var ErrOpen error = &ended{ExitOpen}

func (e *Env) printAnd(code int, r report.Report) error {
	if err := e.Print(r); err != nil {
		return err
	}
	return &ended{code}
}

// commit lets all staged files appear, which come from what is said, and returns
// how many they were.
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
