// Package arena lets ranking methods and estimators compete on many families of models
// whose chances are known, and puts published claims about them to the test there.
//
// Begin with [Families] and [Measure].
//
// It believes that what is said of a method must hold of models that are drawn in a way,
// not of one draw: of each family many fields are drawn and a few boards of each, and
// what is random are both. Differences to a reference method are taken on the same
// boards, and are told from chance all at once. It leaves a field and its measures to
// package bakeoff, and how what was found is shown to others.
package arena
