// Package schemata renders the list of schemata as tables and JSON. A schema is a set
// of rules that sorts attempts into categories. Call [Schemata].
package schemata
