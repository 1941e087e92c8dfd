// Package logs reads the logs of evaluation tools: which model attempted which
// questions, and the tool's verdicts.
//
// Call [Read] for a log file, which detects the format, or [NewTable] for a log in a
// table. Call [Distinct] and [Together] to combine several logs, or leave that to
// package results/collect, which makes boards of logs and tables.
//
// Each Log keeps the numbers that the tool published, so that package study/audit can
// recompute them.
//
// Do not use it for tables of outcomes: call results.Read.
package logs

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"path/filepath"

	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/results"
)

// A Log holds the attempts of one model at one task from one log file.
type Log struct {
	File   string // path as given
	Format string // such as "Inspect"
	Tool   string // the tool's version as stated in the log, or ""

	Task  string // "" if the log names none
	Model string // "" if the log names none
	Score string // the selected verdict, such as "match" or "plus"; "" if there is only one or none

	// Folder is the folder that names the model if Model is "". It holds all files of the
	// model's attempts at all tasks. It is not always the folder of the file, because some
	// tools make a folder per question.
	Folder string

	// Named reports whether the tool names the model only by Folder.
	Named bool

	// Run identifies the run if the tool names runs. Two logs of the same run hold the
	// same attempts, written twice.
	Run string

	// Retried and Again link a stopped run to the run that resumed it. Retried is set if
	// the run did not end well and the tool names runs. If another run resumed this one
	// and took over its attempts, that run has the same value in Again.
	Retried, Again string

	// Numbered and Time order the repeats of one model and task in several files. If
	// Numbered is true, the trials are the log's own numbers. Otherwise each log is one
	// trial; logs are ordered by Time, a text that sorts in time order, and then by
	// File. A single log of a model and task keeps the trials that it lists.
	Numbered bool
	Time     string

	Notes []string // notes for the reader, one sentence each

	Stopped   []Stop // trials that were not run because of a rule of the user
	StoppedBy string // name of the rule, or ""

	Cost, Tokens Spent // cost of the attempts in dollars and in tokens, if known

	Published []Published // numbers that the tool computed from the attempts
	Whole     Whole       // numbers of attempts and questions that the tool states

	questions []string
	rows      []row
	ballots   []results.Ballot // by row; can be shorter than rows
}

// A Stop is a trial of a question that was stopped early.
type Stop struct {
	Question string
	Trial    int64
}

// StoppedNote returns a note that states how many trials of the logs were stopped early
// and by which rule. It returns "" if none were.
func StoppedNote(all []*Log) string {
	var by, of []string
	seen := map[string]bool{} // several logs can come from one file
	for _, l := range all {
		if len(l.Stopped) > 0 && !seen[l.File] {
			seen[l.File] = true
			by = append(by, cmp.Or(quoted.Bare(l.StoppedBy), "an unnamed rule"))
			of = append(of, fmt.Sprintf("%s of %s", tables.Count(len(l.Stopped), "trial"), quoted.Path(filepath.Base(l.File))))
		}
	}
	if of == nil {
		return ""
	}
	return fmt.Sprintf("Stopped early by %s: %s. A mean after stopping is biased unless the rule is known.",
		quoted.Join(lists.Unique(by)), quoted.Join(of))
}

// Spent is the total cost of some attempts.
type Spent struct {
	Sum      float64
	Attempts int // number of attempts in the sum
}

// add adds the cost of attempts, if it is known.
func (s *Spent) add(cost float64, attempts int) {
	if cost >= 0 && !math.IsInf(cost, 1) {
		s.Sum += cost
		s.Attempts += attempts
	}
}

// And returns the sum of two costs.
func (s Spent) And(t Spent) Spent { return Spent{s.Sum + t.Sum, s.Attempts + t.Attempts} }

// Mean returns the mean cost of an attempt, or NaN if no cost is known.
func (s Spent) Mean() float64 { return s.Sum / float64(s.Attempts) }

// A row is one attempt at a question.
type row struct {
	question uint32
	trial    int64
	outcome  float64
}

// An Attempt is one try at a question.
type Attempt struct {
	Question int     // index into Questions
	Trial    int64   // the tool's number of the trial, or its position from 1
	Outcome  float64 // NaN if the attempt was made but not scored
}

// Questions returns the names of the questions, in the order of the log.
func (l *Log) Questions() []string { return l.questions }

// Len returns the number of attempts.
func (l *Log) Len() int { return len(l.rows) }

// All iterates over the attempts in the order of the log.
func (l *Log) All() iter.Seq[Attempt] {
	return func(yield func(Attempt) bool) {
		for _, r := range l.rows {
			if !yield(Attempt{int(r.question), r.trial, r.outcome}) {
				return
			}
		}
	}
}

// Ballot returns the ballot of the i-th attempt of All.
func (l *Log) Ballot(i int) results.Ballot {
	if i < len(l.ballots) {
		return l.ballots[i]
	}
	return results.NoBallot
}

// Options selects what is read from a log.
type Options struct {
	// Ballots controls whether answers and weights are kept, and how answers are
	// compared.
	Ballots results.BallotOptions

	// Score names the verdict to use if a log holds several.
	Score string

	// Empty accepts logs without attempts or without a numeric verdict, for callers that
	// need only their other information.
	Empty bool

	// MaxBytes limits, approximately, the memory in bytes that reading takes. 0 means no
	// limit besides the limits that always apply.
	MaxBytes int64
}

// ErrNotALog is returned when a file is not a log of a known format. It can still be a
// table.
var ErrNotALog = errors.New("is not a log of a known format")

// ErrNoAttempts is returned when a file belongs to a log but lists no attempts, such as
// the aggregates that a tool writes next to them.
var ErrNoAttempts = errors.New("holds no attempts")

// ErrCompanion is returned when a file accompanies a log and lists no attempts. It
// wraps ErrNoAttempts.
var ErrCompanion = fmt.Errorf("belongs to a log, and %w", ErrNoAttempts)

// Read reads a log file and returns one Log for each model and task in it. It detects
// the format from the content, never from the name. It also reads files that the tool
// writes next to the log, for example to find the name of the model. For files that are
// not logs but can be in the same folder, the error is or wraps ErrNotALog or
// ErrNoAttempts. If the log holds several verdicts, the error is or wraps *Choice.
func Read(path string, opts Options) ([]*Log, error) {
	logs, err := read(path, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quoted.Path(path), err)
	}
	return logs, nil
}

func read(path string, opts Options) ([]*Log, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.close()
	format, err := f.recognise()
	if err != nil {
		return nil, err
	}
	r := &reading{file: f, opts: opts, format: format.name}
	f.mayGoOn = r.tooLarge
	if opts.Ballots.Read {
		f.weightBy = opts.Ballots.WeightColumn()
	}
	if err := format.read(r); err != nil {
		return nil, err
	}
	return r.finish()
}

// Format returns the name of the format of a log, such as "Inspect". The error is or
// wraps ErrNotALog if the format is unknown.
func Format(path string) (string, error) {
	f, err := open(path)
	if err == nil {
		defer f.close()
		var known *format
		if known, err = f.recognise(); err == nil {
			return known.name, nil
		}
	}
	return "", fmt.Errorf("%s: %w", quoted.Path(path), err)
}
