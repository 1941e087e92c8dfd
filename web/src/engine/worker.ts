// The program itself, in a worker: one run of settle per message, over a folder in memory.

import { Directory, File, type Inode, OpenFile, ConsoleStdout, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
import type { Answer, Files, Given, Request } from "./messages";

addEventListener("message", async (event: MessageEvent<Request>) => {
	const { module, args, files } = event.data;
	try {
		postMessage(await run(module, args, files));
	} catch (failure) {
		// Out of memory, or a fault of the program: there is no exit code for these.
		postMessage({ code: -1, stdout: "", stderr: `settle: ${failure instanceof Error ? failure.message : failure}\n`, files: new Map() } satisfies Answer);
	}
});

async function run(module: WebAssembly.Module, args: string[], given: Given): Promise<Answer> {
	const files = await read(given);
	const folder = folderOf(files);
	const stdout = new Text();
	const stderr = new Text();
	const wasi = new WASI(["settle", ...args], ["PWD=/"], [new OpenFile(new File([])), stdout.stream, stderr.stream, folder]);
	const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
	const code = wasi.start(instance as Parameters<WASI["start"]>[0]);
	return { code, stdout: stdout.whole(), stderr: stderr.whole(), files: written(folder.dir, files) };
}

/** read are the contents of what was given. */
async function read(given: Given): Promise<Files> {
	const files: Files = new Map();
	for (const [path, content] of given) {
		try {
			files.set(path, content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content);
		} catch {
			throw new Error(`${path} cannot be read any more: it has changed or gone since it was chosen`);
		}
	}
	return files;
}

/** Text is what a stream was given. */
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
	const folder = new PreopenDirectory("/", new Map([["tmp", new Directory(new Map())]]));
	for (const [path, content] of files) {
		const parts = path.split("/");
		const name = parts.pop()!;
		let into = folder.dir;
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

/** written are the files that a run left and was not given. */
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
