// Package benchmarks reproduces the results of the paper and its poster on four benchmarks:
// Figs. 1, 4, 5 and 6, and Tables 2 and 3. It also measures how often one more trial changes a
// ranking and the effect of a larger leaderboard, and reproduces numbers of the follow-up paper.
//
// Call [Fig1] and the other functions that take paper.Options.
//
// By default, stand-ins replace the boards, which are not published. They were made to match published results, so
// no check on them is a test.
package benchmarks
