package rankers

import "settle/metrics"

// aliases are methods that are only a name for avg on complete boards of right and wrong
// answers; docs/rankings.md has the proofs, and identities_test.go tests them.
func aliases() (families []metrics.Family) {
	for _, a := range []struct{ name, doc, why, instead string }{
		{"davidson", "Davidson's model of wins and ties", "its equations hold for wins and half ties, which are the means", "bt or rao-kupper"},
		{"bt-half-ties", "Bradley and Terry's model, a tie half a win for both, as arenas have it", "as davidson", "bt or rao-kupper"},
		{"rasch", "Rasch's model of item response, by any estimate", "all that it asks of a model is how often it is right", "irt-2pl"},
		{"rank-centrality", "rank centrality, a tie half a win for both", "its chain moves by differences of means", "bt"},
		{"pagerank", "PageRank of shares of wins, each over the number of models", "as rank-centrality", "bt"},
		{"alpha-rank", "α-Rank of shares of wins", "as rank-centrality", "bt"},
		{"spectral", "Keener's leading eigenvector of shares of wins", "a better mean makes every entry of a row larger", "bt"},
		{"nash", "what a model wins against an equilibrium of the game of models", "the best means are the equilibrium", "bt"},
		{"serial-rank", "SerialRank, by who is alike in whom it beats", "its Fiedler vector is that of the means", "bt or borda"},
		{"hodge-rank", "HodgeRank, the potential of shares of wins", "differences of means are a gradient", "bt or borda"},
	} {
		families = append(families, metrics.AvgAs(metrics.Family{
			Name: a.name, Syntax: a.name, Doc: a.doc, Why: a.why, Aim: "mean weight of an outcome",
		}, a.instead))
	}
	return families
}
