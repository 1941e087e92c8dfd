// Ranks of models against n, by one metric, up to a cursor.

import { range } from "d3-array";
import { axisBottom, axisLeft } from "d3-axis";
import { line } from "d3-shape";
import { h } from "../ui/dom";
import { Cursor } from "./cursor";
import { type Figure, figure, type Table } from "./figure";
import { type Box, canvas, resize, type Scale, scaleOf, wholeTicks, whenSized } from "./plot";
import { pathStrokeOf } from "./style";

export interface Bumps {
	title: string;
	caption?: string;
	models: string[];
	from: number; // the first n
	ranks: number[][]; // competition ranks of the models at n = from, from + 1, …
	to: number; // the last n; the axis begins at 1 and grows with the cursor
	truth?: number[] | undefined; // their true ranks, for the table
	right?: (ranks: number[], model: number) => boolean; // who is ticked
	at: number; // where the cursor is
}
export type BumpsChart = HTMLElement & { update(data: Bumps): void; at(n: number): void };

/** bumps is a figure; moved is told where a reader puts the cursor, and at puts it there. */
export function bumps(data: Bumps, moved: (n: number) => void = () => {}): BumpsChart {
	const chart = new Chart(data, moved);
	return Object.assign(chart.element, { update: (to: Bumps) => chart.update(to), at: (n: number) => chart.move(n) });
}

class Chart {
	readonly element: HTMLElement;
	private readonly figure: Figure;
	private readonly svg = canvas();
	private readonly cursor: Cursor;
	private width = 0;
	private places: number[][] = []; // the middle of those that a model ties for, at each n
	private end = 0; // of the axis that is drawn
	private show: (n: number) => void = () => {};

	constructor(
		private data: Bumps,
		moved: (n: number) => void,
	) {
		this.cursor = new Cursor(`${data.title}: n`, (n) => {
			this.move(n);
			moved(n);
		}, false);
		const plot = h("div", { class: "chart-place" }, this.svg.node()!, this.cursor.element);
		this.figure = figure({ ...this.parts(), picture: plot });
		this.element = this.figure;
		this.places = data.ranks.map(middles);
		whenSized(plot, (width) => {
			this.width = width;
			this.draw();
		});
	}

	update(data: Bumps): void {
		this.data = data;
		this.places = data.ranks.map(middles);
		this.figure.renew(this.parts());
		if (this.width > 0) this.draw();
	}

	move(n: number): void {
		this.data = { ...this.data, at: n };
		if (this.width === 0) return;
		if (this.end === endOf(n, this.data.to)) this.show(n);
		else this.draw();
	}

	private parts() {
		const { title, caption } = this.data;
		return { title, caption, table: () => this.table() };
	}

	private table(): Table {
		const { models, ranks, from, truth } = this.data;
		const rows = ranks.map((now, i) => [from + i, ...now]);
		return { columns: ["n", ...models], rows: truth ? [...rows, ["truth", ...truth]] : rows };
	}

	private draw(): void {
		const { models, from, to, at } = this.data;
		const step = models.length > 12 ? 18 : 22;
		const longest = Math.max(0, ...models.map((name) => Math.min(name.length, 14)));
		const box = { left: 26, right: Math.max(80, this.width - 40 - 6.6 * longest), top: 14, bottom: 14 + step * models.length };
		resize(this.svg, this.width, box.bottom + 40);
		this.svg.attr("aria-label", `${this.data.title}: ranks of ${models.length} models against n`);
		this.svg.selectAll("*").remove();
		this.end = endOf(at, to);
		const x = scaleOf([1, this.end], [box.left, box.right]);
		const y = scaleOf([0.5, models.length + 0.5], [box.top, box.bottom]);
		this.drawAxes(box, x, y);
		this.show = this.drawPaths(box, x, y);
		this.show(at);
		this.cursor.place(box, { at: range(Math.min(1, from), to + 1), pixel: x, say: (n) => this.say(n) }, at);
	}

	private drawAxes(box: Box, x: Scale, y: Scale): void {
		const across = axisBottom(x).tickValues(wholeTicks(x, (box.right - box.left) / 60)).tickFormat(String).tickSizeOuter(0);
		const up = axisLeft(y).tickValues(range(1, this.data.models.length + 1)).tickFormat(String).tickSize(box.left - box.right).tickPadding(6);
		this.svg.append("g").attr("class", "axis grid").attr("transform", `translate(${box.left},0)`).call(up).call((g) => g.select(".domain").remove());
		this.svg.append("g").attr("class", "axis").attr("transform", `translate(0,${box.bottom})`).call(across);
		this.svg.append("text").attr("class", "axis-name").attr("x", box.right).attr("y", box.bottom + 34).attr("text-anchor", "end").text("n, trials of each question");
	}

	/** drawPaths returns what shows them up to n. */
	private drawPaths(box: Box, x: Scale, y: Scale): (n: number) => void {
		const { models, from } = this.data;
		const bar = this.svg.append("path").attr("class", "mark");
		const drawn = models.map((_, model) => {
			const { color, width, dash } = pathStrokeOf(model);
			const path = line<number[]>((_, i) => x(from + i), (places) => y(places[model]!));
			return {
				path, line: this.svg.append("path").attr("class", "line").attr("stroke", color).attr("stroke-width", width).attr("stroke-dasharray", dash || null),
				dot: this.svg.append("circle").attr("r", 4).attr("fill", color),
				name: this.svg.append("text").attr("class", "model-name").attr("dy", "0.35em"),
			};
		});
		return (n) => {
			const upTo = this.places.slice(0, Math.max(0, n - from + 1));
			const ranks = this.data.ranks[n - from];
			const seats = ranks && seated(ranks);
			bar.attr("d", `M${x(n)},${box.top}V${box.bottom}`);
			this.cursor.put(n);
			drawn.forEach(({ path, line, dot, name }, model) => {
				line.attr("d", path(upTo));
				dot.attr("visibility", ranks ? "visible" : "hidden");
				name.attr("visibility", ranks ? "visible" : "hidden");
				if (!ranks) return;
				dot.attr("cx", x(n)).attr("cy", y(upTo.at(-1)![model]!));
				const right = this.data.right?.(ranks, model) ?? false;
				name.attr("x", x(n) + 10).attr("y", y(seats![model]!)).classed("right", right).text(`${clipped(models[model]!)}${tied(ranks, model) ? " =" : ""}${right ? " ✓" : ""}`);
			});
		};
	}

	private say(n: number): string {
		const { models, ranks, from } = this.data;
		const now = ranks[n - from];
		if (!now) return `n = ${n}: no score yet`;
		const order = models.map((_, model) => model).sort((a, b) => now[a]! - now[b]!);
		return `n = ${n}: ${order.map((model) => `${now[model]} ${models[model]}`).join(", ")}`;
	}
}

/** endOf is where the axis ends with the cursor at n: doubled from 10 on, so that half of it or more is drawn. */
function endOf(n: number, to: number): number {
	let end = 10;
	while (end < n) end *= 2;
	return Math.max(2, Math.min(end, to));
}

/** middles are the places of models in the middle of those that they tie for. */
function middles(ranks: number[]): number[] {
	return ranks.map((rank) => rank + (ranks.filter((other) => other === rank).length - 1) / 2);
}

/** seated gives each a place of its own, those that tie in their order. */
function seated(ranks: number[]): number[] {
	return ranks.map((rank, model) => rank + ranks.slice(0, model).filter((other) => other === rank).length);
}

function tied(ranks: number[], model: number): boolean {
	return ranks.indexOf(ranks[model]!) !== model || ranks.lastIndexOf(ranks[model]!) !== model;
}

function clipped(name: string): string {
	return name.length > 14 ? `${name.slice(0, 13)}…` : name;
}
