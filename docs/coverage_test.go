package docs_test

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/study/posterior"
	"settle/tables"
)

var update = flag.Bool("update", false, "write what is measured: the tables of coverage.md, on 4000 boards, and what commands print into the pages")

// chances are the populations that questions come from.
var chances = []struct {
	beta  distuv.Beta
	title string
}{
	{distuv.Beta{Alpha: 200, Beta: 200}, "questions hardly differ"},
	{distuv.Beta{Alpha: 40, Beta: 360}, "hardly, and all are hard"},
	{distuv.Beta{Alpha: 0.3, Beta: 0.9}, "most very hard, some very easy"},
	{distuv.Beta{Alpha: 0.15, Beta: 0.15}, "nearly all solved always or never"},
}

var (
	questionCounts = []int{2, 3, 5, 10, 30, 100}
	trialCounts    = []int{1, 4, 64}
	intervals      = []string{
		"`avg`", "`avg` by 1.96", "`avg`, noise twice", "`bayes`",
		"difference, `avg`", "difference, `avg`, without l", "difference, `bayes`",
	}
)

// coverage counts how often intervals hold the truth, by population, number of
// questions, number of trials and interval.
type coverage struct {
	boards int
	hits   [4][6][3][7]int
}

func (c *coverage) Reset() { *c = coverage{} }

func (c *coverage) Merge(from *coverage) {
	c.boards += from.boards
	for i, byQuestions := range from.hits {
		for j, byTrials := range byQuestions {
			for k, byInterval := range byTrials {
				for l, n := range byInterval {
					c.hits[i][j][k][l] += n
				}
			}
		}
	}
}

// add counts the intervals of one fresh board of each size. The first model
// solves a question with chance p, the second with chance p², so that they find
// the same questions hard; the boards of fewer questions and trials are parts of
// the largest.
func (c *coverage) add(stream *rng.Stream, population int) error {
	beta := chances[population].beta
	beta.Src = stream
	most := questionCounts[len(questionCounts)-1]
	p := make([]float64, most)
	for q := range p {
		p[q] = beta.Rand()
	}
	first := beta.Mean()
	second := first*first + beta.Variance() // the mean of p²
	counts := make([][2]int, most)
	trials := 0
	for k, n := range trialCounts {
		for ; trials < n; trials++ {
			for q := range counts {
				if stream.Float64() < p[q] {
					counts[q][0]++
				}
				if stream.Float64() < p[q]*p[q] {
					counts[q][1]++
				}
			}
		}
		for j, m := range questionCounts {
			held, err := holding(counts[:m], n, first, second)
			if err != nil {
				return err
			}
			for l, holds := range held {
				if holds {
					c.hits[population][j][k][l]++
				}
			}
		}
	}
	return nil
}

// holding tells which of the intervals of a board hold the truth, given the
// true means of both models.
func holding(counts [][2]int, trials int, first, second float64) (held [7]bool, err error) {
	t := results.NewTally(2, len(counts), 1)
	t.Trials = trials
	shares, differences := make([]float64, len(counts)), make([]float64, len(counts))
	for q, c := range counts {
		t.Add(0, q, 1, c[0])
		t.Add(1, q, 1, c[1])
		shares[q] = float64(c[0]) / float64(trials)
		differences[q] = shares[q] - float64(c[1])/float64(trials)
	}
	avg, bayes := metrics.Avg(metrics.Binary), metrics.Bayes(metrics.Binary, nil)
	a, err := posterior.New(avg, t, posterior.Population)
	if err != nil {
		return held, err
	}
	b, err := posterior.New(bayes, t, posterior.Population)
	if err != nil {
		return held, err
	}
	twice, without, normal := avg.Estimate(t, 0), a.Difference(0, 1), a.Estimate(0)
	twice.DF, normal.DF = float64(len(counts)-1), 0
	twice.Sigma = math.Hypot(twice.Sigma, math.Sqrt(stat.Variance(shares, nil)/float64(len(shares))))
	x, _ := metrics.SamplingNoise(avg, t, 0)
	y, _ := metrics.SamplingNoise(avg, t, 1)
	without.Sigma = math.Sqrt(max(stat.Variance(differences, nil)/float64(len(differences)), x.Within+y.Within))
	holds := func(e metrics.Estimate, truth float64) bool {
		lo, hi := e.Interval(0.95, metrics.Unbounded)
		return lo <= truth && truth <= hi
	}
	return [7]bool{
		holds(a.Estimate(0), first), holds(normal, first), holds(twice, first), holds(b.Estimate(0), first),
		holds(a.Difference(0, 1), first-second), holds(without, first-second), holds(b.Difference(0, 1), first-second),
	}, nil
}

// measure counts on so many boards. A board is the same however many there are.
func measure(t *testing.T, boards int) *coverage {
	worker := func() montecarlo.Visit[*coverage] {
		stream := rng.New(1, "coverage", 0)
		return func(index int, into *coverage, _ func() bool) {
			into.boards++
			stream.Seek(index)
			for population := range chances {
				if err := into.add(stream, population); err != nil {
					t.Error(err)
				}
			}
		}
	}
	c, err := montecarlo.Fold(t.Context(), montecarlo.Options{Replicates: boards}, func() *coverage { return new(coverage) }, worker)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// markdown is one table per population.
func (c *coverage) markdown() string {
	var b strings.Builder
	for i, population := range chances {
		fmt.Fprintf(&b, "### Beta(%v, %v): %s\n\n| M | N | %s |\n|---:|---:|%s\n", population.beta.Alpha, population.beta.Beta, population.title,
			strings.Join(intervals, " | "), strings.Repeat("---:|", len(intervals)))
		for j, m := range questionCounts {
			for k, n := range trialCounts {
				fmt.Fprintf(&b, "| %d | %d |", m, n)
				for l := range intervals {
					fmt.Fprintf(&b, " %s |", tables.Float(100*c.share(i, j, k, l), 1))
				}
				b.WriteByte('\n')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (c *coverage) share(population, questions, trials, interval int) float64 {
	return float64(c.hits[population][questions][trials][interval]) / float64(c.boards)
}

// The tables of coverage.md on --estimand population are what is measured here
// on 4000 boards: with -update they are written, else a tenth of the boards,
// which are among the 4000, must agree with them to five standard errors.
func TestPopulationCoverage(t *testing.T) {
	rows := measuredRows(t, "coverage.md", "population", func() string { return measure(t, 4000).markdown() })
	if *update {
		return
	}
	if want := len(chances) * len(questionCounts) * len(trialCounts); len(rows) != want {
		t.Fatalf("%d rows of coverage, want %d", len(rows), want)
	}
	c := measure(t, 400)
	for at, row := range rows {
		k, j, i := at%len(trialCounts), at/len(trialCounts)%len(questionCounts), at/len(trialCounts)/len(questionCounts)
		cells := row[2:]
		for l, interval := range intervals {
			percent, err := strconv.ParseFloat(cells[l], 64)
			if err != nil {
				t.Fatalf("row %q: %v", row, err)
			}
			said, got := percent/100, c.share(i, j, k, l)
			if slack := 5*math.Sqrt(said*(1-said)/400) + 0.01; math.Abs(got-said) > slack {
				t.Errorf("%s of Beta(%v, %v), %d questions, %d trials: coverage %v, the page says %v",
					interval, chances[i].beta.Alpha, chances[i].beta.Beta, questionCounts[j], trialCounts[k], got, said)
			}
		}
	}
}

// Where the means of questions are sample means and they are spread over 0..1 smoothly,
// the nominal level is kept with trials enough to tell them apart: at any number of
// questions within 3 percent points and five standard errors of 400 boards, and from 30
// questions on everywhere. By 1.96 two questions hold little more than half. Noise counted
// twice shows, and so does a difference without what its models lack, on few hard
// questions.
func TestPopulationKeepsItsLevel(t *testing.T) {
	c := measure(t, 400)
	const se = 0.011 // √(0.95·0.05/400)
	for i, population := range chances {
		for j, m := range questionCounts {
			for k, n := range trialCounts {
				if m < 30 && !(population.beta.Alpha > 100 && n == 64) {
					continue
				}
				for _, l := range []int{0, 4} { // avg, and its differences
					if got := c.share(i, j, k, l); math.Abs(got-0.95) > 0.03+5*se {
						t.Errorf("%s, %s, %d questions, %d trials: coverage %v", intervals[l], population.title, m, n, got)
					}
				}
			}
		}
	}
	if student, normal := c.share(2, 0, 2, 0), c.share(2, 0, 2, 1); student-normal < 0.15 {
		t.Errorf("two questions: t covers %v, 1.96 %v", student, normal)
	}
	if without := c.share(1, 3, 0, 5); without > 0.8 {
		t.Errorf("without l, differences at ten hard questions cover %v", without)
	}
	if twice := c.share(0, 5, 1, 2); twice < 0.98 {
		t.Errorf("noise counted twice covers %v, though its σ is √2 too wide", twice)
	}
}
