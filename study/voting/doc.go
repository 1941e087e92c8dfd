// Package voting finds when to stop sampling a question whose final answer is a majority vote
// over sampled answers (self-consistency, Wang et al., ICLR 2023).
//
// Call [Rules] for the rules to compare, then [Simulate]. It puts the trials of each model at
// each question in random orders and lets every rule sample along the same orders. It returns
// how many samples each rule spends and how accurate its vote is.
//
// Only the order of the board's trials is random: standard errors are of the simulation, given
// these answers. No rule can go beyond the N trials of a question, and the vote of all N is the
// same in every order.
//
// Do not use it to rank models or to estimate the accuracy of a vote on other questions: score
// plurality@K by package metrics.
package voting
