// Package catalog renders the list of metrics, as tables and JSON.
//
// Fill a [Metrics] and call its Report method, or its One method for a single metric.
package catalog
