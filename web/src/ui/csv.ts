// The data behind figures, as the program writes them.

/** cells returns the cells of CSV, row by row (RFC 4180). */
export function cells(csv: string): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
		row.push(quoted !== undefined ? quoted.replaceAll('""', '"') : (plain ?? ""));
		if (end === ",") continue;
		if (row.length > 1 || row[0] !== "") rows.push(row);
		row = [];
	}
	return rows;
}
