// Reads the output of --format md into tables and sentences, so that tables of the app have the
// columns and digits of the command.

export interface Column {
	name: string;
	right: boolean; // numbers
}

/** Printed is one table with its title and sentences, all in plain text. */
export interface Printed {
	title: string;
	lead: string[]; // sentences above the table
	columns: Column[];
	rows: string[][];
	notes: string[]; // sentences below
}

/** printed reads Markdown of the program, table by table. */
export function printed(markdown: string): Printed[] {
	const parts: Printed[] = [];
	for (const block of markdown.trim().split(/\n{2,}/)) {
		let part = parts.at(-1);
		const starts = block.startsWith("### ");
		if (starts || !part) parts.push((part = { title: starts ? plain(block.slice(4)) : "", lead: [], columns: [], rows: [], notes: [] }));
		if (starts) continue;
		if (block.startsWith("|") && part.columns.length === 0) read(block.split("\n"), part);
		else (part.columns.length === 0 ? part.lead : part.notes).push(plain(block));
	}
	return parts;
}

function read([heads = "", marks = "", ...rows]: string[], into: Printed): void {
	const right = cells(marks).map((mark) => mark.endsWith(":"));
	into.columns = cells(heads).map((name, i) => ({ name: plain(name), right: right[i] ?? false }));
	into.rows = rows.map((row) => cells(row).map(plain));
}

/** cells returns the cells of a row. Pipes after a backslash do not end a cell. */
function cells(row: string): string[] {
	const found = row.match(/(?:\\.|[^\\|])*\|/g) ?? [];
	return found.slice(1).map((cell) => cell.slice(0, -1).trim());
}

const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/** plain returns text without the escapes of Markdown. */
function plain(text: string): string {
	return text
		.replaceAll("<!-- -->", "")
		.replace(/\\([!-/:-@[-`{-~])|&(?:lt|gt|amp);/g, (found, escaped: string | undefined) => escaped ?? entities[found]!);
}
