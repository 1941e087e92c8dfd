package arena

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/internal/exact"
	"settle/metrics"
	"settle/montecarlo"
	"settle/study/bakeoff"
)

// Options holds the settings for a comparison of methods.
type Options struct {
	Seed     uint64
	Workers  int
	Draws    int       // number of draws of each family's models, at least 2
	Boards   int       // number of boards of each draw
	Trials   []int     // numbers of trials per question at which methods are compared, ascending
	Progress func(int) // called with the number of finished draws; can be nil

	GreedyBoards int // number of boards of each draw for MeasureGreedy
}

func (o Options) pool() montecarlo.Options {
	return montecarlo.Options{Replicates: o.Draws, Workers: o.Workers, Progress: o.Progress}
}

// A Gold is a kind of gold order: the order with which the rankings by a method are compared.
type Gold int

const (
	Truth Gold = iota // order of the models by their true means
	Own               // order of the models by the same method with unlimited trials
)

// Golds returns both kinds of gold order, Truth and Own.
func Golds() []Gold { return []Gold{Truth, Own} }

// String returns the name of the gold order, as in the flag --gold.
func (g Gold) String() string { return [...]string{"truth", "own"}[g] }

// A Cell holds the results of a method on a family with one number of trials per question. They
// are means over draws of models, with their standard errors.
type Cell struct {
	Tau, TauSE float64 // Kendall's τ with the gold order; NaN without a score or a gold order

	// Lead is the method's τ minus the τ of the reference method on the same boards. Alike
	// reports whether the two were equal on every board.
	Lead, LeadSE float64
	Alike        bool

	Failed int // boards that the method could not rank

	leads []float64 // Lead of each draw
}

// Known reports whether τ is known: the method can score the boards, and there is a gold order.
func (c Cell) Known() bool { return !math.IsNaN(c.Tau) }

// A League holds the results of all methods on a family.
type League struct {
	Family Family
	Boards int

	// Cells is indexed by gold order, method and number of trials.
	Cells [][][]Cell
}

// Measure compares methods on a family. names holds the methods' names, as metrics.Parse accepts
// them; the first method is the reference. A method that cannot score the boards, such as Pass@k
// for graded outcomes, gets empty cells. Measure fails if a name is unknown, if the models of a
// draw cannot be created, if bakeoff.Measure fails, or if ctx ends.
func Measure(ctx context.Context, f Family, names []string, o Options) (*League, error) {
	open := f.opener(o.Seed)
	batches, err := montecarlo.Each(ctx, o.pool(), func(draw int, _ func() bool) ([][]bakeoff.Result, error) {
		field, err := open(draw)
		if err != nil {
			return nil, err
		}
		all, err := compete(ctx, field, names, o, draw)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		return all, nil
	})
	if err != nil {
		return nil, err
	}
	league := &League{Family: f, Boards: o.Draws * o.Boards}
	for _, gold := range Golds() {
		byMethod := make([][]Cell, len(names))
		for m := range names {
			for _, n := range o.Trials {
				byMethod[m] = append(byMethod[m], cellOf(batches, gold, m, n))
			}
		}
		league.Cells = append(league.Cells, byMethod)
	}
	return league, nil
}

// compete returns the results of all methods on one draw of models, by gold order and method.
func compete(ctx context.Context, f *bakeoff.Field, names []string, o Options, draw int) ([][]bakeoff.Result, error) {
	trials := slices.Max(o.Trials)
	ms, at, err := methods(names, f, trials)
	if err != nil {
		return nil, err
	}
	var all [][]bakeoff.Result
	for _, gold := range Golds() {
		options := bakeoff.Options{
			Options: montecarlo.Options{Replicates: o.Boards, Workers: 1},
			Seed:    o.Seed + uint64(draw), Trials: trials, At: o.Trials, RankingsOnly: true,
		}
		if gold == Own {
			options.Golds, options.Against = f.Own(ms), gold.String()
		}
		found, err := bakeoff.Measure(ctx, f, ms, options)
		if err != nil {
			return nil, err
		}
		byMethod := make([]bakeoff.Result, len(names))
		for i, r := range found {
			byMethod[at[i]] = r
		}
		all = append(all, byMethod)
	}
	return all, nil
}

// methods returns the named methods that can score boards of a field, and the index of each in
// names.
func methods(names []string, f *bakeoff.Field, trials int) (ms []metrics.Metric, at []int, err error) {
	for i, name := range names {
		parsed, err := metrics.Parse(name, metrics.Options{Weights: f.Weights})
		if err != nil {
			return nil, nil, err
		}
		if parsed[0].Check(f.Chances.Top, trials) == nil {
			ms, at = append(ms, parsed[0]), append(at, i)
		}
	}
	return ms, at, nil
}

// cellOf combines the results of a method over all draws, for one kind of gold order and n trials
// per question. The Cell is empty if some draw has no result.
func cellOf(batches [][][]bakeoff.Result, gold Gold, method, n int) Cell {
	var tau, lead exact.Moments
	c := Cell{Alike: true}
	draws := 0
	for _, batch := range batches {
		p := batch[gold][method].At(n)
		if p == nil || math.IsNaN(p.Tau) {
			continue
		}
		draws++
		tau.Add(p.Tau)
		lead.Add(p.Ahead[0].Tau)
		c.leads = append(c.leads, p.Ahead[0].Tau)
		c.Alike = c.Alike && p.Ahead[0].Tau == 0 && !(p.Ahead[0].TauSE > 0) // NaN for a single board
		c.Failed += p.Failed
	}
	if draws < len(batches) { // a mean over only some of the draws would describe different models
		nan := math.NaN()
		return Cell{Tau: nan, TauSE: nan, Lead: nan, LeadSE: nan}
	}
	c.Tau, c.TauSE = tau.Mean(draws)
	c.Lead, c.LeadSE = lead.Mean(draws)
	return c
}

// Judge returns a judge that decides which leads over the reference method are significant.
// leagues holds all leads, measured on the given number of draws. The judge's confidence,
// bakeoff.Confidence, holds for all leads together, by Bonferroni's correction and Student's t
// over draws.
func Judge(leagues []*League, draws int) bakeoff.Judge {
	comparisons := 0
	for _, l := range leagues {
		for _, byMethod := range l.Cells {
			for m, cells := range byMethod {
				for _, c := range cells {
					if m > 0 && c.Known() && !c.Alike {
						comparisons++
					}
				}
			}
		}
	}
	return bakeoff.JudgeOf(comparisons, draws)
}

// Over returns the lead of the method in cell c over the method in the other cell: the difference
// of their τ, averaged over draws, with its standard error. Both cells must be for the same family,
// number of trials and gold order.
func (c Cell) Over(other Cell) (lead, se float64) {
	var m exact.Moments
	for i, own := range c.leads {
		m.Add(own - other.leads[i])
	}
	return m.Mean(len(c.leads))
}

// Marked reports whether a difference with the given standard error is significant, in either
// direction.
func Marked(j bakeoff.Judge, difference, se float64) bool {
	return j.Nearer(bakeoff.Ahead{Tau: math.Abs(difference), TauSE: se})
}

// A Found holds the results of MeasureAll for all families.
type Found struct {
	Leagues []*League
	Greedy  []GreedyResult // results for the families without missing attempts
}

// MeasureAll runs Measure on all families, and MeasureGreedy on the families without missing
// attempts. progress is called with the number of finished draws, unless it is nil; draws of
// families without missing attempts count twice. MeasureAll fails if Measure or MeasureGreedy
// fails.
func MeasureAll(ctx context.Context, families []Family, names []string, o Options, progress func(int)) (*Found, error) {
	found, done := new(Found), 0
	part := func() Options {
		of, before := o, done
		if progress != nil {
			of.Progress = func(now int) { progress(before + now) }
		}
		done += o.Draws
		return of
	}
	for _, f := range families {
		league, err := Measure(ctx, f, names, part())
		if err != nil {
			return nil, err
		}
		found.Leagues = append(found.Leagues, league)
		if !f.Complete() {
			continue
		}
		greedy, err := MeasureGreedy(ctx, f, part())
		if err != nil {
			return nil, err
		}
		found.Greedy = append(found.Greedy, greedy)
	}
	return found, nil
}
