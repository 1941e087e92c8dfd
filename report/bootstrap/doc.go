// Package bootstrap renders how two quantities change as trials are added: the
// agreement of rankings with a reference ranking, called gold, and the spread of
// scores.
//
// Fill a [Curves] with results of settle/montecarlo, then call its Report method or one
// of its figure methods.
package bootstrap
