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

/** sentence is what a reader may act on. */
export function sentence({ metrics, trials, replicates, models }: Converge): string {
	const names = metrics.map((s) => s.metric);
	const needs = metrics.flatMap((s) => (s.median === undefined ? [] : [`${s.metric} needs ${s.median} trials in half of the runs${s.p95 === undefined ? "" : `, ${s.p95} in 95 of 100`}`]));
	const short = metrics.filter((s) => s.median === undefined).map((s) => s.metric);
	const lacking = short.length === names.length ? `${trials} trials are too few for ${names.join(" and ")}: in half of the runs or more they do not do it` : `for ${short.join(" and ")} ${trials} are too few in half of the runs or more`;
	const said = [...needs, ...(short.length > 0 ? [lacking] : [])].join("; ");
	const never = metrics.map((s) => `${percent(s.never)} by ${s.metric}`).join(", ");
	return (
		`To rank such ${models} models right, and for good: ${said}. ` +
		`Still wrong at n = ${trials}: ${never} (of ${count(replicates)} runs${errors(metrics, replicates)}).`
	);
}

/** errors says the largest standard error of the shares that are still wrong; of 0 and 1 it is no number to print. */
function errors(metrics: Settling[], replicates: number): string {
	const largest = Math.max(...metrics.map(({ never }) => Math.sqrt((never * (1 - never)) / replicates)));
	return largest === 0 ? "" : `; standard error ${(100 * largest).toFixed(1)} points at most`;
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
