// The engine is the program settle, compiled to WebAssembly. Each run is a command line with its
// files, so a page shows the output of that command.

import type { Answer, Compile, Compiled, Given, Loading } from "./messages";

export type { Answer, Files, Given, Loading } from "./messages";

/** Superseded is the error of a run that a later run of its lane replaced, or that was cancelled. */
export class Superseded extends Error {}

/** Failed is the error of a run that failed, with the message of the program. */
export class Failed extends Error {
	constructor(readonly answer: Answer) {
		super(said(answer.stderr) || `settle ended with exit code ${answer.code}`);
	}
}

/** said returns the error message without stack traces of Go's runtime, such as after exhausted memory. */
function said(stderr: string): string {
	return stderr.replace(/\n\n(goroutine|runtime stack)[^]*/, "").trim().replace(/^settle: /, "");
}

export class Engine {
	private readonly module: Promise<WebAssembly.Module>;
	private readonly lanes = new Map<string, Lane>();

	/** url is the address of the gzipped program. The engine calls loading with the progress of the download. */
	constructor(
		url: string,
		private readonly worker: string,
		loading: (state: Loading) => void = () => {},
	) {
		this.module = painted().then(() => compiled(url, worker, loading));
		this.module.catch(() => {}); // run reports the error
	}

	/**
	 * run runs "settle args…" in a folder with the files and returns the result. A later run of
	 * the same lane supersedes it. It fails for exit codes other than 0, 3 and 4; 3 and 4 mean
	 * that the answer is no or open.
	 */
	async run(lane: string, args: string[], files: Given = new Map()): Promise<Answer> {
		this.lanes.get(lane)?.end();
		const mine = new Lane(this.worker, this.lanes.get(lane)?.idle());
		this.lanes.set(lane, mine);
		const answer = await mine.run(await this.module, args, files);
		if (![0, 3, 4].includes(answer.code)) throw new Failed(answer);
		return answer;
	}

	/** document returns the output of "settle args… --format json". */
	async document<T>(lane: string, args: string[], files?: Given): Promise<T> {
		return JSON.parse((await this.run(lane, [...args, "--format", "json"], files)).stdout) as T;
	}

	/** cancel cancels the run of a lane, if any. */
	cancel(lane: string): void {
		this.lanes.get(lane)?.end();
	}
}

/** painted waits until the page has been drawn once, so that the engine does not compete with it. */
function painted(): Promise<void> {
	return new Promise((resolve) => {
		requestAnimationFrame(() => setTimeout(resolve));
		setTimeout(resolve, 500); // hidden pages are never drawn
	});
}

/** compiled returns the compiled program. A worker loads it, so that the page stays responsive. */
function compiled(url: string, script: string, loading: (state: Loading) => void): Promise<WebAssembly.Module> {
	return new Promise((resolve, reject) => {
		const worker = new Worker(script);
		const end = (settle: () => void) => {
			worker.terminate();
			settle();
		};
		worker.onmessage = ({ data }: MessageEvent<Compiled>) => {
			if ("loading" in data) loading(data.loading);
			else if ("module" in data) end(() => resolve(data.module));
			else end(() => reject(new Error(`the engine cannot be loaded: ${data.problem}`)));
		};
		worker.onerror = (event) => end(() => reject(new Error(event.message || "the engine's worker cannot be started")));
		worker.postMessage({ url: new URL(url, location.href).href } satisfies Compile);
	});
}

/** Lane is one run in its own worker. The next run reuses the worker if it is idle. */
class Lane {
	private worker: Worker | undefined;
	private busy = true;
	private reject: (reason: Error) => void = () => {};

	constructor(
		private readonly url: string,
		idle: Worker | undefined,
	) {
		this.worker = idle;
	}

	run(module: WebAssembly.Module, args: string[], files: Given): Promise<Answer> {
		return new Promise((resolve, reject) => {
			if (!this.busy) return reject(new Superseded());
			this.reject = reject;
			const worker = (this.worker ??= new Worker(this.url));
			worker.onmessage = (event: MessageEvent<Answer>) => {
				this.busy = false;
				resolve(event.data);
			};
			worker.onerror = (event) => {
				this.end();
				reject(new Error(event.message || "the engine's worker cannot be started"));
			};
			worker.postMessage({ module, args, files });
		});
	}

	/** idle hands over the worker if it is idle. */
	idle(): Worker | undefined {
		if (this.busy) return undefined;
		const worker = this.worker;
		this.worker = undefined;
		return worker;
	}

	/** end cancels an unfinished run. */
	end(): void {
		if (!this.busy) return;
		this.busy = false;
		this.worker?.terminate();
		this.worker = undefined;
		this.reject(new Superseded());
	}
}
