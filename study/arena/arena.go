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

// Options say how much to run.
type Options struct {
	Seed     uint64
	Workers  int
	Draws    int       // of each family's models, 2 or more
	Boards   int       // of each draw
	Trials   []int     // the numbers of trials to look at, ascending
	Progress func(int) // if not nil, is told of the draws that are done

	GreedyBoards int // of each draw, for MeasureGreedy
}

func (o Options) pool() montecarlo.Options {
	return montecarlo.Options{Replicates: o.Draws, Workers: o.Workers, Progress: o.Progress}
}

// Gold is what rankings are held against.
type Gold int

const (
	Truth Gold = iota // the order of the true means
	Own               // the order that a method itself comes to as trials are added without end
)

// Golds are both.
func Golds() []Gold { return []Gold{Truth, Own} }

// String is the gold as --gold names it.
func (g Gold) String() string { return [...]string{"truth", "own"}[g] }

// Cell is how a method did on a family with a number of trials: means over draws with
// their standard errors.
type Cell struct {
	Tau, TauSE float64 // NaN where it has no score or no gold

	// Lead is its τ less that of the reference on the same boards; Alike tells that it was
	// the same on every board.
	Lead, LeadSE float64
	Alike        bool

	Failed int // boards that it could not rank

	leads []float64 // by draw
}

// Known tells whether there is a τ.
func (c Cell) Known() bool { return !math.IsNaN(c.Tau) }

// League is how methods did on a family.
type League struct {
	Family Family
	Boards int

	// Cells are by gold, method and number of trials, as they were named.
	Cells [][][]Cell
}

// Measure lets methods compete on a family, each named as metrics.Parse takes it; the
// reference is the first of them. Those that cannot score its boards, as Pass@k of graded
// outcomes, have nothing there. It fails if there is no such method, if the field of a
// draw cannot be made, if bakeoff.Measure does, or if ctx ends.
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

// compete is what one draw yields, by gold and method.
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

// methods are those that can score boards of a field, with their places among the names.
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

// cellOf is what batches come to, by draw and gold.
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
		c.Alike = c.Alike && p.Ahead[0].Tau == 0 && !(p.Ahead[0].TauSE > 0) // of one board it is NaN
		c.Failed += p.Failed
	}
	if draws < len(batches) { // a mean over some of the draws would be of other models
		nan := math.NaN()
		return Cell{Tau: nan, TauSE: nan, Lead: nan, LeadSE: nan}
	}
	c.Tau, c.TauSE = tau.Mean(draws)
	c.Lead, c.LeadSE = lead.Mean(draws)
	return c
}

// Judge tells which of the leads of leagues are more than chance, all at once at the level
// bakeoff.Confidence, by Bonferroni and Student's t over draws.
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

// Over is the mean by which a method is nearer to gold than another of the same family, n
// and gold, with its standard error over draws.
func (c Cell) Over(other Cell) (lead, se float64) {
	var m exact.Moments
	for i, own := range c.leads {
		m.Add(own - other.leads[i])
	}
	return m.Mean(len(c.leads))
}

// Marked tells whether a difference is more than chance, either way.
func Marked(j bakeoff.Judge, difference, se float64) bool {
	return j.Nearer(bakeoff.Ahead{Tau: math.Abs(difference), TauSE: se})
}

// Found is all that was found.
type Found struct {
	Leagues []*League
	Greedy  []GreedyResult // of the families of which all attempts are made
}

// MeasureAll is Measure and MeasureGreedy on families, of which progress, if not nil, is
// told the draws that are done: of each family, and of each complete one again.
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
