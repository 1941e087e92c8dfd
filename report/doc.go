// Package report renders results of studies as tables, figures and JSON documents.
//
// Fill a [Report] and call [Report.Render]. A report can contain its [Provenance].
// [Origin] and [Setting] describe boards and replicates. Most sub-packages render the
// results of one command or study and are named after it. A single list of
// [tables.Fields] defines the columns of tables, the columns of CSV and the members of
// JSON.
//
// Commands, experiments and pages format numbers in the same way.
//
// This package computes no results; see settle/study. Package figures draws, package
// internal/tables lays out text, and the commands handle files, flags and terminals.
package report
