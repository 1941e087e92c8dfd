package signals

import (
	"settle/results"
	"settle/rubric"
)

// Sorted holds a board whose outcomes are categories of attempts. It also holds the
// schema and the thresholds that determine these categories.
type Sorted struct {
	Schema         *rubric.Schema
	Thresholds     rubric.Thresholds
	ThresholdsFrom string         // file of the attempts that determine the thresholds, "" if the attempts on the board do
	Board          *results.Board // board of the schema's categories
}

// Counts returns the number of attempts in each category, by model, then category.
func (s *Sorted) Counts() [][]int {
	counts := make([][]int, len(s.Board.Models))
	for model := range counts {
		counts[model] = make([]int, s.Board.Top()+1)
		for question := range s.Board.Questions {
			for _, category := range s.Board.Row(model, question) {
				counts[model][category]++
			}
		}
	}
	return counts
}

// Shares returns the share of each model's attempts in each category, by model, then
// category.
func (s *Sorted) Shares() [][]float64 {
	attempts := float64(len(s.Board.Questions) * s.Board.Trials())
	counts := s.Counts()
	shares := make([][]float64, len(counts))
	for model := range shares {
		for _, count := range counts[model] {
			shares[model] = append(shares[model], float64(count)/attempts)
		}
	}
	return shares
}
