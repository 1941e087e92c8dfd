// What the program prints with --format csv: the numbers themselves.

/** Row is a row of CSV by the names of its columns. */
export type Row = Record<string, string>;

/** rows are those of the first table of CSV with a header (RFC 4180). */
export function rows(csv: string): Row[] {
	const table: string[][] = [];
	let row: string[] = [];
	for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
		row.push(quoted !== undefined ? quoted.replaceAll('""', '"') : (plain ?? ""));
		if (end === ",") continue;
		if (row.length === 1 && row[0] === "") break; // an empty line ends the table
		table.push(row);
		row = [];
	}
	const [header = [], ...body] = table;
	return body.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ""])));
}

/** numeral is the number of a cell, NaN where there is none. */
export function numeral(cell: string | undefined): number {
	if (cell === "+Inf") return Infinity;
	if (cell === "-Inf") return -Infinity;
	return cell === undefined || cell === "" ? NaN : Number(cell);
}
