// A part of a screen: a heading, how far it is, and what was found.

import { Failed, Superseded } from "../engine/engine";
import { h, replace } from "./dom";

export class Part {
	private readonly state = h("p", { class: "state note", role: "status" });
	private readonly told = h("p", { class: "unseen", role: "status" });
	private readonly body = h("div", { class: "found" });
	private telling = 0;
	readonly element: HTMLElement;

	constructor(
		readonly id: string,
		title: string,
		/** remedy says what a reader may do about an error of the program's. */
		private readonly remedy: (problem: string) => string = () => "",
	) {
		const heading = h("h3", { id: `${id}-title` }, title);
		this.element = h("section", { class: "part", id, "aria-labelledby": heading.id, hidden: true }, heading, this.state, this.told, this.body);
	}

	/** busy says what is being found; what was found before stays until it is there. */
	busy(doing: string): void {
		this.element.hidden = false;
		this.element.setAttribute("aria-busy", "true");
		replace(this.state, h("span", { class: "spinner", "aria-hidden": "true" }), doing);
	}

	/** stale says that what is shown is no longer what is asked for. */
	stale(): void {
		if (!this.element.hidden) this.busy("This is of what was chosen before, and will be renewed …");
	}

	/** show puts what was found in the place of what was; said is where more is to come. */
	show(nodes: Node[], said = ""): void {
		this.element.hidden = false;
		this.done(said);
		replace(this.body, ...nodes);
	}

	/** done ends being busy. A screen reader is told what to act on, unless more is being found. */
	done(said = ""): void {
		this.element.removeAttribute("aria-busy");
		replace(this.state, said);
		clearTimeout(this.telling);
		this.telling = setTimeout(() => {
			const tell = this.element.getAttribute("aria-busy") ? "" : (this.body.querySelector(".act")?.textContent ?? "");
			if (tell !== this.told.textContent) this.told.textContent = tell;
		}, 1000);
	}

	/** fail shows why there is nothing, unless that is because something else is being found. */
	fail(failure: unknown): void {
		if (failure instanceof Superseded) return;
		this.element.hidden = false;
		this.done();
		const problem = failure instanceof Error ? failure.message : String(failure);
		const remedy = failure instanceof Failed ? this.remedy(problem) : "";
		replace(this.body, h("p", { class: "problem", role: "alert" }, problem), remedy && h("p", { class: "remedy" }, remedy));
	}

	/** hide takes the part off the screen. */
	hide(): void {
		this.element.hidden = true;
		this.done();
		replace(this.body);
	}
}

/** details are what is there on request. */
export function details(summary: string, ...nodes: (Node | string)[]): HTMLElement {
	return h("details", {}, h("summary", {}, summary), ...nodes);
}

/** lead are the sentences to act on, if there are any. */
export function lead(...sentences: string[]): HTMLElement[] {
	return sentences.length === 0 ? [] : [h("div", { class: "act" }, ...sentences.map((sentence) => h("p", {}, sentence)))];
}

/** notes say what numbers mean. */
export function notes(sentences: string[]): HTMLElement {
	return details("What these numbers mean", ...sentences.map((sentence) => h("p", { class: "note" }, sentence)));
}
