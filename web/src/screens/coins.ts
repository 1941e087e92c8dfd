// Flip coins: models whose truth is known.

import { type Engine, Superseded } from "../engine/engine";
import { Controls } from "../ui/controls";
import { h, replace } from "../ui/dom";
import { share } from "../ui/share";
import type { Values } from "../ui/state";
import { fill } from "../ui/streaming";
import { Agreement } from "./coins/agreement";
import type { Converge, Curves } from "./coins/documents";
import { Player } from "./coins/play";
import { agreeing, basic, further, hidden, playing, presets, settings, settling, tells } from "./coins/settings";
import { sentence, SettlingView } from "./coins/settling";
import { Story } from "./coins/story";
import type { Context, Screen } from "./screen";

export const coins: Screen = {
	id: "coins",
	title: "Flip coins",
	says: "Models whose truth is known answer the same questions again and again: how soon is each metric's ranking right, and stays so?",
	open(root, values, context) {
		const view = new View(values, context);
		root.append(view.element);
		view.compute();
		return () => view.close();
	},
};

const patience = 150; // milliseconds without a change before anything runs
const lanes = ["coins-play", "coins-settling", "coins-tau"];

class View {
	readonly element: HTMLElement;
	private readonly engine: Engine;
	private readonly said = h("p", { class: "verdict", id: "coins-sentence", "aria-live": "polite" }, "…");
	private readonly problem = h("p", { class: "problem", id: "coins-problem", role: "alert" });
	private readonly progress = h("p", { class: "note", id: "coins-progress" });
	private readonly player = new Player((n) => this.moved(n));
	private readonly played = h("div");
	private readonly story = new Story((n) => this.player.seek(n));
	private readonly agreement = new Agreement();
	private readonly settling = new SettlingView();
	private readonly basic: Controls;
	private readonly further: Controls;
	private set: Values;
	private n: number;
	private waiting = 0;
	private remembering = 0;
	private turn = 0; // of what is computed; what belongs to an earlier one is not shown

	constructor(
		values: Values,
		private readonly context: Context,
	) {
		this.engine = context.engine;
		({ set: this.set, n: this.n } = settings(values));
		this.basic = new Controls(basic, this.set, (set) => this.change(set));
		this.further = new Controls(further, this.set, (set) => this.change(set));
		this.basic.hide(hidden(this.set));
		const part = (id: string, title: string, ...children: Node[]) =>
			h("section", { "aria-labelledby": `${id}-title` }, h("h3", { id: `${id}-title` }, title), ...children);
		this.element = h(
			"div",
			{},
			this.said,
			this.progress,
			h("div", { class: "buttons presets", role: "group", "aria-label": "Presets" }, ...presets.map((preset) => this.button(preset))),
			this.basic.element,
			h("details", { id: "coins-further" }, h("summary", {}, "More settings"), this.further.element),
			this.problem,
			part("coins-part-play", "One evaluation, trial by trial", this.story.element, this.player.element, this.played),
			part("coins-part-tau", "All evaluations: τ against n", this.agreement.element),
			part("coins-part-settling", "All evaluations: trials until the ranking settles", this.settling.element),
		);
	}

	close(): void {
		this.player.pause();
		clearTimeout(this.waiting);
		clearTimeout(this.remembering);
		for (const lane of lanes) this.engine.cancel(lane);
		this.turn++;
	}

	/** compute runs what is set; what still runs of before is superseded. */
	compute(): void {
		const turn = ++this.turn;
		this.said.setAttribute("aria-busy", "true");
		this.problem.textContent = "";
		const problems = new Set<string>();
		const failed = (failure: unknown) => {
			if (failure instanceof Superseded || turn !== this.turn) return;
			problems.add(String(failure instanceof Error ? failure.message : failure).replace(/ \(see settle .* --help\)$/, ""));
			this.problem.textContent = [...problems].join("\n");
		};
		this.progress.textContent = "Flipping coins …";
		const measure = () => (turn === this.turn ? this.measure(failed) : undefined);
		void this.play().catch(failed).then(measure);
	}

	private async play(): Promise<void> {
		this.player.pause();
		const { set } = this;
		const args = playing(set);
		const { traces = [], trials } = await this.engine.document<Converge>("coins-play", args);
		if (tells(set)) this.story.show(traces[0]!, this.n);
		else this.story.hide();
		this.player.show(traces, trials, this.n);
		replace(this.played, share(args));
	}

	private async measure(failed: (failure: unknown) => void): Promise<void> {
		const { set } = this;
		const replicates = Number(set.replicates);
		const settled = fill<Converge>(this.engine, "coins-settling", replicates, (r) => settling(set, r), (document, args, done) => {
			this.settling.show(document, args);
			this.story.often(document.looks?.[0], document.replicates);
			this.said.textContent = sentence(document);
			if (done) this.said.removeAttribute("aria-busy");
		}).catch(failed);
		const agreed = fill<Curves>(this.engine, "coins-tau", replicates, (r) => agreeing(set, r), (document, args, done) => {
			this.agreement.show(document, args);
			const so = document.replicates.toLocaleString("en");
			this.progress.textContent = done ? "" : `${so} of ${replicates.toLocaleString("en")} evaluations …`;
		}).catch(failed);
		await Promise.all([settled, agreed]);
	}

	private change(set: Values): void {
		this.set = { ...this.set, ...set };
		this.n = Math.min(this.n, Number(this.set.trials));
		this.basic.hide(hidden(this.set));
		this.remember();
		clearTimeout(this.waiting);
		this.waiting = setTimeout(() => this.compute(), patience);
	}

	private moved(n: number): void {
		if (n === this.n) return;
		this.n = n;
		this.story.at(n);
		// Browsers let an address be changed some times per second only.
		clearTimeout(this.remembering);
		this.remembering = setTimeout(() => this.remember(), 400);
	}

	private remember(): void {
		this.context.remember({ ...this.set, n: String(this.n) });
	}

	private button({ id, label, values }: (typeof presets)[number]): HTMLElement {
		const choose = () => {
			const { set, n } = settings(values);
			this.n = n;
			this.basic.show(set);
			this.further.show(set);
			this.change(set);
		};
		return h("button", { type: "button", id: `coins-preset-${id}`, onclick: choose }, label);
	}
}
