// Package checks compares published results of a paper with reproduced ones.
//
// Make a [Check] with [New]. New takes a [Ground] from [Kind.Because], and an [Outcome]
// from [Number], [Among], [Words], [Statement], [Measured], [Share] or [ComesUp].
// [Summarise] and [Claim.Weigh] summarize checks.
//
// Only a comparison that could have failed is evidence. Therefore every Check has a
// [Kind] and a reason for it that a reader can verify, and only checks of kind [Test]
// count for or against the paper. If the paper publishes too little for a decision, the
// verdict is [NeedsData].
package checks
