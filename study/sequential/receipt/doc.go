// Package receipt records the looks of an evaluation, so that anybody can confirm them.
//
// Call [New] for a plan, or [Parse] for one that was written before, and [NewReplay] to go
// through its looks: [Replay.Continue] adds the looks that the results allow, and
// [Replay.Verify] finds each look again from the results alone.
//
// A plan is a function of its settings and of the results: a look sees the trials that the
// plan has asked for, the first ones of each model and question, and no others. So it does
// not matter how often, and after how many new results, somebody looks.
//
// It does not read results, write files or print. Programs that ask before each attempt are
// served by a [Session].
package receipt
