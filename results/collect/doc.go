// Package collect finds the logs and tables in files, folders and globs, and combines
// them into the attempts at each task.
//
// Call [Open], then [Collection.Choose] to get the attempts at one task or at all tasks
// together. Attempts.Board makes a board of these attempts. [WriteParquet] writes
// attempts to a file.
//
// An evaluation can be spread over many files: a folder of logs, a file per seed, a
// folder per model. Models and tasks have the names that the files give them. If a file
// gives no name, the name comes from the path.
//
// Do not use it to read a single table: call results.Read.
package collect
