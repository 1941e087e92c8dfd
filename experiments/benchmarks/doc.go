// Package benchmarks reproduces the paper's and its poster's results on four
// benchmarks: Figs. 1, 4, 5 and 6, and Tables 2 and 3. It also measures how often one
// more trial changes a ranking, and how a larger leaderboard affects rankings. It
// compares numbers of the follow-up paper with given results.
//
// Call [Fig1] and the other functions that take paper.Options.
//
// The results on these benchmarks are not published. By default, simulated stand-ins
// replace them. They were made to match published results, so no check on them is a
// test.
package benchmarks
