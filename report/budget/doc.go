// Package budget renders plans for trials as tables, JSON and figures. They show how
// many trials separate models, the cost of policies that choose trials, and which
// trials to run next.
//
// Fill a [Budget], [Widths], [Gap], [Adapt], [Next] or [Newcomer] with results of
// settle/study/budget and settle/study/sequential, then call its Report method.
//
// This package computes no plans.
package budget
