// Package bootstrap renders how rankings agree with gold, and how scores vary, as trials are added.
//
// Fill a [Curves] with results of settle/montecarlo, then call its Report method or one of its figure
// methods.
package bootstrap
