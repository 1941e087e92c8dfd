package docs_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
	"settle/tables"
)

// published are the intervals that are set side by side, by metric.
var published = []string{
	"bayes:fitted", "bayes", "bayes:jeffreys", "avg", "avg:clt", "avg:within", "avg:wilson", "avg:jeffreys",
	"avg:clopper-pearson", "avg:bootstrap", "avg:clustered",
}

// side is what the intervals of a board's models are: how many hold the truth, and how
// wide they are on average.
type side struct{ held, width float64 }

// eachMetric fits and asks metrics for the intervals of a tally.
func eachMetric(t *testing.T, names []string, tally *results.Tally, truth func(m metrics.Metric, model int) float64) ([]side, error) {
	ms, err := metrics.Parse(strings.Join(names, ","), metrics.Options{})
	if err != nil {
		return nil, err
	}
	sides := make([]side, len(ms))
	for i, m := range ms {
		for model, e := range metrics.Estimates(m.(metrics.Estimator), tally, nil) {
			lo, hi := e.Interval(0.95, metrics.Unbounded)
			if want := truth(m, model); lo <= want && want <= hi {
				sides[i].held++
			}
			sides[i].width += (hi - lo) / float64(tally.Models)
		}
	}
	return sides, nil
}

// boardOf draws the chances of a board and its trials.
func boardOf(r *rand.Rand, spread, questions, trials int) (chances [][]float64, tally *results.Tally) {
	tally = results.NewTally(fittedModels, questions, 1)
	tally.Trials = trials
	chances = make([][]float64, fittedModels)
	for model := range chances {
		for q := range questions {
			p := spreads[spread].draw(r, model)
			chances[model] = append(chances[model], p)
			for range trials {
				if r.Float64() < p {
					tally.Add(model, q, 1, 1)
				}
			}
		}
	}
	return chances, tally
}

// averaged measures boards of one size by what of returns of each, averaged; se are the
// standard errors of the shares of intervals that hold.
func averaged(t *testing.T, purpose string, boards int, of func(r *rand.Rand) ([]side, error)) (mean []side, se []float64) {
	t.Helper()
	all := make([][]side, boards)
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range all {
		group.Go(func() (err error) {
			all[i], err = of(rand.New(rng.New(1, purpose, i)))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	mean, se = make([]side, len(all[0])), make([]float64, len(all[0]))
	squares := make([]float64, len(all[0]))
	for _, sides := range all {
		for i, s := range sides {
			share := s.held / fittedModels
			mean[i].held += share / float64(boards)
			mean[i].width += s.width / float64(boards)
			squares[i] += share * share / float64(boards)
		}
	}
	for i, m := range mean {
		se[i] = math.Sqrt(max(0, squares[i]-m.held*m.held) / float64(boards-1))
	}
	return mean, se
}

// competitors measures all published intervals on boards of one size.
func competitors(t *testing.T, spread, questions, trials, boards int) ([]side, []float64) {
	return averaged(t, fmt.Sprintf("intervals %d %d %d", spread, questions, trials), boards, func(r *rand.Rand) ([]side, error) {
		chances, tally := boardOf(r, spread, questions, trials)
		return eachMetric(t, published, tally, func(m metrics.Metric, model int) float64 {
			return m.(metrics.Targeter).Target(chances[model])
		})
	})
}

// coverageCell is coverage and mean width as the page has them.
func coverageCell(s side) string {
	return tables.Float(100*s.held, 1) + " / " + tables.Float(s.width, 3)
}

// competitorTable is a table of a row per size, and a column per interval.
func competitorTable(names []string, cell func(side) string, rows func(row func(spread, questions, trials int, sides []side))) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| M | N | chances | `%s` |\n|---:|---:|---|%s\n", strings.Join(names, "` | `"), strings.Repeat("---:|", len(names)))
	rows(func(spread, questions, trials int, sides []side) {
		fmt.Fprintf(&b, "| %d | %d | %s |", questions, trials, spreads[spread].name)
		for _, s := range sides {
			fmt.Fprintf(&b, " %s |", cell(s))
		}
		b.WriteByte('\n')
	})
	return strings.TrimSuffix(b.String(), "\n")
}

// cellOf reads what coverageCell wrote.
func cellOf(t *testing.T, cell string) side {
	held, width, _ := strings.Cut(cell, " / ")
	return side{number(t, held) / 100, number(t, width)}
}

// holdsTo asks that boards agree with what the page says of them.
func holdsTo(t *testing.T, name string, said string, got side, se float64, boards int) {
	t.Helper()
	want := cellOf(t, said)
	se = max(se, math.Sqrt(want.held*(1-want.held)/float64(boards*fittedModels)), 0.002)
	if math.Abs(got.held-want.held) > 5*se+0.001 || math.Abs(got.width-want.width) > 0.15*want.width+0.002 {
		t.Errorf("%s: coverage %.3f and width %.3f, the page says %s", name, got.held, got.width, said)
	}
}

const competitorBoards = 40

// The table of all intervals side by side is what is measured on 40 boards of each
// size: with -update it is written, else a tenth of the boards, which are among them,
// must agree with it to five standard errors. What the summary above it says of each
// interval is worked out of the table.
func TestCompetitorCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("many fits")
	}
	rows := measuredRows(t, "coverage.md", "competitors", func() string {
		return competitorTable(published, coverageCell, func(row func(spread, questions, trials int, sides []side)) {
			eachFitted(func(spread, questions, trials int) {
				sides, _ := competitors(t, spread, questions, trials, competitorBoards)
				row(spread, questions, trials, sides)
			})
		})
	})
	if *update {
		rows = measuredRowsNow(t, "coverage.md", "competitors")
	}
	summary := summarised(t, rows)
	if measuredText(t, "coverage.md", "summary", summary); *update {
		return
	}
	at := 0
	eachFitted(func(spread, questions, trials int) {
		row := rows[at]
		at++
		sides, se := competitors(t, spread, questions, trials, competitorBoards/10)
		for i, name := range published {
			what := fmt.Sprintf("%s on %s, %d questions, %d trials", name, spreads[spread].name, questions, trials)
			holdsTo(t, what, row[3+i], sides[i], se[i], competitorBoards/10)
		}
	})
	if at != len(rows) {
		t.Errorf("%d rows, want %d", len(rows), at)
	}
}

// summarised is the lowest and the highest coverage of each interval with where that is,
// in how many of the sizes it lies from 92.5 to 97.5 %, and how wide it is beside
// bayes:fitted.
func summarised(t *testing.T, rows [][]string) string {
	var b strings.Builder
	b.WriteString("| interval | lowest | where | highest | where | within 92.5 to 97.5 % | width by that of `bayes:fitted` |\n" +
		"|---|---:|---|---:|---|---:|---:|\n")
	for i, name := range published {
		low, high := side{held: 2}, side{held: -1}
		var lowest, highest []string
		var within int
		var logs float64
		for _, row := range rows {
			s, fitted := cellOf(t, row[3+i]), cellOf(t, row[3])
			if s.held < low.held {
				low, lowest = s, row
			}
			if s.held > high.held {
				high, highest = s, row
			}
			if s.held >= 0.925 && s.held <= 0.975 {
				within++
			}
			logs += math.Log(max(s.width, 0.001)/fitted.width) / float64(len(rows))
		}
		where := func(row []string) string { return fmt.Sprintf("%s × %s, %s", row[0], row[1], row[2]) }
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %d of %d | %s |\n", name, tables.Float(100*low.held, 1), where(lowest),
			tables.Float(100*high.held, 1), where(highest), within, len(rows), tables.Float(math.Exp(logs), 2))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// passes are metrics of K trials, each by its score and by both posteriors.
var passes = []string{
	"pass@2", "pass@2:uniform", "pass@2:fitted", "pass@8", "pass@8:uniform", "pass@8:fitted", "pass^4", "pass^4:uniform", "pass^4:fitted",
}

// passable are those of them that can be scored with so many trials.
func passable(trials int) []string {
	var names []string
	for _, name := range passes {
		if ms, err := metrics.Parse(name, metrics.Options{}); err == nil && trials >= ms[0].FirstTrial() && kOf(name) <= trials {
			names = append(names, name)
		}
	}
	return names
}

func kOf(name string) int { return int(name[5] - '0') }

const passBoards = 40

func passSides(t *testing.T, spread, questions, trials, boards int) ([]side, []float64) {
	return averaged(t, fmt.Sprintf("passes %d %d %d", spread, questions, trials), boards, func(r *rand.Rand) ([]side, error) {
		chances, tally := boardOf(r, spread, questions, trials)
		return eachMetric(t, passable(trials), tally, func(m metrics.Metric, model int) float64 {
			return m.(metrics.Targeter).Target(chances[model])
		})
	})
}

// eachPass visits the sizes of the table on the pass family.
func eachPass(f func(spread, questions, trials int)) {
	for spread := range spreads {
		for _, questions := range fittedQuestions[:2] {
			for _, trials := range []int{4, 8, 16} {
				f(spread, questions, trials)
			}
		}
	}
}

// The table on the pass family, as the one on all intervals: pass@K by its score holds
// 90 % or more everywhere.
func TestPassCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("many fits")
	}
	rows := measuredRows(t, "coverage.md", "passes", func() string {
		return competitorTable(passes, coverageCell, func(row func(spread, questions, trials int, sides []side)) {
			eachPass(func(spread, questions, trials int) {
				sides, _ := passSides(t, spread, questions, trials, passBoards)
				for len(sides) < len(passes) {
					sides = append(sides, side{math.NaN(), math.NaN()})
				}
				row(spread, questions, trials, inPlace(sides, trials))
			})
		})
	})
	if *update {
		return
	}
	at := 0
	eachPass(func(spread, questions, trials int) {
		row := rows[at]
		at++
		sides, se := passSides(t, spread, questions, trials, passBoards/10)
		sides = inPlace(append(sides, make([]side, len(passes)-len(sides))...), trials)
		names := passable(trials)
		for i, name := range names {
			column := indexOf(passes, name)
			what := fmt.Sprintf("%s on %s, %d questions, %d trials", name, spreads[spread].name, questions, trials)
			holdsTo(t, what, row[3+column], sides[column], se[i], passBoards/10)
			said := cellOf(t, row[3+column])
			if slack := 4 * math.Sqrt(0.9*0.1/(passBoards*fittedModels)); !strings.Contains(name, ":") && said.held < 0.9-slack {
				t.Errorf("%s: %.3f of the intervals hold", what, said.held)
			}
		}
	})
}

// inPlace puts the sides of what can be scored below their metrics.
func inPlace(sides []side, trials int) []side {
	placed := make([]side, len(passes))
	for i := range placed {
		placed[i] = side{math.NaN(), math.NaN()}
	}
	for i, name := range passable(trials) {
		placed[indexOf(passes, name)] = sides[i]
	}
	return placed
}

func indexOf(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
}
