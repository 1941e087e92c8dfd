// Package standings renders rankings as tables, JSON and figures. It also renders
// comparisons of two models, gates (decisions whether a new model can replace an old
// one), rankings under several schemata, and the influence of single questions on a
// ranking.
//
// Fill a [Standings], [Versus], [Gate], [Changes], [Across], [Questions] or [Card] with
// results of settle/study, then call its Report method. Figures come from separate
// methods.
//
// This package computes no statistics; package settle/study/standings ranks the models.
package standings
