// Package schemata renders the list of schemata, which are rules that sort attempts
// into categories, as tables and JSON. Call [Schemata].
package schemata
