package rankers

import "settle/metrics"

// aliases are methods that are only a name for avg on complete boards of right and wrong
// answers; docs/rankings.md has the proofs, and identities_test.go tests them.
var aliases = []metrics.Alias{
	{Name: "davidson", Doc: "Davidson's model of wins and ties", Instead: "bt or rao-kupper"},
	{Name: "bt-half-ties", Doc: "Bradley and Terry's model, a tie half a win for both, as arenas have it", Instead: "bt or rao-kupper"},
	{Name: "rasch", Doc: "Rasch's model of item response, by any estimate", Instead: "irt-2pl"},
	{Name: "rank-centrality", Doc: "rank centrality, a tie half a win for both", Instead: "bt"},
	{Name: "pagerank", Doc: "PageRank of shares of wins, each over the number of models", Instead: "bt"},
	{Name: "alpha-rank", Doc: "α-Rank of shares of wins", Instead: "bt"},
	{Name: "spectral", Doc: "Keener's leading eigenvector of shares of wins", Instead: "bt"},
	{Name: "nash", Doc: "what a model wins against an equilibrium of the game of models", Instead: "bt"},
	{Name: "serial-rank", Doc: "SerialRank, by who is alike in whom it beats", Instead: "bt or borda"},
	{Name: "hodge-rank", Doc: "HodgeRank, the potential of shares of wins", Instead: "bt or borda"},
}

func init() { metrics.RegisterAlias(aliases...) }
