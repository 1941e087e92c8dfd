// Package benchmarks repeats what the paper and its poster show of four benchmarks:
// Figs. 1, 4, 5 and 6, Tables 2 and 3, how often one more trial changes a ranking, what
// a larger leaderboard does, and the numbers of the paper that follows.
//
// It believes that boards which were made to match what is published are no evidence
// for it: on stand-ins nothing here is a test.
package benchmarks
