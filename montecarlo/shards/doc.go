// Package shards shares replicates out among runs, and keeps the sums that each finds.
//
// Begin with [Share], which package montecarlo asks for each fold of replicates. A [Part] is
// the file in which a run leaves its sums. A [Folder] holds the parts of a run that can be
// interrupted. [Collected] parts make a whole together.
//
// A part says of itself what it holds: its replicates and its [Plan], which has all that
// changes a number and nothing else. So parts of other plans, doubled ones and gaps are found
// before anything is added up. What sums mean is left to the studies, and how a command line
// becomes a plan to package cli.
package shards
