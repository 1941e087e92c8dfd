// Package questions describes the influence of single questions and trials on a ranking. It
// finds questions that are hard, that discriminate between models, or that decide between the
// best two models. It also finds how few changed questions or trials would change the leader.
//
// Call [Describe], [Decide], [LeaveOneOut] or [FewestRegraded].
//
// All results are exact descriptions of one board: nothing is random, and nothing is estimated.
//
// Do not use the package to measure uncertainty: see study/posterior.
package questions
