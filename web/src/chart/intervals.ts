// Scores of models with their intervals, the best on top.

import { axisBottom } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { h } from "../ui/dom";
import { type Figure, figure } from "./figure";
import { canvas, resize, whenSized } from "./plot";

export interface Interval {
	name: string;
	at: number;
	lo: number;
	hi: number;
	says: string; // at its right, such as the ranks that a model may have
}

export interface Intervals {
	title: string;
	caption?: string;
	label: string; // of the axis
	rows: Interval[];
}

const wideEnough = 560; // pixels, for names at the left
const narrow = 3; // pixels, of a letter at least

/** intervals is a figure; its table has all digits. */
export function intervals(data: Intervals): Figure {
	const svg = canvas();
	const place = h("div", { class: "chart-place" }, svg.node()!);
	const columns = ["name", data.label, "lo", "hi", "says"];
	const table = () => ({ columns, rows: data.rows.map((row) => [row.name, row.at, row.lo, row.hi, row.says]) });
	svg.attr("aria-label", `${data.title}: ${data.label} of ${data.rows.length} models with intervals`);
	whenSized(place, (width) => draw(svg, data, width));
	return figure({ title: data.title, caption: data.caption, picture: place, table });
}

function draw(svg: ReturnType<typeof canvas>, data: Intervals, width: number): void {
	const wide = width >= wideEnough;
	const row = wide ? 24 : 40;
	const [left, right] = [wide ? 220 : 8, width - 64];
	const bottom = data.rows.length * row + 6;
	const from = Math.min(...data.rows.map((one) => one.lo));
	const to = Math.max(...data.rows.map((one) => one.hi));
	const x = scaleLinear(from === to ? [from - 0.5, to + 0.5] : [from, to], [left, right]).nice();
	resize(svg, width, bottom + 44);
	svg.selectAll("*").remove();
	const axis = axisBottom(x).ticks(Math.max(3, (right - left) / 70)).tickSize(-bottom).tickPadding(6);
	svg.append("g").attr("class", "axis grid").attr("transform", `translate(0,${bottom})`).call(axis).call((g) => g.select(".domain").remove());
	svg.append("text").attr("class", "axis-name").attr("x", right).attr("y", bottom + 36).attr("text-anchor", "end").text(data.label);
	for (const [i, one] of data.rows.entries()) {
		const middle = i * row + (wide ? row / 2 + 2 : row - 11);
		const name = svg.append("text").attr("class", "model-name").attr("x", wide ? left - 10 : 2).attr("y", wide ? middle + 4 : middle - 9);
		name.attr("text-anchor", wide ? "end" : "start");
		fit(name.node()!, one.name, wide ? left - 12 : width - 4);
		name.append("title").text(one.name);
		svg.append("path").attr("class", "interval").attr("d", `M${x(one.lo)},${middle}H${x(one.hi)}`);
		svg.append("circle").attr("class", "dot").attr("r", 3.5).attr("cx", x(one.at)).attr("cy", middle);
		svg.append("text").attr("class", "model-name").attr("x", width).attr("y", middle + 4).attr("text-anchor", "end").text(one.says);
	}
}

/** fit writes as much of a name as there is room for, in pixels. */
function fit(into: SVGTextElement, name: string, room: number): void {
	const all = [...name];
	into.textContent = name;
	for (let letters = Math.min(all.length, Math.floor(room / narrow)); into.getComputedTextLength() > room && letters > 1; letters--) {
		into.textContent = `${all.slice(0, letters).join("")}…`;
	}
}
