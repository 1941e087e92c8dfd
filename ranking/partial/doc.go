// Package partial measures how much of a leaderboard's order its results support.
//
// Begin with [New].
//
// It believes that a leaderboard prints a total order where its results support a
// partial one: the pairs of models that a test told apart. How many total orders
// agree with those pairs ([Order.Extensions]), how many levels they have
// ([Order.Height]) and how many models there are of which no two are told apart
// ([Order.Width]) say how much of the printed order was a choice. The quantities are
// those of the Leaderboard Reporting Standard, draft 0.2 of August 2026
// (ipezygj/swebench-rank-audit, R3 to R6). It leaves to others which pairs are told
// apart.
package partial
