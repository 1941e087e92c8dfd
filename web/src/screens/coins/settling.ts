// When rankings settle: the sentence, and convergence@n.

import { type BarsChart, bars } from "../../chart/bars";
import { lines, type LinesChart } from "../../chart/lines";
import { count, error, percent, short } from "../../chart/numbers";
import { tableOf } from "../../chart/figure";
import { h, replace } from "../../ui/dom";
import { share } from "../../ui/share";
import type { Converge, Settling } from "./documents";

export class SettlingView {
	readonly element = h("div", { id: "coins-settling" });
	private readonly summary = h("div", { id: "coins-summary" });
	private readonly command = h("div");
	private pmf: BarsChart | undefined;
	private cdf: LinesChart | undefined;

	show(document: Converge, args: string[]): void {
		const at = barsOf(document);
		const by = linesOf(document);
		if (this.pmf && this.cdf) {
			this.pmf.update(at);
			this.cdf.update(by);
		} else {
			this.pmf = bars(at);
			this.cdf = lines(by);
			this.element.append(this.summary, this.pmf, this.cdf, this.command);
		}
		replace(this.summary, tableOf(summaryOf(document), "Trials until rankings settle"));
		replace(this.command, share(args));
	}
}

/**
 * sentence is what a reader may act on. No number of trials lets models that are equally
 * good tie for good, as they must where that is hopeless.
 */
export function sentence(document: Converge, hopeless: boolean): string {
	const { metrics, trials, models } = document;
	const reached = metrics.filter((s) => s.median !== undefined);
	const wrong = metrics.map((s, i) => `${percent(s.never)}${i === 0 ? ` of ${count(document.replicates)} runs` : ""} by ${s.metric}`);
	const atEnd = `At n = ${trials} the ranking is still wrong in ${wrong.join(", in ")}${errors(document)}.`;
	if (hopeless) {
		return `Two models are equally good, and no number of trials makes their scores tie and stay so: let them stand in either order, or give them a rank that they share. ${atEnd}`;
	}
	if (reached.length === 0) {
		return `${trials === 1 ? "One trial is" : `${trials} trials are`} too few to rank these ${models} models right: more trials or more questions are needed, or ranks that may tie. ${atEnd}`;
	}
	const short = metrics.filter((s) => s.median === undefined).map((s) => `for ${s.metric} ${trials} are too few`);
	return `To rank these ${models} models right and for good, ${[...reached.map(need), ...short].join("; ")}. ${atEnd}`;
}

function need({ metric, median, p95 }: Settling): string {
	return `${metric} needs ${median} trials in half of the runs${p95 === undefined ? "" : ` and ${p95} in 95 of 100`}`;
}

/** errors says the largest standard error of the shares that are still wrong; of 0 and 1 it is no number to print. */
function errors({ metrics, replicates }: Converge): string {
	const largest = Math.max(...metrics.map(({ never }) => Math.sqrt((never * (1 - never)) / replicates)));
	return largest === 0 ? "" : `, with a standard error of ${(100 * largest).toFixed(1)} points at most`;
}

function summaryOf({ metrics, trials }: Converge) {
	const late = `> ${trials}`;
	return {
		columns: ["metric", `mean (never as ${trials + 1})`, "s.e.", "half by trial", "95 % by trial", "never"],
		rows: metrics.map((s) => [
			s.metric, short(s.restricted_mean), s.restricted_mean_se === null ? "–" : error(s.restricted_mean_se),
			String(s.median ?? late), String(s.p95 ?? late), percent(s.never),
		]),
	};
}

function barsOf({ metrics, trials, replicates }: Converge) {
	return {
		title: "With which trial rankings settle",
		caption:
			`Shares of ${count(replicates)} fresh runs of the same coins whose ranking is the true one from trial n on and up to N = ${trials}. ` +
			"Those that are wrong at N never settle: a bar of their own, on a scale from 0 to 100 %.",
		x: { label: "n, trials of each question", name: "n", domain: [1, trials] as [number, number] },
		y: { label: "share that settles with trial n", name: "share" },
		series: metrics.map((s) => ({ name: s.metric, bars: [...s.pmf.map(({ n, p }) => ({ x: n, y: p })), { x: "never", y: s.never }] })),
	};
}

function linesOf({ metrics, trials, replicates }: Converge) {
	return {
		title: "By which trial rankings have settled",
		caption: "The same, added up. What is missing to 1 at the right end never settles.",
		x: { label: "n, trials of each question", name: "n" },
		y: { label: "share that has settled by trial n", name: "share", domain: [0, 1] as [number, number] },
		step: true,
		lines: metrics.map((s) => ({ name: s.metric, points: cumulative(s, trials, replicates) })),
	};
}

/** cumulative adds counts, as the command does, so that its CSV has the same shares. */
function cumulative({ pmf }: Settling, trials: number, replicates: number) {
	const counts = new Map(pmf.map(({ n, p }) => [n, Math.round(p * replicates)]));
	let settled = 0;
	return Array.from({ length: trials }, (_, i) => {
		settled += counts.get(i + 1) ?? 0;
		return { x: i + 1, y: settled / replicates };
	});
}
