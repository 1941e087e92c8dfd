// The engine is the program settle, compiled to WebAssembly. Each run is a command line
// and its files, so whatever a page shows is what that command prints.

import type { Answer, Given } from "./messages";

export type { Answer, Files, Given } from "./messages";

/** Superseded is how a run ends that another of its lane took the place of. */
export class Superseded extends Error {}

/** Failed is a run that ended with an error; its message is the program's. */
export class Failed extends Error {
	constructor(readonly answer: Answer) {
		super(answer.stderr.trim().replace(/^settle: /, "") || `settle ended with exit code ${answer.code}`);
	}
}

/** Loading is how much has come of the program, in bytes as they are sent, and whether it is there. */
export interface Loading {
	came: number;
	bytes: number; // of all, 0 where the server does not say
	ready: boolean;
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
		this.module = compiled(url, loading);
		this.module.catch(() => {}); // whoever runs something is told
	}

	/**
	 * run answers with what "settle args…" leaves, run where the files are. A later run of
	 * the same lane supersedes it. An exit code other than 0 and 3 (done, and the answer is
	 * no) fails.
	 */
	async run(lane: string, args: string[], files: Given = new Map()): Promise<Answer> {
		this.lanes.get(lane)?.end();
		const mine = new Lane(this.worker, this.lanes.get(lane)?.idle());
		this.lanes.set(lane, mine);
		const answer = await mine.run(await this.module, args, files);
		if (answer.code !== 0 && answer.code !== 3) throw new Failed(answer);
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

async function compiled(url: string, loading: (state: Loading) => void): Promise<WebAssembly.Module> {
	const response = await fetch(url);
	if (!response.ok || !response.body) throw new Error(`the engine cannot be loaded: ${response.status} ${url}`);
	const bytes = Number(response.headers.get("Content-Length"));
	let came = 0;
	const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
		transform(chunk, next) {
			loading({ came: (came += chunk.length), bytes, ready: false });
			next.enqueue(chunk);
		},
	});
	const program = response.body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip"));
	const module = await WebAssembly.compileStreaming(new Response(program, { headers: { "Content-Type": "application/wasm" } }));
	loading({ came, bytes, ready: true });
	return module;
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
