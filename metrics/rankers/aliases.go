package rankers

import "settle/metrics"

// aliases returns the methods that order complete boards of right and wrong answers as
// avg does. docs/rankings.md proves this, and identities_test.go tests it.
func aliases() (families []metrics.Family) {
	for _, a := range []struct{ name, doc, why, instead string }{
		{"davidson", "Davidson's model of wins and ties", "its equations depend only on wins plus half of the ties, which follow from the means", "bt or rao-kupper"},
		{"bt-half-ties", "Bradley and Terry's model with a tie as half a win for both, as in arenas", "same reason as davidson", "bt or rao-kupper"},
		{"rasch", "Rasch's model of item response, by any estimate", "it depends only on each model's number of right answers", "irt-2pl"},
		{"rank-centrality", "rank centrality with a tie as half a win for both", "its transition probabilities depend on differences of means", "bt"},
		{"pagerank", "PageRank of win shares, each divided by the number of other models", "same reason as rank-centrality", "bt"},
		{"alpha-rank", "α-Rank computed from win shares", "same reason as rank-centrality", "bt"},
		{"spectral", "Keener's method: leading eigenvector of the matrix of win shares", "a model with a larger mean has larger entries throughout its row", "bt"},
		{"nash", "Nash averaging: a model's payoff against an equilibrium of the game between models", "the models with the best mean are the equilibrium", "bt"},
		{"serial-rank", "SerialRank: order by how similar the models' wins are", "its Fiedler vector orders models by their means", "bt or borda"},
		{"hodge-rank", "HodgeRank: the potential whose gradient fits the win shares", "the differences of means are exactly a gradient", "bt or borda"},
	} {
		families = append(families, metrics.AvgAs(metrics.Family{
			Name: a.name, Syntax: a.name, Doc: a.doc, Why: a.why, Aim: "mean weight of an outcome",
		}, a.instead))
	}
	return families
}
