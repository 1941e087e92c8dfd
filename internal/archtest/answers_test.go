package archtest_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"settle/bootstrap"
	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/replicate"
	"settle/results"
	"settle/rubric"
	"settle/sim"
	"settle/study/bakeoff"
	"settle/study/budget"
	"settle/study/converge"
	"settle/study/posterior"
	"settle/study/priors"
	"settle/study/sequential"
	"settle/study/standings"
)

// inquiry asks everything of one configuration and collects the answers.
type inquiry struct {
	t        *testing.T
	ctx      context.Context
	seed     uint64
	sections []*section
}

func (q *inquiry) section(name string) *section {
	s := &section{name: name}
	q.sections = append(q.sections, s)
	return s
}

func (q *inquiry) must(err error) {
	if err != nil {
		q.t.Helper()
		q.t.Fatal(err)
	}
}

func (q *inquiry) replicates(n int) montecarlo.Options { return montecarlo.Options{Replicates: n} }

// metrics of all kinds, for boards of eight trials or more.
const (
	binaryMetrics = "bayes,avg,pass@2,pass@8,pass-naive@3,pass^2,gpass@4:0.5,mgpass@4,maj@3,auc@4,max@3"
	gradedMetrics = "bayes,avg,max@3"
)

// aboutCoins asks what there is to ask of coins, and of a board of theirs.
func (q *inquiry) aboutCoins(coins *sim.Coins, trials int) {
	s := q.section("coins")
	for _, p := range coins.P {
		s.exactly(p...)
	}
	s.exactly(coins.Means()...)
	s.add(coins.Gold())

	last := len(coins.P) - 1
	s = q.section("orders of coins")
	orders := sim.Orders(coins.P[last], coins.P[0], trials)
	s.add([]sim.Order{orders[0], orders[len(orders)-1], sim.OrderAt(coins.P[last], coins.P[0], 2*trials)})

	ms, err := metrics.Parse(binaryMetrics, metrics.Options{Weights: metrics.Binary})
	q.must(err)
	results, err := bakeoff.Measure(q.ctx, bakeoff.OfCoins(coins), ms, bakeoff.Options{
		Options: q.replicates(16), Seed: q.seed, Trials: trials, At: []int{2, trials},
	})
	q.must(err)
	q.section("bake-off").add(results)

	q.must(q.updates(coins))
	q.gap(trials)
	board, err := coins.Board(trials, q.seed, 3)
	q.must(err)
	q.aboutBoard(board, metrics.Binary, binaryMetrics, coins)
}

// updates asks what updates of coins keep of their ranking. Coins of which two
// have the same mean cannot be asked.
func (q *inquiry) updates(coins *sim.Coins) error {
	seen := map[int]bool{}
	for _, level := range coins.Gold() {
		if seen[level] {
			return nil
		}
		seen[level] = true
	}
	update := priors.Update{Old: coins, Noise: 0.7, Seed: q.seed}
	agreement, err := update.Agree(q.ctx, q.replicates(32))
	if err != nil {
		return err
	}
	s := q.section("updates")
	s.add(agreement)
	design := priors.Design{Depths: []int{0, 3}, Trials: []int{1, 6}}
	curves, err := update.Compare(q.ctx, design, q.replicates(8))
	if err != nil {
		return err
	}
	s.add(curves)
	scores, err := update.Errors(q.ctx, design, q.replicates(8))
	q.section("scores of updates").add(scores)
	return err
}

// gap asks what it takes to tell two models of a known gap apart.
func (q *inquiry) gap(trials int) {
	g := budget.Gap{Gap: float64(q.seed%50+1) / 200, Mean: 0.55, Questions: trials, SD: 0.3, Correlation: 0.5}
	plan, err := g.Plan(q.ctx, budget.PlanOptions{Confidence: 0.95})
	q.must(err)
	s := q.section("gap")
	s.add([]int{plan.ToSeparate, plan.Right, plan.Even, plan.Least})
	for _, p := range plan.Points {
		s.add([]int{p.N, p.These, p.Sampled})
	}
}

// aboutBoard asks what there is to ask of a board. The coins that it was drawn
// from may be given.
func (q *inquiry) aboutBoard(board *results.Board, weights metrics.Weights, list string, coins *sim.Coins) {
	s := q.section("board")
	shape := board.Shape()
	for model := range shape.Models {
		for question := range shape.Questions {
			s.add(board.Row(model, question))
		}
	}
	ms, err := metrics.Parse(list, metrics.Options{Weights: weights})
	q.must(err)
	tally := board.Tally(shape.Trials)
	gold, err := metrics.Ordinals(ms[0], tally)
	q.must(err)
	q.ranks(board.Models, tally, ms)
	q.budgets(tally, weights, coins)
	q.unequal(board, weights, ms)
	for scheme := range 2 * len(bootstrap.Schemes()) {
		if scheme == 1 {
			continue // rows without replacement are what the next sections draw
		}
		options := bootstrap.Options{Scheme: bootstrap.Scheme(scheme / 2), Replacement: scheme%2 == 0}
		source, err := bootstrap.New(board, options, q.seed)
		q.must(err)
		q.draws(fmt.Sprint("scheme ", scheme), source)
	}
	source, err := bootstrap.New(board, bootstrap.Options{}, q.seed)
	q.must(err)
	q.draws("permuted rows", source)
	q.replicated(source, ms, gold)
	q.aboutUnequal(board, weights, ms[1].(metrics.Estimator))
}

// aboutUnequal asks what is drawn from a board, and decided of it, of which attempts
// are missing.
func (q *inquiry) aboutUnequal(whole *results.Board, weights metrics.Weights, avg metrics.Estimator) {
	thin, err := sim.Missing{Drop: 0.1, DropHard: 0.2}.From(whole, q.seed, 0)
	q.must(err)
	board, left, err := thin.MetByAll()
	q.must(err)
	s := q.section("unequal board")
	s.add(left)
	for model := range board.Models {
		for question := range board.Questions {
			s.add(board.Row(model, question))
		}
	}
	for _, replacement := range []bool{true, false} {
		source, err := bootstrap.New(board, bootstrap.Options{Replacement: replacement}, q.seed)
		q.must(err)
		q.draws(fmt.Sprint("unequal rows, replacement ", replacement), source)
	}
	for policy := range sequential.Policies() {
		next, err := sequential.Plan(thin, avg, sequential.Step{
			Design: sequential.Design{Batch: 3, HalfWidth: 0.08, Confidence: 0.9},
			Policy: sequential.Policy(policy), Correction: sequential.Bonferroni, MaxTrials: 2 * whole.Trials(),
		})
		q.must(err)
		s.add(next.Order)
		s.add(next.Runs)
	}
	staggered := replicate.Staggered(board.TallyAll(), q.seed, "unequal rows")
	levels := make([]int, len(board.Models))
	levels[0] = 1
	// Boundaries by recursion take their time where processors are emulated.
	correction := []sequential.Correction{sequential.Holm, sequential.Mixture, sequential.OBrienFleming}[q.seed%3]
	plans, err := sequential.Evaluate(q.ctx, staggered, avg, levels,
		sequential.Design{Batch: 1, HalfWidth: 0.08, Confidence: 0.9},
		[]sequential.Correction{sequential.None, correction}, q.replicates(16))
	q.must(err)
	q.section("early stopping on the unequal board").add(plans)
	q.draws("truths behind the unequal board", sequential.Posterior(board.TallyAll(), weights, 9, q.seed))
}

// ranks asks for scores, ranks, intervals, pairs and posterior draws.
func (q *inquiry) ranks(models []string, tally *results.Tally, ms []metrics.Metric) {
	for i, m := range ms {
		s := q.section("ranks by " + m.Name())
		levels, err := metrics.Ordinals(m, tally)
		q.must(err)
		s.add(levels)
		rules := standings.Rules{
			Confidence: 0.95, Ties: ranking.Ties(i % 2), Convention: ranking.Convention(i % 4), Bounds: metrics.Unbounded,
			Estimand: posterior.Estimand(i / 2 % 2), Pairs: standings.AllPairs,
		}
		ranked, err := standings.Rank(q.ctx, models, tally, m, rules)
		q.must(err)
		q.must(ranked.Draw(q.ctx, q.seed, q.replicates(64)))
		q.must(ranked.CompareAll(q.ctx, posterior.Method(i%3/2), q.seed, q.replicates(64)))
		s.add(ranked.Rows)
		s.add(ranked.Pairs)
		s.add(ranked.Resolved)
		s.add(ranked.SeparatedNeighbours())
	}
}

// unequal asks for ranks and budgets by a board that lacks some of the trials, and of
// one question all of a model's.
func (q *inquiry) unequal(board *results.Board, weights metrics.Weights, ms []metrics.Metric) {
	var trials []int
	for model := range board.Models {
		for question := range board.Questions {
			trials = append(trials, board.Trials()-(model+2*question)%3)
		}
	}
	trials[0] = 0
	part, err := results.NewUnequalBoard(board.Models, board.Questions, trials, board.Top())
	q.must(err)
	for model := range part.Models {
		for question := range part.Questions {
			copy(part.Row(model, question), board.Row(model, question))
		}
	}
	for i, m := range ms {
		s := q.section("unequal: ranks by " + m.Name())
		rules := standings.Rules{
			Confidence: 0.95, Bounds: metrics.Unbounded, Estimand: posterior.Estimand(i % 2), Pairs: standings.AllPairs,
		}
		ranked, err := standings.Rank(q.ctx, part.Models, part.TallyAll(), m, rules)
		if _, nothing := errors.AsType[metrics.ErrNothingMet](err); nothing {
			continue
		}
		q.must(err)
		q.must(ranked.Draw(q.ctx, q.seed, q.replicates(16)))
		s.add(ranked.Rows)
		s.add(ranked.Pairs)
		s.add(ranked.Resolved)
	}
	s := q.section("unequal: budget")
	models, err := budget.New(part.TallyAll(), weights, board.Tally(2), nil)
	q.must(err)
	plan, err := models.Plan(q.ctx, models.Pairs(len(part.Models), 1), budget.PlanOptions{Confidence: 0.95, Draws: 40})
	q.must(err)
	s.add(plan.Pairs)
}

// budgets asks what it takes to tell neighbours apart.
func (q *inquiry) budgets(tally *results.Tally, weights metrics.Weights, coins *sim.Coins) {
	s := q.section("budget")
	for _, known := range []*sim.Coins{nil, coins} {
		models, err := budget.New(tally, weights, nil, known)
		q.must(err)
		plan, err := models.Plan(q.ctx, models.Pairs(tally.Models, 1), budget.PlanOptions{Confidence: 0.95, Draws: 40})
		q.must(err)
		s.add(plan.Pairs)
		s.add(plan.Steps())
	}
}

// draws asks for the counts of two replicates with N trials, half of them and
// one.
func (q *inquiry) draws(name string, source replicate.Source) {
	s := q.section("replicates, " + name)
	walker, shape := source.Walker(), source.Shape()
	for index := range 2 {
		t := walker.Draw(index)
		for t.Trials > 0 {
			if t.Trials == shape.Trials || t.Trials == shape.Trials/2 || t.Trials == 1 {
				for model := range shape.Models {
					s.add(t.Row(model))
				}
			}
			walker.Drop()
		}
	}
}

// replicated asks what many replicates say together.
func (q *inquiry) replicated(source replicate.Source, ms []metrics.Metric, gold []int) {
	curves, err := montecarlo.Curves(q.ctx, source, ms, gold, q.replicates(16))
	q.must(err)
	q.section("curves").add(curves)
	scored, err := montecarlo.Follow(q.ctx, source, ms, montecarlo.Wanted{Scores: true}, q.replicates(16))
	q.must(err)
	q.section("scores").add(scored.Scores)
	settled, err := converge.Measure(q.ctx, source, ms, gold, converge.Options{Options: q.replicates(64), Worst: 3})
	q.must(err)
	q.section("convergence").add(settled)
	looks, err := converge.Look(q.ctx, source, ms[:1], gold, []int{1, source.Shape().Trials}, converge.Options{Options: q.replicates(64)})
	q.must(err)
	q.section("looks").add(looks)
	plans, err := sequential.Evaluate(q.ctx, source, ms[1].(metrics.Estimator), gold,
		sequential.Design{Batch: 3, HalfWidth: 0.08, Confidence: 0.9},
		[]sequential.Correction{sequential.None, sequential.Bonferroni, sequential.OBrienFleming, sequential.Mixture},
		q.replicates(16))
	q.must(err)
	q.section("early stopping").add(plans)
}

// aboutMimics asks what there is to ask of mimics, of their attempts under all
// schemata, and of the board that one schema makes of these.
func (q *inquiry) aboutMimics(m *sim.Mimics, trials int, schema *rubric.Schema) {
	s := q.section("mimics")
	for _, model := range m.Models {
		s.exactly(model.Ability, model.BoxedCorrect, model.BoxedWrong, model.Verbosity, model.Degenerate,
			model.BPT, model.Doubt, model.Persuasion, model.OffTask, model.Surprise, model.Brittleness)
	}
	for _, question := range m.Questions {
		s.exactly(question.Difficulty, question.Length, question.Strangeness)
	}
	attempts, err := m.Attempts(trials, q.seed, 2)
	q.must(err)
	s = q.section("attempts")
	for _, x := range attempts.Cells {
		s.exactly(x[:]...)
	}
	s = q.section("thresholds")
	thresholds, limits := attempts.Thresholds(), m.Thresholds()
	for _, t := range append(thresholds.List(), limits.List()...) {
		s.exactly(t.Value)
	}
	s = q.section("truth of mimics")
	for _, schema := range rubric.Paper() {
		means := m.Means(schema, &limits)
		s.add(ranking.ByScore(means).Levels())
		s.numbers = append(s.numbers, means...)
	}
	across, err := standings.RankAcross(q.ctx, attempts, &thresholds, rubric.Paper(), nil,
		standings.Rules{Confidence: 0.95, Bounds: metrics.Unbounded})
	q.must(err)
	s = q.section("all schemata")
	s.add(across.Rows)
	for _, under := range across.Schemata {
		s.add(under.Leader)
		s.add(under.SeparatedNeighbours)
		s.add([]float64{under.Tau, under.Margin, under.MarginSigma})
	}
	board, err := attempts.Board(schema, &thresholds)
	q.must(err)
	q.aboutBoard(board, schema.Weights(), gradedMetrics, nil)
}
