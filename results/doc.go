// Package results reads evaluation results into boards, which hold the outcome of each
// model on each question in each trial.
//
// Call [Read], which detects the file format, and then [Board.TallyAll] for the counts
// that metrics need. Call [ReadAttempts] to get outcomes exactly as the file lists
// them, or [ReadGrid] to read another value of each trial, such as its number of
// tokens.
//
// By default, Read fails if attempts are missing. A [Policy] selects another rule. For
// example, the number of trials can then differ between questions.
//
// For raw evaluation logs, use package results/logs. For many files at once, use
// package results/collect. For category weights, use package metrics.
package results
