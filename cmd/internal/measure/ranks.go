package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"settle/internal/rng"
	"settle/metrics"
	_ "settle/metrics/rankers"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standings"
)

// A kind describes a kind of board on which sets of ranks are measured.
type kind struct {
	name                      string
	models, questions, trials int
	draw                      field
}

var rankKinds = []kind{
	{"the paper's coins", 11, 30, 16, independent(spreads[paperCoins])},
	{"the paper's coins", 11, 30, 80, independent(spreads[paperCoins])},
	{"the stand-in for AIME'25", 11, 30, 8, likeStandIn},
	{"Beta(κm, κ(1 − m)), κ = 1, m within 0.3 to 0.7", 20, 30, 16, wideMeans(0.3, 0.7)},
	{"the same", 20, 198, 4, wideMeans(0.3, 0.7)},
	{"the same", 20, 800, 1, wideMeans(0.3, 0.7)},
	{"the same, m within 0.1 to 0.9", 63, 198, 16, wideMeans(0.1, 0.9)},
	{"three in ten 0 or 1, else Beta(2, 2)", 11, 30, 4, independent(spreads[inflated])},
	{"Beta(0.15, 0.15)", 11, 198, 2, independent(spreads[uShaped])},
	{"means within 0.01 of each other, U-shaped", 11, 30, 80, nearlyEqual(0.001)},
	{"means within 0.01 of each other, U-shaped", 11, 198, 8, nearlyEqual(0.001)},
	{"equal models, U-shaped", 6, 30, 8, nearlyEqual(0)},
	{"equal models, U-shaped", 20, 198, 1, nearlyEqual(0)},
	{"U-shaped, each mean moved by up to ±0.01", 6, 800, 4, shiftedMeans(0.01)},
	{"U-shaped, each mean moved by up to ±0.01", 11, 30, 16, shiftedMeans(0.01)},
	{"U-shaped, each mean moved by up to ±0.01", 11, 198, 4, shiftedMeans(0.01)},
	{"U-shaped, each mean moved by up to ±0.01", 20, 198, 16, shiftedMeans(0.01)},
}

var methodKinds = []kind{
	{"all ½", 6, 30, 1, allHalf},
	{"all ½", 6, 30, 4, allHalf},
	{"all ½", 6, 30, 16, allHalf},
	{"all ½", 11, 100, 4, allHalf},
	{"equal models, U-shaped", 6, 30, 1, nearlyEqual(0)},
	{"equal models, U-shaped", 6, 30, 4, nearlyEqual(0)},
	{"equal models, U-shaped", 6, 30, 16, nearlyEqual(0)},
	{"equal models, U-shaped", 11, 100, 4, nearlyEqual(0)},
	{"equal models, U-shaped", 11, 100, 16, nearlyEqual(0)},
	{"means within 0.007 of each other, U-shaped", 8, 30, 16, nearlyEqual(0.001)},
	{"U-shaped", 8, 30, 1, uShapedMeans},
	{"U-shaped", 8, 30, 4, uShapedMeans},
	{"U-shaped", 8, 30, 16, uShapedMeans},
	{"hard for all or for none", 8, 30, 4, sharedDifficulty},
	{"hard for all or for none", 8, 30, 16, sharedDifficulty},
}

var kindLabels = []label{{"models", true}, {"questions", true}, {"N", true}, {"chances", false}}

// A boardFinder is a function that computes numbers from a board of kind k and its true success
// probabilities p.
type boardFinder func(k kind, p [][]float64, t *results.Tally, index int) ([]float64, error)

// purpose returns the name of the random stream from which boards of the kind are drawn.
func (k kind) purpose(study string) string {
	return fmt.Sprintf("%s %s %d %d", study, k.name, k.questions, k.trials)
}

// drawn returns a function that draws a board of the kind and applies the finder to it.
func (k kind) drawn(find boardFinder) func(s *rng.Stream, index int) ([]float64, error) {
	return func(s *rng.Stream, index int) ([]float64, error) {
		r := rand.New(s)
		p := k.draw(r, k.models, k.questions)
		return find(k, p, toss(r, p, k.trials), index)
	}
}

// kindParts returns a part of a study for each kind of board. Each part draws boards and averages
// the numbers that the finder returns.
func kindParts(kinds []kind, purpose string, find boardFinder) (parts []part) {
	for _, k := range kinds {
		parts = append(parts, part{
			rows:    []row{{"", []string{strconv.Itoa(k.models), strconv.Itoa(k.questions), strconv.Itoa(k.trials), k.name}}},
			measure: averaged(k.purpose(purpose), k.drawn(find)),
		})
	}
	return parts
}

// places is the format for the mean width of sets of ranks.
var places = []format{{scale: 1, digits: 2, slack: 0.15}}

// rankSets returns a study that measures how often simultaneous sets of ranks and marginal
// intervals of ranks contain the true ranks.
func rankSets() *study {
	set, each := percents("sets hold, all at once"), percents("95 % ranks hold, each", "all at once")
	mean := column{"mean width", places}
	return &study{
		name: "rank-sets", page: "ranks", boards: 400, sample: 1, every: 5, labels: kindLabels,
		columns: []column{set[0], mean, each[0], each[1], mean,
			{"leader: P(best)", []format{percent}}, {"is the best", []format{percent}}},
		parts: kindParts(rankKinds, "ranks", setsOfBoard),
	}
}

// setsOfBoard returns seven numbers for a board; "whether" stands for 1 (yes) or 0 (no):
//   - for simultaneous sets of ranks: whether all contain the true ranks, and the mean width;
//   - for marginal intervals of ranks: the share that contain the true ranks, whether all contain
//     them, and the mean width;
//   - for the leader: its probability of being the best model, and whether it is the best.
func setsOfBoard(k kind, p [][]float64, tally *results.Tally, index int) ([]float64, error) {
	names := make([]string, k.models)
	for model := range names {
		names[model] = fmt.Sprint(model)
	}
	ctx := context.Background()
	s, err := standings.Rank(ctx, names, tally, metrics.BayesFitted(metrics.Binary),
		standings.Rules{Confidence: 0.95, Bounds: metrics.Unbounded, Pairs: standings.NoPairs})
	if err != nil {
		return nil, err
	}
	o := montecarlo.Options{Replicates: 1000, Workers: 1}
	if err := s.CompareAll(ctx, posterior.RomanoWolf, uint64(index), o); err != nil {
		return nil, err
	}
	if err := s.Draw(ctx, uint64(index), o); err != nil {
		return nil, err
	}
	truth := trueSpans(totals(p))
	sets, marginal, each, setWidth, marginalWidth := true, true, 0.0, 0.0, 0.0
	for _, row := range s.Rows {
		setWidth += float64(row.Set.Worst-row.Set.Best+1) / float64(k.models)
		marginalWidth += float64(row.RankHi-row.RankLo+1) / float64(k.models)
		sets = sets && contains(row.Set, truth[row.Index])
		held := contains(ranking.Span{Best: row.RankLo, Worst: row.RankHi}, truth[row.Index])
		marginal = marginal && held
		each += share(held) / float64(k.models)
	}
	leader := s.Rows[0]
	return []float64{share(sets), setWidth, each, share(marginal), marginalWidth,
		leader.Probabilities[0], share(truth[leader.Index].Best == 1)}, nil
}

// totals returns the sum of the success probabilities of each model.
func totals(p [][]float64) []float64 {
	totals := make([]float64, len(p))
	for model, row := range p {
		for _, chance := range row {
			totals[model] += chance
		}
	}
	return totals
}

// contains reports whether a set of ranks contains the true ranks.
func contains(set, truth ranking.Span) bool {
	return set.Best <= truth.Best && set.Worst >= truth.Worst
}

// trueSpans returns the range of true ranks of each model. The range begins at 1 plus the number of
// better models, and ends at the number of models that are not worse, including the model itself.
func trueSpans[T int | float64](scores []T) []ranking.Span {
	spans := make([]ranking.Span, len(scores))
	for i := range scores {
		spans[i] = ranking.Span{Best: 1, Worst: len(scores)}
		for j := range scores {
			switch {
			case scores[j] > scores[i]:
				spans[i].Best++
			case scores[j] < scores[i]:
				spans[i].Worst--
			}
		}
	}
	return spans
}

// methodsMeasured lists the ranking methods whose sets of ranks are measured.
const methodsMeasured = "borda,schulze,majority-judgment,inverse-difficulty,bt"

// methodSets returns a study that measures how often the sets of ranks from ranking methods contain
// the true ranks.
func methodSets() *study {
	s := &study{
		name: "sets-of-methods", page: "ranks", boards: 100, sample: 1, every: 5, labels: kindLabels,
		parts: kindParts(methodKinds, "orders", setsOfMethods),
	}
	for name := range strings.SplitSeq(methodsMeasured, ",") {
		s.columns = append(s.columns, column{name, []format{{scale: 100, share: true}}}, column{"width", places})
	}
	return s
}

// setsOfMethods returns two numbers for each ranking method: 1 if all its sets of ranks on a board
// contain the true ranks, else 0, and the mean width of the sets.
func setsOfMethods(k kind, p [][]float64, tally *results.Tally, index int) (found []float64, err error) {
	ms, err := metrics.Parse(methodsMeasured, metrics.Options{})
	if err != nil {
		return nil, err
	}
	chances, truth := posterior.NewChances([]float64{0, 1}, tally, nil), metrics.BinaryChances(p)
	for _, m := range ms {
		orders, err := chances.Orders(context.Background(), m.(metrics.Ranker), 0.95, uint64(index),
			montecarlo.Options{Replicates: 2000, Workers: 1})
		if err != nil {
			return nil, err
		}
		own := trueSpans(metrics.OwnOrder(m, &truth))
		sets, setWidth := true, 0.0
		for model, set := range orders.Together.Spans() {
			sets = sets && contains(set, own[model])
			setWidth += float64(set.Worst-set.Best+1) / float64(k.models)
		}
		found = append(found, share(sets), setWidth)
	}
	return found, nil
}
