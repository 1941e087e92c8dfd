package receipt_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"settle/results"
	"settle/study/sequential"
	"settle/study/sequential/receipt"
)

// program asks a session for every attempt, runs many at once, which end in any order, and now
// and then fail, and is killed at times: then it starts anew with what is in its log.
type program struct {
	board  *results.Board // what the attempts come to
	random *rand.Rand
	log    [][]bool // by cell, then trial: it is there
	looks  int
}

func (p *program) start(t *testing.T, plan *receipt.Plan) *receipt.Session {
	s, err := receipt.NewSession(plan, plan.Settings.Models, plan.Settings.Questions, 1)
	if err != nil {
		t.Fatal(err)
	}
	for at := range p.log {
		for _, trial := range p.random.Perm(len(p.log[at])) {
			if p.log[at][trial] {
				p.send(t, s, at, trial)
			}
		}
	}
	return s
}

func (p *program) names(at int) (model, question string) {
	return p.board.Models[at/len(p.board.Questions)], p.board.Questions[at%len(p.board.Questions)]
}

// send sends an outcome, and looks if it is time.
func (p *program) send(t *testing.T, s *receipt.Session, at, trial int) {
	model, question := p.names(at)
	number := int64(trial)
	outcome := float64(p.board.Row(at/len(p.board.Questions), at%len(p.board.Questions))[trial])
	for range 1 + p.random.IntN(2) { // a second time is no error
		if err := s.Outcome(model, question, &number, outcome); err != nil {
			t.Fatal(err)
		}
	}
	if s.Due() {
		if err := s.Look(t.Context(), func(*receipt.Seen) error { p.looks++; return nil }); err != nil {
			t.Fatal(err)
		}
	}
}

// round runs a batch of attempts of every question, as far as they are wanted, and returns how
// many were.
func (p *program) round(t *testing.T, s *receipt.Session) (ran int) {
	var running [][2]int
	for _, at := range p.random.Perm(len(p.log)) {
		model, question := p.names(at)
		a, err := s.Want(model, question)
		if err != nil {
			t.Fatal(err)
		}
		if !a.Want {
			continue
		}
		if trial := slices.Index(p.log[at], false); trial >= 0 {
			running = append(running, [2]int{at, trial})
		} else {
			t.Fatalf("more than all trials are wanted of %s", model)
		}
	}
	p.random.Shuffle(len(running), func(i, j int) { running[i], running[j] = running[j], running[i] })
	for _, r := range running {
		if model, question := p.names(r[0]); p.random.IntN(10) == 0 {
			if err := s.Failed(model, question); err != nil {
				t.Fatal(err)
			}
			continue
		}
		p.log[r[0]][r[1]] = true
		p.send(t, s, r[0], r[1])
	}
	return len(running)
}

// However the attempts of a program end, and whenever it is killed, the plan has the bytes that it
// has where all results are there from the beginning, and every attempt was asked for.
func TestProgramsFollowThePlan(t *testing.T) {
	b := board(t, "4x9", 24)
	for seed := range uint64(12) {
		s := settings(sequential.Policy(seed%5), sequential.Mixture, "avg")
		want := newPlan(t, b, s, firsts(b, 4))
		advance(t, want, b)
		plan := newPlan(t, b, s, firsts(b, 4))
		p := &program{board: b, random: rand.New(rand.NewPCG(seed, 1)), log: make([][]bool, 36)}
		for at := range p.log {
			p.log[at] = make([]bool, 24)
		}
		session := p.start(t, plan)
		for rounds := 0; plan.Stopped() == ""; rounds++ {
			p.round(t, session)
			if p.random.IntN(6) == 0 {
				plan = again(t, plan)
				session = p.start(t, plan)
			}
			if rounds > 2000 {
				t.Fatal("no end")
			}
		}
		if got := written(t, plan); !bytes.Equal(got, written(t, want)) {
			t.Errorf("seed %d: %s\nwant %s", seed, got, written(t, want))
		}
		if p.round(t, session) > 0 {
			t.Error("attempts are wanted after the stop")
		}
		if p.looks != len(plan.Looks) {
			t.Errorf("%d looks, and %d are recorded", p.looks, len(plan.Looks))
		}
	}
}

// A program that runs one of two models is told when only the other can bring the next look.
func TestOthersModels(t *testing.T) {
	b := board(t, "2x3", 24)
	p := newPlan(t, b, settings(sequential.All, sequential.Mixture, "avg"), firsts(b, 4))
	s, err := receipt.NewSession(p, b.Models[:1], b.Questions, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, question := range b.Questions {
		for range 4 {
			if a, err := s.Want(b.Models[0], question); err != nil || !a.Want {
				t.Fatalf("%+v, %v", a, err)
			}
		}
		if a, _ := s.Want(b.Models[0], question); a.Want || !a.Later || a.Blocked {
			t.Errorf("%+v", a)
		}
		for range 4 {
			if err := s.Outcome(b.Models[0], question, nil, 1); err != nil {
				t.Fatal(err)
			}
		}
	}
	if a, _ := s.Want(b.Models[0], b.Questions[0]); !a.Blocked || !strings.Contains(a.Reason, "look 1 waits for 12 of 24 attempts") {
		t.Errorf("%+v", a)
	}
	for range 24 {
		_ = s.Outcome(b.Models[0], b.Questions[0], nil, 1)
	}
	if a, _ := s.Want(b.Models[0], b.Questions[0]); a.Later || a.Stopped != "" {
		t.Errorf("all trials: %+v", a)
	}
	if _, err := receipt.NewSession(p, []string{"new"}, b.Questions, 1); err == nil {
		t.Error("a model that is not planned")
	}
}

// speed returns a session of ten models at 500 questions with looks by the fitted prior, and
// what the first attempts come to.
func speed(b *testing.B) (*receipt.Session, *results.Board) {
	board := board(b, "10x500", 24)
	s := settings(sequential.Neighbours, sequential.Holm, "bayes:fitted")
	s.Critical.Draws = 4000
	session, err := receipt.NewSession(newPlan(b, board, s, firsts(board, 4)), board.Models, board.Questions, 2)
	if err != nil {
		b.Fatal(err)
	}
	return session, board
}

func feed(b *testing.B, s *receipt.Session, board *results.Board, trial int) {
	number := int64(trial)
	for m, model := range board.Models {
		for q, question := range board.Questions {
			if err := s.Outcome(model, question, &number, float64(board.Row(m, q)[trial])); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkAnswer asks for an attempt and sends its outcome, between looks.
func BenchmarkAnswer(b *testing.B) {
	s, board := speed(b)
	for i := 0; b.Loop(); i++ {
		model, question := board.Models[i%9], board.Questions[i/9%500]
		if _, err := s.Want(model, question); err != nil {
			b.Fatal(err)
		}
		number := int64(i % 60000)
		if err := s.Outcome(model, question, &number, 1); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLook looks once at so many of the most trials of each of 500 questions by ten models.
func BenchmarkLook(b *testing.B) {
	for _, c := range [][2]int{{4, 24}, {16, 24}, {4, 64}, {16, 64}, {16, 256}} {
		trials, most := c[0], c[1]
		b.Run(fmt.Sprintf("%dof%d", trials, most), func(b *testing.B) {
			board := board(b, "10x500", 24)
			s := settings(sequential.Neighbours, sequential.Holm, "bayes:fitted")
			s.Critical.Draws, s.MaxTrials = 4000, most
			for b.Loop() {
				b.StopTimer()
				p := newPlan(b, board, s, firsts(board, trials))
				session, err := receipt.NewSession(p, board.Models, board.Questions, 2)
				if err != nil {
					b.Fatal(err)
				}
				for trial := range trials {
					feed(b, session, board, trial)
				}
				stop := fmt.Errorf("one look is enough")
				b.StartTimer()
				if err := session.Look(context.Background(), func(*receipt.Seen) error { return stop }); err != stop {
					b.Fatal(err)
				}
			}
		})
	}
}
