// Package standings ranks the models of a board by one metric, compares two models, or ranks
// the same attempts under several schemata.
//
// Call [Rank] first; it returns [Standings]. Then call [Standings.Draw] for the probabilities of
// ranks and [Standings.CompareAll] to compare all pairs at simultaneous confidence. Call
// [Versus.Compare] for two models, [RankAcross] for several schemata, and [NewChanges] for an
// old and a new board.
//
// Exact scores decide the ranking. Uncertainty never changes it: intervals, pairwise
// comparisons and rank probabilities are given in addition, and a second rank number ties
// neighbours that are not separated.
//
// Do not use the package for scores alone: call metrics.Evaluate. Estimates and their
// uncertainty come from package posterior; rank numbers and ties come from package ranking.
// Section and equation numbers in the comments refer to "Don't Pass@k".
package standings
