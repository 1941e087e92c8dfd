// Package budget renders plans for trials as tables, JSON and figures: how many trials separate
// models, what policies that choose trials cost, and what to run next.
//
// Fill a [Budget], [Widths], [Gap], [Adapt], [Next] or [Newcomer] with results of settle/study/budget
// and settle/study/sequential, then call its Report method.
//
// This package computes no plans.
package budget
