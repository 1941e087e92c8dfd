package external

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"

	"settle/results"
)

// process is a running program, used by one goroutine at a time.
type process struct {
	command  *exec.Cmd
	patience time.Duration
	requests io.WriteCloser
	answers  *bufio.Scanner
	stderr   lastLine
	wait     func() error // once; the same error ever after

	weights []float64 // of the categories, or nil
	id      int
	request []byte // scratch space
	silent  atomic.Bool
}

// answer is a line that a program writes; a score that is null is nil.
type answer struct {
	ID        *int          `json:"id"`
	Scores    []*float64    `json:"scores"`
	Intervals [][2]*float64 `json:"intervals"`
	Errors    []*float64    `json:"errors"`
}

// normalQuantile is Φ⁻¹(0.975), for intervals of metrics.ScoredConfidence.
const normalQuantile = 1.959963984540054

// maxAnswer is how long a line a program may answer with, in bytes: room for
// far more models than a board has.
const maxAnswer = 16 << 20

// grace is how long a program that has stopped answering may take to end, and
// its children after it.
const grace = 300 * time.Millisecond

// start starts a program that is killed when the host's context ends.
func (h *Host) start(args []string) (*process, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := context.Cause(h.ctx); err != nil {
		return nil, err
	}
	command := exec.CommandContext(h.ctx, args[0], args[1:]...)
	p := &process{command: command, patience: h.patience}
	p.wait = sync.OnceValue(command.Wait)
	command.Stderr = &p.stderr
	command.WaitDelay = grace // for children of the program that keep its standard error
	requests, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	answers, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	// Closing our end as well ends a read for which a child of the program
	// keeps the other end open.
	command.Cancel = func() error { return errors.Join(kill(command), answers.Close()) }
	setApart(command)
	if h.thread == nil {
		h.thread = newThread()
	}
	if err := h.thread.do(command.Start); err != nil {
		return nil, fmt.Errorf("it does not start: %w", reason(err))
	}
	p.requests, p.answers = requests, bufio.NewScanner(answers)
	p.answers.Buffer(nil, maxAnswer)
	h.processes[p] = true
	return p, nil
}

// ask writes a request and reads the answer. An error that it returns is the
// last: the process has been killed and waited for, or never ran.
func (p *process) ask(t *results.Tally, scores, lo, hi []float64) (intervals bool, err error) {
	p.id++
	late := time.AfterFunc(p.patience, func() {
		p.silent.Store(true)
		_ = p.command.Cancel() // it may have ended by itself
	})
	defer late.Stop()
	p.request = appendRequest(p.request[:0], p.id, t, p.weights)
	_, writeErr := p.requests.Write(p.request)
	answered := writeErr == nil && p.answers.Scan()
	switch {
	case answered:
		a, err := p.read(p.answers.Bytes(), scores, t.Trials)
		if err != nil || a.Intervals == nil && a.Errors == nil {
			return false, err
		}
		return true, p.readIntervals(a, scores, lo, hi)
	case errors.Is(p.answers.Err(), bufio.ErrTooLong):
		return false, p.wrong("answered with a line of more than %d bytes", maxAnswer)
	}
	return false, p.ended(t.Trials)
}

// ended says how a program ended that did not answer.
func (p *process) ended(trials int) error {
	_ = p.requests.Close() // the program may wait for the end of its input
	late := time.AfterFunc(grace, func() { _ = p.command.Cancel() })
	defer late.Stop()
	err := p.wait()
	how := "ended without an answer"
	switch exit, ok := errors.AsType[*exec.ExitError](err); {
	case p.silent.Load():
		how = fmt.Sprintf("gave no answer within %v", p.patience)
	case ok:
		how = "ended with " + exit.String()
	}
	how = fmt.Sprintf("the program %s at n = %d", how, trials)
	if said := p.stderr.String(); said != "" {
		return fmt.Errorf("%s; it said last: %s", how, said)
	}
	return errors.New(how)
}

// read fills in the scores of an answer.
func (p *process) read(line []byte, scores []float64, trials int) (a answer, err error) {
	if err := json.Unmarshal(line, &a); err != nil {
		// The library picks its words at random: "cannot" or "unable to".
		why := strings.Replace(err.Error(), "unable to ", "cannot ", 1)
		return a, p.wrong("answered %s, which is not the JSON object it should be: %s", excerpt(line), why)
	}
	switch {
	case a.ID == nil || *a.ID != p.id:
		return a, p.wrong("answered %s to the request with the id %d: it must answer every request, in order, with its id", excerpt(line), p.id)
	case len(a.Scores) != len(scores):
		return a, p.wrong("answered %d scores for %d models", len(a.Scores), len(scores))
	}
	for model, score := range a.Scores {
		if score == nil {
			return a, p.wrong("answered null for model %d of %d at n = %d: a score must be a number", model+1, len(scores), trials)
		}
		scores[model] = *score
	}
	return a, nil
}

// readIntervals fills in the ends of the intervals of an answer, unless lo and hi are nil.
func (p *process) readIntervals(a answer, scores, lo, hi []float64) error {
	if n := max(len(a.Intervals), len(a.Errors)); n != len(scores) {
		return p.wrong("answered %d intervals or errors for %d models", n, len(scores))
	}
	for model, score := range scores {
		var from, to float64
		switch {
		case a.Intervals == nil && (a.Errors[model] == nil || *a.Errors[model] < 0):
			return p.wrong("answered no standard error of at least 0 for model %d of %d", model+1, len(scores))
		case a.Intervals == nil:
			half := float64(normalQuantile * *a.Errors[model])
			from, to = score-half, score+half
		case a.Intervals[model][0] == nil || a.Intervals[model][1] == nil || *a.Intervals[model][0] > *a.Intervals[model][1]:
			return p.wrong("answered no interval, from its low end to its high one, for model %d of %d", model+1, len(scores))
		default:
			from, to = *a.Intervals[model][0], *a.Intervals[model][1]
		}
		if lo != nil {
			lo[model], hi[model] = from, to
		}
	}
	return nil
}

// wrong kills a program that answers what it should not.
func (p *process) wrong(format string, args ...any) error {
	_ = p.command.Cancel() // it may have ended by itself
	_ = p.wait()           // killed: there is nothing to learn from how
	return fmt.Errorf("the program "+format, args...)
}

// excerpt is the beginning of a line, for a message.
func excerpt(line []byte) string {
	const enough = 80
	if len(line) > enough {
		return string(line[:enough]) + "…"
	}
	return string(line)
}

// appendRequest writes a tally as a line of JSON.
func appendRequest(b []byte, id int, t *results.Tally, weights []float64) []byte {
	b = strconv.AppendInt(append(b, `{"id":`...), int64(id), 10)
	b = strconv.AppendInt(append(b, `,"trials":`...), int64(t.Trials), 10)
	b = strconv.AppendInt(append(b, `,"categories":`...), int64(t.Top)+1, 10)
	if len(weights) == t.Top+1 {
		b = append(b, `,"weights":`...)
		for category, worth := range weights {
			b = strconv.AppendFloat(append(b, separator(category)), worth, 'g', -1, 64)
		}
		b = append(b, ']')
	}
	b = append(b, `,"confidence":0.95,"counts":`...)
	for model := range t.Models {
		b = append(b, separator(model))
		row := t.Row(model)
		for q := range t.Questions {
			b = append(b, separator(q))
			b = appendCounts(b, row[q*t.Top:(q+1)*t.Top], t.Trials)
		}
		b = append(b, ']')
	}
	return append(b, "]}\n"...)
}

// appendCounts writes the counts of categories 0..C of one question, given
// those of 1..C.
func appendCounts(b []byte, counts []uint16, trials int) []byte {
	rest := trials
	for _, count := range counts {
		rest -= int(count)
	}
	b = strconv.AppendInt(append(b, '['), int64(rest), 10)
	for _, count := range counts {
		b = strconv.AppendInt(append(b, ','), int64(count), 10)
	}
	return append(b, ']')
}

// separator stands before an element of a list.
func separator(index int) byte {
	if index == 0 {
		return '['
	}
	return ','
}

// lastLine is a writer that remembers the last line that is not empty, or its
// beginning.
type lastLine struct {
	mu       sync.Mutex
	complete []byte
	current  []byte
}

// maxSaid is how much of a line is remembered, in bytes.
const maxSaid = 500

// Write never fails.
func (l *lastLine) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range b {
		switch {
		case c != '\n' && len(l.current) < maxSaid:
			l.current = append(l.current, c)
		case c == '\n' && len(l.current) > 0:
			l.complete, l.current = l.current, l.complete[:0]
		}
	}
	return len(b), nil
}

// String is the last line.
func (l *lastLine) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.current) > 0 {
		return string(l.current)
	}
	return string(l.complete)
}
