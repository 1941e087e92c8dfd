// Package voting simulates when to stop sampling a question whose final answer is decided by a
// majority vote over sampled answers (self-consistency, Wang et al., ICLR 2023).
//
// Call [Rules] for the stopping rules to compare, then [Simulate]. It puts the trials of each
// model at each question in random orders, and every rule samples along the same orders. It
// returns how many samples each rule spends and how accurate its vote is.
//
// Only the order of the board's trials is random, so standard errors describe the simulation,
// given the board's answers. No rule can use more than the N trials of a question, and the vote
// over all N trials is the same in every order.
//
// Do not use the package to rank models or to estimate the accuracy of a vote on other
// questions: compute plurality@K with package metrics.
package voting
