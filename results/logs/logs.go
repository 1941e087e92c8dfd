// Package logs reads the logs of evaluation tools: who attempted what, and the
// tool's verdict.
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

// Log is what one log file says of one model's attempts at one task.
type Log struct {
	File   string // its path, as given
	Format string // such as "Inspect"
	Tool   string // the tool's version, as the log states it, or ""

	Task  string // "" if the log names none
	Model string // "" if the log names none
	Score string // the verdict that was taken, such as "match" or "plus", "" if there is only one or none

	// Folder is where the model's name is to be looked for if Model is "": the
	// folder that all files of one model's attempts at all tasks share. It is not
	// always that of the file, for some tools make a folder for each question.
	Folder string

	// Named says that the tool names the model by the Folder, and nowhere else.
	Named bool

	// Run tells runs apart where the tool names them: two logs of one run are the
	// same attempts, written twice.
	Run string

	// Retried is what a run that did not end well has in common with those that
	// went on where it stopped, and took over its attempts: "" if it ended well, or if
	// the tool names nothing. Of those Again is the same.
	Retried, Again string

	// Repeats of one model and task in several files are told apart by Numbered,
	// which says that the trials are the log's own, or else ordered by Time, a text
	// that sorts as the time does, and then by File: each such log is one trial.
	// The only log of its model and task keeps the trials that it lists.
	Numbered bool
	Time     string

	Notes []string // what a reader must be told, a sentence each

	Stopped   []Stop // trials that were never run, by a rule of the tool's user
	StoppedBy string // the name of the rule, or ""

	Cost, Tokens Spent // by the attempts, in dollars and in tokens, where the tool says it

	Published []Published // what the tool itself made of the attempts
	Whole     Whole       // what the tool says of their number

	questions []string
	rows      []row
	ballots   []results.Ballot // by row; the last rows may be absent
}

// A Stop is a trial of a question that was stopped early.
type Stop struct {
	Question string
	Trial    int64
}

// StoppedNote says how many trials of some logs were stopped early, and by whom: "" for none.
func StoppedNote(all []*Log) string {
	var by, of []string
	seen := map[string]bool{} // several logs are verdicts of one file
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

// Spent adds up what attempts cost.
type Spent struct {
	Sum      float64
	Attempts int // those that the sum is of
}

// add adds the cost of attempts, unless nobody says it.
func (s *Spent) add(cost float64, attempts int) {
	if cost >= 0 && !math.IsInf(cost, 1) {
		s.Sum += cost
		s.Attempts += attempts
	}
}

// And returns what both cost.
func (s Spent) And(t Spent) Spent { return Spent{s.Sum + t.Sum, s.Attempts + t.Attempts} }

// Mean returns the cost of an attempt, NaN if nobody says it of any.
func (s Spent) Mean() float64 { return s.Sum / float64(s.Attempts) }

// row is one attempt at a question.
type row struct {
	question uint32
	trial    int64
	outcome  float64
}

// Attempt is one try at a question.
type Attempt struct {
	Question int     // its place among the Questions
	Trial    int64   // the tool's own number of it, or its place from 1
	Outcome  float64 // NaN where the attempt was made and not scored
}

// Questions are the names of the questions, in the order of the log.
func (l *Log) Questions() []string { return l.questions }

// Len is the number of attempts.
func (l *Log) Len() int { return len(l.rows) }

// All gives the attempts in the order of the log.
func (l *Log) All() iter.Seq[Attempt] {
	return func(yield func(Attempt) bool) {
		for _, r := range l.rows {
			if !yield(Attempt{int(r.question), r.trial, r.outcome}) {
				return
			}
		}
	}
}

// Ballot returns what the attempt in a place of All answered.
func (l *Log) Ballot(i int) results.Ballot {
	if i < len(l.ballots) {
		return l.ballots[i]
	}
	return results.NoBallot
}

// Options say what to read of a log.
type Options struct {
	// Ballots says whether answers and weights are kept, which weights, and what stands for them.
	Ballots results.BallotOptions

	// Score names the verdict where a log holds several.
	Score string

	// Empty lets logs be read that list no attempts, or none with a verdict that is a
	// number, for what else they say.
	Empty bool

	// MaxBytes is how much memory reading may take, about; 0 for no limit but
	// those that always hold.
	MaxBytes int64
}

// ErrNotALog says that a file is none of the logs that are known: it may be a
// table.
var ErrNotALog = errors.New("is no log of a known format")

// ErrNoAttempts says that a file belongs to a log and lists no attempts itself,
// such as the aggregates that a tool writes beside them.
var ErrNoAttempts = errors.New("holds no attempts")

// ErrCompanion says that a file stands beside a log and belongs to it. It is an
// ErrNoAttempts, too.
var ErrCompanion = fmt.Errorf("belongs to a log, and %w", ErrNoAttempts)

// Read reads the log in a file, one Log for each model and task in it. The
// format is recognised by content, never by name; files beside it are looked at
// for what the tool writes there, such as the model's name. The error is, or
// wraps, ErrNotALog or ErrNoAttempts where a folder may hold such a file beside
// logs, and a *Choice where the log holds several verdicts.
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

// Format is the name of the format of a log, such as "Inspect". The error is, or
// wraps, ErrNotALog where the file is of none that is known.
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
