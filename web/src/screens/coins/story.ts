// The paper's story: why its authors began to count trials.

import { h, replace } from "../../ui/dom";
import { count, percent } from "../../ui/numbers";
import type { Looks, Trace } from "./documents";

/** moments holds the trials of the story. */
export const moments = [8, 9, 16, 80];

/** Story shows the moments of the story, with a button for each. */
export class Story {
	readonly element = h("section", { id: "coins-story", class: "story", "aria-label": "The paper's story" });
	private readonly moments = h("ol");
	private readonly shares = h("p", { class: "note" });

	constructor(private readonly seek: (n: number) => void) {
		const told =
			"The paper's authors ranked 11 models after 8 trials. Out of curiosity, they ran one more trial, and the leaderboard changed. After 16 trials it changed again, and after 80 it had not settled. The same happens in this simulated run:";
		this.element.append(h("p", {}, told), this.moments, this.shares);
		this.hide();
	}

	hide(): void {
		this.element.hidden = true;
	}

	/** show tells the story of a trace, with what its ranking does at each moment. */
	show(trace: Trace, n: number): void {
		this.element.hidden = false;
		replace(this.moments, ...moments.map((at) => this.moment(trace, at)));
		this.at(n);
	}

	/** at marks the moment that is shown. */
	at(n: number): void {
		for (const button of this.moments.querySelectorAll("button")) {
			if (button.dataset.n === String(n)) button.setAttribute("aria-current", "step");
			else button.removeAttribute("aria-current");
		}
	}

	/** often shows how common such changes are. */
	often(looks: Looks | undefined, replicates: number): void {
		if (!looks) return;
		const at = (n: number) => looks.points.find((p) => p.n === n)?.changed ?? 0;
		this.shares.textContent =
			`Such changes are common. In ${percent(at(9))} of ${count(replicates)} runs the ranking by ${looks.metric} changes between trial 8 and trial 9. ` +
			`In ${percent(at(16))} it changes between trial 9 and trial 16, and in ${percent(looks.every)} at both.`;
	}

	private moment(trace: Trace, at: number): HTMLElement {
		const button = h("button", { type: "button", "data-n": at, onclick: () => this.seek(at) }, `${at} trials`);
		return h("li", {}, button, " ", said(trace, at));
	}
}

function said(trace: Trace, at: number): string {
	const before = trace.changes.filter((n) => n <= at);
	const last = before.at(-1) ?? trace.from;
	if (at === 8) return last < at ? `look settled: the ranking by ${trace.metric} has been the same since trial ${last}.` : "and the ranking still changes.";
	if (last !== at) return `and the ranking has been the same since trial ${last}.`;
	if (at === 9) return "one more, and the ranking changes.";
	if (at === 16) return "and it changes again.";
	return trace.settles === null ? `and trial ${at} still changes it: it is not settled.` : "and it settles.";
}
