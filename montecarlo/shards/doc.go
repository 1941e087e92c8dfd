// Package shards divides the replicates of a study among runs, and stores the sums that
// each run finds.
//
// Give a [Share] to montecarlo.Fold. A [Part] is the file with the sums of one run. A
// [Folder] stores the parts of a run that can be interrupted. [Collect] reads parts that
// together hold all replicates.
//
// A part records its replicates and its [Plan], which holds everything that changes a
// number. Parts of different plans, duplicate parts and gaps are therefore detected
// before any sums are added.
//
// Do not use it to interpret sums: the studies do. Package cli makes the plan of a
// command line.
package shards
