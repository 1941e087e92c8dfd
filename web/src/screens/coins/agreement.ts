// τ with the truth against n.

import { count } from "../../chart/numbers";
import { lines, type LinesChart } from "../../chart/lines";
import { h, replace } from "../../ui/dom";
import { share } from "../../ui/share";
import type { Curves } from "./documents";

export class Agreement {
	readonly element = h("div", { id: "coins-tau" });
	private readonly command = h("div");
	private readonly note = h("p", { class: "note", id: "coins-left-out" });
	private chart: LinesChart | undefined;

	show(document: Curves, args: string[], without: string[], trials: string): void {
		const data = {
			title: "How soon rankings agree with the truth",
			caption:
				`Kendall's τ_b of the ranking by each metric after n trials and the true one: 1 where all pairs of models stand right. Means of ${count(document.replicates)} fresh runs ` +
				"of the same coins; bands and ± are one standard error of the mean. Models that are equally good keep τ_b below 1 unless they tie.",
			x: { label: "n, trials of each question", name: "n" },
			y: { label: "mean τ with the truth", name: "τ" },
			lines: document.curves.map(({ metric, points }) => ({ name: metric, points: points.map((p) => ({ x: p.n, y: p.tau, se: p.se })) })),
		};
		if (this.chart) this.chart.update(data);
		else this.element.append((this.chart = lines(data)), this.note, this.command);
		this.note.textContent = without.length > 0 ? `Left out, for more trials are needed than the ${trials} that are set: ${without.join(", ")}.` : "";
		replace(this.command, share(args));
	}
}
