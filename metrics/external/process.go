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

// A process is a running program, used by one goroutine at a time.
type process struct {
	command  *exec.Cmd
	patience time.Duration
	requests io.WriteCloser
	answers  *bufio.Scanner
	stderr   lastLine
	wait     func() error // waits once; later calls return the same error

	weights []float64   // weights of the categories, or nil
	id      int         // number of the last request
	request []byte      // scratch space
	packed  []byte      // scratch space
	late    *time.Timer // ends the program if it does not answer
	silent  atomic.Bool

	offers // announced capabilities
}

// maxAnswer is the greatest length of an answer in bytes. It is enough for far more
// models than a board has.
const maxAnswer = 16 << 20

// grace is the time that a program has to exit after it has stopped answering. The
// children of the program then have the same time.
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
	command.WaitDelay = grace // for children of the program that keep its standard error open
	requests, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	answers, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	// If a child of the program keeps the other end of the pipe open, a read waits for it.
	// Closing this end stops the read.
	command.Cancel = func() error { return errors.Join(kill(command), answers.Close()) }
	setProcessGroup(command)
	if h.thread == nil {
		h.thread = newThread()
	}
	if err := h.thread.do(command.Start); err != nil {
		return nil, fmt.Errorf("cannot start the program: %w", reason(err))
	}
	p.requests, p.answers = requests, bufio.NewScanner(answers)
	p.answers.Buffer(nil, maxAnswer)
	h.processes[p] = true
	return p, nil
}

// askAll requests the scores of all boards, with as many boards per request as the
// program accepts. The program states this number in its answer to the first board.
// askAll then requests the first board again together with the others, so that the
// grouping of boards does not depend on when the program was started.
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

// ask writes a request for some boards and reads the answer. If batched is false, there
// must be one board. If ask returns an error, the process has been killed and waited
// for, or it never started.
func (p *process) ask(ts []*results.Tally, batched bool, into []metrics.Scored) error {
	p.id++
	patience := p.patience * time.Duration(len(ts))
	if p.late == nil {
		p.late = time.AfterFunc(patience, func() {
			p.silent.Store(true)
			_ = p.command.Cancel() // it can have exited by itself
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
		return p.reject("returned a line of more than %d bytes", maxAnswer)
	}
	return p.exitError(ts)
}

// trialsOf returns the numbers of trials of the boards, for a message.
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

// exitError returns the error for a program that did not answer. The error contains the
// exit status or, if the program took too long, the time limit.
func (p *process) exitError(ts []*results.Tally) error {
	_ = p.requests.Close() // the program can be waiting for the end of its input
	late := time.AfterFunc(grace, func() { _ = p.command.Cancel() })
	defer late.Stop()
	err := p.wait()
	how := "exited without an answer"
	switch exit, ok := errors.AsType[*exec.ExitError](err); {
	case p.silent.Load():
		how = fmt.Sprintf("gave no answer within %v", p.patience*time.Duration(len(ts)))
	case ok:
		how = "ended with " + exit.String()
	}
	how = fmt.Sprintf("the program %s at %s", how, trialsOf(ts))
	if ts[0].Unequal() && !p.unequal {
		how += ", where questions have different numbers of trials; it has not announced that it accepts such boards"
	}
	if said := p.stderr.String(); said != "" {
		return fmt.Errorf("%s; its last message: %s", how, said)
	}
	return errors.New(how)
}

// reject kills a program that gave an invalid answer, and returns an error with the
// given message.
func (p *process) reject(format string, args ...any) error {
	_ = p.command.Cancel() // it can have exited by itself
	_ = p.wait()           // the exit status of a killed program is meaningless
	return fmt.Errorf("the program "+format, args...)
}

// excerpt returns the beginning of a line, for use in an error message.
func excerpt(line []byte) string {
	const enough = 80
	if len(line) > enough {
		return string(line[:enough]) + "…"
	}
	return string(line)
}

// lastLine is a writer that keeps the last non-empty line written to it, or the
// beginning of a long line.
type lastLine struct {
	mu       sync.Mutex
	complete []byte
	current  []byte
}

// maxKept is the greatest number of bytes that lastLine keeps of a line.
const maxKept = 500

// Write stores the last line in b. It never returns an error.
func (l *lastLine) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range b {
		switch {
		case c != '\n' && len(l.current) < maxKept:
			l.current = append(l.current, c)
		case c == '\n' && len(l.current) > 0:
			l.complete, l.current = l.current, l.complete[:0]
		}
	}
	return len(b), nil
}

// String returns the last line that was written.
func (l *lastLine) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.current) > 0 {
		return string(l.current)
	}
	return string(l.complete)
}
