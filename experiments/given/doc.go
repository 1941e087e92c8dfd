// Package given recognizes the paper's benchmarks and models in the user's results, in many spellings, and reports
// how the results differ from the paper's.
//
// Call [Recognise].
//
// Published numbers are tested only by results of the same models on the same numbers of
// questions and trials, and never by random noise of the same shape.
package given
