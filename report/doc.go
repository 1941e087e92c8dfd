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
// Each has the same pieces in this order: what it is, its tables, its figures,
// its JSON and its CSV. A short one is one file, X.go. A long one is a file for
// each piece: X.go, Xtable.go, Xfigure.go, Xdocument.go and Xdata.go.
//
// It believes that a number is shown the same way by every command, experiment
// and page, and that it only shows: a number that somebody might want without a
// table belongs to the study that it is about. It leaves drawing to package
// figures, layout to package tables, and files, flags and terminals to the
// commands.
package report
