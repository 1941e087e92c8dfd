// A cursor over a chart: by mouse, touch and arrow keys it goes from stop to stop.

import { leastIndex } from "d3-array";
import { h } from "../ui/dom";
import type { Box } from "./plot";

/** Stops are where a cursor may stand. */
export interface Stops {
	at: number[]; // ascending
	pixel: (x: number) => number;
	say: (x: number) => string; // for screen readers
}

export class Cursor {
	readonly element: HTMLElement;
	private stops: Stops = { at: [], pixel: () => 0, say: () => "" };
	private now = 0;

	/** moved is told where a reader puts it; one that hovers goes with the mouse, another when it is pressed. */
	constructor(
		label: string,
		private readonly moved: (x: number) => void,
		private readonly hovers = true,
	) {
		this.element = h("div", { class: "chart-cursor", role: "slider", tabindex: 0, "aria-label": label });
		this.element.addEventListener("pointerdown", (event) => this.point(event));
		this.element.addEventListener("pointermove", (event) => {
			if (this.hovers || event.buttons > 0) this.point(event);
		});
		this.element.addEventListener("keydown", (event) => this.press(event));
	}

	/** place lays it over a box and puts it at a stop. */
	place(box: Box, stops: Stops, now: number): void {
		this.stops = stops;
		const { style } = this.element;
		style.left = `${box.left}px`;
		style.top = `${box.top}px`;
		style.width = `${box.right - box.left}px`;
		style.height = `${box.bottom - box.top}px`;
		this.put(now);
	}

	/** put shows a stop and tells nobody. */
	put(x: number): void {
		this.now = x;
		this.element.setAttribute("aria-valuemin", String(this.stops.at[0] ?? 0));
		this.element.setAttribute("aria-valuemax", String(this.stops.at.at(-1) ?? 0));
		this.element.setAttribute("aria-valuenow", String(x));
		this.element.setAttribute("aria-valuetext", this.stops.say(x));
	}

	private go(x: number | undefined): void {
		if (x === undefined || x === this.now) return;
		this.put(x);
		this.moved(x);
	}

	private point(event: PointerEvent): void {
		const box = this.element.getBoundingClientRect();
		const at = event.clientX - box.left + Number.parseFloat(this.element.style.left);
		const nearest = leastIndex(this.stops.at, (a, b) => Math.abs(this.stops.pixel(a) - at) - Math.abs(this.stops.pixel(b) - at));
		if (nearest !== undefined) this.go(this.stops.at[nearest]);
	}

	private press(event: KeyboardEvent): void {
		const { at } = this.stops;
		const steps: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -at.length, End: at.length };
		const step = steps[event.key];
		if (step === undefined) return;
		event.preventDefault();
		this.go(at[Math.min(at.length - 1, Math.max(0, at.indexOf(this.now) + step))]);
	}
}
