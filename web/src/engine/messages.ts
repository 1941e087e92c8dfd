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

/** Compile asks for the program at a URL, compressed by gzip. */
export interface Compile {
	url: string;
}

/** Loading is how much has come of the program, in bytes as they are sent, and whether it is there. */
export interface Loading {
	came: number;
	bytes: number; // of all, 0 where the server does not say
	ready: boolean;
}

/** Compiled is what is answered to Compile: how far it is, again and again, and then the program or why there is none. */
export type Compiled = { loading: Loading } | { module: WebAssembly.Module } | { problem: string };
