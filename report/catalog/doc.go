// Package catalog lists the metrics.
package catalog
