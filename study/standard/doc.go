// Package standard computes the fields that a leaderboard should publish beside its ranking: R1
// to R6, R8 and R10 of the Leaderboard Reporting Standard, draft 0.2 of 23 August 2026
// (ipezygj/swebench-rank-audit, LEADERBOARD_STANDARD.md).
//
// Call [New] for the fields of a board, and [Futures] for the values that they can be expected
// to have with more trials.
//
// The fields use the pairs of models that are separated at simultaneous confidence, for the
// estimand of the ranking. The standard resamples questions. If the estimand is
// posterior.Questions, this package does not, because only the trials are then random.
//
// R7, the drift of abilities between halves of the questions, is not computed. Package report
// provides R9, the provenance.
package standard
