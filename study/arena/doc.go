// Package arena compares ranking methods and estimators on many families of models with known
// outcome probabilities, and tests published claims about the methods.
//
// Call [Families], then [Measure] for one family or [MeasureAll] for all. [Judge] decides which
// differences are significant.
//
// A claim about a method must hold for all models that are drawn in some way, not for one draw.
// So each family draws many sets of models and a few boards of each; both are random.
// Differences from the reference method use the same boards, and significance is simultaneous
// over all comparisons.
//
// Do not use it for a single set of models: see study/bakeoff.
package arena
