// Package external provides metrics that an external program computes, in any language.
//
// Call [NewHost] once, [Host.Metric] for each program, and [Host.Close] at the end. Do not
// use it for a metric written in Go: implement metrics.Metric.
//
// A program must be a pure function of counts. It must keep no state between requests,
// because any of several processes can answer. Scores then depend on the board alone. If
// a program cannot answer, the work ends with one error that names it, never with a wrong
// number.
//
// A program reads requests from its standard input, one JSON object per line. It answers
// each on its standard output, one JSON object per line, before it reads the next:
//
//	{"id":1,"trials":3,"categories":2,"weights":[0,1],"confidence":0.95,"counts":[[[1,2],[3,0]],[[0,3],[2,1]]]}
//	{"id":1,"scores":[0.333,0.667]}
//
// A request is a whole board cut to its first trials. counts[l][q][j] is the number of
// trials of model l on question q in category j; with two categories these are wrong (0)
// and correct (1). They add up to trials, and weights[j] is the weight of category j.
// scores[l] is the score of model l, a finite number, larger for better models. Models
// tie only if their scores are the same number. A program can also answer central
// intervals at the confidence of the request, "intervals":[[0.1,0.6],[0.4,0.9]], or
// standard errors, "errors":[0.13,0.12], which mean intervals of 1.96 standard errors to
// either side. If it cannot rank the board, it answers "error":"reason" instead. It
// should flush its output, can write anything to its standard error, and should exit at
// the end of its standard input.
//
// By default a program gets one board per request. In any answer it can announce more:
// "batch":64 accepts up to 64 boards in a request,
//
//	{"id":2,"categories":2,"confidence":0.95,"boards":[{"trials":3,"counts":…},{"trials":2,"counts":…}]}
//	{"id":2,"answers":[{"scores":[0.333,0.667]},{"error":"too few trials"}]}
//
// "packed":true accepts the boards of a request as one text, and "unequal":true accepts
// boards with different numbers of trials per question. docs/formats.md describes the
// fields.
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

// Patience is the time limit of a program for one request.
const Patience = 30 * time.Second

// A Host starts programs and ends them. If one program fails, all others of its host are
// ended; the same happens when the host's context ends.
type Host struct {
	ctx      context.Context
	end      context.CancelCauseFunc
	patience time.Duration

	mu        sync.Mutex
	processes map[*process]bool // programs that have not been waited for
	thread    thread            // starts the programs; nil while there are none
}

// NewHost returns a host whose programs are killed when ctx ends.
func NewHost(ctx context.Context) *Host {
	h := &Host{patience: Patience, processes: map[*process]bool{}}
	h.ctx, h.end = context.WithCancelCause(ctx)
	return h
}

// Close kills the running programs and waits for them. The metrics of the host cannot
// score afterwards.
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

// A Metric is a metric that a program computes. It starts at n = 1 and scores boards of
// any categories. Each goroutine that scores concurrently uses its own process. A
// process starts when it is first needed.
type Metric struct {
	host    *Host
	name    string
	args    []string
	weights []float64 // of the categories; nil if unknown

	mu   sync.Mutex
	idle []*process
}

// Metric returns the metric that a command line computes. The command line is a program
// and its arguments, separated by spaces unless quoted ('…' or "…"). A name can precede
// it, as in mine=./mine.py. The default name is "exec:" followed by the command line.
// Metric returns an error if the program does not exist or cannot be executed.
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

// Weigh sets the weights of categories to send to the program.
func (m *Metric) Weigh(w metrics.Weights) { m.weights = w.Floats() }

// reason returns the operating system's error inside an error of package exec.
func reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if lookup, ok := errors.AsType[*exec.Error](err); ok {
		return lookup.Err
	}
	return err
}

// Name returns the given name, or "exec:" and the command line.
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

// Score requests the scores of all models and returns the score of one.
func (m *Metric) Score(t *results.Tally, model int) float64 {
	scores := make([]float64, t.Models)
	m.ScoreAll(t, scores)
	return scores[model]
}

// ScoreAll requests the scores of all models. It panics with a metrics.Failure if the
// program does not answer or cannot rank the board, or if the context has ended.
func (m *Metric) ScoreAll(t *results.Tally, scores []float64) {
	m.ScoreIntervals(t, scores, nil, nil)
}

// ScoreIntervals does the work of ScoreAll. If the program answers intervals, it also
// sets lo and hi to their ends, at metrics.ScoredConfidence. Otherwise it returns
// false. lo and hi are as long as scores, or nil.
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

// ScoreBatch requests the scores of several boards. Each request has the number of
// boards that the program accepts. It panics as ScoreAll does, but not for boards that
// the program cannot rank: for these, Scored holds the error.
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

// ScoresUnequal does nothing: the program itself announces whether it scores unequal
// boards.
func (m *Metric) ScoresUnequal() {}

// take returns a process that no other goroutine uses.
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

// fail ends all programs of the host and returns the reason: this failure, or an earlier
// one that caused it.
func (m *Metric) fail(err error) error {
	m.host.end(fmt.Errorf("%s: %w", quoted.Bare(m.Name()), err))
	return context.Cause(m.host.ctx)
}
