// When rankings settle: the sentence, and convergence@n.

import { Drawings } from "../../chart/drawn";
import { tableOf } from "../../chart/figure";
import type { Answer } from "../../engine/engine";
import { h, replace } from "../../ui/dom";
import { count, error, percent, short } from "../../ui/numbers";
import { share } from "../../ui/share";
import type { Converge, Settling } from "./documents";

export class SettlingView {
	private readonly summary = h("div", { id: "coins-summary" });
	private readonly drawings = new Drawings();
	private readonly command = h("div");
	readonly element = h("div", { id: "coins-settling" }, this.summary, this.drawings.element, this.command);

	show(document: Converge, answer: Answer, args: string[]): void {
		replace(this.summary, tableOf(summaryOf(document), "Trials until rankings settle"));
		this.drawings.show(answer);
		replace(this.command, share(args));
	}
}

/**
 * sentence returns the main sentence. hopeless: equally good models must tie, which no number of
 * trials achieves for good.
 */
export function sentence(document: Converge, hopeless: boolean): string {
	const { metrics, trials, models } = document;
	const reached = metrics.filter((s) => s.median !== undefined);
	const wrong = metrics.map((s, i) => `${percent(s.never)}${i === 0 ? ` of ${count(document.replicates)} runs` : ""} by ${s.metric}`);
	const atEnd = `At n = ${trials} the ranking is still wrong in ${wrong.join(", in ")}${errors(document)}.`;
	if (hopeless) {
		return `Two models are equally good, and no number of trials makes their scores tie for good. Accept either order, or give them a shared rank. ${atEnd}`;
	}
	if (reached.length === 0) {
		return `${trials === 1 ? "One trial is" : `${trials} trials are`} too few to rank these ${models} models right. Use more trials, more questions, or ranks with ties. ${atEnd}`;
	}
	const short = metrics.filter((s) => s.median === undefined).map((s) => `for ${s.metric} ${trials} are too few`);
	return `To rank these ${models} models right and for good, ${[...reached.map(need), ...short].join("; ")}. ${atEnd}`;
}

function need({ metric, median, p95 }: Settling): string {
	return `${metric} needs ${median} trials in half of the runs${p95 === undefined ? "" : ` and ${p95} in 95 %`}`;
}

/** errors returns the largest standard error of the shares that are still wrong, or nothing if all are 0 or 1. */
function errors({ metrics, replicates }: Converge): string {
	const largest = Math.max(...metrics.map(({ never }) => Math.sqrt((never * (1 - never)) / replicates)));
	return largest === 0 ? "" : `, with a standard error of at most ${(100 * largest).toFixed(1)} points`;
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
