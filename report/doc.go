// Package report turns what a study found into what people and programs read:
// tables, figures, and the documents that --format json prints.
//
// Begin with the type that joins a study's result with what it was made of, and
// ask it for its [Report] in a format:
//
//   - [Standings], of study/standings, is what the command rank shows, [Versus]
//     what it shows of two models, and [Across] of several schemata;
//   - [Curves], of montecarlo, is shown by bootstrap and simulate curves;
//   - [Convergence], of study/converge, by converge;
//   - [Budget], of study/budget, and [Adapt], of study/sequential, by budget;
//   - [Pair], of montecarlo and sim, by simulate pair;
//   - [Bakeoff], of study/bakeoff, by bakeoff.
//
// Each has the same pieces in this order: what it is, the fields of its rows, its tables,
// its figures and its JSON. A short one is one file, X.go. A long one has its tables in
// Xtable.go and its figures in Xfigure.go. The fields of a row are one list of
// [tables.Fields], from which follow the columns of tables, CSV, and the rows of JSON.
//
// Every command, experiment and page shows a number in the same way. The package computes
// nothing: a number that somebody might want without a table belongs to the study that it
// is about. It leaves drawing to package figures, layout to package tables, and files,
// flags and terminals to the commands.
package report
