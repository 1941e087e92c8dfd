// The engine is the program settle, compiled to WebAssembly. Each run is a command line
// and its files, so whatever a page shows is what that command prints.

import type { Answer, Compile, Compiled, Given, Loading } from "./messages";

export type { Answer, Files, Given, Loading } from "./messages";

/** Superseded is how a run ends that another of its lane took the place of. */
export class Superseded extends Error {}

/** Failed is a run that ended with an error; its message is the program's. */
export class Failed extends Error {
	constructor(readonly answer: Answer) {
		super(said(answer.stderr) || `settle ended with exit code ${answer.code}`);
	}
}

/** said is the line of an error, without what Go's runtime prints below its own, such as that memory is exhausted. */
function said(stderr: string): string {
	return stderr.replace(/\n\n(goroutine|runtime stack)[^]*/, "").trim().replace(/^settle: /, "");
}

export class Engine {
	private readonly module: Promise<WebAssembly.Module>;
	private readonly lanes = new Map<string, Lane>();

	/** url is that of the program, compressed by gzip; loading is told what has come of it, and when it is there. */
	constructor(
		url: string,
		private readonly worker: string,
		loading: (state: Loading) => void = () => {},
	) {
		this.module = painted().then(() => compiled(url, worker, loading));
		this.module.catch(() => {}); // whoever runs something is told
	}

	/**
	 * run answers with what "settle args…" leaves, run where the files are. A later run of
	 * the same lane supersedes it. An exit code other than 0, 3 and 4 (done, and the answer
	 * is no or open) fails.
	 */
	async run(lane: string, args: string[], files: Given = new Map()): Promise<Answer> {
		this.lanes.get(lane)?.end();
		const mine = new Lane(this.worker, this.lanes.get(lane)?.idle());
		this.lanes.set(lane, mine);
		const answer = await mine.run(await this.module, args, files);
		if (![0, 3, 4].includes(answer.code)) throw new Failed(answer);
		return answer;
	}

	/** document is what "settle args… --format json" prints. */
	async document<T>(lane: string, args: string[], files?: Given): Promise<T> {
		return JSON.parse((await this.run(lane, [...args, "--format", "json"], files)).stdout) as T;
	}

	/** cancel ends what a lane runs, if anything. */
	cancel(lane: string): void {
		this.lanes.get(lane)?.end();
	}
}

/** painted waits until the page has been drawn once, so that the engine does not compete with it. */
function painted(): Promise<void> {
	return new Promise((resolve) => {
		requestAnimationFrame(() => setTimeout(resolve));
		setTimeout(resolve, 500); // a page that is not seen is not drawn
	});
}

/** compiled is the program, which a worker loads, so that the page does not wait for it. */
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

/** Lane is one run in a worker of its own, which the next run may use if it is idle. */
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

	/** idle gives away the worker, if there is one that does nothing. */
	idle(): Worker | undefined {
		if (this.busy) return undefined;
		const worker = this.worker;
		this.worker = undefined;
		return worker;
	}

	/** end ends a run that is not done. */
	end(): void {
		if (!this.busy) return;
		this.busy = false;
		this.worker?.terminate();
		this.worker = undefined;
		this.reject(new Superseded());
	}
}
