package receipt

import (
	"context"
	"fmt"
	"slices"

	"settle/internal/quoted"
)

// A Session answers a program that asks before each attempt whether the plan wants it. Between
// two looks an answer takes the same time whatever the board's size.
type Session struct {
	plan    *Plan
	replay  *Replay // past all recorded looks
	known   bool    // the recorded looks saw what the session holds
	workers int

	models, questions map[string]int
	own               []bool // by model: the program runs it
	cells             []cell // by model, then question
	flight            []int  // likewise: attempts that were granted and have not ended
	looked            []int  // likewise: trials that the last look saw
	missing           int    // attempts that the next look waits for
	others            int    // of these, those of models that the program does not run
	most              int    // trials of a question that the plan gives a model
}

// A cell holds the outcomes of a model at a question by the number of the trial.
type cell struct {
	trials   []int64
	outcomes []uint8
}

// NewSession starts a session for a program that runs some of the models of a plan, at all of its
// questions.
func NewSession(p *Plan, own, questions []string, workers int) (*Session, error) {
	if _, err := places("question", p.Settings.Questions, questions); err != nil {
		return nil, err
	}
	s := &Session{plan: p, workers: workers, models: p.Settings.places(), questions: map[string]int{}}
	for question, name := range p.Settings.Questions {
		s.questions[name] = question
	}
	s.own = make([]bool, len(p.Settings.Models))
	for _, name := range own {
		model, ok := s.models[name]
		if !ok {
			return nil, fmt.Errorf("the model %s is not planned; leave it out, or start a new plan", quoted.Text(name))
		}
		s.own[model] = true
	}
	size := len(s.models) * len(s.questions)
	s.cells, s.flight, s.looked = make([]cell, size), make([]int, size), make([]int, size)
	step, err := p.Settings.Step()
	s.most = step.Most(len(s.models))
	s.replay = NewReplay(p, s, workers)
	for s.replay.passed < len(p.Looks) {
		s.replay.pass()
	}
	s.count()
	return s, err
}

// Row returns the outcomes so far.
func (s *Session) Row(model, question int) []uint8 {
	return s.cells[model*len(s.questions)+question].outcomes
}

// count counts what the next look waits for.
func (s *Session) count() {
	s.missing, s.others = 0, 0
	for at := range s.cells {
		s.add(at, max(s.replay.counts[at]-len(s.cells[at].outcomes), 0))
	}
}

// add adds attempts of a cell to those that the next look waits for.
func (s *Session) add(at, attempts int) {
	s.missing += attempts
	if !s.own[at/len(s.questions)] {
		s.others += attempts
	}
}

// cell returns the place of a model and a question.
func (s *Session) cell(model, question string) (int, error) {
	m, ok := s.models[model]
	if !ok {
		return 0, fmt.Errorf("the model %s is not planned", quoted.Text(model))
	}
	q, ok := s.questions[question]
	if !ok {
		return 0, fmt.Errorf("the question %s is not planned", quoted.Text(question))
	}
	return m*len(s.questions) + q, nil
}

// Outcome takes the outcome of an attempt, nil for a trial that has no number: it is then the
// next one. An outcome that came before is no error. It fails if it is another one than
// before, no category, or of a trial before others that a look saw.
func (s *Session) Outcome(model, question string, trial *int64, outcome float64) error {
	at, err := s.cell(model, question)
	if err != nil {
		return err
	}
	if category := int(min(max(outcome, -1), 256)); float64(category) != outcome || category < 0 || category > s.plan.Settings.top() {
		return fmt.Errorf("outcome %v is not a category 0..%d", outcome, s.plan.Settings.top())
	}
	c := &s.cells[at]
	place := len(c.trials)
	number := int64(1)
	switch {
	case trial != nil:
		var there bool
		number = *trial
		if place, there = slices.BinarySearch(c.trials, number); there && c.outcomes[place] != uint8(outcome) {
			return fmt.Errorf("trial %d of %s at %s was %d before, and is %v now", number, quoted.Text(model), quoted.Text(question),
				c.outcomes[place], outcome)
		} else if there {
			return nil
		}
	case place > 0:
		number = c.trials[place-1] + 1
	}
	if place < s.looked[at] {
		return fmt.Errorf("trial %d of %s at %s comes before trials that look %d saw; number it after them",
			number, quoted.Text(model), quoted.Text(question), len(s.plan.Looks))
	}
	c.trials, c.outcomes = slices.Insert(c.trials, place, number), slices.Insert(c.outcomes, place, uint8(outcome))
	if len(c.outcomes) <= s.replay.counts[at] {
		s.add(at, -1)
	}
	s.flight[at] = max(s.flight[at]-1, 0)
	return nil
}

// Failed takes back the grant of an attempt that ended without an outcome.
func (s *Session) Failed(model, question string) error {
	at, err := s.cell(model, question)
	if err == nil {
		s.flight[at] = max(s.flight[at]-1, 0)
	}
	return err
}

// Runs says whether the program goes on to run attempts of a model.
func (s *Session) Runs(model string, runs bool) error {
	at, ok := s.models[model]
	if !ok {
		return fmt.Errorf("the model %s is not planned", quoted.Text(model))
	}
	if s.own[at] != runs {
		s.own[at] = runs
		s.count()
	}
	return nil
}

// Due reports whether a look is due.
func (s *Session) Due() bool { return s.missing == 0 && s.plan.Stopped() == "" }

// Look adds the looks that are due, and has each recorded. The first time, it also confirms
// what the recorded looks saw.
func (s *Session) Look(ctx context.Context, record func(*Seen) error) error {
	if !s.known {
		s.replay = NewReplay(s.plan, s, s.workers)
	}
	before := slices.Clone(s.replay.counts)
	err := s.replay.Continue(ctx, func(seen *Seen) error {
		copy(before, s.replay.counts)
		return record(seen)
	})
	if err == nil {
		s.known = true
		copy(s.looked, before)
	}
	s.count()
	return err
}

// Waits returns how many attempts the next look waits for, and of how many that were asked for.
func (s *Session) Waits() (missing, asked int) { return s.missing, s.replay.asked }

// An Answer says whether an attempt is wanted.
type Answer struct {
	Want    bool
	Later   bool   // it is not wanted now, and can be after the next look
	Blocked bool   // nothing that the program runs can bring the next look
	Reason  string // why it is not wanted
	Stopped string // the plan's stop, "" while it goes on
}

// Want answers whether an attempt is wanted. If so, it is granted: it counts as running until its
// outcome comes, or Failed.
func (s *Session) Want(model, question string) (Answer, error) {
	at, err := s.cell(model, question)
	if err != nil {
		return Answer{}, err
	}
	taken := len(s.cells[at].outcomes) + s.flight[at]
	switch stop := s.plan.Stopped(); {
	case stop != "":
		return Answer{Stopped: stop, Reason: fmt.Sprintf("the plan stopped at look %d: %s", len(s.plan.Looks), stop)}, nil
	case taken < s.replay.counts[at]:
		s.flight[at]++
		return Answer{Want: true}, nil
	case taken >= s.most:
		return Answer{Reason: fmt.Sprintf("the plan gives no question more than %d trials", s.most)}, nil
	}
	a := Answer{Later: true, Blocked: s.others > 0 && s.others == s.missing}
	rest := "and for no more of this question"
	if a.Blocked {
		rest = "all of models that this program does not run"
	}
	a.Reason = fmt.Sprintf("look %d waits for %d of %d attempts, %s", len(s.plan.Looks)+1, s.missing, s.replay.asked, rest)
	return a, nil
}
