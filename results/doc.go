// Package results reads evaluation results into boards: outcomes by model, question and
// trial.
//
// Call [Read], which detects the format, then [Board.TallyAll] for the counts that
// metrics score. Call [ReadAttempts] to get outcomes exactly as the file lists them,
// and [ReadGrid] to read another value of each trial, such as a number of tokens.
//
// By default, Read fails if attempts are missing. A [Policy] selects another rule, such
// as accepting an unequal board.
//
// Do not use it for raw evaluation logs (package results/logs), for many files at once
// (package results/collect) or for category weights (package metrics).
package results
