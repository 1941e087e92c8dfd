package rankers

import "settle/metrics"

// aliases returns the methods that order complete boards of right and wrong answers as
// avg does. docs/rankings.md proves this, and identities_test.go tests it.
func aliases() (families []metrics.Family) {
	for _, a := range []struct{ name, doc, why, instead string }{
		{"davidson", "Davidson's model of wins and ties", "its equations depend on wins plus half ties, which are given by the means", "bt or rao-kupper"},
		{"bt-half-ties", "Bradley and Terry's model with a tie as half a win for both, as in arenas", "same reason as davidson", "bt or rao-kupper"},
		{"rasch", "Rasch's model of item response, by any estimate", "it depends only on how often a model is right", "irt-2pl"},
		{"rank-centrality", "rank centrality with a tie as half a win for both", "its transition probabilities depend on differences of means", "bt"},
		{"pagerank", "PageRank of shares of wins, each divided by the number of models", "same reason as rank-centrality", "bt"},
		{"alpha-rank", "α-Rank of shares of wins", "same reason as rank-centrality", "bt"},
		{"spectral", "Keener's leading eigenvector of shares of wins", "a larger mean makes every entry of a row larger", "bt"},
		{"nash", "a model's gain against an equilibrium of the game of models", "the best means are the equilibrium", "bt"},
		{"serial-rank", "SerialRank, by similarity of wins", "its Fiedler vector has the order of the means", "bt or borda"},
		{"hodge-rank", "HodgeRank, the potential of shares of wins", "differences of means are a gradient", "bt or borda"},
	} {
		families = append(families, metrics.AvgAs(metrics.Family{
			Name: a.name, Syntax: a.name, Doc: a.doc, Why: a.why, Aim: "mean weight of an outcome",
		}, a.instead))
	}
	return families
}
