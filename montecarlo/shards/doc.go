// Package shards divides the replicates of a study among several runs, and stores the
// sums that each run computes.
//
// Give a [Share] to montecarlo.Fold. A [Part] is the file with the sums of one run. A
// [Folder] stores the parts of runs that can be interrupted. [Collect] reads parts that
// together contain all replicates.
//
// A part records its replicates and its [Plan], which contains everything that can
// change a number. Parts of different plans, duplicate parts and gaps are therefore
// detected before any sums are added.
//
// Do not use it to interpret sums: the studies do that. Package cli makes the plan of a
// command line.
package shards
