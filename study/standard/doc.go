// Package standard computes what a leaderboard should publish beside its ranking: the
// fields R1 to R6, R8 and R10 of the Leaderboard Reporting Standard, draft 0.2 of 23
// August 2026 (ipezygj/swebench-rank-audit, LEADERBOARD_STANDARD.md).
//
// Begin with [New].
//
// It believes that the fields are about the pairs of models that are told apart all at
// once, by whichever estimand the ranking has: the standard resamples questions, and
// of a ranking on these very questions the trials alone are random. It leaves R7, the
// drift of abilities between halves of the questions, to others, and R9, the
// provenance, to package report.
package standard
