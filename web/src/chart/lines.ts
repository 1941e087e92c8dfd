// Lines against a number, with their standard errors.

import { extent } from "d3-array";
import { area, curveLinear, curveStepAfter, line } from "d3-shape";
import { h } from "../ui/dom";
import { Cursor } from "./cursor";
import { type Figure, figure, type Table } from "./figure";
import { Legend } from "./legend";
import { error, short } from "./numbers";
import { axes, type Box, canvas, resize, type Scale, scaleOf, whenSized } from "./plot";
import { type Stroke, strokeOf } from "./style";

export interface Point {
	x: number;
	y: number; // NaN leaves a gap
	se?: number | null; // standard error: a band of one on both sides
}
export interface Line {
	name: string;
	points: Point[]; // by x ascending
}
/** Band is an area between two lines, in the look of the line of its name. */
export interface Band {
	name: string;
	points: { x: number; lo: number; hi: number }[];
}
/** Rule is a straight line at an x or at a y. */
export interface Rule {
	x?: number;
	y?: number;
	label: string;
}
export interface Lines {
	title: string;
	caption?: string;
	x: { label: string; name?: string; log?: boolean }; // name is short, for tables and cursors
	y: { label: string; name?: string; domain?: [number, number] };
	lines: Line[];
	bands?: Band[];
	rules?: Rule[];
	step?: boolean; // a line keeps its y up to the next point
}
export type LinesChart = HTMLElement & { update(data: Lines): void };

/** lines is a figure; update draws other data in its place, and keeps what a reader has hidden. */
export function lines(data: Lines): LinesChart {
	const chart = new Chart(data);
	return Object.assign(chart.element, { update: (to: Lines) => chart.update(to) });
}

class Chart {
	readonly element: HTMLElement;
	private readonly figure: Figure;
	private readonly svg = canvas();
	private readonly cursor: Cursor;
	private readonly legend = new Legend((name) => this.toggle(name));
	private readonly hidden = new Set<string>();
	private stops: number[] = [];
	private at = Number.NaN; // where the cursor was put; NaN for the end
	private width = 0;
	private mark: (x: number) => void = () => {};

	constructor(private data: Lines) {
		this.cursor = new Cursor(`Values at ${nameOf(data.x)}`, (x) => this.point(x));
		const plot = h("div", { class: "chart-place" }, this.svg.node()!, this.cursor.element);
		this.figure = figure({ ...this.parts(), picture: h("div", { class: "drawing" }, plot, this.legend.element) });
		this.element = this.figure;
		this.take(data);
		whenSized(plot, (width) => {
			this.width = width;
			this.draw();
		});
	}

	update(data: Lines): void {
		this.take(data);
		this.figure.renew(this.parts());
		if (this.width > 0) this.draw();
	}

	private take(data: Lines): void {
		this.data = data;
		this.stops = [...new Set(data.lines.flatMap((one) => one.points.map((p) => p.x)))].sort((a, b) => a - b);
		if (!this.stops.includes(this.at)) this.at = Number.NaN;
		this.tell();
	}

	private parts() {
		return { title: this.data.title, caption: this.data.caption, table: () => this.table() };
	}

	private table(): Table {
		const { x, y } = this.data;
		const rows = this.data.lines.flatMap((one) => one.points.map((p) => [one.name, p.x, p.y, ...(p.se === undefined ? [] : [p.se ?? ""])]));
		const columns = ["line", nameOf(x), nameOf(y), "s.e."];
		return { columns: columns.slice(0, Math.max(3, ...rows.map((row) => row.length))), rows };
	}

	private toggle(name: string): void {
		if (!this.hidden.delete(name)) this.hidden.add(name);
		this.tell();
		this.draw();
	}

	private point(x: number): void {
		this.at = x;
		this.mark(x);
		this.tell();
	}

	private now(): number {
		return Number.isNaN(this.at) ? (this.stops.at(-1) ?? 0) : this.at;
	}

	/** tell puts the values at the cursor into the legend. */
	private tell(): void {
		const x = this.now();
		const entries = this.data.lines.map((one, i) => ({
			name: one.name, stroke: strokeOf(i), hidden: this.hidden.has(one.name), value: this.valueAt(one, x),
		}));
		this.legend.show(`${nameOf(this.data.x)} = ${short(x)}`, entries);
	}

	private valueAt(one: Line, x: number): string {
		const exact = one.points.find((p) => p.x === x);
		const held = this.data.step ? one.points.findLast((p) => p.x <= x) : undefined;
		const p = exact ?? held;
		if (!p) return "–";
		return short(p.y) + (!p.se ? "" : ` ± ${error(p.se)}`);
	}

	private say(x: number): string {
		const shown = this.data.lines.filter((one) => !this.hidden.has(one.name));
		return `${nameOf(this.data.x)} = ${short(x)}: ${shown.map((one) => `${one.name} ${this.valueAt(one, x)}`).join(", ")}`;
	}

	private domain(): [number, number] {
		const { y, lines, bands = [] } = this.data;
		if (y.domain) return y.domain;
		const [from = 0, to = 1] = extent([
			...lines.flatMap((one) => one.points.flatMap((p) => [p.y - (p.se ?? 0), p.y + (p.se ?? 0)])),
			...bands.flatMap((band) => band.points.flatMap((p) => [p.lo, p.hi])),
			...(this.data.rules ?? []).flatMap((rule) => (rule.y === undefined ? [] : [rule.y])),
		].filter(Number.isFinite));
		const room = 0.04 * (to - from);
		return [from - room, to + room];
	}

	private draw(): void {
		const height = Math.round(Math.min(340, Math.max(220, this.width * 0.5)));
		const box = { left: 46, right: this.width - 16, top: 22, bottom: height - 44 };
		const x = scaleOf([this.stops[0] ?? 0, this.stops.at(-1) ?? 1], [box.left, box.right], this.data.x.log);
		const y = scaleOf(this.domain(), [box.bottom, box.top]);
		resize(this.svg, this.width, height);
		this.svg.attr("aria-label", `${this.data.title}: ${this.data.y.label} against ${this.data.x.label}, of ${this.data.lines.map((one) => one.name).join(", ")}`);
		this.svg.selectAll("*").remove();
		axes(this.svg, box, x, y, { x: this.data.x.label, y: this.data.y.label }, !this.data.x.log && this.stops.every(Number.isInteger));
		this.drawRules(box, x, y);
		this.drawLines(x, y);
		this.drawMark(box, x, y);
		this.cursor.place(box, { at: this.stops, pixel: x, say: (at) => this.say(at) }, this.now());
	}

	private drawLines(x: Scale, y: Scale): void {
		const curve = this.data.step ? curveStepAfter : curveLinear;
		const path = line<Point>((p) => x(p.x), (p) => y(p.y)).defined((p) => Number.isFinite(p.y)).curve(curve);
		const between = area<{ x: number; lo: number; hi: number }>((p) => x(p.x), (p) => y(p.lo), (p) => y(p.hi)).curve(curve);
		for (const [i, one] of this.data.lines.entries()) {
			if (this.hidden.has(one.name)) continue;
			const stroke = strokeOf(i);
			const given = this.data.bands?.filter((band) => band.name === one.name).map((band) => band.points) ?? [];
			for (const band of [...given, errorsOf(one)]) {
				this.svg.append("path").attr("class", "band").attr("fill", stroke.color).attr("d", between(band));
			}
			this.stroke(stroke).attr("d", path(one.points)).attr("data-name", one.name);
		}
	}

	private stroke(stroke: Stroke) {
		return this.svg.append("path").attr("class", "line").attr("stroke", stroke.color)
			.attr("stroke-width", stroke.width).attr("stroke-dasharray", stroke.dash || null);
	}

	private drawRules(box: Box, x: Scale, y: Scale): void {
		for (const rule of this.data.rules ?? []) {
			const label = this.svg.append("text").attr("class", "rule-name").text(rule.label);
			const stroke = this.svg.append("path").attr("class", "rule");
			if (rule.x !== undefined) {
				const late = x(rule.x) > (box.left + box.right) / 2;
				stroke.attr("d", `M${x(rule.x)},${box.top}V${box.bottom}`);
				label.attr("x", x(rule.x) + (late ? -5 : 5)).attr("y", box.top + 11).attr("text-anchor", late ? "end" : "start");
			} else if (rule.y !== undefined) {
				stroke.attr("d", `M${box.left},${y(rule.y)}H${box.right}`);
				label.attr("x", box.right - 4).attr("y", y(rule.y) - 5).attr("text-anchor", "end");
			}
		}
	}

	/** drawMark draws the cursor, which then moves without the rest. */
	private drawMark(box: Box, x: Scale, y: Scale): void {
		const bar = this.svg.append("path").attr("class", "mark");
		const dots = this.svg.append("g");
		this.mark = (at) => {
			bar.attr("d", `M${x(at)},${box.top}V${box.bottom}`);
			dots.selectAll("*").remove();
			for (const [i, one] of this.data.lines.entries()) {
				const p = one.points.find((p) => p.x === at);
				if (!p || !Number.isFinite(p.y) || this.hidden.has(one.name)) continue;
				dots.append("circle").attr("r", 3.5).attr("cx", x(at)).attr("cy", y(p.y)).attr("fill", strokeOf(i).color);
			}
		};
		this.mark(this.now());
	}
}

/** errorsOf is the band of a line's standard errors. */
function errorsOf(one: Line): { x: number; lo: number; hi: number }[] {
	return one.points.flatMap(({ x, y, se }) => (se ? [{ x, lo: y - se, hi: y + se }] : []));
}

/** nameOf is the short name of an axis. */
function nameOf(axis: { label: string; name?: string }): string {
	return axis.name ?? axis.label;
}
