// Package audit recomputes the numbers that a tool published from its own log, and reports
// whether they agree.
//
// Call [Logs], then [Expect] for numbers that others published.
//
// Numbers of a log that was cut short are never judged: their verdict is [CannotTell]. Package
// logs reads the logs and defines how each number is computed.
//
// Do not use it to score models: see package metrics.
package audit
