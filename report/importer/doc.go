// Package importer renders a summary of imported logs and tables of attempts, as tables
// and JSON.
//
// Fill an [Imported] and call its Report method.
package importer
