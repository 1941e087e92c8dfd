// Mine enters an estimator of its own into Settle's bake-off.
package main

import (
	"context"
	"fmt"
	"log"

	"settle/metrics"
	"settle/montecarlo"
	bakeoffreport "settle/report/bakeoff"

	"settle/results"
	"settle/sim"
	"settle/study/bakeoff"
)

// mine is the share of correct trials, as if each question had had four more, half of
// them correct: change Score to what you like, and Target to what it estimates.
type mine struct{}

// Name is what --metrics calls it.
func (mine) Name() string { return "mine" }

// FirstTrial is with how many trials there is a score.
func (mine) FirstTrial() int { return 1 }

// Check says why there is none of so many categories and trials.
func (mine) Check(int, int) error { return nil }

// Score is the score of one model, larger for better ones; equal numbers are a tie. Row
// holds the numbers of correct trials by question.
func (mine) Score(t *results.Tally, model int) float64 {
	correct := 2 * t.Questions
	for _, successes := range t.Row(model) {
		correct += int(successes)
	}
	return float64(correct) / float64(t.Questions*(t.Trials+4))
}

// Target is what the score is to be, given the chance of a correct trial of each question.
func (mine) Target(p []float64) float64 {
	var sum float64
	for _, chance := range p {
		sum += chance
	}
	return sum / float64(len(p))
}

func main() {
	metrics.Register(metrics.Family{Name: "mine", Syntax: "mine", Doc: "share of correct trials, shrunk",
		New: func(string, metrics.Options) (metrics.Metric, error) { return mine{}, nil }})
	league, err := compete("avg,mine,bayes", sim.PaperQuantile())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", league)
}

// compete prints the league of metrics on boards of the coins.
func compete(list string, coins *sim.Coins) ([]byte, error) {
	ms, err := metrics.Parse(list, metrics.Options{})
	if err != nil {
		return nil, err
	}
	o := bakeoff.Options{Options: montecarlo.Options{Replicates: 1000}, Seed: 1, Trials: 16, At: []int{1, 4, 16}}
	found, err := bakeoff.Measure(context.Background(), bakeoff.OfCoins(coins), ms, o)
	if err != nil {
		return nil, err
	}
	b := bakeoffreport.Bakeoff{
		Coins: "coins:paper-quantile", Models: coins.Models, Questions: len(coins.Questions), Gold: coins.Gold(),
		Options: o, Results: found, // and Full: true for all that was measured
	}
	return b.Report("text").Render("text")
}
