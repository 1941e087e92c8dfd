// What charts share: a place of some width, the box of the axes, and the axes.

import { axisBottom, axisLeft } from "d3-axis";
import { type ScaleLinear, type ScaleLogarithmic, scaleLinear, scaleLog } from "d3-scale";
import { create, type Selection } from "d3-selection";

export type Scale = ScaleLinear<number, number> | ScaleLogarithmic<number, number>;
export type Group<E extends SVGElement = SVGSVGElement> = Selection<E, undefined, null, undefined>;

/** Box is the rectangle that axes span, in pixels. */
export interface Box {
	left: number;
	right: number;
	top: number;
	bottom: number;
}

/** canvas is an empty picture. */
export function canvas(): Group {
	return create("svg").attr("class", "chart").attr("role", "img");
}

/** resize makes a picture as large as it is drawn. */
export function resize(svg: Group, width: number, height: number): void {
	svg.attr("width", width).attr("height", height).attr("viewBox", `0 0 ${width} ${height}`);
}

/** whenSized calls draw with the width of an element, now and whenever it changes, once it is on the page. */
export function whenSized(element: Element, draw: (width: number) => void): void {
	let drawn = 0;
	new ResizeObserver(([entry]) => {
		const width = Math.floor(entry!.contentRect.width);
		if (width === drawn || width === 0) return;
		drawn = width;
		draw(width);
	}).observe(element);
}

/** scaleOf goes from a domain to pixels; a logarithmic one starts above 0. */
export function scaleOf([from, to]: [number, number], range: [number, number], log = false): Scale {
	if (log) return scaleLog([Math.max(from, Number.MIN_VALUE), to], range);
	return scaleLinear(from === to ? [from - 0.5, to + 0.5] : [from, to], range);
}

/** axes draws both, with a grid, and their names; a whole x has ticks at whole numbers alone. */
export function axes(svg: Group, box: Box, x: Scale, y: Scale, names: { x: string; y: string }, whole = false): void {
	const wide = box.right - box.left;
	const across = axisBottom(x).ticks(Math.max(3, wide / 70), ...plain(x)).tickSizeOuter(0);
	if (whole) across.tickValues(wholeTicks(x, wide / 70)).tickFormat(String);
	const up = axisLeft(y).ticks(Math.max(3, (box.bottom - box.top) / 45), ...plain(y)).tickSize(-wide).tickPadding(6);
	svg.append("g").attr("class", "axis grid").attr("transform", `translate(${box.left},0)`).call(up).call((g) => g.select(".domain").remove());
	svg.append("g").attr("class", "axis").attr("transform", `translate(0,${box.bottom})`).call(across);
	svg.append("text").attr("class", "axis-name").attr("x", box.right).attr("y", box.bottom + 36).attr("text-anchor", "end").text(names.x);
	svg.append("text").attr("class", "axis-name").attr("x", 0).attr("y", box.top - 9).text(names.y);
}

/** wholeTicks are about so many ticks at whole numbers. */
export function wholeTicks(x: Scale, ticks: number): number[] {
	return x.ticks(Math.max(3, ticks)).filter(Number.isInteger);
}

/** plain is the format of a logarithmic axis, which would print powers of ten otherwise. */
function plain(scale: Scale): [] | [string] {
	return "base" in scale ? ["~g"] : [];
}
