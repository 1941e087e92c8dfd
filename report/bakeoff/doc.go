// Package bakeoff renders results about how well methods rank models with known success
// probabilities, as tables, JSON and figures.
//
// Fill a [Bakeoff] (one set of models) or an [Arena] (many families of models) with
// results of settle/study/bakeoff or settle/study/arena, then call its Report method.
package bakeoff
