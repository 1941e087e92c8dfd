// Package importer shows what was read of logs and tables.
package importer
