// Messages between page and worker.

/** Files holds contents by path, with slashes, relative to the working folder of the program. */
export type Files = Map<string, Uint8Array>;

/** Given holds the files for a run. The worker reads files that a reader opened. */
export type Given = Map<string, Blob | Uint8Array>;

/** Request is one run of the program, with the arguments after "settle". */
export interface Request {
	module: WebAssembly.Module;
	args: string[];
	files: Given;
}

/** Answer is the result of a run. */
export interface Answer {
	code: number; // exit code, or -1 if the program crashed
	stdout: string;
	stderr: string;
	files: Files; // files that it wrote
}

/** Compile requests the gzipped program at a URL. */
export interface Compile {
	url: string;
}

/** Loading is the progress of the download of the program, in compressed bytes. */
export interface Loading {
	came: number;
	bytes: number; // total, or 0 if unknown
	ready: boolean;
}

/** Compiled is the answer to Compile: repeatedly the progress, then the program or an error. */
export type Compiled = { loading: Loading } | { module: WebAssembly.Module } | { problem: string };
