// Package external is metrics that programs compute, in any language.
//
// Begin with [NewHost].
//
// It believes that a program is a pure function of counts: it may keep nothing
// from one request to the next, so that any of several processes can answer
// and a score depends on the board alone. A program that cannot answer ends the
// work with one error that names it, never with a wrong number. The package
// leaves names to the grammar of package metrics, and what scores are compared
// with to others.
//
// A program reads requests from its standard input, one JSON object on a line,
// and answers each on its standard output, one JSON object on a line, before
// it reads the next:
//
//	{"id":1,"trials":3,"categories":2,"weights":[0,1],"confidence":0.95,"counts":[[[1,2],[3,0]],[[0,3],[2,1]]]}
//	{"id":1,"scores":[0.333,0.667]}
//
// A request is a whole board cut to its first trials: counts[l][q][j] is how
// many of the trials of model l on question q fell into category j, which
// is wrong (0) and correct (1) where there are two categories; they add up to
// trials, and weights[j] is what category j is worth. scores[l] is the score of
// model l, a finite number, larger for better models. Models tie only where
// their scores are the same number. A program may answer central intervals of
// the confidence of the request as well, "intervals":[[0.1,0.6],[0.4,0.9]], or
// standard errors, "errors":[0.13,0.12], which stand for intervals of 1.96 of
// them to either side; or in place of all that "error":"why" where it cannot
// rank the board. It should flush what it writes, may write to its standard
// error what it likes, and should end when its standard input does.
//
// Programs that know no more than that are asked about one board after the
// other. With any answer, a program may say that it takes more: "batch":64 for
// up to so many boards in a request, as
//
//	{"id":2,"categories":2,"confidence":0.95,"boards":[{"trials":3,"counts":…},{"trials":2,"counts":…}]}
//	{"id":2,"answers":[{"scores":[0.333,0.667]},{"error":"too few trials"}]}
//
// "packed":true to be sent these as one text, and "unequal":true for boards
// whose questions have different numbers of trials. docs/formats.md has the
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

// Patience is how long a program may take to answer one request.
const Patience = 30 * time.Second

// Host starts programs and ends them. The first program to fail ends all others
// of its host, and so does the end of the host's context.
type Host struct {
	ctx      context.Context
	end      context.CancelCauseFunc
	patience time.Duration

	mu        sync.Mutex
	processes map[*process]bool // that have not been waited for
	thread    thread            // that starts them, nil while there are none
}

// NewHost returns a host whose programs are killed when ctx ends.
func NewHost(ctx context.Context) *Host {
	h := &Host{patience: Patience, processes: map[*process]bool{}}
	h.ctx, h.end = context.WithCancelCause(ctx)
	return h
}

// Close kills the programs that still run and waits for them. No metric of the
// host can score afterwards.
func (h *Host) Close() {
	h.end(errors.New("the programs have been ended"))
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

// Metric is a metric that a program computes. It starts at n = 1 and scores
// boards of any categories. Every goroutine that scores at the same time as
// others has a process of its own, started when it is first needed.
type Metric struct {
	host    *Host
	name    string
	args    []string
	weights []float64 // of the categories, where they were told

	mu   sync.Mutex
	idle []*process
}

// Metric returns the metric of a command line: a program and its arguments, separated
// by spaces unless these are quoted ('…' or "…"), and maybe a name before it, as in
// mine=./mine.py, which the metric then bears; else it is called exec: and the command.
// It fails if there is no such program.
func (h *Host) Metric(command string) (metrics.Metric, error) {
	name, rest := words.Name(command)
	args, err := words.Split(rest)
	switch {
	case err != nil:
		return nil, err
	case len(args) == 0:
		return nil, errors.New("it needs a program, as in exec:./mine.py")
	}
	if _, err := exec.LookPath(args[0]); errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("the program %s may not be run: make it executable, or name what runs it, "+
			"as in exec:python3 mine.py", quoted.Path(args[0]))
	} else if err != nil {
		return nil, fmt.Errorf("the program %s cannot be run: %w", quoted.Path(args[0]), reason(err))
	}
	if name == "" {
		name = "exec:" + words.Join(args)
	}
	return &Metric{host: h, name: name, args: args}, nil
}

// Weigh tells the program what categories are worth.
func (m *Metric) Weigh(w metrics.Weights) { m.weights = w.Floats() }

// reason strips what package exec says around an error of the system.
func reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if lookup, ok := errors.AsType[*exec.Error](err); ok {
		return lookup.Err
	}
	return err
}

// Name is the name that the program was given, or "exec:" and the command line.
func (m *Metric) Name() string { return m.name }

// FirstTrial is 1.
func (m *Metric) FirstTrial() int { return 1 }

// Check refuses boards without trials.
func (m *Metric) Check(_, trials int) error {
	if trials < 1 {
		return fmt.Errorf("%s needs a trial or more", quoted.Bare(m.Name()))
	}
	return nil
}

// Score asks for the scores of all models and returns that of one.
func (m *Metric) Score(t *results.Tally, model int) float64 {
	scores := make([]float64, t.Models)
	m.ScoreAll(t, scores)
	return scores[model]
}

// ScoreAll asks for the scores of all models, in one request. It panics with a
// metrics.Failure if the program does not answer or cannot rank the board, or if the
// context has ended.
func (m *Metric) ScoreAll(t *results.Tally, scores []float64) {
	m.ScoreIntervals(t, scores, nil, nil)
}

// ScoreIntervals is ScoreAll with the ends of the intervals of metrics.ScoredConfidence
// that the program answers; it returns false if it answers none. lo and hi are as long
// as scores, or nil.
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

// ScoreBatch asks for the scores of several boards, as many in a request as the program
// takes. It panics as ScoreAll does, but for boards that the program cannot rank.
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

// ScoresUnequal does nothing: whether a program scores unequal boards it says itself.
func (m *Metric) ScoresUnequal() {}

// take returns a process that nobody else uses.
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

// fail ends all programs of the host and returns the reason: this failure, or
// what ended them before, of which it is then but a consequence.
func (m *Metric) fail(err error) error {
	m.host.end(fmt.Errorf("%s: %w", quoted.Bare(m.Name()), err))
	return context.Cause(m.host.ctx)
}
