// Package receipt records the looks of an evaluation, so that anybody can verify them.
//
// Call [New] for a new plan or [Parse] for a recorded one, then [NewReplay] to go through its
// looks. [Replay.Continue] adds the looks that the results allow. [Replay.Verify] recomputes
// each look from the results alone. A program that asks before each attempt uses a [Session].
//
// A plan is a function of its settings and of the results. A look sees exactly the trials that
// the plan has asked for: the first trials of each model and question. So it does not matter
// how often anybody looks, or after how many new results.
//
// The package does not read results, write files or print.
package receipt
