// A picture with its title, its caption and its table.

import { h, replace } from "../ui/dom";

export interface Table {
	columns: string[];
	rows: (string | number)[][];
}

export interface Parts {
	title: string;
	caption?: string | undefined;
	picture: Element;
	/** table holds what the picture shows, in full digits; as a function it is asked for when a reader opens it. */
	table: Table | (() => Table);
}

export type Figure = HTMLElement & { renew(parts: Omit<Parts, "picture">): void };

/** figure is an element figure. */
export function figure({ picture, ...parts }: Parts): Figure {
	const title = h("figcaption");
	const caption = h("p", { class: "note" });
	const held = h("div", { class: "held" });
	const details = h("details", { class: "as-table" }, h("summary", {}, "Show as a table"), held);
	let shown = parts;
	const fill = () => details.open && replace(held, tableOf(typeof shown.table === "function" ? shown.table() : shown.table, shown.title));
	const renew = (to: Omit<Parts, "picture">) => {
		shown = to;
		title.textContent = to.title;
		caption.textContent = to.caption ?? "";
		caption.hidden = !to.caption;
		if (picture.getAttribute("role") === "img") picture.setAttribute("aria-label", to.title);
		fill();
	};
	details.addEventListener("toggle", fill);
	if (picture instanceof SVGElement) picture.setAttribute("role", "img");
	renew(parts);
	return Object.assign(h("figure", {}, title, picture, caption, details), { renew });
}

/** tableOf is a table that scrolls in its place. Columns of numbers alone stand on the right. */
export function tableOf({ columns, rows }: Table, label: string): HTMLElement {
	const kind = columns.map((_, i) => (rows.length > 0 && rows.every((row) => typeof row[i] === "number" || row[i] === "") ? "number" : ""));
	const head = h("tr");
	columns.forEach((name, i) => head.append(h("th", { scope: "col", class: kind[i]! }, name)));
	const body = h("tbody");
	for (const row of rows) {
		const line = h("tr");
		row.forEach((cell, i) => line.append(h("td", { class: kind[i]! }, String(cell))));
		body.append(line);
	}
	return h("div", { class: "table", tabindex: 0, role: "region", "aria-label": label }, h("table", {}, h("thead", {}, head), body));
}
