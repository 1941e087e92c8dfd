// The files that a reader opens: each under the path by which a command line would name it.

/** Chosen are files and folders as a command line has them. */
export interface Chosen {
	names: string[]; // files and folders at the top: the arguments
	files: Map<string, File>; // by path, folders and all
}

export const nothing: Chosen = { names: [], files: new Map() };

/** bytes is how much there is in all. */
export function bytes(chosen: Chosen): number {
	let sum = 0;
	for (const file of chosen.files.values()) sum += file.size;
	return sum;
}

/** argument is how a command line names what is called so, and takes it for nothing else. */
export function argument(name: string): string {
	return /^-|^(?:stand-in|coins|mimics):/.test(name) ? `./${name}` : name;
}

/** joined are what was chosen before and what is now, which takes the place of what has its path. */
export function joined(before: Chosen, now: Chosen): Chosen {
	const kept = keep(before, (name) => !now.names.includes(name));
	return { names: [...kept.names, ...now.names], files: new Map([...kept.files, ...now.files]) };
}

/** without is what is left when a file or folder at the top is taken away. */
export function without(chosen: Chosen, name: string): Chosen {
	return keep(chosen, (one) => one !== name);
}

/** spared are files without those of these paths; a folder that held one gives way to the files in it. */
export function spared({ names, files }: Chosen, paths: string[]): Chosen {
	const left = new Map([...files].filter(([path]) => !paths.includes(path)));
	const broken = new Set(paths.map(top));
	const of = (name: string) => (broken.has(name) ? [...left.keys()].filter((path) => top(path) === name) : [name]);
	return { names: names.flatMap(of), files: left };
}

/** only is what one file or folder at the top holds. */
export function only(chosen: Chosen, name: string): Chosen {
	return keep(chosen, (one) => one === name);
}

function keep({ names, files }: Chosen, wanted: (name: string) => boolean): Chosen {
	return { names: names.filter(wanted), files: new Map([...files].filter(([path]) => wanted(top(path)))) };
}

function top(path: string): string {
	return path.split("/", 1)[0]!;
}

/** listed are files of an <input type=file>, with its folders if it is one for these. */
export function listed(list: Iterable<File>): Chosen {
	const files = new Map<string, File>();
	for (const file of list) files.set(file.webkitRelativePath || file.name, file);
	return { names: [...new Set([...files.keys()].map(top))], files };
}

/** dropped are the files and folders of a drop; it must be called before its event is over. */
export async function dropped(transfer: DataTransfer): Promise<Chosen> {
	const items = [...transfer.items].filter((item) => item.kind === "file");
	const entries = items.map((item) => item.webkitGetAsEntry());
	if (entries.some((entry) => entry === null)) return listed(transfer.files); // made by a script
	const files = new Map<string, File>();
	for (const entry of entries) await walk(entry!, files);
	return { names: entries.map((entry) => entry!.name), files };
}

async function walk(entry: FileSystemEntry, into: Map<string, File>): Promise<void> {
	const path = entry.fullPath.replace(/^\//, "");
	if (entry.isFile) {
		into.set(path, await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
		return;
	}
	const reader = (entry as FileSystemDirectoryEntry).createReader();
	for (;;) {
		// A folder comes in portions, and an empty one is its end.
		const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
		if (portion.length === 0) return;
		for (const inside of portion) await walk(inside, into);
	}
}
