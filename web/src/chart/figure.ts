// Tables of the data of figures.

import { h, replace } from "../ui/dom";

export interface Table {
	columns: string[];
	rows: (string | number)[][];
}

const most = 2000; // rows; more would slow down the page

/** AsTable shows a table when a reader opens it. */
export class AsTable {
	private readonly held = h("div", { class: "held" });
	readonly element = h("details", { class: "as-table", ontoggle: () => this.fill() }, h("summary", {}, "Show as a table"), this.held);
	private title = "";
	private table: () => Table = () => ({ columns: [], rows: [] });

	/** show takes the table of a picture. */
	show(title: string, table: () => Table): void {
		this.title = title;
		this.table = table;
		this.fill();
	}

	private fill(): void {
		if (!this.element.open) return;
		const { columns, rows } = this.table();
		const more = rows.length > most && h("p", { class: "note" }, `The first ${most} of ${rows.length} rows. Download the data for all rows.`);
		replace(this.held, tableOf({ columns, rows: rows.slice(0, most) }, `${this.title}: the data`), more);
	}
}

const number = /^(–|[+-]?Inf|[<>]?\s*[-−]?[\d.]+(e[-+]?\d+)?(\s%)?)?$/;

/** tableOf returns a table that scrolls by itself. Columns of numbers are aligned to the right. */
export function tableOf({ columns, rows }: Table, label: string): HTMLElement {
	const kind = columns.map((_, i) => (rows.length > 0 && rows.every((row) => number.test(String(row[i]))) ? "number" : ""));
	const head = h("tr", {}, ...columns.map((name, i) => h("th", { scope: "col", class: kind[i]! }, name)));
	const body = rows.map((row) => h("tr", {}, ...row.map((cell, i) => h("td", { class: kind[i]! }, String(cell)))));
	return h("div", { class: "table", tabindex: 0, role: "region", "aria-label": label }, h("table", {}, h("thead", {}, head), h("tbody", {}, ...body)));
}
