// A part of a screen: a heading, a state and results.

import { Failed, Superseded } from "../engine/engine";
import { h, replace } from "./dom";
import { plain } from "./plain";

export class Part {
	private readonly state = h("p", { class: "state note", role: "status" });
	private readonly told = h("p", { class: "unseen", role: "status" });
	private readonly body = h("div", { class: "found" });
	private telling = 0;
	readonly element: HTMLElement;

	constructor(
		readonly id: string,
		title: string,
		/** remedy returns advice on an error of the program. */
		private readonly remedy: (problem: string) => string = () => "",
		/** cancel ends the computation, and again restarts it. */
		private readonly run?: { cancel: () => void; again: () => void },
	) {
		const heading = h("h3", { id: `${id}-title` }, title);
		this.element = h("section", { class: "part", id, "aria-labelledby": heading.id, hidden: true }, heading, this.state, this.told, this.body);
	}

	/** busy shows that results are being computed. Earlier results stay until then. */
	busy(doing: string): void {
		this.element.hidden = false;
		this.element.setAttribute("aria-busy", "true");
		const cancel = this.run && this.button("Cancel", () => {
			this.run!.cancel();
			this.cancelled();
		});
		replace(this.state, h("span", { class: "spinner", "aria-hidden": "true" }), doing, " ", cancel);
	}

	private button(label: string, onclick: () => void): HTMLElement {
		return h("button", { type: "button", class: "take", onclick, "aria-label": `${label}: ${this.element.querySelector("h3")!.textContent}` }, label);
	}

	/** cancelled ends the busy state. Earlier results stay. */
	cancelled(): void {
		if (!this.element.getAttribute("aria-busy")) return;
		this.done();
		const left = this.body.children.length > 0 ? "Cancelled. Earlier results are shown." : "Cancelled.";
		replace(this.state, left, " ", this.run && this.button("Start again", this.run.again));
		this.state.querySelector("button")?.focus();
	}

	/** stale marks the results as outdated. */
	stale(): void {
		if (!this.element.hidden) this.busy("These results are for earlier choices. Updating …");
	}

	/** show replaces the results. said is a note if more results follow. */
	show(nodes: Node[], said = ""): void {
		this.element.hidden = false;
		this.done(said);
		replace(this.body, ...nodes);
	}

	/** done ends the busy state. A screen reader announces the advice, unless more results follow. */
	done(said = ""): void {
		this.element.removeAttribute("aria-busy");
		replace(this.state, said);
		clearTimeout(this.telling);
		this.telling = setTimeout(() => {
			const tell = this.element.getAttribute("aria-busy") ? "" : (this.body.querySelector(".act")?.textContent ?? "");
			if (tell !== this.told.textContent) this.told.textContent = tell;
		}, 1000);
	}

	/** fail shows an error, unless the run was superseded. */
	fail(failure: unknown): void {
		if (failure instanceof Superseded) return;
		this.element.hidden = false;
		this.done();
		const problem = said(failure);
		const remedy = failure instanceof Failed ? this.remedy(failure.message) : "";
		replace(this.body, h("p", { class: "problem", role: "alert" }, problem), remedy && h("p", { class: "remedy" }, remedy));
	}

	/** hide hides the part and removes its results. */
	hide(): void {
		this.element.hidden = true;
		this.done();
		replace(this.body);
	}
}

/** said returns the message of a failure in the words of the screen. */
export function said(failure: unknown): string {
	return plain(failure instanceof Error ? failure.message : String(failure));
}

/** details returns a block that a reader can open. */
export function details(summary: string, ...nodes: (Node | string)[]): HTMLElement {
	return h("details", {}, h("summary", {}, summary), ...nodes);
}

/** folded returns settings, folded on narrow screens so that the answer comes first. */
export function folded(id: string, settings: HTMLElement): HTMLElement {
	return matchMedia("(max-width: 40rem)").matches ? h("details", { id }, h("summary", {}, "Settings"), settings) : settings;
}

/** lead returns the main sentences, if there are any. */
export function lead(...sentences: string[]): HTMLElement[] {
	return sentences.length === 0 ? [] : [h("div", { class: "act" }, ...sentences.map((sentence) => h("p", {}, plain(sentence))))];
}

/** notes returns the explanations of numbers. */
export function notes(sentences: string[]): HTMLElement {
	return details("What these numbers mean", ...sentences.map(plain).filter((sentence) => sentence !== "").map((sentence) => h("p", { class: "note" }, sentence)));
}
