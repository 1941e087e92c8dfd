package next

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"settle/cmd/internal/cli"
	"settle/internal/bounded"
	"settle/internal/lists"
	"settle/internal/panics"
	"settle/metrics"
	"settle/results"
	"settle/results/collect"
	"settle/study/sequential/receipt"
)

// A request is a line of JSON from the program that runs the attempts. Exactly one member is set;
// docs/formats.md explains the members.
type request struct {
	Start   *starting `json:"start"`
	Outcome *outcome  `json:"outcome"`
	Failed  *outcome  `json:"failed"`
	Want    *want     `json:"want?"`
	End     *want     `json:"end"`
}

type starting struct {
	Models    []string `json:"models"`
	Questions []string `json:"questions"`
	Top       *int     `json:"top"`
}

type outcome struct {
	Model    string   `json:"model"`
	Question string   `json:"question"`
	Trial    *int64   `json:"trial"`
	Outcome  *float64 `json:"outcome"`
}

type want struct {
	Model    string         `json:"model"`
	Question string         `json:"question"`
	Wait     float64        `json:"wait"` // seconds
	ID       jsontext.Value `json:"id"`
	until    time.Time
}

// A reply is a line of JSON for the program that runs the attempts.
type reply struct {
	Want    *bool          `json:"want,omitzero"`
	Later   *bool          `json:"later,omitzero"`
	Reason  string         `json:"reason,omitzero"`
	Stopped string         `json:"stopped,omitzero"`
	ID      jsontext.Value `json:"id,omitzero"`
	State   *state         `json:"state,omitzero"`
	Look    *receipt.Look  `json:"look,omitzero"`
	Error   string         `json:"error,omitzero"`
}

type state struct {
	Looks   int    `json:"looks"`
	Decided int    `json:"decided"` // number of decided pairs
	Pairs   int    `json:"pairs"`
	Missing int    `json:"missing"`
	Asked   int    `json:"asked"`
	Stop    string `json:"stop,omitzero"`
}

// A talk is a session with a program that runs attempts. Both sides send lines of JSON.
type talk struct {
	*evaluation
	out     io.Writer
	earlier *results.Attempts // outcomes from files, or nil
	session *receipt.Session  // nil before the start
	waiting []*want           // requests not yet answered, in order of arrival
}

// serve answers the requests of a program until the program closes standard input.
func (c *Command) serve(env *cli.Env) error {
	if c.Follow || env.Out != "" || c.Reading.Policy != nil || slices.Contains(c.Paths, "-") {
		return cli.Usagef("--stdio cannot be used with --follow, --missing, --out or results on standard input; remove them")
	}
	e, release, err := c.begin(env)
	if err != nil {
		return err
	}
	defer release()
	if e.Otherwise != results.MissingUnequal {
		return e.nameFile(errors.New("this plan counts failed attempts as wrong, which --stdio does not support; start a new plan"))
	}
	t := &talk{evaluation: e, out: env.Stdout}
	if len(c.Paths) > 0 {
		table := results.ReadOptions{Task: c.Task, MaxBytes: env.AllowedMemory(), Columns: c.Column, Policy: results.Policy{Missing: e.Otherwise}}
		collection, err := c.Collect(env, c.Paths, table, collect.Ranking)
		if err != nil {
			return err
		}
		if t.earlier, err = collection.Choose(c.Task); err != nil {
			return err
		}
	}
	return t.run(os.Stdin)
}

// run processes lines until the input ends. It replies to an invalid line with an error.
func (t *talk) run(in io.Reader) error {
	lines, end := make(chan []byte), make(chan error, 1)
	go func() {
		end <- panics.Do(func() error { return readLines(in, lines, t.env.Context.Done()) })
	}()
	tick := time.Tick(time.Second / 4) // for requests whose wait has expired
	for {
		var err error
		select {
		case <-t.env.Context.Done():
			return t.env.Context.Err()
		case line := <-lines:
			err = t.take(line)
		case <-tick:
			err = t.answerWaiting()
		case err := <-end:
			switch {
			case err != nil:
				return panics.Raise(err)
			case t.plan == nil || t.plan.Stopped() == "":
				return cli.ErrOpen
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// readLines sends each non-empty line of the input to a channel.
func readLines(in io.Reader, lines chan<- []byte, stop <-chan struct{}) error {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, bounded.File)
	for scanner.Scan() {
		if len(scanner.Bytes()) == 0 {
			continue
		}
		select {
		case lines <- bytes.Clone(scanner.Bytes()):
		case <-stop:
			return nil
		}
	}
	if err := scanner.Err(); err != nil {
		return fmt.Errorf("standard input: %w", cli.Reason(err))
	}
	return nil
}

// say writes a reply as a line of JSON.
func (t *talk) say(r reply) error {
	line, err := json.Marshal(r)
	if err == nil {
		_, err = t.out.Write(append(line, '\n'))
	}
	return err
}

// take processes one line, which holds a request of the program.
func (t *talk) take(line []byte) error {
	var r request
	err := json.Unmarshal(line, &r, json.RejectUnknownMembers(true))
	if err != nil {
		err = errors.New("cannot read the line: " + receipt.Unreadable(err))
	}
	switch {
	case err != nil:
	case r.Start != nil:
		if err = t.start(r.Start); err == nil {
			return t.lookIfDue()
		}
	case t.session == nil:
		err = errors.New(`the first line must be {"start": …}`)
	case r.Outcome != nil && r.Outcome.Outcome != nil:
		o := r.Outcome
		if err = t.session.Outcome(o.Model, o.Question, o.Trial, *o.Outcome); err == nil {
			return t.lookIfDue()
		}
	case r.Failed != nil || r.Outcome != nil: // an outcome of null also means failed
		o := r.Failed
		if o == nil {
			o = r.Outcome
		}
		if err = t.session.Failed(o.Model, o.Question); err == nil {
			return t.answerWaiting()
		}
	case r.Want != nil:
		return t.answer(r.Want)
	case r.End != nil:
		if err = t.session.Runs(r.End.Model, false); err == nil {
			return t.answerWaiting()
		}
	default:
		err = errors.New("the line must contain one of these members: start, outcome, failed, want?, end")
	}
	if err != nil {
		return t.say(reply{Error: err.Error()})
	}
	return nil
}

// lookIfDue takes the interim looks that are due, saves them and sends each to the program.
func (t *talk) lookIfDue() error {
	if !t.session.Due() {
		return nil
	}
	err := t.session.Look(t.env.Context, func(seen *receipt.Seen) error {
		if err := t.save(); err != nil {
			return err
		}
		return t.say(reply{Look: &seen.Look})
	})
	if err != nil {
		err = t.nameLookFile(err)
		_ = t.say(reply{Error: err.Error()}) // the command ends with this error
		return err
	}
	return t.answerWaiting()
}

// answer tells the program whether an attempt is wanted. If this is not known yet, the answer can
// follow later, within the time that the request allows.
func (t *talk) answer(w *want) error {
	if w.Wait > 0 {
		const most = 1e9 // seconds
		w.until = time.Now().Add(time.Duration(min(w.Wait, most) * float64(time.Second)))
	}
	_ = t.session.Runs(w.Model, true) // tryAnswer reports the error
	answered, err := t.tryAnswer(w)
	if !answered {
		t.waiting = append(t.waiting, w)
	}
	return err
}

// tryAnswer answers a request that asks whether an attempt is wanted. It does not answer yet if the
// attempt can still become wanted before the request's wait ends. It reports whether it answered.
func (t *talk) tryAnswer(w *want) (answered bool, err error) {
	a, err := t.session.Want(w.Model, w.Question)
	switch {
	case err != nil:
		return true, t.say(reply{Error: err.Error(), ID: w.ID})
	case a.Want:
		return true, t.say(reply{Want: &a.Want, ID: w.ID})
	case a.Later && !a.Blocked && time.Now().Before(w.until):
		return false, nil
	}
	return true, t.say(reply{Want: &a.Want, Later: &a.Later, Reason: a.Reason, Stopped: a.Stopped, ID: w.ID})
}

// answerWaiting answers every waiting request that no longer has to wait.
func (t *talk) answerWaiting() error {
	waiting := t.waiting
	t.waiting = nil
	for i, w := range waiting {
		answered, err := t.tryAnswer(w)
		if err != nil {
			t.waiting = append(t.waiting, waiting[i+1:]...)
			return err
		}
		if !answered {
			t.waiting = append(t.waiting, w)
		}
	}
	return nil
}

// start creates a plan for the models and questions, or continues an existing plan.
func (t *talk) start(s *starting) error {
	if t.session != nil {
		return errors.New("a start line can be sent only once")
	}
	w := metrics.Binary
	if t.Weights != "" {
		var err error
		if w, err = metrics.ParseWeights(t.Weights); err != nil {
			return fmt.Errorf("--weights: %w", err)
		}
	}
	if s.Top != nil && *s.Top != w.Len()-1 {
		return fmt.Errorf("top is %d, but the weights are for categories 0 to %d; use --weights", *s.Top, w.Len()-1)
	}
	if err := t.startPlan(s, w); err != nil {
		return err
	}
	session, err := receipt.NewSession(t.plan, s.Models, s.Questions, t.env.Workers)
	if err != nil {
		return err
	}
	if err := t.feed(session); err != nil {
		return err
	}
	t.session = session
	missing, asked := session.Waits()
	models := len(t.plan.Settings.Models)
	return t.say(reply{State: &state{len(t.plan.Looks), t.plan.Decided(), models * (models - 1) / 2, missing, asked, t.plan.Stopped()}})
}

// startPlan creates the plan. If the plan exists, startPlan instead returns an error if the flags
// contradict it. The first look of a new plan uses one batch of trials of every question by every
// model, or all trials in the files if they contain more.
func (t *talk) startPlan(s *starting, w metrics.Weights) error {
	models, most, counts := slices.Clone(s.Models), 1, map[[2]string]int{}
	if t.earlier != nil && t.plan == nil {
		for a := range t.scoredAttempts() {
			at := [2]string{t.earlier.Models()[a.Model], t.earlier.Questions()[a.Question]}
			counts[at]++
			most = max(most, counts[at])
		}
		models = lists.Unique(slices.Concat(t.earlier.Models(), models))
	}
	if t.plan != nil {
		models = t.plan.Settings.Models
	}
	if err := receipt.CheckNames(models, s.Questions); err != nil {
		return err
	}
	b, err := results.NewBoard(models, s.Questions, most, w.Len()-1)
	if err != nil {
		return err
	}
	if t.plan != nil {
		return t.agree(b, w)
	}
	settings, err := t.settings(b, w)
	if err != nil {
		return err
	}
	var first []int
	for _, model := range models {
		for _, question := range s.Questions {
			first = append(first, max(counts[[2]string{model, question}], settings.Batch))
		}
	}
	p, err := receipt.New(settings.For(models, s.Questions, first))
	if err != nil {
		return err
	}
	t.plan = p
	return t.save()
}

// scoredAttempts iterates over the attempts from files whose outcome is known.
func (t *talk) scoredAttempts() func(func(results.Attempt) bool) {
	return func(yield func(results.Attempt) bool) {
		for a := range t.earlier.All() {
			if a.Outcome == a.Outcome && !yield(a) { // the outcome of a failed attempt is NaN
				return
			}
		}
	}
}

// feed passes the outcomes that were read from files to the session, which decides which attempts
// are wanted.
func (t *talk) feed(s *receipt.Session) error {
	if t.earlier == nil {
		return nil
	}
	for a := range t.scoredAttempts() {
		if err := s.Outcome(t.earlier.Models()[a.Model], t.earlier.Questions()[a.Question], &a.Trial, a.Outcome); err != nil {
			return err
		}
	}
	return nil
}
