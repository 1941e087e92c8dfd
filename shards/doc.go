// Package shards says whose work which replicates are, and keeps what became of them.
//
// Begin with [Share]: what package montecarlo asks for each fold of replicates. A [Part] is
// the file in which a run leaves what it summed up; a [Folder] holds the parts of a run
// that may be interrupted; [Collected] are parts that make a whole together.
//
// It believes that a part must say of itself what it is of: the [Plan], which is all that
// changes a number and nothing else, and the replicates that are in it. So parts of other
// plans, doubled ones and gaps are found before anything is added up. It leaves what sums
// mean to who summed, and how a command line becomes a plan to the commands.
package shards
