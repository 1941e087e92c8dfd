// Package questions says what single questions and trials do to a ranking: which
// questions are hard, which tell models apart, which decide between the best two, and
// how few of them, or of the trials, would have to be otherwise for another model to
// lead.
//
// Begin with [Describe], [LeaveOneOut] and [FewestRegraded].
//
// It believes that these are descriptions of one board and not estimates: nothing here
// is random. What chance may have done is for package posterior.
package questions
