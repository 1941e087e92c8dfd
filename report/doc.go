// Package report turns what a study found into what people and programs read:
// tables, figures, and the documents that --format json prints.
//
// It holds what all reports share: [Report], which is rendered in any format, its
// [Provenance], and what boards and replicates are made of. Each sub-package shows what one
// command found, under the name of the command or of its study. The fields of a row are one
// list of [tables.Fields], from which follow the columns of tables, CSV, and the rows of JSON.
//
// Every command, experiment and page shows a number in the same way. The package computes
// nothing: a number that somebody might want without a table belongs to the study that it
// is about. It leaves drawing to package figures, layout to package tables, and files,
// flags and terminals to the commands.
package report
