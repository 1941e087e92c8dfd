// Tables as HTML.

import { h } from "./dom";
import type { Printed } from "./printed";

// The number of rows shown until a reader asks for all.
const shown = 100;

export interface TableOptions {
	id: string;
	caption: string;
	head?: string; // the column that names a row; the first one otherwise
}

/** table returns a table of the program as HTML. On narrow screens the cells of a row are stacked. */
export function table(of: Pick<Printed, "columns" | "rows">, { id, caption, head }: TableOptions): HTMLElement {
	const naming = Math.max(0, of.columns.findIndex((column) => column.name === head));
	const side = (right: boolean) => (right ? "number" : undefined);
	const draw = (cells: string[]) =>
		h(
			"tr",
			{},
			...of.columns.map((column, i) => {
				const attributes = { class: side(column.right), "data-name": column.name };
				return i === naming && cells[i] ? h("th", { ...attributes, scope: "row" }, cells[i]) : h("td", attributes, cells[i]);
			}),
		);
	const body = h("tbody", {}, ...of.rows.slice(0, shown).map(draw));
	const heads = of.columns.map((column) => h("th", { scope: "col", class: side(column.right) }, column.name));
	const place = h(
		"div",
		{ class: "table stacked", id, tabindex: 0, role: "region", "aria-label": caption },
		h("table", {}, h("caption", {}, caption), h("thead", {}, h("tr", {}, ...heads)), body),
	);
	if (of.rows.length > shown) {
		const all = h("button", { type: "button", class: "all-rows" }, `Show all ${of.rows.length} rows`);
		all.addEventListener("click", () => {
			body.append(...of.rows.slice(shown).map(draw));
			all.remove();
		});
		place.append(all);
	}
	return place;
}
