// The program itself, in a worker: one run of settle per message, over a folder in memory.

import { Directory, File, type Inode, OpenFile, ConsoleStdout, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
import type { Answer, Compile, Compiled, Files, Given, Request } from "./messages";

addEventListener("message", async ({ data }: MessageEvent<Request | Compile>) => {
	if ("url" in data) return compile(data.url);
	try {
		postMessage(await run(data.module, data.args, data.files));
	} catch (failure) {
		// Out of memory, or a crash: there is no exit code.
		const stderr = `settle: ${failure instanceof Error ? failure.message : failure}\n`;
		postMessage({ code: -1, stdout: "", stderr, files: new Map() } satisfies Answer);
	}
});

/** compile answers with the progress of the download, then with the program. */
async function compile(url: string): Promise<void> {
	const say = (what: Compiled) => postMessage(what);
	try {
		const response = await fetch(url);
		if (!response.ok || !response.body) throw new Error(`${response.status} ${url}`);
		const bytes = Number(response.headers.get("Content-Length"));
		let [came, said] = [0, 0];
		const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
			transform(chunk, next) {
				came += chunk.length;
				if (came - said > 1 << 18) say({ loading: { came: (said = came), bytes, ready: false } });
				next.enqueue(chunk);
			},
		});
		const program = response.body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip"));
		const module = await WebAssembly.compileStreaming(new Response(program, { headers: { "Content-Type": "application/wasm" } }));
		say({ loading: { came, bytes, ready: true } });
		say({ module });
	} catch (failure) {
		say({ problem: failure instanceof Error ? failure.message : String(failure) });
	}
}

// The working folder of the program. It needs a name, since models can be named after a folder.
const home = "results";

async function run(module: WebAssembly.Module, args: string[], given: Given): Promise<Answer> {
	const files = await read(given);
	const folder = folderOf(files);
	const stdout = new Text();
	const stderr = new Text();
	const wasi = new WASI(["settle", ...args], [`PWD=/${home}`], [new OpenFile(new File([])), stdout.stream, stderr.stream, folder], {
		debug: false, // otherwise it writes to the console
	});
	const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
	const code = wasi.start(instance as Parameters<WASI["start"]>[0]);
	const left = folder.dir.contents.get(home) as Directory;
	return { code, stdout: stdout.whole(), stderr: stderr.whole(), files: written(left, files) };
}

/** read returns the contents of the given files. */
async function read(given: Given): Promise<Files> {
	const files: Files = new Map();
	for (const [path, content] of given) {
		try {
			files.set(path, content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content);
		} catch {
			throw new Error(`${path} can no longer be read: it was changed or removed after it was chosen`);
		}
	}
	return files;
}

/** Text collects the output of a stream. */
class Text {
	private readonly decoder = new TextDecoder();
	private said = "";
	readonly stream = new ConsoleStdout((bytes) => {
		this.said += this.decoder.decode(bytes, { stream: true });
	});

	whole(): string {
		return this.said + this.decoder.decode();
	}
}

function folderOf(files: Files): PreopenDirectory {
	const folder = new PreopenDirectory("/", new Map<string, Inode>([["tmp", new Directory(new Map())], [home, new Directory(new Map())]]));
	for (const [path, content] of files) {
		const parts = path.split("/");
		const name = parts.pop()!;
		let into = folder.dir.contents.get(home) as Directory;
		for (const part of parts) {
			let next = into.contents.get(part);
			if (!(next instanceof Directory)) {
				next = new Directory(new Map());
				into.contents.set(part, next);
			}
			into = next as Directory;
		}
		into.contents.set(name, new File(content));
	}
	return folder;
}

/** written returns the files that a run created. */
function written(folder: Directory, given: Files, path = "", into: Files = new Map()): Files {
	for (const [name, entry] of folder.contents as Map<string, Inode>) {
		if (entry instanceof Directory) {
			written(entry, given, `${path}${name}/`, into);
		} else if (entry instanceof File && !given.has(path + name)) {
			into.set(path + name, entry.data);
		}
	}
	return into;
}
