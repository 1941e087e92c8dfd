// Package given finds the paper's benchmarks and models among results of the user's,
// whatever their names are spelled like, and says in what they are not the paper's.
//
// Begin with [Recognise].
//
// It believes that a published number is tested only by results of the same models on
// as many questions and trials, and not by random bits in their shape.
package given
