// Package questions describes the influence of single questions and trials on a ranking: which
// questions are hard, which discriminate between models, which decide between the best two, and
// how few changed questions or trials would change the leader.
//
// Call [Describe], [Decide], [LeaveOneOut] or [FewestRegraded].
//
// All results are exact descriptions of one board: nothing is random, and nothing is estimated.
//
// Do not use it for uncertainty: see study/posterior.
package questions
