// One run, played trial by trial.

import { bumps, type BumpsChart } from "../../chart/bumps";
import { h, replace } from "../../ui/dom";
import { short } from "../../ui/numbers";
import type { Trace } from "./documents";
import { League } from "./league";
import { right } from "./right";

const pace = 300; // milliseconds from trial to trial
const calmPace = 1000; // for readers who prefer less motion
const hold = 4; // ticks to stay at a moment

export class Player {
	readonly element: HTMLElement;
	private readonly back = h("button", { type: "button", id: "coins-back", onclick: () => this.step(-1) }, "Back");
	private readonly playing = h("button", { type: "button", id: "coins-play", onclick: () => this.toggle() }, "Play");
	private readonly next = h("button", { type: "button", id: "coins-next", onclick: () => this.step(1) }, "Next trial");
	private readonly slider = h("input", { type: "range", id: "coins-n", min: 1, step: 1, oninput: () => this.seek(Number(this.slider.value)) });
	private readonly count = h("span", { id: "coins-at" });
	private readonly changes = h("ul", { id: "coins-changes", class: "changes" });
	private readonly pictures = h("div", { class: "beside", id: "coins-ranks" });
	private readonly league = new League();
	private charts: BumpsChart[] = [];
	private traces: Trace[] = [];
	private last = 1;
	private exact = false;
	private listed = false;
	private held = 0; // ticks at a moment so far
	private timer = 0;
	n = 1;

	/** It calls moved at each n. Playing pauses at moments. */
	constructor(
		private readonly moved: (n: number) => void,
		private readonly moments: number[] = [],
	) {
		const slide = h("div", { class: "slide" }, h("label", { for: "coins-n" }, "Trials so far, n"), this.slider, this.count);
		const buttons = h("div", { class: "buttons" }, this.back, this.playing, this.next);
		this.element = h("div", { class: "player" }, buttons, slide, this.changes, this.pictures);
	}

	/** withLeague adds the league table, which needs scores. */
	withLeague(): this {
		this.listed = true;
		this.element.append(this.league.element);
		return this;
	}

	/** show draws a run of the given trials at n. With exact, models that are truly equal must tie. */
	show(traces: Trace[], trials: number, n: number, exact: boolean): void {
		this.traces = traces;
		this.exact = exact;
		this.last = trials;
		this.slider.max = String(trials);
		const data = traces.map((t) => ({
			title: `Ranks by ${t.metric}`, models: t.models, from: t.from, ranks: t.ranks, to: trials, truth: t.gold_ranks, at: n,
			right: (ranks: number[], model: number) => right(ranks, t.gold_ranks, model, exact),
		}));
		if (data.length === this.charts.length) this.charts.forEach((chart, i) => chart.update(data[i]!));
		else {
			this.charts = data.map((one) => bumps(one, (at) => this.seek(at)));
			replace(this.pictures, ...this.charts);
		}
		this.put(Math.min(n, trials));
	}

	/** seek goes to n, and stops playing. */
	seek(n: number): void {
		this.pause();
		this.put(n);
	}

	pause(): void {
		clearInterval(this.timer);
		this.timer = 0;
		this.playing.textContent = "Play";
	}

	private step(by: number): void {
		this.seek(Math.min(this.last, Math.max(1, this.n + by)));
	}

	private toggle(): void {
		if (this.timer) return this.pause();
		this.play();
	}

	/** play advances trial by trial. It starts again at the first if it is at the last. */
	play(): void {
		if (this.n >= this.last) this.put(1);
		const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
		this.timer = setInterval(() => this.tick(), calm ? calmPace : pace);
		this.playing.textContent = "Pause";
	}

	private tick(): void {
		if (this.moments.includes(this.n) && ++this.held < hold) return;
		this.held = 0;
		this.put(this.n + 1);
		if (this.n >= this.last) this.pause();
	}

	private put(n: number): void {
		this.n = n;
		this.slider.value = String(n);
		this.slider.setAttribute("aria-valuetext", `${n} of ${this.last}. ${this.traces.map((t) => changesSaid(t, n)).join(". ")}`);
		this.count.textContent = `${n} of ${this.last}`;
		this.back.disabled = n <= 1;
		this.next.disabled = n >= this.last;
		replace(this.changes, ...this.traces.map((t) => changesShown(t, n)));
		for (const chart of this.charts) chart.at(n);
		if (this.listed) this.league.show(this.traces, n, this.exact);
		this.moved(n);
	}
}

/** changesShown shows how often a ranking has changed, and whether it changed at n. */
function changesShown(t: Trace, n: number): HTMLElement {
	const status = h("span", { class: t.changes.includes(n) ? "status open" : "status" }, t.changes.includes(n) ? "changed!" : n < t.from ? "no score yet" : "the same");
	return h("li", { "data-metric": t.metric }, h("strong", {}, t.metric), " ", status, ` ${soFar(t, n)}`);
}

function changesSaid(t: Trace, n: number): string {
	return `${t.metric} ${t.changes.includes(n) ? "changed" : "is the same"}: ${soFar(t, n)}`;
}

function soFar(t: Trace, n: number): string {
	if (n < t.from) return `${t.metric} begins with trial ${t.from}`;
	const changes = t.changes.filter((at) => at <= n);
	const times = changes.length === 0 ? "no change so far" : `${changes.length} ${changes.length === 1 ? "change" : "changes"} so far, the last with trial ${changes.at(-1)}`;
	return `${times}; τ with the truth ${short(t.tau[n - t.from])}`;
}
