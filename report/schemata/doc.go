// Package schemata renders the list of schemata, as tables and JSON. Call [Schemata].
package schemata
