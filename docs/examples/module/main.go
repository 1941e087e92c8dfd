// Mine shows how to write an estimator in another module. It compares the estimator
// with others in Settle's bake-off.
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

// mine scores a model by its share of correct trials, as if each question had four more
// trials, half of them correct. Change Score to your method, and Target to the value
// that it estimates.
type mine struct{}

// Name returns the name of the metric in --metrics.
func (mine) Name() string { return "mine" }

// FirstTrial returns the smallest number of trials that has a score.
func (mine) FirstTrial() int { return 1 }

// Check returns an error if the metric cannot score a board with the given top category
// and number of trials.
func (mine) Check(int, int) error { return nil }

// Score returns the score of one model. A better model has a larger score, and equal
// scores are a tie. t.Row holds the number of correct trials by question.
func (mine) Score(t *results.Tally, model int) float64 {
	correct := 2 * t.Questions
	for _, successes := range t.Row(model) {
		correct += int(successes)
	}
	return float64(correct) / float64(t.Questions*(t.Trials+4))
}

// Target returns the value that Score estimates. p holds the model's probability of a
// correct trial by question.
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

// compete returns a report on how well each metric orders the models. It uses boards
// simulated from coins, which are models with known success probabilities.
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
		Options: o, Results: found, // add Full: true to print all measured numbers
	}
	return b.Report("text").Render("text")
}
