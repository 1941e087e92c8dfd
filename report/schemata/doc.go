// Package schemata lists schemata.
package schemata
