// What page and worker say to each other.

/** Files are contents by path, with slashes, below the folder that the program runs in. */
export type Files = Map<string, Uint8Array>;

/** Given are the files that a run finds there. What a reader opened is read by the worker. */
export type Given = Map<string, Blob | Uint8Array>;

/** Request is one run of the program: what stands behind "settle" on a command line. */
export interface Request {
	module: WebAssembly.Module;
	args: string[];
	files: Given;
}

/** Answer is what a run left. */
export interface Answer {
	code: number; // the exit code, as of a shell; -1 where the program fell
	stdout: string;
	stderr: string;
	files: Files; // those that it wrote
}
