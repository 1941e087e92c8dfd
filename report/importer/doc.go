// Package importer renders a summary of imported logs and tables, as tables and JSON.
//
// Fill an [Imported] and call its Report method.
package importer
