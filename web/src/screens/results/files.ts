// The files that a reader opens, by their paths on a command line.

/** Chosen are files and folders as a command line has them. */
export interface Chosen {
	names: string[]; // files and folders at the top: the arguments
	files: Map<string, File>; // by path, folders and all
}

export const nothing: Chosen = { names: [], files: new Map() };

/** bytes returns the total size. */
export function bytes(chosen: Chosen): number {
	let sum = 0;
	for (const file of chosen.files.values()) sum += file.size;
	return sum;
}

/** argument returns a name as an argument that cannot be taken for a flag or a source without files. */
export function argument(name: string): string {
	return /^-|^(?:stand-in|coins|mimics):/.test(name) ? `./${name}` : name;
}

/** joined adds newly chosen files to earlier ones, and replaces those of the same name. */
export function joined(before: Chosen, now: Chosen): Chosen {
	const kept = keep(before, (name) => !now.names.includes(name));
	return { names: [...kept.names, ...now.names], files: new Map([...kept.files, ...now.files]) };
}

/** without returns the rest after a file or folder at the top is removed. */
export function without(chosen: Chosen, name: string): Chosen {
	return keep(chosen, (one) => one !== name);
}

/** spared returns files without these paths. It replaces a folder that held one by its other files. */
export function spared({ names, files }: Chosen, paths: string[]): Chosen {
	const left = new Map([...files].filter(([path]) => !paths.includes(path)));
	const broken = new Set(paths.map(top));
	const of = (name: string) => (broken.has(name) ? [...left.keys()].filter((path) => top(path) === name) : [name]);
	return { names: names.flatMap(of), files: left };
}

/** only returns the content of one file or folder at the top. */
export function only(chosen: Chosen, name: string): Chosen {
	return keep(chosen, (one) => one === name);
}

function keep({ names, files }: Chosen, wanted: (name: string) => boolean): Chosen {
	return { names: names.filter(wanted), files: new Map([...files].filter(([path]) => wanted(top(path)))) };
}

function top(path: string): string {
	return path.split("/", 1)[0]!;
}

/** listed returns the files of an <input type=file>, with folders if it selects folders. */
export function listed(list: Iterable<File>): Chosen {
	const files = new Map<string, File>();
	for (const file of list) files.set(file.webkitRelativePath || file.name, file);
	return { names: [...new Set([...files.keys()].map(top))], files };
}

/** dropped returns the files and folders of a drop. Call it before the event ends. */
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
