// Package checks compares what a paper publishes with what its repetition
// obtains, claim by claim.
//
// It believes that a comparison is worth what could have come out otherwise. So
// every [Check] says of which [Kind] it is and why, in a sentence that a reader
// can verify, and only those of kind [Test] are counted for or against the paper.
// What cannot be known from what is published is called so, and is not agreement.
//
// It leaves to others how the numbers are made.
package checks
