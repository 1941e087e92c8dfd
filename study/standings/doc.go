// Package standings ranks the models of a board: all of them by one metric, two
// of them against each other, or all of them under several schemata at once.
//
// Begin with [Rank], which gives [Standings], and add how likely each model has
// each rank with [Standings.Draw]. [Versus.Compare] compares two models, and
// [RankAcross] ranks the same attempts under several schemata.
//
// It believes that exact scores make the ranking, and that what chance may have
// done to it is told beside it: by intervals, by the comparison of every two
// models, and by the probabilities of ranks. Models that the results do not tell
// apart tie in a second ranking, which never replaces the first.
//
// It leaves scores to package metrics, what results leave open to package
// posterior, how ranks are numbered and models tie to package ranking, and
// tables and figures to package report. Sections and equations are those of
// "Don't Pass@k".
package standings
