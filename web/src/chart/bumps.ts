// Ranks of models against n, by one metric, up to an n that moves. The program draws whole runs only.

import { h, replace, s, set } from "../ui/dom";
import { AsTable, type Table } from "./figure";

export interface Bumps {
	title: string;
	models: string[];
	from: number; // the first n
	ranks: number[][]; // competition ranks of the models at n = from, from + 1, …
	to: number; // the last n; the axis begins at 1 and grows with n
	truth?: number[] | undefined; // their true ranks, for the table
	right?: (ranks: number[], model: number) => boolean; // who is ticked
	at: number; // the n up to which ranks are drawn
}
export type BumpsChart = HTMLElement & { update(data: Bumps): void; at(n: number): void };

/** bumps returns a figure. It calls moved with the n at which a reader points; at moves the mark to an n. */
export function bumps(data: Bumps, moved: (n: number) => void = () => {}): BumpsChart {
	const chart = new Chart(data, moved);
	return Object.assign(chart.element, { update: (to: Bumps) => chart.update(to), at: (n: number) => chart.move(n) });
}

const [left, top] = [26, 14]; // of the axes, in pixels

class Chart {
	private readonly svg = s("svg", { class: "chart", role: "img" });
	private readonly title = h("figcaption");
	private readonly table = new AsTable();
	readonly element: HTMLElement;
	private width = 0;
	private right = 0; // of the axes, in pixels
	private places: number[][] = []; // the middle of those that a model ties for, at each n
	private end = 0; // of the axis that is drawn
	private show: (n: number) => void = () => {};

	constructor(
		private data: Bumps,
		moved: (n: number) => void,
	) {
		const plot = h("div", { class: "chart-place" }, this.svg);
		this.element = h("figure", {}, this.title, plot, this.table.element);
		const point = (event: PointerEvent) => event.buttons > 0 && moved(this.nearest(event.clientX));
		this.svg.addEventListener("pointerdown", point);
		this.svg.addEventListener("pointermove", point);
		this.take(data);
		new ResizeObserver(([entry]) => {
			const width = Math.floor(entry!.contentRect.width);
			if (width === this.width || width === 0) return;
			this.width = width;
			this.draw();
		}).observe(plot);
	}

	update(data: Bumps): void {
		this.take(data);
		if (this.width > 0) this.draw();
	}

	move(n: number): void {
		this.data = { ...this.data, at: n };
		if (this.width === 0) return;
		if (this.end === endOf(n, this.data.to)) this.show(n);
		else this.draw();
	}

	private take(data: Bumps): void {
		this.data = data;
		this.places = data.ranks.map(middles);
		this.title.textContent = data.title;
		this.table.show(data.title, () => tableOf(data));
	}

	private nearest(pixel: number): number {
		const share = (pixel - this.svg.getBoundingClientRect().left - left) / (this.right - left);
		return Math.min(this.data.to, Math.max(1, Math.round(1 + share * (this.end - 1))));
	}

	private draw(): void {
		const { title, models, to, at } = this.data;
		const step = models.length > 12 ? 18 : 22;
		const longest = Math.max(0, ...models.map((name) => Math.min(name.length, 14)));
		const bottom = top + step * models.length;
		this.right = Math.max(80, this.width - 40 - 6.6 * longest);
		this.end = endOf(at, to);
		const x = (n: number) => left + ((n - 1) / (this.end - 1)) * (this.right - left);
		const y = (rank: number) => top + (rank - 0.5) * step;
		set(this.svg, { width: this.width, height: bottom + 40, "aria-label": `${title}: ranks of ${models.length} models against n` });
		replace(this.svg, ...this.axes(x, y, bottom));
		this.show = this.drawPaths(x, y, bottom);
		this.show(at);
	}

	private axes(x: (n: number) => number, y: (rank: number) => number, bottom: number): SVGElement[] {
		const { right } = this;
		const ranks = this.data.models.map((_, i) => i + 1).flatMap((rank) => [
			s("path", { class: "grid", d: `M${left},${y(rank)}H${right}` }),
			s("text", { x: left - 6, y: y(rank), dy: "0.35em", "text-anchor": "end" }, String(rank)),
		]);
		const trials = ticks(this.end, (right - left) / 60).flatMap((n) => [
			s("path", { class: "axis", d: `M${x(n)},${bottom}v6` }),
			s("text", { x: x(n), y: bottom + 18, "text-anchor": "middle" }, String(n)),
		]);
		const name = s("text", { x: right, y: bottom + 34, "text-anchor": "end" }, "n, trials per question");
		return [...ranks, s("path", { class: "axis", d: `M${left},${bottom}H${right}` }), ...trials, name];
	}

	/** drawPaths draws the paths. It returns a function that shows them up to n. */
	private drawPaths(x: (n: number) => number, y: (rank: number) => number, bottom: number): (n: number) => void {
		const { models, from } = this.data;
		const bar = s("path", { class: "mark" });
		const drawn = models.map((_, i) => ({
			line: s("path", { class: "line", ...strokeOf(i) }),
			dot: s("circle", { r: 4, fill: strokeOf(i).stroke }),
			name: s("text", { dy: "0.35em" }),
		}));
		this.svg.append(bar, ...drawn.flatMap(({ line, dot, name }) => [line, dot, name]));
		return (n) => {
			const upTo = this.places.slice(0, Math.max(0, n - from + 1));
			const ranks = this.data.ranks[n - from];
			const seats = ranks && seated(ranks);
			set(bar, { d: `M${x(n)},${top}V${bottom}` });
			drawn.forEach(({ line, dot, name }, model) => {
				set(line, { d: upTo.map((places, i) => `${i === 0 ? "M" : "L"}${x(from + i)},${y(places[model]!)}`).join("") });
				const visibility = ranks ? "visible" : "hidden";
				set(dot, { visibility });
				set(name, { visibility });
				if (!ranks) return;
				set(dot, { cx: x(n), cy: y(upTo.at(-1)![model]!) });
				const right = this.data.right?.(ranks, model) ?? false;
				set(name, { x: x(n) + 10, y: y(seats![model]!), class: right ? "model-name right" : "model-name" });
				name.textContent = `${clipped(models[model]!)}${tied(ranks, model) ? " =" : ""}${right ? " ✓" : ""}`;
			});
		};
	}
}

function tableOf({ models, ranks, from, truth }: Bumps): Table {
	const rows = ranks.map((now, i) => [from + i, ...now]);
	return { columns: ["n", ...models], rows: truth ? [...rows, ["truth", ...truth]] : rows };
}

/** endOf returns the end of the axis at n. It doubles from 10 on, so that at least half of the axis is used. */
function endOf(n: number, to: number): number {
	let end = 10;
	while (end < n) end *= 2;
	return Math.max(2, Math.min(end, to));
}

/** ticks returns at most the given number of evenly spaced trials up to an end. */
function ticks(end: number, most: number): number[] {
	const step = [1, 2, 5, 10, 20, 50].find((by) => end / by <= most) ?? 100;
	return Array.from({ length: Math.floor(end / step) }, (_, i) => (i + 1) * step);
}

/** middles returns the place of each model: the middle of the places that tied models share. */
function middles(ranks: number[]): number[] {
	return ranks.map((rank) => rank + (ranks.filter((other) => other === rank).length - 1) / 2);
}

/** seated returns a distinct place for each model. Tied models keep their order. */
function seated(ranks: number[]): number[] {
	return ranks.map((rank, model) => rank + ranks.slice(0, model).filter((other) => other === rank).length);
}

function tied(ranks: number[], model: number): boolean {
	return ranks.indexOf(ranks[model]!) !== model || ranks.lastIndexOf(ranks[model]!) !== model;
}

function clipped(name: string): string {
	return name.length > 14 ? `${name.slice(0, 13)}…` : name;
}

// The colours of figures that the program draws (pathPalette of figures/style.go); page.css adapts them to dark pages.
const palette = [
	"var(--figure-black,#000)", "#cc79a7", "var(--figure-brown,#7f4f24)", "var(--figure-indigo,#332288)", "#009e73", "#9b59ff",
	"var(--figure-maroon,#661100)", "#d55e00", "#56b4e9", "#0072b2", "var(--figure-wine,#882255)", "#e69f00",
];
const dashes = ["", "7 3", "2 2.5", "10 3 2 3", "15 4", "7 3 2 3 2 3"];

/** strokeOf returns the look of the i-th model's path, from 0. */
function strokeOf(i: number): { stroke: string; "stroke-width": number; "stroke-dasharray": string | undefined } {
	const dash = dashes[Math.floor(i / palette.length) % dashes.length]!;
	return { stroke: palette[i % palette.length]!, "stroke-width": 2, "stroke-dasharray": dash || undefined };
}

/** swatch draws a short piece of the i-th model's path. */
export function swatch(i: number): SVGElement {
	return s("svg", { class: "stroke", width: 26, height: 10, "aria-hidden": "true" }, s("path", { d: "M0,5H26", ...strokeOf(i) }));
}
