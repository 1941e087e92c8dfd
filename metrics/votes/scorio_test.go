package votes

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

// Made by testdata/reference.py.
//
//go:embed testdata/reference.json
var scorio []byte

// choices is a question, and what scorio chooses.
type choices struct {
	Answers, Right           string
	Weights                  []float64
	Majority, Weighted, Best string
}

func (c choices) question() question {
	var q question
	for i, answer := range c.Answers {
		q.answers = append(q.answers, uint32(strings.IndexRune("-ABCDEF", answer)))
		q.outcomes = append(q.outcomes, uint8(boolean(string(answer) == c.Right)))
		q.weights = append(q.weights, c.Weights[i]/64)
	}
	return q
}

// tied reports whether answers, or attempts, tie for the first place by their weights: there scorio
// takes the first, and a score here is shared.
func (c choices) tied() (vote, best bool) {
	sums, answered := map[rune]float64{}, []float64{}
	for i, answer := range c.Answers {
		if answer != '-' {
			sums[answer] += c.Weights[i]
			answered = append(answered, c.Weights[i])
		}
	}
	var totals []float64
	for _, sum := range sums {
		totals = append(totals, sum)
	}
	twice := func(list []float64) bool {
		slices.Sort(list)
		n := len(list)
		return n > 1 && list[n-1] == list[n-2]
	}
	return twice(totals), twice(answered)
}

// The reference package chooses among all attempts, and gives a tie to the first. So plurality@N:first
// is its majority vote on all boards, vote@N and best@N are its weighted vote and its best-of-N on
// those without a tie.
func TestScorioChoosesTheSame(t *testing.T) {
	boards, compared := 0, map[string]int{}
	for line := range bytes.Lines(scorio) {
		var board []choices
		if err := json.Unmarshal(line, &board); err != nil {
			t.Fatal(err)
		}
		var qs []question
		right := map[string]float64{}
		voteTies, bestTies := false, false
		for _, c := range board {
			qs = append(qs, c.question())
			vote, best := c.tied()
			voteTies, bestTies = voteTies || vote, bestTies || best
			right["plurality@%:first"] += float64(boolean(c.Majority == c.Right))
			right["vote@%"] += float64(boolean(c.Weighted == c.Right))
			right["best@%"] += float64(boolean(c.Best == c.Right))
		}
		boards++
		for name, right := range right {
			if name == "vote@%" && voteTies || name == "best@%" && bestTies {
				continue
			}
			compared[name]++
			m := parse(t, name, len(board[0].Answers))
			if got, want := m.Score(tally(t, qs...), 0), right/float64(len(board)); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s of %s is %v, scorio's %v", m.Name(), line, got, want)
			}
		}
	}
	if boards != 500 || compared["vote@%"] < 300 || compared["best@%"] < 300 {
		t.Errorf("%d boards compared: %v", boards, compared)
	}
}
