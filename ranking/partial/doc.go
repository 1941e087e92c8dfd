// Package partial measures how much of a leaderboard's order its results support.
//
// A leaderboard prints a total order, but its results may support only a partial order: the
// pairs of models that a test separates. Call [New] with these pairs. [Order.Extensions] returns
// the number of total orders that agree with these pairs, [Order.Height] the number of levels,
// and [Order.Width] the size of the largest set of models without a separated pair. Together
// they show how much of the printed order is arbitrary. The Leaderboard Reporting Standard,
// draft 0.2 of August 2026 (ipezygj/swebench-rank-audit), defines these quantities as R3 to R6.
//
// Height and Width are exact. Extensions is exact for groups of up to 20 models; otherwise it
// is an estimate with a standard error.
//
// Do not use the package to decide which pairs are separated: see ranking.Ties.
package partial
