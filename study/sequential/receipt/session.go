package receipt

import (
	"context"
	"fmt"
	"slices"

	"settle/internal/quoted"
)

// A Session tells a program, before each attempt, whether the plan wants that attempt. Between
// two looks, it answers in a time that does not depend on the size of the board.
type Session struct {
	plan    *Plan
	replay  *Replay // has passed all recorded looks
	known   bool    // the recorded looks were checked against the outcomes of the session
	workers int

	models, questions map[string]int
	own               []bool // by model: the program runs it
	cells             []cell // by model, then question
	flight            []int  // by model, then question: attempts that were granted and have not ended
	looked            []int  // by model, then question: trials that the last look saw
	missing           int    // attempts that the next look waits for
	others            int    // the part of missing that belongs to models that the program does not run
	most              int    // largest number of trials of a question that the plan can give a model
}

// A cell holds the outcomes of all trials of one question by one model, sorted by trial number.
type cell struct {
	trials   []int64
	outcomes []uint8
}

// NewSession starts a session for a program that runs the models in ownModels at all questions of
// the plan. Looks use the given number of goroutines. NewSession fails if questions differs from
// the plan's questions, or if a model in ownModels is not in the plan.
func NewSession(p *Plan, ownModels, questions []string, workers int) (*Session, error) {
	if _, err := places("question", p.Settings.Questions, questions); err != nil {
		return nil, err
	}
	s := &Session{plan: p, workers: workers, models: p.Settings.places(), questions: map[string]int{}}
	for question, name := range p.Settings.Questions {
		s.questions[name] = question
	}
	s.own = make([]bool, len(p.Settings.Models))
	for _, name := range ownModels {
		model, ok := s.models[name]
		if !ok {
			return nil, fmt.Errorf("the model %s is not in the plan; remove it, or start a new plan", quoted.Text(name))
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

// Row returns the outcomes so far of a model at a question, sorted by trial number.
func (s *Session) Row(model, question int) []uint8 {
	return s.cells[model*len(s.questions)+question].outcomes
}

// count recomputes the number of attempts that the next look waits for.
func (s *Session) count() {
	s.missing, s.others = 0, 0
	for at := range s.cells {
		s.add(at, max(s.replay.counts[at]-len(s.cells[at].outcomes), 0))
	}
}

// add increases the number of attempts that the next look waits for. The increase can be negative.
// The attempts belong to the cell (model and question) with the given index.
func (s *Session) add(at, attempts int) {
	s.missing += attempts
	if !s.own[at/len(s.questions)] {
		s.others += attempts
	}
}

// cell returns the index of the cell for a model and a question. It fails if the plan lacks
// either.
func (s *Session) cell(model, question string) (int, error) {
	m, ok := s.models[model]
	if !ok {
		return 0, fmt.Errorf("the model %s is not in the plan", quoted.Text(model))
	}
	q, ok := s.questions[question]
	if !ok {
		return 0, fmt.Errorf("the question %s is not in the plan", quoted.Text(question))
	}
	return m*len(s.questions) + q, nil
}

// Outcome stores the outcome of an attempt by a model at a question. trial points to the trial's
// number; nil stands for the next number. Storing the same outcome again is not an error. Outcome
// fails if the trial already has a different outcome, if the outcome is not a category, or if the
// trial comes before trials that a look already used.
func (s *Session) Outcome(model, question string, trial *int64, outcome float64) error {
	at, err := s.cell(model, question)
	if err != nil {
		return err
	}
	if category := int(min(max(outcome, -1), 256)); float64(category) != outcome || category < 0 || category > s.plan.Settings.topCategory() {
		return fmt.Errorf("outcome %v is not a category 0..%d", outcome, s.plan.Settings.topCategory())
	}
	c := &s.cells[at]
	place := len(c.trials)
	number := int64(1)
	switch {
	case trial != nil:
		var there bool
		number = *trial
		if place, there = slices.BinarySearch(c.trials, number); there && c.outcomes[place] != uint8(outcome) {
			return fmt.Errorf("trial %d of %s at %s already has outcome %d, not %v", number, quoted.Text(model), quoted.Text(question),
				c.outcomes[place], outcome)
		} else if there {
			return nil
		}
	case place > 0:
		number = c.trials[place-1] + 1
	}
	if place < s.looked[at] {
		return fmt.Errorf("trial %d of %s at %s comes before trials that were already used in look %d; give this trial a higher number",
			number, quoted.Text(model), quoted.Text(question), len(s.plan.Looks))
	}
	c.trials, c.outcomes = slices.Insert(c.trials, place, number), slices.Insert(c.outcomes, place, uint8(outcome))
	if len(c.outcomes) <= s.replay.counts[at] {
		s.add(at, -1)
	}
	s.flight[at] = max(s.flight[at]-1, 0)
	return nil
}

// Failed reports to the session that a granted attempt ended without an outcome, so that another
// attempt can be granted in its place.
func (s *Session) Failed(model, question string) error {
	at, err := s.cell(model, question)
	if err == nil {
		s.flight[at] = max(s.flight[at]-1, 0)
	}
	return err
}

// Runs tells the session whether the program still runs attempts by a model.
func (s *Session) Runs(model string, runs bool) error {
	at, ok := s.models[model]
	if !ok {
		return fmt.Errorf("the model %s is not in the plan", quoted.Text(model))
	}
	if s.own[at] != runs {
		s.own[at] = runs
		s.count()
	}
	return nil
}

// Due reports whether the next look can be taken: all attempts that it waits for are stored, and
// the plan has not stopped.
func (s *Session) Due() bool { return s.missing == 0 && s.plan.Stopped() == "" }

// Look takes all looks that are due and calls record with each of them. The first call also
// checks that the session's outcomes agree with the looks recorded before.
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

// Waits returns two numbers of attempts for the next look: the attempts that it still waits for,
// and all attempts that the plan requested for it, including those already made.
func (s *Session) Waits() (missing, asked int) { return s.missing, s.replay.asked }

// An Answer says whether the plan wants an attempt.
type Answer struct {
	Want    bool
	Later   bool   // the attempt is not wanted now, but possibly after the next look
	Blocked bool   // no attempt that the program runs can complete the next look
	Reason  string // why the attempt is not wanted
	Stopped string // reason why the plan stopped, "" if it has not
}

// Want reports whether the plan wants an attempt by a model at a question. If it does, the
// attempt is granted: it counts as running until Outcome or Failed is called for it.
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
		return Answer{Reason: fmt.Sprintf("the plan allows at most %d trials per question", s.most)}, nil
	}
	a := Answer{Later: true, Blocked: s.others > 0 && s.others == s.missing}
	rest := "none of them at this question"
	if a.Blocked {
		rest = "all by models that this program does not run"
	}
	a.Reason = fmt.Sprintf("look %d waits for %d of %d attempts, %s", len(s.plan.Looks)+1, s.missing, s.replay.asked, rest)
	return a, nil
}
