package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"settle/figures"
	"settle/metrics"
	"settle/montecarlo"
	"settle/sim"
	"settle/study/sequential"
)

// knownModels describes models with known success probabilities, on which policies spend trials.
type knownModels struct {
	name   string
	coins  func() (*sim.Coins, error)
	trials []int
}

// allocations returns the models for the study of allocation. Some have success probabilities like
// those of real boards; the others come from lookBoards.
func allocations() (boards []knownModels) {
	for _, name := range shapeNames {
		boards = append(boards, knownModels{name, func() (*sim.Coins, error) { return shapeCoins(name) }, []int{16, 80}})
	}
	for _, b := range lookBoards {
		if b.coins != nil {
			boards = append(boards, knownModels{b.name, b.coins, []int{b.trials}})
		}
	}
	return boards
}

// Policies and corrections that the study of allocation compares.
var (
	allocating = []sequential.Policy{sequential.All, sequential.Neighbours, sequential.Power}
	allowing   = []sequential.Correction{sequential.Mixture, sequential.Holm}
)

// Columns of the study of allocation. The first allocationShares columns hold the share of pairs
// that are decided after 10 %, 20 %, … of the budget. Column spentColumn holds the trials spent.
const (
	allocationShares = 10
	spentColumn      = allocationShares
)

// allocation returns a study that measures how many pairs each policy decides as it spends trials.
func allocation() *study {
	s := &study{
		name: "allocation", page: "savings", boards: 2000, sample: 1, every: 4, summary: savedTrials, figure: decidedPairs,
		labels: []label{{"chances", false}, {"N", true}, {"correction", false}, {"policy", false}},
	}
	for i := range allocationShares {
		s.columns = append(s.columns, column{strconv.Itoa(100*(i+1)/allocationShares) + " %", []format{{scale: 100, digits: 1, slack: 0.1}}})
	}
	s.columns = append(s.columns, column{"trials spent, %", []format{{scale: 100, slack: 0.02}}},
		column{"evaluations with a wrong decision, %", []format{percent}})
	for _, b := range allocations() {
		for _, trials := range b.trials {
			p := part{measure: func(ctx context.Context, boards int) ([]number, error) { return b.evaluate(ctx, trials, boards) }}
			for _, c := range allowing {
				for _, policy := range allocating {
					p.rows = append(p.rows, row{"", []string{b.name, strconv.Itoa(trials), c.String(), policy.String()}})
				}
			}
			s.parts = append(s.parts, p)
		}
	}
	return s
}

// evaluate simulates all policies with each correction. It returns the numbers of their rows,
// ordered by correction and then by policy.
func (b knownModels) evaluate(ctx context.Context, trials, boards int) (numbers []number, err error) {
	coins, err := b.coins()
	if err != nil {
		return nil, err
	}
	d := sequential.Design{
		Batch: 4, HalfWidth: 0.025, Confidence: 0.95, Trials: trials, Meant: 16,
		Sampled: sequential.Sampled(metrics.Binary), Policies: allocating,
	}
	found, err := sequential.Evaluate(ctx, coins.Source(2*trials, seed), metrics.Avg(metrics.Binary), coins.Gold(), d, allowing,
		montecarlo.Options{Replicates: boards})
	if err != nil {
		return nil, err
	}
	for c := range allowing {
		for p := range allocating {
			numbers = append(numbers, allocationRow(found[p*len(allowing)+c])...)
		}
	}
	return numbers, nil
}

// allocationRow returns the numbers of one row of the study of allocation.
func allocationRow(r sequential.Result) (numbers []number) {
	for i := range allocationShares {
		at := (i+1)*sequential.CurvePoints/allocationShares - 1
		numbers = append(numbers, number{r.Decided[at], math.NaN()})
	}
	return append(numbers, number{r.BudgetShare(), r.Trials.SE / float64(r.Budget)}, number{r.WrongBoards.Value, r.WrongBoards.SE})
}

// reaches returns the share of the budget, in percent, at which a curve of decided pairs first
// reaches the given share. It interpolates linearly between points, and returns NaN if the curve
// never reaches the share.
func reaches(curve []float64, share float64) float64 {
	before := 0.0
	for i, x := range curve {
		if x >= share {
			return 100 / allocationShares * (float64(i) + (share-before)/(x-before))
		}
		before = x
	}
	return math.NaN()
}

// savedTrials returns a table that compares the policy named power with the other policies. It
// covers only the models that have success probabilities like those of real boards.
func savedTrials(s *study, shown [][]float64) string {
	var b strings.Builder
	b.WriteString("| chances like those of | N | correction | `all` decides, % of pairs | `neighbours` decides | with trials, % " +
		"| `power` decides | with trials, % | as many as `all` with trials, % |\n|---|---:|---|---:|---:|---:|---:|---:|---:|\n")
	for i, r := range s.rows() {
		if i%len(allocating) != 0 || !slices.Contains(shapeNames, r.cells[0]) {
			continue
		}
		cells := slices.Clone(r.cells[:3])
		add := func(x float64, digits int) {
			cells = append(cells, column{formats: []format{{digits: digits}}}.cell([]float64{x}))
		}
		add(shown[i][allocationShares-1], 1)
		for _, policy := range shown[i+1 : i+len(allocating)] {
			add(policy[allocationShares-1], 1)
			add(policy[spentColumn], 0)
		}
		add(reaches(shown[i+len(allocating)-1][:allocationShares], shown[i][allocationShares-1]), 0)
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return b.String()
}

// drawnShapes lists the real boards whose success probabilities the figure of allocation uses.
var drawnShapes = []string{"gpqa", "livecodebench", "terminal-bench", "aime"}

// decidedPairs returns a figure that shows how many pairs each policy decides as it spends trials.
func decidedPairs(s *study, shown [][]float64) *figures.Figure {
	const trials = 80
	f := &figures.Figure{
		Title: "Pairs decided as trials are spent", Columns: 2,
		Caption: fmt.Sprintf("Means over %d simulated evaluations whose success probabilities resemble those of each board. The budget is %d trials per question and model; the correction is %s.",
			s.boards, trials, sequential.Mixture),
	}
	for i, name := range drawnShapes {
		panel := figures.Curves{
			Title: fmt.Sprintf("(%c) %s", 'a'+i, name), XLabel: "trials spent (% of the budget)", YLabel: "pairs decided (%)",
			ShowX: []float64{0}, Lines: []figures.Line{{Group: "black"}}, // the first group is thick and has no markers
		}
		for j, r := range s.rows() {
			if !slices.Equal(r.cells[:3], []string{name, strconv.Itoa(trials), sequential.Mixture.String()}) {
				continue
			}
			line := figures.Line{Name: r.cells[3], Group: r.cells[3], Y: shown[j][:allocationShares]}
			for share := range allocationShares {
				line.X = append(line.X, float64(100*(share+1)/allocationShares))
			}
			panel.Lines = append(panel.Lines, line)
		}
		f.Panels = append(f.Panels, panel)
	}
	return f
}
