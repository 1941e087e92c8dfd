// Package arena compares ranking methods and estimators on many families of models with known
// outcome probabilities, and tests published claims about the methods.
//
// Call [Families], then [Measure] for one family or [MeasureAll] for all. [Judge] decides which
// differences are significant.
//
// A claim about a method should hold for all models that are drawn in the same way, not only for
// one draw. So many sets of models are drawn for each family, and one or more boards of each set.
// Differences from the reference method use the same boards, and significance is simultaneous
// over all comparisons.
//
// Do not use the package for a single set of models: see study/bakeoff.
package arena
