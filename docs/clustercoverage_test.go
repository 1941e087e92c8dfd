package docs_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/study/posterior"
	"settle/tables"
)

// clusterings are how questions come in groups.
var clusterings = []struct {
	sizes string
	of    func(group int) int
}{
	{"1 each", func(int) int { return 1 }},
	{"5 each", func(int) int { return 5 }},
	{"2, every fifth 20", func(group int) int {
		if group%5 == 0 {
			return 20
		}
		return 2
	}},
}

var (
	groupCounts      = []int{3, 5, 10, 20, 40}
	clusterIntervals = []string{"groups unknown", "groups", "groups, by 1.96", "difference, groups unknown", "difference, groups"}
)

const clusterTrials = 8

// clustered counts how often intervals of avg hold the truth, by the sizes of groups,
// the number of groups and interval.
type clustered struct {
	boards int
	hits   [3][5][5]int
}

func (c *clustered) Reset() { *c = clustered{} }

func (c *clustered) Merge(from *clustered) {
	c.boards += from.boards
	for i, byGroups := range from.hits {
		for j, byInterval := range byGroups {
			for k, n := range byInterval {
				c.hits[i][j][k] += n
			}
		}
	}
}

// drawClusters counts the successes of two models at questions in groups. A group has a
// difficulty μ from Beta(1, 1), and each of its questions a chance from
// Beta(2μ, 2(1 − μ)), so that chances correlate by 1/3 within a group. The second model
// solves it with the chance squared, of mean E[p²] = E[μ² + μ(1 − μ)/3] =
// 1/3 + 1/18 = 7/18.
func drawClusters(stream *rng.Stream, groups int, size func(int) int) *results.Tally {
	var of []int
	for g := range groups {
		for range size(g) {
			of = append(of, g)
		}
	}
	t := results.NewTally(2, len(of), 1)
	t.Trials, t.Groups = clusterTrials, of
	mu, last := 0.0, -1
	for q, g := range of {
		if g != last {
			mu, last = stream.Float64(), g
		}
		p := distuv.Beta{Alpha: 2 * mu, Beta: 2 * (1 - mu), Src: stream}.Rand()
		for range clusterTrials {
			for model, chance := range []float64{p, p * p} {
				if stream.Float64() < chance {
					t.Add(model, q, 1, 1)
				}
			}
		}
	}
	return t
}

// add counts the intervals of one fresh board of each kind.
func (c *clustered) add(stream *rng.Stream) error {
	const first, difference = 0.5, 0.5 - 7.0/18
	for i, kind := range clusterings {
		for j, groups := range groupCounts {
			t := drawClusters(stream, groups, kind.of)
			known, err := posterior.New(metrics.Avg(metrics.Binary), t, posterior.Population)
			if err != nil {
				return err
			}
			t.Groups = nil
			unknown, err := posterior.New(metrics.Avg(metrics.Binary), t, posterior.Population)
			if err != nil {
				return err
			}
			normal := known.Estimate(0)
			normal.DF = 0
			for k, e := range []metrics.Estimate{
				unknown.Estimate(0), known.Estimate(0), normal, unknown.Difference(0, 1), known.Difference(0, 1),
			} {
				truth := first
				if k > 2 {
					truth = difference
				}
				if lo, hi := e.Interval(0.95, metrics.Unbounded); lo <= truth && truth <= hi {
					c.hits[i][j][k]++
				}
			}
		}
	}
	c.boards++
	return nil
}

func measureClustered(t *testing.T, boards int) *clustered {
	worker := func() montecarlo.Visit[*clustered] {
		stream := rng.New(1, "clusters", 0)
		return func(index int, into *clustered, _ func() bool) {
			stream.Seek(index)
			if err := into.add(stream); err != nil {
				t.Error(err)
			}
		}
	}
	c, err := montecarlo.Fold(t.Context(), montecarlo.Options{Replicates: boards}, func() *clustered { return new(clustered) }, worker)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *clustered) share(kind, groups, interval int) float64 {
	return float64(c.hits[kind][groups][interval]) / float64(c.boards)
}

func (c *clustered) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| groups | questions of a group | %s |\n|---:|---|%s\n",
		strings.Join(clusterIntervals, " | "), strings.Repeat("---:|", len(clusterIntervals)))
	for i, kind := range clusterings {
		for j, groups := range groupCounts {
			fmt.Fprintf(&b, "| %d | %s |", groups, kind.sizes)
			for k := range clusterIntervals {
				fmt.Fprintf(&b, " %s |", tables.Float(100*c.share(i, j, k), 1))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// The table of coverage.md on groups of questions is what is measured here on 4000
// boards: with -update it is written, else a tenth of the boards, which are among them,
// must agree with it to five standard errors.
func TestClusterCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("measures coverage")
	}
	rows := measuredRows(t, "coverage.md", "clusters", func() string { return measureClustered(t, 4000).markdown() })
	if *update {
		return
	}
	if want := len(clusterings) * len(groupCounts); len(rows) != want {
		t.Fatalf("%d rows, want %d", len(rows), want)
	}
	c := measureClustered(t, 400)
	for at, row := range rows {
		i, j := at/len(groupCounts), at%len(groupCounts)
		for k, cell := range row[2:] {
			percent, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatalf("row %q: %v", row, err)
			}
			said, got := percent/100, c.share(i, j, k)
			if slack := 5*math.Sqrt(said*(1-said)/400) + 0.01; math.Abs(got-said) > slack {
				t.Errorf("%d groups of %s, %s: coverage %v, the page says %v",
					groupCounts[j], clusterings[i].sizes, clusterIntervals[k], got, said)
			}
			// From ten groups on, knowing them keeps the level, and not knowing them loses it where they are large.
			if groupCounts[j] >= 10 && (k == 1 || k == 4) && said < 0.90 {
				t.Errorf("%d groups of %s, %s: %v", groupCounts[j], clusterings[i].sizes, clusterIntervals[k], said)
			}
			if i == 1 && k == 0 && said > 0.9 {
				t.Errorf("groups of five that are not known: %v", said)
			}
		}
	}
}
