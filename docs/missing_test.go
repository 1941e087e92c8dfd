package docs_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/exact"
	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/tables"
)

// boardSize is M and N of a board whose attempts go missing.
type boardSize struct{ questions, trials int }

var boardSizes = []boardSize{{30, 1}, {30, 8}, {30, 64}, {200, 4}, {800, 1}, {800, 8}}

// abilities are what models add to the logit of a question's chance.
var abilities = []float64{-0.6, -0.3, 0, 0.3, 0.6}

// mechanisms are how attempts go missing. Of each, about a tenth do.
var mechanisms = []struct {
	title string

	// made tells what becomes of an attempt of outcome 0 or 1 at a question of a
	// mean chance, given a uniform number: whether it was made, and whether it
	// failed, so that its outcome is not known.
	happens func(outcome, chance, uniform float64) (made, failed bool)
}{
	{"Never made, at random", func(_, _, u float64) (bool, bool) { return u >= 0.1, false }},
	{"Never made, hard questions more often", func(_, p, u float64) (bool, bool) { return u >= 0.2*(1-p), false }},
	{"Failed, at random", func(_, _, u float64) (bool, bool) { return true, u < 0.1 }},
	{"Failed, hard questions more often", func(_, p, u float64) (bool, bool) { return true, u < 0.2*(1-p) }},
	{"Failed where the answer would have been wrong", func(o, _, u float64) (bool, bool) { return true, o == 0 && u < 0.2 }},
}

var missingPolicies = []results.Missing{results.MissingUnequal, results.MissingCommon, results.MissingWrong}

// quantity is a mean over boards with what its standard error takes.
type quantity struct{ exact.Moments }

func (q *quantity) mean(boards int) float64 {
	mean, _ := q.Mean(boards)
	return mean
}

func (q *quantity) se(boards int) float64 {
	_, se := q.Mean(boards)
	return se
}

// missingColumns are what is measured of a policy, in percent.
var missingColumns = []string{"kept", "bias of scores", "bias of first − last", "pairs in the wrong order", "intervals hold", "intervals of differences hold"}

// damage holds what is measured: by mechanism, size and policy, then column; the last
// policy is that of boards of which nothing is missing.
type damage struct {
	boards int
	cells  [5][6][4][6]quantity
}

func (d *damage) Reset() { *d = damage{} }

func (d *damage) Merge(from *damage) {
	d.boards += from.boards
	for i := range d.cells {
		for j := range d.cells[i] {
			for k := range d.cells[i][j] {
				for l := range d.cells[i][j][k] {
					d.cells[i][j][k][l].Merge(&from.cells[i][j][k][l].Moments)
				}
			}
		}
	}
}

// trueBoard is one whose truth is known.
type trueBoard struct {
	chances  [][]float64 // by model and question
	means    []float64   // by model, over all questions
	average  []float64   // by question, over models
	outcomes [][]float64 // by model and question, then trial
	uniform  [][]float64 // likewise: what decides whether attempts go missing
}

// newTrueBoard draws questions whose chances for a model of ability 0 are
// Beta(0.4, 0.4): most very hard or very easy.
func newTrueBoard(stream *rng.Stream, size boardSize) *trueBoard {
	b := &trueBoard{means: make([]float64, len(abilities)), average: make([]float64, size.questions)}
	beta := distuv.Beta{Alpha: 0.4, Beta: 0.4, Src: stream}
	base := make([]float64, size.questions)
	for q := range base {
		p := min(max(beta.Rand(), 1e-6), 1-1e-6)
		base[q] = math.Log(p / (1 - p))
	}
	for model, ability := range abilities {
		row := make([]float64, size.questions)
		for q := range row {
			row[q] = 1 / (1 + math.Exp(-base[q]-ability))
			b.means[model] += row[q] / float64(size.questions)
			b.average[q] += row[q] / float64(len(abilities))
			outcomes, uniform := make([]float64, size.trials), make([]float64, size.trials)
			for i := range outcomes {
				if stream.Float64() < row[q] {
					outcomes[i] = 1
				}
				uniform[i] = stream.Float64()
			}
			b.outcomes, b.uniform = append(b.outcomes, outcomes), append(b.uniform, uniform)
		}
		b.chances = append(b.chances, row)
	}
	return b
}

// attempts are what is left of the board's.
func (b *trueBoard) attempts(happens func(outcome, chance, uniform float64) (made, failed bool)) *results.Attempts {
	a := results.NewAttempts("")
	questions := len(b.average)
	for model := range b.chances {
		name := fmt.Sprint("model ", model)
		for q := range questions {
			question := fmt.Sprint("question ", q)
			for i, outcome := range b.outcomes[model*questions+q] {
				made, failed := happens(outcome, b.average[q], b.uniform[model*questions+q][i])
				if failed {
					outcome = math.NaN()
				}
				if made {
					a.Add(name, question, int64(i), outcome)
				}
			}
		}
	}
	return a
}

// measured is a row of the table for one board.
func (b *trueBoard) measured(t *results.Tally, models []int, kept float64) [6]float64 {
	avg := metrics.Avg(metrics.Binary)
	last := len(abilities) - 1
	estimates := make([]metrics.Estimate, len(abilities))
	for place, model := range models {
		estimates[model] = avg.Estimate(t, place)
	}
	var bias, wrong, held, differences float64
	pairs := float64(len(abilities)*last) / 2
	for i, e := range estimates {
		bias += (e.Mu - b.means[i]) / float64(len(estimates))
		if lo, hi := e.Interval(0.95, metrics.Unbounded); lo <= b.means[i] && b.means[i] <= hi {
			held += 1 / float64(len(estimates))
		}
		for j, other := range estimates[:i] { // which is worse
			switch {
			case e.Mu < other.Mu:
				wrong += 1 / pairs
			case e.Mu == other.Mu:
				wrong += 0.5 / pairs
			}
			error := e.Mu - other.Mu - (b.means[i] - b.means[j])
			if math.Abs(error) <= 1.959963984540054*math.Hypot(e.Sigma, other.Sigma) {
				differences += 1 / pairs
			}
		}
	}
	first := estimates[last].Mu - estimates[0].Mu - (b.means[last] - b.means[0])
	return [6]float64{kept, bias, first, wrong, held, differences}
}

// add measures one board of each size.
func (d *damage) add(stream *rng.Stream, sizes []boardSize) error {
	for j, size := range sizes {
		b := newTrueBoard(stream, size)
		for i, mechanism := range mechanisms {
			attempts := b.attempts(mechanism.happens)
			whole := float64(len(abilities) * size.questions * size.trials)
			for k, by := range missingPolicies {
				board, _, err := attempts.Board(results.Policy{Missing: by})
				if err != nil {
					return fmt.Errorf("%s, %v, %s: %w", mechanism.title, size, by, err)
				}
				d.note(i, j, k, b.measured(board.TallyAll(), modelsOf(board), float64(board.Cells())/whole))
			}
			board, _, err := b.attempts(func(float64, float64, float64) (bool, bool) { return true, false }).
				Board(results.Policy{})
			if err != nil {
				return err
			}
			d.note(i, j, 3, b.measured(board.TallyAll(), modelsOf(board), 1))
		}
	}
	return nil
}

func (d *damage) note(mechanism, size, policy int, row [6]float64) {
	for column, x := range row {
		d.cells[mechanism][size][policy][column].Add(x)
	}
}

// modelsOf are the numbers of the models on a board, in its order.
func modelsOf(b *results.Board) []int {
	var models []int
	for _, name := range b.Models {
		n, _ := strconv.Atoi(strings.TrimPrefix(name, "model "))
		models = append(models, n)
	}
	return models
}

// measureMissing measures on so many boards. A board is the same however many there
// are.
func measureMissing(t *testing.T, boards int) *damage {
	worker := func() montecarlo.Visit[*damage] {
		stream := rng.New(1, "missing attempts of pages", 0)
		return func(index int, into *damage, _ func() bool) {
			into.boards++
			stream.Seek(index)
			if err := into.add(stream, boardSizes); err != nil {
				t.Error(err)
			}
		}
	}
	d, err := montecarlo.Fold(t.Context(), montecarlo.Options{Replicates: boards}, func() *damage { return new(damage) }, worker)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var missingRows = []string{"unequal", "common", "wrong", "nothing missing"}

// markdown is one table per mechanism.
func (d *damage) markdown() string {
	var b strings.Builder
	for i, mechanism := range mechanisms {
		fmt.Fprintf(&b, "### %s\n\n| M | N | `--missing` | %s |\n|---:|---:|---|%s\n",
			mechanism.title, strings.Join(missingColumns, " | "), strings.Repeat("---:|", len(missingColumns)))
		for j, size := range boardSizes {
			for k, policy := range missingRows {
				fmt.Fprintf(&b, "| %d | %d | %s |", size.questions, size.trials, policy)
				for l := range missingColumns {
					fmt.Fprintf(&b, " %s |", tables.Float(100*d.cells[i][j][k][l].mean(d.boards), missingDigits[l]))
				}
				b.WriteByte('\n')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// missingDigits are those behind the point, by column.
var missingDigits = []int{0, 2, 2, 1, 1, 1}

// The tables of missing.md are what is measured here on 1000 boards: with -update
// they are written, else a twentieth of the boards, which are among the 1000, must
// agree with them to five standard errors and a hundredth.
func TestMissingCoverage(t *testing.T) {
	rows := measuredRows(t, "missing.md", "missing", func() string { return measureMissing(t, 1000).markdown() })
	if *update {
		return
	}
	if want := len(mechanisms) * len(boardSizes) * len(missingRows); len(rows) != want {
		t.Fatalf("%d rows, want %d", len(rows), want)
	}
	d := measureMissing(t, 50)
	var largest [6]float64 // standard errors on 1000 boards, in percent
	for at, row := range rows {
		i, j, k := at/24, at/4%6, at%4
		for l, cell := range row[3:] {
			percent, err := strconv.ParseFloat(strings.ReplaceAll(cell, "−", "-"), 64)
			if err != nil {
				t.Fatalf("row %q: %v", row, err)
			}
			q := &d.cells[i][j][k][l]
			largest[l] = max(largest[l], 100*q.se(d.boards)/math.Sqrt(1000/float64(d.boards)))
			// A hundredth more where so few boards may show nothing of what is rare.
			if slack := 5*q.se(d.boards) + 0.01; math.Abs(q.mean(d.boards)-percent/100) > slack {
				t.Errorf("%s, %v, %s: %s is %v, the page says %v", mechanisms[i].title, boardSizes[j], missingRows[k],
					missingColumns[l], q.mean(d.boards), percent/100)
			}
		}
	}
	t.Logf("the largest standard errors on 1000 boards, of %q: %.2f", missingColumns, largest)
}
