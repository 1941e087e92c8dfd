// Package bootstrap renders how the agreement of rankings with gold, and the spread of
// scores, change as trials are added.
//
// Fill a [Curves] with results of settle/montecarlo, then call its Report method or one
// of its figure methods.
package bootstrap
