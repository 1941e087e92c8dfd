// Package receipt records the looks of an evaluation, so that anybody can verify them. At a look,
// the evaluation examines its results so far, decides which models are better and asks for more
// trials.
//
// Call [New] for a new plan or [Parse] for a recorded one, then [NewReplay] to go through its
// looks. [Replay.Continue] adds the looks that the results allow. [Replay.Verify] recomputes each
// look from the results alone. A program that asks before each attempt uses a [Session].
//
// The looks of a plan depend only on its settings and on the results. A look sees exactly the
// trials for which the plan has asked: the first trials of each model and question. So it does
// not matter how often, or after how many new results, anybody calls for a look.
//
// The package does not read results, write files or print.
package receipt
