package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"settle/internal/lists"
	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/sim"
	"settle/study/posterior"
	"settle/study/sequential"
	"settle/study/standings"
)

// loopStarts lists the numbers of trials per question with which evaluations in a loop start.
var loopStarts = []int{1, 4, 16}

// loopBoards lists the groups of models for which the study named loops runs evaluations. A group
// with slow evaluations gets fewer of them.
var loopBoards = []struct {
	name  string
	coins func() (*sim.Coins, error)
	fewer int // divisor of the number of loops
}{
	{"2 × 5, equal", constant(equalModels(2, 5)), 1},
	{"2 × 30, equal", constant(equalModels(2, 30)), 1},
	{"2 × 100, equal", constant(equalModels(2, 100)), 1},
	{"2 × 1, equal, ½", constant(flat(2, 1, 0.5)), 1},
	{"4 × 3, two equal", constant(few()), 1},
	{"6 × 30, equal", constant(equalModels(6, 30)), 1},
	{"6 × 30, equal, right in 1 of 200", constant(flat(6, 30, 0.005)), 1},
	{"11 × 30, `coins:paper`, two equal", constant(sim.Paper(1)), 4},
	{"11 × 30, shares of `stand-in:aime25`", func() (*sim.Coins, error) { return sharesOf("aime25") }, 20},
	{"11 × 30, shares of `stand-in:hmmt25`", func() (*sim.Coins, error) { return sharesOf("hmmt25") }, 20},
	{"11 × 30, within ±0.005", constant(withinOneHundredth()), 1},
	{"20 × 30, `coins:20x30`", func() (*sim.Coins, error) { return sim.Random(20, 30, sim.DefaultSpread, 1) }, 20},
	{"12 × 198, U-shaped", constant(spreadCoins()), 20},
}

// loops returns a study of evaluations that run the trials listed by settle next until it says
// stop. The first look uses the defaults of settle next. Each later look uses the command that the
// previous look printed.
func loops() *study {
	s := &study{
		name: "loops", page: "sequential", boards: 100, sample: 1, every: 5,
		labels: []label{{"models × questions", false}, {"starts with", true}, {"loops", true}},
		columns: []column{
			{"with a wrong decision, %", []format{percent}}, {"pairs decided, %", []format{{scale: 100, share: true}}},
			{"out of reach, %", []format{{scale: 100, share: true}}},
			{"looks", []format{{scale: 1, digits: 1, slack: 60}}}, {"trials of a question, times the start", []format{{scale: 1, digits: 1, slack: 15}}},
		},
	}
	for _, b := range loopBoards {
		for _, start := range loopStarts {
			purpose := fmt.Sprintf("loops %s %d", b.name, start)
			s.parts = append(s.parts, part{
				rows: []row{{"", []string{b.name, strconv.Itoa(start), strconv.Itoa(s.boards / b.fewer)}}},
				measure: func(ctx context.Context, boards int) ([]number, error) {
					coins, err := b.coins()
					if err != nil {
						return nil, err
					}
					return averaged(purpose, func(stream *rng.Stream, index int) ([]float64, error) {
						return newLoop(coins, start, rand.New(stream)).play(ctx, uint64(index))
					})(ctx, max(boards/b.fewer, 1))
				},
			})
		}
	}
	return s
}

// A loop is one evaluation of models whose success probabilities are known. It runs the trials
// that the command "settle next" lists, until the command says to stop.
type loop struct {
	*sim.Coins
	gold  []int
	start int
	most  int         // maximum trials per question
	made  [][]int     // number of trials run so far, by model and question
	tried [][][]uint8 // outcome of each trial that can be run, by model, question and trial

	separated *posterior.Together // the pairs separated at the last look
}

func newLoop(c *sim.Coins, start int, r *rand.Rand) *loop {
	l := &loop{Coins: c, gold: c.Gold(), start: start, most: max(16, 4*start)}
	for _, chances := range c.P {
		made, tried := make([]int, len(chances)), make([][]uint8, len(chances))
		for q, p := range chances {
			made[q] = start
			for range l.most {
				tried[q] = append(tried[q], uint8(share(r.Float64() < p)))
			}
		}
		l.made, l.tried = append(l.made, made), append(l.tried, tried)
	}
	return l
}

// board returns a board of the trials that the loop has run so far.
func (l *loop) board() (*results.Board, error) {
	models, questions := results.Numbered("m", len(l.Models)), results.Numbered("q", len(l.Questions))
	b, err := results.NewUnequalBoard(models, questions, lists.Flat(l.made, func(row []int) []int { return row }), 1)
	if err != nil {
		return nil, err
	}
	for model := range l.made {
		for q, n := range l.made[model] {
			copy(b.Row(model, q), l.tried[model][q][:n])
		}
	}
	return b, nil
}

// play runs the loop until settle next says stop. It returns five numbers: 1 if any decision was
// wrong, else 0; the share of decided pairs; the share of pairs that are unlikely to be decided;
// the number of looks; and the number of trials as a multiple of the number at the start.
func (l *loop) play(ctx context.Context, seed uint64) ([]float64, error) {
	wrong := false
	for looks := 1; ; looks++ {
		b, err := l.board()
		if err != nil {
			return nil, err
		}
		next, err := l.look(ctx, b, l.step(), seed)
		if err != nil {
			return nil, err
		}
		for _, c := range next.Comparisons {
			wrong = wrong || c.Decided && l.gold[c.Above] <= l.gold[c.Below]
		}
		if next.Stop != sequential.GoOn {
			return l.ended(next, wrong, looks), nil
		}
		for _, r := range next.Runs {
			l.made[r.Model][r.Question] += r.Trials
		}
	}
}

// step returns the default settings of settle next.
func (l *loop) step() sequential.Step {
	return sequential.Step{
		Design: sequential.Design{Batch: 4, Confidence: 0.95, HalfWidth: 0.025, Meant: 16},
		Policy: sequential.Power, Correction: sequential.Mixture, MaxTrials: l.most,
	}
}

// look takes an interim look at a board and plans the next trials, as settle next does.
func (l *loop) look(ctx context.Context, b *results.Board, step sequential.Step, seed uint64) (*sequential.Next, error) {
	m := metrics.BayesFitted(metrics.Binary)
	s, err := standings.Rank(ctx, b.Models, b.TallyAll(), m, standings.Rules{
		Confidence: step.Confidence, Bounds: metrics.Unbounded, Pairs: standings.NoPairs, NoIntervals: true,
	})
	if err == nil {
		err = s.CompareAll(ctx, posterior.RomanoWolf, seed, montecarlo.Options{Replicates: 400, Workers: 1})
	}
	if err != nil {
		return nil, err
	}
	l.separated = s.Together
	step.Critical, step.Sampled = s.Together.Critical, m
	return sequential.Plan(b, m, step)
}

func (l *loop) ended(next *sequential.Next, wrong bool, looks int) []float64 {
	decided, beyond, all := 0.0, 0.0, 0
	for _, c := range next.Comparisons {
		decided += share(c.Decided)
		beyond += share(c.OutOfReach)
	}
	for _, row := range l.made {
		all += lists.Sum(row, func(n int) int { return n })
	}
	pairs := float64(len(next.Comparisons))
	return []float64{share(wrong), decided / pairs, beyond / pairs, float64(looks),
		float64(all) / float64(len(l.Models)*len(l.Questions)*l.start)}
}
