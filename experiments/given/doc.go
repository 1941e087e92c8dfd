// Package given recognizes the paper's benchmarks and models in the user's results, in
// many spellings. It reports how these results differ from the paper's.
//
// Call [Recognise].
//
// The paper's numbers are tested only on results of the same models with the same
// numbers of questions and trials, and never on random noise of the same size.
package given
