// Package logs reads the logs of evaluation tools. A log says which model attempted
// which questions, and with which verdicts.
//
// Call [Read] for a log file; it detects the format. Call [NewTable] for a log in a
// table. To combine several logs, call [Distinct] and [Together], or use package
// results/collect, which makes boards from logs and tables.
//
// Each Log keeps the numbers that the tool published, so that package study/audit can
// recompute them.
//
// To read a table of outcomes, call results.Read instead.
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

// A Log holds the attempts by one model at one task from one log file.
type Log struct {
	File   string // path of the file, as given to Read
	Format string // such as "Inspect"
	Tool   string // the tool's version as stated in the log, or ""

	Task  string // "" if the log names none
	Model string // "" if the log names none
	Score string // the selected verdict, such as "match" or "plus"; "" if there is only one or none

	// LowerBetter is true if the log says that a lower value of the selected verdict is
	// better.
	LowerBetter bool

	// Unscored is true if no attempt has the selected verdict, and not only because the
	// attempts ended with errors.
	Unscored bool

	// Others lists the other verdicts with which the attempts can be ranked.
	Others []string

	// Folder is the folder that identifies the model if Model is "". It contains all files
	// with the model's attempts at all tasks. It can be above the folder of the file,
	// because some tools make a folder per question.
	Folder string

	// Named is true if the tool names the model only in the name of Folder.
	Named bool

	// Run identifies the run, if the tool names runs. Two logs of the same run hold the
	// same attempts, written twice.
	Run string

	// Retried and Again link a stopped run to the run that resumed it. Retried is set if
	// the run did not end well and the tool identifies runs. A run that resumed it and took
	// over its attempts has the same value in Again.
	Retried, Again string

	// Numbered and Time order several logs of the same model and task. If Numbered is true,
	// the trials have the log's own numbers. Otherwise each log is one trial, and the logs
	// are sorted by Time, a text that sorts in time order, and then by File. A single log
	// keeps the trials that it lists.
	Numbered bool
	Time     string

	Notes []string // notes for the user, one sentence each

	Stopped   []Stop // trials that were not run because of a stopping rule of the user
	StoppedBy string // name of the stopping rule, or ""

	Cost, Tokens Spent // cost of the attempts, in dollars and in tokens, where known

	Published []Published // numbers that the tool computed from the attempts
	Whole     Whole       // numbers of attempts and questions that the tool states

	questions []string
	rows      []row
	ballots   []results.Ballot // by row; can be shorter than rows
}

// A Stop is a trial that was not run because a rule stopped its question early.
type Stop struct {
	Question string
	Trial    int64
}

// StoppedNote returns a note with the number of trials that were stopped early in the
// logs, and the rule that stopped these trials. It returns "" if there are none.
func StoppedNote(all []*Log) string {
	var by, of []string
	seen := map[string]bool{} // one file can hold several logs
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

// Spent holds the total cost of some attempts, in dollars or in tokens.
type Spent struct {
	Sum      float64
	Attempts int // number of attempts with a known cost
}

// add adds the total cost of some attempts, if it is known.
func (s *Spent) add(cost float64, attempts int) {
	if cost >= 0 && !math.IsInf(cost, 1) {
		s.Sum += cost
		s.Attempts += attempts
	}
}

// And returns the sum of two total costs.
func (s Spent) And(t Spent) Spent { return Spent{s.Sum + t.Sum, s.Attempts + t.Attempts} }

// Mean returns the mean cost per attempt, or NaN if no attempt has a known cost.
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

// Ballot returns the answer and the weight of the i-th attempt, in the order of All.
func (l *Log) Ballot(i int) results.Ballot {
	if i < len(l.ballots) {
		return l.ballots[i]
	}
	return results.NoBallot
}

// Options selects the data that is read from a log.
type Options struct {
	// Ballots controls whether answers and weights are kept, and how answers are compared.
	Ballots results.BallotOptions

	// Score is the name of the verdict to use if a log holds several.
	Score string

	// Task is the task that the caller needs, or "" for all tasks. In a log that names
	// another task, the choice of a verdict need not be clear.
	Task string

	// Empty accepts logs without attempts or without a numeric verdict. It is for callers
	// that need only the other information in a log.
	Empty bool

	// MaxBytes limits the memory for reading, in bytes and approximately. With 0, only the
	// general limits apply.
	MaxBytes int64
}

// ErrNotALog is returned if a file is not a log in a known format. The file can still
// be a table.
var ErrNotALog = errors.New("is not a log of a known format")

// ErrNoAttempts is returned if a file belongs to a log but lists no attempts. An
// example is a file of averages that a tool writes next to its logs.
var ErrNoAttempts = errors.New("holds no attempts")

// ErrCompanion is returned if a file accompanies a log but lists no attempts itself. It
// wraps ErrNoAttempts.
var ErrCompanion = fmt.Errorf("belongs to a log, and %w", ErrNoAttempts)

// Read reads a log file and returns one Log for each model and task in it. It detects
// the format from the content, never from the name. It also reads files that the tool
// writes next to the log, for example to find the name of the model.
//
// For files that are not logs but can be in the same folder, the error wraps ErrNotALog
// or ErrNoAttempts. If the log holds several verdicts and none is chosen, it wraps
// *Choice.
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

// Format returns the name of a log's format, such as "Inspect". If the format is
// unknown, the error wraps ErrNotALog.
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
