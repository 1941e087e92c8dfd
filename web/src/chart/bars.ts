// Bars of several series, one below the other on the same axes. What is no number, such as
// "never", stands apart on the right, on a scale of its own from 0 to 100 %.

import { max } from "d3-array";
import { h } from "../ui/dom";
import { Cursor } from "./cursor";
import { type Figure, figure, type Table } from "./figure";
import { percent } from "./numbers";
import { axes, type Box, canvas, type Group, resize, type Scale, scaleOf, whenSized } from "./plot";
import { strokeOf } from "./style";

export interface Bar {
	x: number | string;
	y: number; // a share in [0, 1]
}
export interface Series {
	name: string;
	bars: Bar[];
}
export interface Bars {
	title: string;
	caption?: string;
	x: { label: string; name?: string; domain?: [number, number] };
	y: { label: string; name?: string };
	series: Series[];
}
export type BarsChart = HTMLElement & { update(data: Bars): void };

const row = 148; // height of a series, in pixels
const apart = 64; // width of what is no number

/** bars is a figure; update draws other data in its place. */
export function bars(data: Bars): BarsChart {
	const chart = new Chart(data);
	return Object.assign(chart.element, { update: (to: Bars) => chart.update(to) });
}

class Chart {
	readonly element: HTMLElement;
	private readonly figure: Figure;
	private readonly svg = canvas();
	private readonly cursor: Cursor;
	private readonly said = h("p", { class: "at" });
	private width = 0;
	private at = 0;
	private mark: (x: number) => void = () => {};

	constructor(private data: Bars) {
		this.cursor = new Cursor(`Values at ${data.x.name ?? data.x.label}`, (x) => this.point(x));
		const plot = h("div", { class: "chart-place" }, this.svg.node()!, this.cursor.element);
		this.figure = figure({ ...this.parts(), picture: h("div", { class: "drawing" }, plot, this.said) });
		this.element = this.figure;
		whenSized(plot, (width) => {
			this.width = width;
			this.draw();
		});
	}

	update(data: Bars): void {
		this.data = data;
		this.figure.renew(this.parts());
		if (this.width > 0) this.draw();
	}

	private parts() {
		const { title, caption, x, y, series } = this.data;
		const table = (): Table => ({
			columns: ["of", x.name ?? x.label, y.name ?? y.label],
			rows: series.flatMap((one) => one.bars.map((bar) => [one.name, bar.x, bar.y])),
		});
		return { title, caption, table };
	}

	private draw(): void {
		const { series, x: { label, domain } } = this.data;
		const numbers = series.flatMap((one) => one.bars.flatMap((bar) => (typeof bar.x === "number" ? [bar.x] : [])));
		const others = [...new Set(series.flatMap((one) => one.bars.flatMap((bar) => (typeof bar.x === "string" ? [bar.x] : []))))];
		const [from, to] = domain ?? [Math.min(1, ...numbers), Math.max(1, ...numbers)];
		const top = max(series, (one) => max(one.bars, (bar) => (typeof bar.x === "number" ? bar.y : 0))) || 1;
		const height = series.length * row + 16;
		resize(this.svg, this.width, height);
		this.svg.attr("aria-label", `${this.data.title}: ${this.data.y.label} against ${label}, of ${series.map((one) => one.name).join(", ")}`);
		this.svg.selectAll("*").remove();
		const right = this.width - 10 - others.length * apart;
		const x = scaleOf([from - 0.5, to + 0.5], [46, right]);
		for (const [i, one] of series.entries()) {
			const box = { left: 46, right, top: i * row + 22, bottom: (i + 1) * row - 30 };
			const y = scaleOf([0, top], [box.bottom, box.top]);
			axes(this.svg, box, x, y, { x: i === series.length - 1 ? label : "", y: `${one.name}: ${this.data.y.label}` }, true);
			this.drawNumbers(one, i, x, y, box);
			others.forEach((other, j) => this.drawApart(one, i, other, { ...box, left: right + 14 + j * apart, right: right + (j + 1) * apart }));
		}
		this.drawMark(x, height - 46);
		const stops = Array.from({ length: to - from + 1 }, (_, i) => from + i);
		if (!stops.includes(this.at)) this.at = stops.find((n) => this.share(series[0], n) > 0) ?? from;
		this.cursor.place({ left: 46, right, top: 22, bottom: height - 46 }, { at: stops, pixel: x, say: (n) => this.say(n) }, this.at);
		this.point(this.at);
	}

	private drawNumbers(one: Series, i: number, x: Scale, y: Scale, box: Box): void {
		const wide = Math.max(1, x(1) - x(0) - 1);
		for (const bar of one.bars) {
			if (typeof bar.x !== "number" || bar.y === 0) continue;
			rectangle(this.svg, x(bar.x) - wide / 2, y(bar.y), wide, box.bottom - y(bar.y)).attr("class", "bar").attr("fill", strokeOf(i).color);
		}
	}

	/** drawApart draws a share of its own within a frame of 100 %. */
	private drawApart(one: Series, i: number, name: string, box: Box): void {
		const share = one.bars.find((bar) => bar.x === name)?.y ?? 0;
		const tall = (box.bottom - box.top) * share;
		const middle = (box.left + box.right) / 2;
		rectangle(this.svg, middle - 13, box.top, 26, box.bottom - box.top).attr("class", "frame");
		rectangle(this.svg, middle - 13, box.bottom - tall, 26, tall).attr("class", "bar apart").attr("fill", strokeOf(i).color);
		const text = (y: number, said: string) => this.svg.append("text").attr("class", "apart-name").attr("x", middle).attr("y", y).attr("text-anchor", "middle").text(said);
		text(box.top - 6, percent(share));
		text(box.bottom + 14, name);
	}

	private drawMark(x: Scale, bottom: number): void {
		const bar = this.svg.append("path").attr("class", "mark");
		this.mark = (at) => bar.attr("d", `M${x(at)},22V${bottom}`);
	}

	private share(one: Series | undefined, at: number): number {
		return one?.bars.find((bar) => bar.x === at)?.y ?? 0;
	}

	private say(at: number): string {
		const values = this.data.series.map((one) => `${one.name} ${percent(this.share(one, at))}`);
		return `${this.data.x.name ?? this.data.x.label} = ${at}: ${values.join(", ")}`;
	}

	private point(at: number): void {
		this.at = at;
		this.mark(at);
		this.said.textContent = this.say(at);
	}
}

function rectangle(svg: Group, x: number, y: number, width: number, height: number) {
	return svg.append("rect").attr("x", x).attr("y", y).attr("width", width).attr("height", height);
}
