// Flip coins: models whose truth is known.

import { type Engine, Superseded } from "../engine/engine";
import { Controls, naming, seen } from "../ui/controls";
import { h, replace } from "../ui/dom";
import { folded, said as plainly } from "../ui/part";
import { count } from "../ui/numbers";
import { share } from "../ui/share";
import type { Values } from "../ui/state";
import { fill } from "../ui/streaming";
import { Agreement } from "./coins/agreement";
import type { Converge, Curves } from "./coins/documents";
import { Player } from "./coins/play";
import { agreeing, basic, changed, fields, flags, further, hidden, hopeless, leftOut, playing, presets, refused, settings, settling, tells } from "./coins/settings";
import { sentence, SettlingView } from "./coins/settling";
import { Story } from "./coins/story";
import type { Context, Screen } from "./screen";

export const coins: Screen = {
	id: "coins",
	title: "Flip coins",
	says: "Simulated models with known true ranks answer the same questions many times. After how many trials is the ranking of each metric right, and does it stay right?",
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
	private readonly player = new Player((n) => this.moved(n)).withLeague();
	private readonly played = h("div");
	private readonly story = new Story((n) => this.player.seek(n));
	private readonly agreement = new Agreement();
	private readonly settling = new SettlingView();
	private readonly playPart = part("coins-part-play", "One run, trial by trial", this.story.element, this.player.element, this.played);
	private readonly tauPart = part("coins-part-tau", "Many runs: τ against n", this.agreement.element);
	private readonly settlingPart = part("coins-part-settling", "Many runs: trials until the ranking settles", this.settling.element);
	private readonly refused: HTMLElement;
	private readonly basic: Controls;
	private readonly further: Controls;
	private set: Values;
	private n: number;
	private waiting = 0;
	private remembering = 0;
	private turn = 0; // number of the computation; results of earlier ones are not shown

	constructor(
		values: Values,
		private readonly context: Context,
	) {
		this.engine = context.engine;
		({ set: this.set, n: this.n } = settings(values));
		this.basic = new Controls(basic, this.set, (set) => this.change(set));
		this.further = new Controls(further, this.set, (set) => this.change(set));
		this.basic.hide(hidden(this.set));
		this.refused = refused(values);
		this.element = h(
			"div",
			{},
			this.refused,
			this.said,
			this.progress,
			h("div", { class: "buttons presets", role: "group", "aria-label": "Presets" }, ...presets.map((preset) => this.button(preset))),
			folded("coins-settings", this.basic.element),
			h("details", { id: "coins-further" }, h("summary", {}, "More settings"), this.further.element),
			this.problem,
			this.playPart,
			this.tauPart,
			this.settlingPart,
		);
	}

	close(): void {
		this.player.pause();
		clearTimeout(this.waiting);
		clearTimeout(this.remembering);
		this.stop();
	}

	/** stop cancels running and waiting commands. */
	private stop(): void {
		this.turn++;
		for (const lane of lanes) this.engine.cancel(lane);
	}

	/** doing shows what runs, with a button that cancels it. */
	private doing(what: string): void {
		const cancel = this.progress.querySelector("#coins-cancel") ?? h("button", { type: "button", class: "take", id: "coins-cancel", onclick: () => this.cancel() }, "Cancel");
		replace(this.progress, what, " ", cancel);
	}

	private cancel(): void {
		const far = this.progress.firstChild?.textContent?.replace(/ …$/, "") ?? "";
		this.stop();
		for (const part of [this.said, this.playPart, this.tauPart, this.settlingPart]) part.removeAttribute("aria-busy");
		const again = h("button", { type: "button", class: "take", id: "coins-again", onclick: () => this.compute() }, "Start again");
		replace(this.progress, /^\d/.test(far) ? `Cancelled after ${far}. Results so far are shown. ` : "Cancelled. ", again);
		again.focus();
	}

	/** compute runs the current settings. It supersedes earlier runs. */
	compute(): void {
		this.stop();
		const { turn, set } = this;
		const replicates = Number(set.replicates);
		this.problem.textContent = "";
		this.doing("Flipping coins …");
		this.said.setAttribute("aria-busy", "true");
		/** show waits until a part is drawn. It hides the part on failure, since it would show outdated results. */
		const show = async (part: HTMLElement, drawn: Promise<void>) => {
			part.setAttribute("aria-busy", "true");
			try {
				await drawn;
			} catch (failure) {
				if (failure instanceof Superseded || turn !== this.turn) return;
				part.hidden = true;
				this.tell(failure);
			}
		};
		const many = async () => {
			if (turn !== this.turn) return;
			await Promise.all([show(this.settlingPart, this.settle(set, replicates)), show(this.tauPart, this.agree(set, replicates))]);
			if (turn === this.turn) replace(this.progress);
		};
		void show(this.playPart, this.play(set)).then(many);
	}

	private async play(set: Values): Promise<void> {
		this.player.pause();
		const args = playing(set);
		const { traces = [], trials } = await this.engine.document<Converge>("coins-play", args);
		if (tells(set)) this.story.show(traces[0]!, this.n);
		else this.story.hide();
		this.player.show(traces, trials, this.n, set.exact === "1");
		replace(this.played, share(args));
		shown(this.playPart);
	}

	private settle(set: Values, replicates: number): Promise<void> {
		const args = (r: number) => settling(set, r);
		const { turn } = this;
		return fill<Converge>(this.engine, "coins-settling", replicates, args, (document, answer, line, done) => {
			if (turn !== this.turn) throw new Superseded();
			this.settling.show(document, answer, line);
			this.story.often(document.looks?.[0], document.replicates);
			this.said.textContent = sentence(document, hopeless(set));
			if (done) this.said.removeAttribute("aria-busy");
			shown(this.settlingPart);
		});
	}

	private agree(set: Values, replicates: number): Promise<void> {
		const args = (r: number) => agreeing(set, r);
		const { turn } = this;
		return fill<Curves>(this.engine, "coins-tau", replicates, args, (document, answer, line) => {
			if (turn !== this.turn) throw new Superseded();
			this.agreement.show(answer, line, leftOut(set), set.trials!);
			this.doing(`${count(document.replicates)} of ${count(replicates)} runs …`);
			shown(this.tauPart);
		});
	}

	/** tell shows each failure once. */
	private tell(failure: unknown): void {
		const message = failure instanceof Error ? failure.message : String(failure);
		const said = plainly(failure);
		const where = seen(message, fields, flags) || naming(message, fields, this.set);
		const before = this.problem.textContent!;
		if (!before.includes(said)) this.problem.textContent = `${before ? `${before}; ` : ""}${said}${where && ` (${where.replace(/\.$/, "")})`}`;
		if (this.settlingPart.hidden) this.said.textContent = "These settings cannot be computed; see below.";
	}

	private change(set: Values, step = false): void {
		this.refused.remove();
		this.set = { ...this.set, ...set };
		this.n = Math.min(this.n, Number(this.set.trials));
		this.basic.hide(hidden(this.set));
		this.remember(step);
		clearTimeout(this.waiting);
		this.waiting = setTimeout(() => this.compute(), patience);
	}

	private moved(n: number): void {
		if (n === this.n) return;
		this.n = n;
		this.story.at(n);
		// Browsers allow few changes of the address per second.
		clearTimeout(this.remembering);
		this.remembering = setTimeout(() => this.remember(), 400);
	}

	private remember(step = false): void {
		clearTimeout(this.remembering); // it would store old settings
		this.context.remember(changed(this.set, this.n), step);
	}

	private button({ id, label, values }: (typeof presets)[number]): HTMLElement {
		const choose = () => {
			const { set, n } = settings(values);
			this.n = n;
			this.basic.show(set);
			this.further.show(set);
			this.change(set, true);
		};
		return h("button", { type: "button", id: `coins-preset-${id}`, onclick: choose }, label);
	}
}

function part(id: string, title: string, ...children: Node[]): HTMLElement {
	return h("section", { id, "aria-labelledby": `${id}-title` }, h("h3", { id: `${id}-title` }, title), ...children);
}

/** shown ends the wait for a part. */
function shown(part: HTMLElement): void {
	part.hidden = false;
	part.removeAttribute("aria-busy");
}
