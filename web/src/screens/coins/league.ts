// The league table of the played run, next to the truth.

import { swatch } from "../../chart/bumps";
import { h, replace } from "../../ui/dom";
import { short } from "../../ui/numbers";
import type { Trace } from "./documents";
import { overlaps, placed, right } from "./right";

export class League {
	private readonly title = h("span", { class: "said" });
	private readonly head = h("thead");
	private readonly body = h("tbody");
	readonly element = h(
		"div",
		{ class: "table", id: "coins-league", tabindex: 0, role: "region", "aria-label": "League table" },
		h("table", {}, h("caption", {}, this.title), this.head, this.body),
	);

	/** show lists the models in the order of the first metric that has a score at n. */
	show(traces: Trace[], n: number, exact: boolean): void {
		const first = traces.find((t) => n >= t.from) ?? traces[0];
		if (!first) return;
		this.title.textContent = `The league table after ${n} ${n === 1 ? "trial" : "trials"}, by ${first.metric}`;
		replace(this.head, heads(traces));
		const ranks = first.ranks[n - first.from] ?? first.gold_ranks;
		const order = first.models.map((_, model) => model).sort((a, b) => ranks[a]! - ranks[b]!);
		replace(this.body, ...order.map((model) => row(traces, model, n, exact)));
	}
}

function heads(traces: Trace[]): HTMLElement {
	const number = (text: string, kind = "") => h("th", { scope: "col", class: `number ${kind}`.trim() }, text);
	const of = (t: Trace) => [number(`rank by ${t.metric}`), number(t.metric, "extra"), number("true value", "extra")];
	return h("tr", {}, h("th", { scope: "col" }, "model"), number("true rank"), ...traces.flatMap(of));
}

function row(traces: Trace[], model: number, n: number, exact: boolean): HTMLElement {
	const first = traces[0]!;
	const number = (text: string, kind = "") => h("td", { class: `number ${kind}`.trim() }, text);
	const of = (t: Trace) => {
		const ranks = t.ranks[n - t.from];
		const kind = !ranks ? "" : right(ranks, t.gold_ranks, model, exact) ? "right" : overlaps(ranks, t.gold_ranks, model) ? "" : "wrong";
		return [number(ranks ? placed(ranks, model) : "–", kind), number(short(t.scores[n - t.from]?.[model]), "extra"), number(short(t.truth?.[model]), "extra")];
	};
	const name = h("th", { scope: "row" }, swatch(model), " ", first.models[model]!);
	return h("tr", {}, name, number(placed(first.gold_ranks, model)), ...traces.flatMap(of));
}
