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

// Options says which signals are read from a file, and how.
type Options struct {
	// Task is the name of the task to read. It can be empty if the file has only one
	// task.
	Task string

	// OrUnnamed accepts a file without task names even if Task is set.
	OrUnnamed bool

	// Needs lists the signals that every attempt must have; nil means all nine.
	// Other signals are not read and are missing in the result.
	Needs []rubric.Signal

	// For says in errors what needs the signals, such as "schema Format Aware". It
	// can be empty.
	For string

	// Calibration says how logits of the verifier are converted into probabilities.
	Calibration Calibration

	// MaxBytes limits approximately how much memory reading takes, in bytes. 0 means
	// that only the general limits apply; see results.ReadOptions.
	MaxBytes int64
}

// A Calibration says how raw logits of the verifier are converted into the probabilities
// A, B and C; see rubric.Calibrate.
type Calibration struct {
	// Baseline holds the verifier's logits for a content-free prompt, for files
	// without their own baselines; nil means zeros.
	Baseline    *[3]float64
	Temperature float64 // 0 means 1
}

// ErrBaselines is returned when a file has its own baselines and Calibration also sets a
// baseline for all attempts.
var ErrBaselines = errors.New("the file has baseline_A, baseline_B and baseline_C; remove the schema's baseline for all attempts")

// baseline returns the baseline for all attempts; it is zero if none is set.
func (c Calibration) baseline() [3]float64 {
	if c.Baseline == nil {
		return [3]float64{}
	}
	return *c.Baseline
}

// Columns returns the names that columns of signals can have: the names of the signals,
// the longer names of the verifier's signals, and the names of its logits and baselines.
func Columns() []string {
	var names []string
	for _, s := range rubric.AllSignals() {
		names = append(names, namesOf(s)...)
	}
	return slices.Concat(names, logits[:], baselines[:])
}

// Read reads the signals of one task from a file, or from standard input if path is "-".
// The file is CSV or JSONL in long form, with one attempt per row, as for results.Read,
// but it has the base signals instead of the outcome. Each column has the name of its
// signal (see rubric.Signal); A, B and C can also be called compass_context_A and so on.
//
// A signal is a finite number. Booleans count as 0 and 1; an empty field, null and NaN
// mean that the signal is missing. has_box, is_correct, repeated_pattern, A, B and C
// must be in [0, 1]. token_ratio, prompt_bpt and completion_bpt (bits per token) must be
// at least 0.
//
// Signals without a column can be computed from other columns. token_ratio is
// completion_tokens divided by LongestCompletion. repeated_pattern comes from
// finish_reason, where "stop" becomes 0. completion_bpt comes from completion_tokens and
// either completion_logprob or cumulative_logprob. prompt_bpt comes from prompt_logprob
// and prompt_tokens. The columns whose names end in logprob are sums of natural log
// probabilities.
//
// Instead of A, B and C, the file can have the verifier's raw logits logit_A, logit_B
// and logit_C. If the baselines differ between attempts, it must also have baseline_A,
// baseline_B and baseline_C.
//
// Every combination of model, question and trial must appear exactly once, with all
// needed signals. Errors fit one line and start with the file name and, if known, the
// line, unless the options themselves are invalid.
func Read(path string, opt Options) (*Attempts, error) {
	return read(opt, func(task results.ReadOptions, v values) (*grid, error) {
		return results.ReadGrid(path, task, v)
	})
}

// ReadFrom reads signals from r as Read does. name replaces the file name in errors.
func ReadFrom(r io.Reader, name string, opt Options) (*Attempts, error) {
	return read(opt, func(task results.ReadOptions, v values) (*grid, error) {
		return results.ReadGridFrom(r, name, task, v)
	})
}

// These are the types with which files of signals are read and written.
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

// verifier lists the signals that come from a verifier.
var verifier = [3]rubric.Signal{rubric.A, rubric.B, rubric.C}

// These are the columns of a verifier's logits and of their baselines.
var (
	logits    = [3]string{"logit_A", "logit_B", "logit_C"}
	baselines = [3]string{"baseline_A", "baseline_B", "baseline_C"}
)

// namesOf returns the names that a signal can have in a file.
func namesOf(s rubric.Signal) []string {
	if slices.Contains(verifier[:], s) {
		return []string{s.String(), "compass_context_" + s.String()}
	}
	return []string{s.String()}
}

// A binder finds the columns of a file that provide the needed signals.
type binder struct {
	needs       []rubric.Signal // in the paper's order
	all         bool            // all signals are needed, whatever the schema
	who         string
	calibration Calibration
	places      map[string]int // index of each column that can provide a needed signal
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

// columns returns all columns that can provide needed signals. If one signal of the
// verifier is needed, all columns of the verifier are included.
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

// A reader reads one or more signals from the fields of a row and stores them in x.
type reader func(fields []results.Field, x *rubric.Signals) error

// bind returns a function that reads the signals of a row, given the header of the file.
func (b *binder) bind(h *results.Header) (func([]results.Field) (rubric.Signals, error), error) {
	var readers []reader
	var lacking []rubric.Signal
	for _, s := range b.needs {
		present := presentColumns(h, namesOf(s)...)
		if len(present) > 1 {
			return nil, fmt.Errorf("%q and %q are the same signal; remove one", present[0], present[1])
		}
		if len(present) == 1 {
			readers = append(readers, b.columnReader(s, present[0]))
		}
	}
	raw, err := b.findLogits(h)
	if err != nil {
		return nil, err
	}
	for _, s := range b.needs {
		switch made := b.countedReader(h, s); {
		case len(presentColumns(h, namesOf(s)...)) > 0, raw != nil && slices.Contains(verifier[:], s):
		case made != nil:
			readers = append(readers, made)
		default:
			lacking = append(lacking, s)
		}
	}
	if lacking != nil {
		return nil, b.lackError(h, lacking)
	}
	if raw != nil {
		readers = append(readers, raw)
	}
	var x rubric.Signals // reused for all rows, to avoid allocations
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

// columnReader returns a reader for a signal that has its own column.
func (b *binder) columnReader(s rubric.Signal, name string) reader {
	place := b.places[name]
	return func(fields []results.Field, x *rubric.Signals) error {
		value, ok := fields[place].Float()
		switch {
		case ok && math.IsNaN(value):
			return b.missingError("the signal " + strconv.Quote(name))
		case !ok || !inRange(s, value):
			return fields[place].Not(name, rangeText(s))
		}
		x[s] = value
		return nil
	}
}

// presentColumns returns the given columns that the file has.
func presentColumns(h *results.Header, columns ...string) (present []string) {
	for _, c := range columns {
		if h.Has(c) {
			present = append(present, c)
		}
	}
	return present
}

// lackError returns an error that names the needed signals which the file lacks.
func (b *binder) lackError(h *results.Header, lacking []rubric.Signal) error {
	names := make([]string, len(lacking))
	for i, s := range lacking {
		names[i] = strconv.Quote(s.String())
	}
	signals := "the signal " + names[0]
	if len(lacking) > 1 {
		signals = "the signals " + strings.Join(names, ", ")
	}
	hint := alternatives(lacking)
	if !b.all && slices.Contains(lacking, rubric.C) {
		hint += `; without a verifier, write a schema that uses "degenerate" instead of "invalid"`
	}
	return fmt.Errorf("%s: %v%s", b.needPhrase(signals), h, hint)
}

// needPhrase returns the part of an error that says who needs a signal or a value.
func (b *binder) needPhrase(what string) string {
	return cmp.Or(b.who, "every attempt") + " needs " + what
}

// missingError returns the error for a row that lacks a needed value.
func (b *binder) missingError(what string) error {
	return fmt.Errorf("%s, which is missing", b.needPhrase(what))
}
