// Package audit renders the results of settle/study/audit, which compares published
// numbers with recomputed ones, as a table and JSON.
//
// Fill an [Audit] and call its Report method.
package audit
