// A legend of buttons that show and hide lines, each with its value at the cursor.

import { create } from "d3-selection";
import { h, replace } from "../ui/dom";
import type { Stroke } from "./style";

export interface Entry {
	name: string;
	stroke: Stroke;
	hidden: boolean;
	value: string;
}

export class Legend {
	readonly element = h("div", { class: "legend" });
	private readonly head = h("p", { class: "at" });
	private readonly list = h("ul");
	private values = new Map<string, HTMLElement>();

	constructor(private readonly toggle: (name: string) => void) {
		this.element.append(this.head, this.list);
	}

	/** show lists entries; the buttons stay where the names are as before. */
	show(head: string, entries: Entry[]): void {
		this.head.textContent = head;
		if (entries.length !== this.values.size || entries.some((entry) => !this.values.has(entry.name))) this.build(entries);
		for (const entry of entries) {
			const value = this.values.get(entry.name)!;
			value.textContent = entry.hidden ? "" : entry.value;
			value.parentElement!.setAttribute("aria-pressed", String(!entry.hidden));
		}
	}

	private build(entries: Entry[]): void {
		this.values = new Map(entries.map((entry) => [entry.name, h("span", { class: "value" })]));
		const button = ({ name, stroke }: Entry) =>
			h("button", { type: "button", onclick: () => this.toggle(name) }, swatch(stroke), h("span", { class: "name" }, name), this.values.get(name));
		replace(this.list, ...entries.map((entry) => h("li", {}, button(entry))));
	}
}

/** swatch is a short piece of a line. */
export function swatch(stroke: Stroke): SVGElement {
	const svg = create("svg").attr("class", "stroke").attr("width", 26).attr("height", 10).attr("aria-hidden", "true");
	svg.append("path").attr("d", "M0,5H26").attr("stroke", stroke.color).attr("stroke-width", stroke.width).attr("stroke-dasharray", stroke.dash || null);
	return svg.node()!;
}
