// Package audit recomputes the numbers that a tool published from its own log, and reports
// whether they agree.
//
// Call [Logs] to check the logs, then [Expect] to compare with numbers that others published.
//
// Numbers of a log that was cut short are never judged: their verdict is [CannotTell]. Package
// logs reads logs and defines how each number is computed.
//
// Do not use the package to score models: see package metrics.
package audit
