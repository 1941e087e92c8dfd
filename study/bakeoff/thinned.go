package bakeoff

import (
	"context"
	"slices"

	"settle/internal/rng"
	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// A thinnedBoards holds one worker's state for evaluating boards with missing attempts. With n
// trials per question, a metric scores the first n attempts at each question, without the missing
// ones. It uses only questions that it can score (see metrics.Restrict).
type thinnedBoards struct {
	jury
	ctx       context.Context
	recorder  *replicate.Recorder
	board     *results.Board // a replicate without missing attempts
	made      []bool         // whether each attempt is made, by model, question and trial
	seeds     *rng.Stream
	seed      uint64             // for the metric's own randomness on this replicate
	rankings  []metrics.Ranking  // by metric, nil if it is not a ranker
	sequences []metrics.Sequence // by metric, nil if it is not sequential
	agrees    []bool             // by metric: its ranking equals the gold order from the current n up to N
	said      answer
}

func (c *contest) newThinned(ctx context.Context) *thinnedBoards {
	shape := c.field.Shape(c.trials)
	board, err := results.NewBoard(c.field.Models, results.Numbered("question", shape.Questions), c.trials, shape.Top)
	if err != nil {
		panic(metrics.Failure{Err: err})
	}
	source := c.field.Source(c.trials, c.seed)
	v := &thinnedBoards{
		jury: c.newJury(), ctx: ctx, recorder: replicate.NewRecorder(source), board: board,
		seeds: rng.New(c.seed, "metrics that draw", 0), rankings: c.rankings(),
		sequences: make([]metrics.Sequence, len(c.entrants)), agrees: make([]bool, len(c.entrants)),
		said: newAnswer(shape.Models),
	}
	for i, e := range c.entrants {
		if e.sequential != nil {
			v.sequences[i] = e.sequential.Sequence()
		}
	}
	return v
}

// visit evaluates the metrics on replicate r at every requested number of trials, from the largest
// to the smallest. At numbers in between, it evaluates only the metrics whose ranking has agreed
// with the gold order at all larger numbers. So it finds from which number on each ranking agrees.
func (v *thinnedBoards) visit(r int, into *sums, stopped func() bool) {
	into.Replicates++
	v.record(r)
	for i, e := range v.entrants {
		v.agrees[i] = e.gold != nil && v.settles
	}
	i := len(v.at) - 1
	for n := v.trials; n >= 1 && !stopped(); n-- {
		asked := i >= 0 && v.at[i] == n
		if !asked && !slices.Contains(v.agrees, true) {
			if i < 0 {
				return
			}
			continue
		}
		left := v.attemptsUpTo(n)
		for j := range v.entrants {
			if n < v.entrants[j].metric.FirstTrial() || !asked && !v.agrees[j] {
				continue
			}
			v.ask(j, left, asked)
			if asked {
				v.judge(r, j, &v.said, into.cell(j, i))
			}
			v.follow(r, j, n, into)
		}
		if asked {
			v.compare(i, into)
			i--
		}
	}
}

// record draws replicate r and decides which of its attempts are missing.
func (v *thinnedBoards) record(r int) {
	v.recorder.Record(r, v.board)
	made, err := v.field.Missing.Made(v.board, v.contest.seed, r, v.made)
	if err != nil {
		panic(metrics.Failure{Err: err})
	}
	v.made = made
	v.seeds.Seek(r)
	v.seed = v.seeds.Uint64()
}

// follow counts replicate r for one metric, as soon as it is known from which number of trials on
// the ranking equals the gold order. visit calls follow with decreasing n. If the ranking with n
// trials differs from the gold order, the number is n + 1. If the ranking still equals the gold
// order at the smallest n that the metric can score, the number is this n.
func (v *thinnedBoards) follow(r, entrant, n int, into *sums) {
	e := &v.entrants[entrant]
	switch {
	case !v.agrees[entrant]:
	case !v.golds[e.judge].tau.Agrees(v.said.keys):
		v.agrees[entrant] = false
		into.Settled[entrant].add(r, n+1)
	case n == e.metric.FirstTrial():
		v.agrees[entrant] = false
		into.Settled[entrant].add(r, n)
	}
}

// A part holds the attempts of a replicate in the first n trials of each question, without the
// missing attempts.
type part struct {
	n     int
	tally *results.Tally
	board *results.Board // the same attempts with the order of trials; nil until requested
}

// attemptsUpTo returns the attempts in the first n trials of each question, without the missing
// attempts.
func (v *thinnedBoards) attemptsUpTo(n int) *part {
	shape := v.field.Shape(n)
	trials := make([]uint16, shape.Models*shape.Questions)
	for i := range trials {
		for _, made := range v.made[i*v.trials : i*v.trials+n] {
			if made {
				trials[i]++
			}
		}
	}
	t := results.NewUnequalTally(shape.Models, shape.Questions, shape.Top, trials)
	for i := range trials {
		model, q := i/shape.Questions, i%shape.Questions
		for trial, category := range v.board.Row(model, q)[:n] {
			if v.made[i*v.trials+trial] {
				t.Add(model, q, int(category), 1)
			}
		}
	}
	return &part{n: n, tally: t.Part(nil, nil)}
}

// order returns the attempts in p as a board, which keeps the order of trials. Only metrics that
// depend on that order need it.
func (v *thinnedBoards) order(p *part) *results.Board {
	if p.board != nil {
		return p.board
	}
	questions := v.field.Chances.Questions
	var trials []int
	for i := range v.field.Chances.Models * questions {
		trials = append(trials, p.tally.TrialsOf(i/questions, i%questions))
	}
	board, err := results.NewUnequalBoard(v.board.Models, v.board.Questions, trials, v.board.Top())
	if err != nil {
		panic(metrics.Failure{Err: err})
	}
	for i := range trials {
		row, at := board.Row(i/questions, i%questions), 0
		for trial, category := range v.board.Row(i/questions, i%questions)[:p.n] {
			if v.made[i*v.trials+trial] {
				row[at] = category
				at++
			}
		}
	}
	p.board = board
	return board
}

// ask stores the scores and the ranking that one metric computes from the attempts in the first
// trials of a replicate. If intervals is true and the metric has intervals, ask also stores them.
func (v *thinnedBoards) ask(entrant int, left *part, intervals bool) {
	e := &v.entrants[entrant]
	v.said.begin()
	part, err := metrics.Restrict(e.metric, left.tally, v.field.OwnQuestions)
	switch {
	case err != nil:
		v.said.refuse(err)
	case e.ranker != nil:
		v.said.rank(v.rankings[entrant], part.Tally)
	case e.sequential != nil:
		v.sequences[entrant].Begin(v.order(left), v.seed)
		v.sequences[entrant].Rank(left.n, v.said.scores, v.said.keys)
	case e.board:
		v.said.score(e, part.Tally)
	default:
		v.evaluate(part)
	}
	if estimator, ok := part.Metric.(metrics.Estimator); ok && intervals && e.truth != nil && v.said.scored && !v.said.known {
		v.said.estimate(estimator, part.Tally)
	}
}

// evaluate stores the scores and the ranking that metrics.Evaluate computes, or its error.
func (v *thinnedBoards) evaluate(part metrics.Restricted) {
	found, err := metrics.Evaluate(v.ctx, part.Metric, part.Tally)
	if v.ctx.Err() != nil {
		panic(metrics.Failure{Err: v.ctx.Err()})
	}
	if err != nil {
		v.said.refuse(err)
		return
	}
	v.said.scored = true
	copy(v.said.scores, found.Scores)
	for model, ordinal := range found.Ordinals {
		v.said.keys[model] = uint64(ordinal)
	}
}
