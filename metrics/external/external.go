// Package external provides metrics that are computed by an external program in any
// language.
//
// Call [NewHost] once, [Host.Metric] for each program, and [Host.Close] at the end. Do
// not use it for a metric written in Go; implement metrics.Metric instead.
//
// A program must compute scores from the counts of the board alone. It must keep no
// state between requests, because any of several processes can answer. If a program
// cannot answer, the work ends with one error that names the program, never with a
// wrong number.
//
// A program reads requests from its standard input, one JSON object per line. It
// answers each on its standard output, one JSON object per line, before it reads the
// next:
//
//	{"id":1,"trials":3,"categories":2,"weights":[0,1],"confidence":0.95,"counts":[[[1,2],[3,0]],[[0,3],[2,1]]]}
//	{"id":1,"scores":[0.333,0.667]}
//
// A request holds the counts of a whole board up to a number of trials. counts[l][q][j]
// is the number of trials of model l on question q in category j; with two categories,
// 0 is wrong and 1 is correct. The counts of a question add up to trials. weights[j] is
// the weight of category j.
//
// In the answer, scores[l] is the score of model l, a finite number that is larger for
// better models. Models tie only if their scores are the same number. The answer can
// also hold central intervals at the confidence of the request, as
// "intervals":[[0.1,0.6],[0.4,0.9]]. Or it can hold standard errors, as
// "errors":[0.13,0.12], which mean intervals of 1.96 standard errors to either side. If
// the program cannot rank the board, it answers "error":"reason" instead. It should
// flush its output and should exit at the end of its standard input. It can write
// anything to its standard error.
//
// By default a program gets one board per request. In any answer it can announce more
// capabilities. "batch":64 means that it accepts up to 64 boards in a request:
//
//	{"id":2,"categories":2,"confidence":0.95,"boards":[{"trials":3,"counts":…},{"trials":2,"counts":…}]}
//	{"id":2,"answers":[{"scores":[0.333,0.667]},{"error":"too few trials"}]}
//
// "packed":true means that it accepts the boards of a request as one text, and
// "unequal":true that it accepts boards with different numbers of trials per question.
// docs/formats.md describes the fields.
package external

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"sync"
	"time"

	"settle/internal/quoted"
	"settle/internal/words"
	"settle/metrics"
	"settle/results"
)

// Patience is the longest time that a program can take for one request.
const Patience = 30 * time.Second

// A Host starts and ends programs. If one program fails, or if the host's context ends,
// the host ends all its programs.
type Host struct {
	ctx      context.Context
	end      context.CancelCauseFunc
	patience time.Duration

	mu        sync.Mutex
	processes map[*process]bool // programs that have not yet been waited for
	thread    thread            // starts the programs; nil while there are none
}

// NewHost returns a host whose programs are killed when ctx ends.
func NewHost(ctx context.Context) *Host {
	h := &Host{patience: Patience, processes: map[*process]bool{}}
	h.ctx, h.end = context.WithCancelCause(ctx)
	return h
}

// Close kills the running programs and waits until they have ended. After that, the
// metrics of the host cannot score.
func (h *Host) Close() {
	h.end(errors.New("the external programs were stopped"))
	h.mu.Lock()
	defer h.mu.Unlock()
	for p := range h.processes {
		p.wait()
		delete(h.processes, p)
	}
	if h.thread != nil {
		close(h.thread)
		h.thread = nil
	}
}

// A Metric is a metric that an external program computes. It has scores from the first
// trial on and accepts boards with any number of categories. Each goroutine that scores
// at the same time uses its own process, which starts when it is first needed.
type Metric struct {
	host    *Host
	name    string
	args    []string
	weights []float64 // weights of the categories; nil if unknown

	mu   sync.Mutex
	idle []*process
}

// Metric returns the metric computed by a command line, which is a program and its
// arguments. Arguments are separated by spaces unless quoted ('…' or "…"). A name can
// precede the command line, as in mine=./mine.py. The default name is "exec:" followed
// by the command line. Metric returns an error if the program does not exist or cannot
// be executed.
func (h *Host) Metric(command string) (metrics.Metric, error) {
	name, rest := words.Name(command)
	args, err := words.Split(rest)
	switch {
	case err != nil:
		return nil, err
	case len(args) == 0:
		return nil, errors.New("a program is required, such as exec:./mine.py")
	}
	if _, err := exec.LookPath(args[0]); errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("cannot run the program %s: permission denied; make it executable, or name its interpreter, "+
			"such as exec:python3 mine.py", quoted.Path(args[0]))
	} else if err != nil {
		return nil, fmt.Errorf("cannot run the program %s: %w", quoted.Path(args[0]), reason(err))
	}
	if name == "" {
		name = "exec:" + words.Join(args)
	}
	return &Metric{host: h, name: name, args: args}, nil
}

// Weigh sets the weights of categories that requests to the program contain.
func (m *Metric) Weigh(w metrics.Weights) { m.weights = w.Floats() }

// reason returns the operating system's error that an error of package exec wraps.
func reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if lookup, ok := errors.AsType[*exec.Error](err); ok {
		return lookup.Err
	}
	return err
}

// Name returns the name that precedes the command line or, if there is none, "exec:"
// and the command line.
func (m *Metric) Name() string { return m.name }

// FirstTrial returns 1.
func (m *Metric) FirstTrial() int { return 1 }

// Check returns an error for boards without trials.
func (m *Metric) Check(_, trials int) error {
	if trials < 1 {
		return fmt.Errorf("%s requires at least one trial", quoted.Bare(m.Name()))
	}
	return nil
}

// Score requests the scores of all models from the program and returns the score of one
// model.
func (m *Metric) Score(t *results.Tally, model int) float64 {
	scores := make([]float64, t.Models)
	m.ScoreAll(t, scores)
	return scores[model]
}

// ScoreAll requests the scores of all models from the program. It panics with a
// metrics.Failure if the program does not answer or cannot rank the board, or if the
// context has ended.
func (m *Metric) ScoreAll(t *results.Tally, scores []float64) {
	m.ScoreIntervals(t, scores, nil, nil)
}

// ScoreIntervals sets scores as ScoreAll does. If the program answers with intervals,
// it also sets lo and hi to their ends, at metrics.ScoredConfidence, and returns true.
// Otherwise it returns false. lo and hi are as long as scores, or nil.
func (m *Metric) ScoreIntervals(t *results.Tally, scores, lo, hi []float64) (known bool) {
	if lo == nil {
		lo, hi = make([]float64, t.Models), make([]float64, t.Models)
	}
	one := [1]metrics.Scored{{Scores: scores, Lo: lo, Hi: hi}}
	m.ScoreBatch([]*results.Tally{t}, one[:])
	if err := one[0].Err; err != nil {
		panic(metrics.Failure{Err: m.fail(err)})
	}
	return one[0].Known
}

// ScoreBatch requests the scores of several boards, with as many boards per request as
// the program accepts. If the program cannot rank a board, the Scored of that board
// holds the error. If scores are missing for any other reason, it panics as ScoreAll
// does.
func (m *Metric) ScoreBatch(ts []*results.Tally, into []metrics.Scored) {
	p, err := m.take()
	if err == nil {
		p.weights = m.weights
		err = p.askAll(ts, into)
	}
	if err != nil {
		panic(metrics.Failure{Err: m.fail(err)})
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.idle = append(m.idle, p)
}

// ScoresUnequal does nothing. The program itself announces whether it scores unequal
// boards.
func (m *Metric) ScoresUnequal() {}

// take returns a process that no other goroutine is using.
func (m *Metric) take() (*process, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if last := len(m.idle) - 1; last >= 0 {
		p := m.idle[last]
		m.idle = m.idle[:last]
		return p, nil
	}
	return m.host.start(m.args)
}

// fail ends all programs of the host and returns the first failure: err or an earlier
// failure that caused it.
func (m *Metric) fail(err error) error {
	m.host.end(fmt.Errorf("%s: %w", quoted.Bare(m.Name()), err))
	return context.Cause(m.host.ctx)
}
