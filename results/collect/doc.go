// Package collect finds the logs and tables in files, folders and globs, and combines
// them into the attempts at each task.
//
// Call [Open], then [Collection.Choose] to get the attempts at one task or at all tasks
// together. Attempts.Board turns these attempts into a board. [WriteParquet] writes
// attempts to a file.
//
// An evaluation can be spread over many files, such as a folder of logs, a file per
// seed or a folder per model. Models and tasks have the names that the files give them.
// If a file gives no name, the name comes from the path.
//
// To read a single table, call results.Read instead.
package collect
