package signals

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"settle/results"
	"settle/rubric"
)

// Options says what to read of a file of signals.
type Options struct {
	// Task is the name of the task to read. It may stay empty for a file that
	// holds one task.
	Task string

	// OrUnnamed also takes a file that names no task at all, where Task asks for
	// one.
	OrUnnamed bool

	// Needs are the signals that every attempt must have; nil means all nine.
	// The others are not looked at, and missing in what is read.
	Needs []rubric.Signal

	// For says in errors who needs them, such as "schema Format Aware". It may
	// stay empty.
	For string

	// Calibration turns logits of the verifier into probabilities.
	Calibration Calibration

	// MaxBytes is how much memory reading may take, about; 0 for no limit but
	// those that always hold: see results.ReadOptions.
	MaxBytes int64
}

// Calibration says how raw logits of the verifier become the probabilities A, B
// and C: see rubric.Calibrate.
type Calibration struct {
	// Baseline are the logits of a content-free prompt, for files without
	// baselines of their own; nil means zeros.
	Baseline    *[3]float64
	Temperature float64 // 0 means 1
}

// ErrBaselines says that a file has baselines of its own, and Calibration one
// for all attempts.
var ErrBaselines = errors.New("baseline_A, baseline_B and baseline_C are there: leave out the one for all attempts")

// baseline is the one for all attempts.
func (c Calibration) baseline() [3]float64 {
	if c.Baseline == nil {
		return [3]float64{}
	}
	return *c.Baseline
}

// Columns are the names that columns of signals can have: those of the signals,
// also the longer ones of the verifier's, and those of its logits and baselines.
func Columns() []string {
	var names []string
	for _, s := range rubric.AllSignals() {
		names = append(names, namesOf(s)...)
	}
	return slices.Concat(names, logits[:], baselines[:])
}

// Read reads the signals of one task from a file, or from standard input if the
// path is "-". The file is CSV or JSONL in long form, one attempt a row, as
// results.Read takes it, but with the base signals in place of the outcome, by
// their names (see rubric.Signal); A, B and C may also be called
// compass_context_A and so on.
//
// A signal is a number; booleans count as 0 and 1, and an empty field, null and
// NaN are missing. has_box, is_correct, repeated_pattern, A, B and C are in
// [0, 1], token_ratio is at least 0, and so are prompt_bpt and completion_bpt,
// in bits per token; all are finite.
//
// Of what is not there as such, token_ratio is made of completion_tokens (over
// LongestCompletion), repeated_pattern of finish_reason (0 for "stop"), completion_bpt
// of completion_logprob, or cumulative_logprob, and completion_tokens, and prompt_bpt
// of prompt_logprob and prompt_tokens: these are sums of natural logarithms, and
// numbers of tokens.
//
// In place of A, B and C there may be the verifier's raw logits as logit_A,
// logit_B and logit_C and, if the baselines differ from attempt to attempt,
// baseline_A, baseline_B and baseline_C.
//
// Every cell must be there exactly once, with the signals that are needed. Errors
// fit one line and start with the file's name and, where there is one, the
// line, unless the options themselves are wrong.
func Read(path string, opt Options) (*Attempts, error) {
	return read(opt, func(task results.ReadOptions, v values) (*grid, error) {
		return results.ReadGrid(path, task, v)
	})
}

// ReadFrom is Read for data that comes from anywhere. The name stands for the
// file in errors.
func ReadFrom(r io.Reader, name string, opt Options) (*Attempts, error) {
	return read(opt, func(task results.ReadOptions, v values) (*grid, error) {
		return results.ReadGridFrom(r, name, task, v)
	})
}

// Attempts are a grid of signals, and files are read and written as that.
type (
	grid   = results.Grid[rubric.Signals]
	values = results.Values[rubric.Signals]
)

func read(opt Options, from func(results.ReadOptions, values) (*grid, error)) (*Attempts, error) {
	b, err := newBinder(opt)
	if err != nil {
		return nil, err
	}
	g, err := from(results.ReadOptions{Task: opt.Task, OrUnnamed: opt.OrUnnamed, MaxBytes: opt.MaxBytes}, values{Columns: b.columns(), Bind: b.bind})
	return (*Attempts)(g), err
}

// verifier are the signals that a verifier gives.
var verifier = [3]rubric.Signal{rubric.A, rubric.B, rubric.C}

// The columns of a verifier's logits.
var (
	logits    = [3]string{"logit_A", "logit_B", "logit_C"}
	baselines = [3]string{"baseline_A", "baseline_B", "baseline_C"}
)

// namesOf are the names under which a signal may stand in a file.
func namesOf(s rubric.Signal) []string {
	if slices.Contains(verifier[:], s) {
		return []string{s.String(), "compass_context_" + s.String()}
	}
	return []string{s.String()}
}

// binder finds the signals that are needed among the columns of a file.
type binder struct {
	needs       []rubric.Signal // in the paper's order
	all         bool            // whatever schema there is, every signal is needed
	who         string
	calibration Calibration
	places      map[string]int // of each column that may bear on them
}

func newBinder(opt Options) (*binder, error) {
	b := &binder{all: opt.Needs == nil, who: opt.For, calibration: opt.Calibration, places: make(map[string]int)}
	if b.calibration.Temperature == 0 {
		b.calibration.Temperature = 1
	}
	if _, err := rubric.Calibrate([3]float64{}, b.calibration.baseline(), b.calibration.Temperature); err != nil {
		return nil, err
	}
	for _, s := range rubric.AllSignals() {
		if opt.Needs == nil || slices.Contains(opt.Needs, s) {
			b.needs = append(b.needs, s)
		}
	}
	for i, c := range b.columns() {
		b.places[c.Name] = i
	}
	return b, nil
}

// columns are those that bear on the signals that are needed. Any of the
// verifier's may, if one of its signals is needed.
func (b *binder) columns() []results.Column {
	var names []string
	for _, s := range b.needs {
		if slices.Contains(verifier[:], s) {
			continue
		}
		names = append(names, namesOf(s)...)
		for _, from := range sourcesOf(s) {
			for _, name := range from.columns {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	if b.needsVerifier() {
		for i, s := range verifier {
			names = append(append(names, namesOf(s)...), logits[i], baselines[i])
		}
	}
	columns := make([]results.Column, len(names))
	for i, name := range names {
		columns[i] = results.Column{Name: name, Optional: true}
	}
	return columns
}

func (b *binder) needsVerifier() bool {
	return slices.ContainsFunc(b.needs, func(s rubric.Signal) bool { return slices.Contains(verifier[:], s) })
}

// reader takes signals from the fields of a row.
type reader func(fields []results.Field, x *rubric.Signals) error

// bind returns what reads the signals of a row with these columns.
func (b *binder) bind(h *results.Header) (func([]results.Field) (rubric.Signals, error), error) {
	var readers []reader
	var lacking []rubric.Signal
	for _, s := range b.needs {
		present := presentOf(h, namesOf(s)...)
		if len(present) > 1 {
			return nil, fmt.Errorf("%q and %q are the same signal: leave one out", present[0], present[1])
		}
		if len(present) == 1 {
			readers = append(readers, b.direct(s, present[0]))
		}
	}
	raw, err := b.findLogits(h)
	if err != nil {
		return nil, err
	}
	for _, s := range b.needs {
		switch made := b.counted(h, s); {
		case len(presentOf(h, namesOf(s)...)) > 0, raw != nil && slices.Contains(verifier[:], s):
		case made != nil:
			readers = append(readers, made)
		default:
			lacking = append(lacking, s)
		}
	}
	if lacking != nil {
		return nil, b.lack(h, lacking)
	}
	if raw != nil {
		readers = append(readers, raw)
	}
	var x rubric.Signals // of one row after the other, which allocates nothing
	return func(fields []results.Field) (rubric.Signals, error) {
		x = rubric.Missing()
		for _, read := range readers {
			if err := read(fields, &x); err != nil {
				return x, err
			}
		}
		return x, nil
	}, nil
}

// direct returns what reads a signal that stands in a column as it is.
func (b *binder) direct(s rubric.Signal, name string) reader {
	place := b.places[name]
	return func(fields []results.Field, x *rubric.Signals) error {
		value, ok := fields[place].Float()
		switch {
		case ok && math.IsNaN(value):
			return b.missing("the signal " + strconv.Quote(name))
		case !ok || !inRange(s, value):
			return fields[place].Not(name, rangeText(s))
		}
		x[s] = value
		return nil
	}
}

// presentOf returns those of the columns that are there.
func presentOf(h *results.Header, columns ...string) (present []string) {
	for _, c := range columns {
		if h.Has(c) {
			present = append(present, c)
		}
	}
	return present
}

// lack returns the error that signals are needed and not there.
func (b *binder) lack(h *results.Header, lacking []rubric.Signal) error {
	names := make([]string, len(lacking))
	for i, s := range lacking {
		names[i] = strconv.Quote(s.String())
	}
	signals := "the signal " + names[0]
	if len(lacking) > 1 {
		signals = "the signals " + strings.Join(names, ", ")
	}
	hint := instead(lacking)
	if !b.all && slices.Contains(lacking, rubric.C) {
		hint += `; without a verifier, use a schema of your own that has "degenerate" in place of "invalid"`
	}
	return fmt.Errorf("%s: %v%s", b.needing(signals), h, hint)
}

// needing says that something is needed.
func (b *binder) needing(what string) string {
	return cmp.Or(b.who, "every attempt") + " needs " + what
}

// missing says that something is needed in a row that lacks it.
func (b *binder) missing(what string) error {
	return fmt.Errorf("%s, which is missing here", b.needing(what))
}
