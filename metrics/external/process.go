package external

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"settle/metrics"
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

	weights []float64   // of the categories, or nil
	id      int         // of the last request
	request []byte      // scratch space
	packed  []byte      // likewise
	late    *time.Timer // ends the program where it is silent
	silent  atomic.Bool

	offers // what it has said that it takes
}

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

// askAll asks of all boards, as many at once as the program takes. What that is it says
// to the first one, of which it is asked again: with which others a board comes must not
// depend on when the program was started.
func (p *process) askAll(ts []*results.Tally, into []metrics.Scored) error {
	if len(ts) > 1 && p.id == 0 {
		if err := p.ask(ts[:1], false, into[:1]); err != nil {
			return err
		}
		if p.batch < 2 {
			ts, into = ts[1:], into[1:]
		}
	}
	for len(ts) > 0 {
		n := min(max(p.batch, 1), len(ts))
		if err := p.ask(ts[:n], n > 1, into[:n]); err != nil {
			return err
		}
		ts, into = ts[n:], into[n:]
	}
	return nil
}

// ask writes a request of some boards and reads the answer: to one board by itself where
// they are not batched. An error that it returns is the last: the process has been killed
// and waited for, or never ran.
func (p *process) ask(ts []*results.Tally, batched bool, into []metrics.Scored) error {
	p.id++
	patience := p.patience * time.Duration(len(ts))
	if p.late == nil {
		p.late = time.AfterFunc(patience, func() {
			p.silent.Store(true)
			_ = p.command.Cancel() // it may have ended by itself
		})
	} else {
		p.late.Reset(patience)
	}
	defer p.late.Stop()
	p.request = p.appendRequest(p.request[:0], ts, batched)
	_, writeErr := p.requests.Write(p.request)
	answered := writeErr == nil && p.answers.Scan()
	switch {
	case answered:
		return p.read(p.answers.Bytes(), ts, batched, into)
	case errors.Is(p.answers.Err(), bufio.ErrTooLong):
		return p.wrong("answered with a line of more than %d bytes", maxAnswer)
	}
	return p.ended(ts)
}

// trialsOf are the numbers of trials of some boards, for a message.
func trialsOf(ts []*results.Tally) string {
	least, most := math.MaxInt, 0
	for _, t := range ts {
		least, most = min(least, t.MostTrials()), max(most, t.MostTrials())
	}
	if least == most {
		return fmt.Sprintf("n = %d", most)
	}
	return fmt.Sprintf("n = %d to %d", least, most)
}

// ended says how a program ended that did not answer.
func (p *process) ended(ts []*results.Tally) error {
	_ = p.requests.Close() // the program may wait for the end of its input
	late := time.AfterFunc(grace, func() { _ = p.command.Cancel() })
	defer late.Stop()
	err := p.wait()
	how := "ended without an answer"
	switch exit, ok := errors.AsType[*exec.ExitError](err); {
	case p.silent.Load():
		how = fmt.Sprintf("gave no answer within %v", p.patience*time.Duration(len(ts)))
	case ok:
		how = "ended with " + exit.String()
	}
	how = fmt.Sprintf("the program %s at %s", how, trialsOf(ts))
	if ts[0].Unequal() && !p.unequal {
		how += ", asked of a board whose questions have different numbers of trials, which it has not said that it takes"
	}
	if said := p.stderr.String(); said != "" {
		return fmt.Errorf("%s; it said last: %s", how, said)
	}
	return errors.New(how)
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
