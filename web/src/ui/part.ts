// A part of a screen: a heading, how far it is, and what was found.

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
		/** remedy says what a reader may do about an error of the program's. */
		private readonly remedy: (problem: string) => string = () => "",
		/** cancel ends what is being found, and again begins it anew. */
		private readonly run?: { cancel: () => void; again: () => void },
	) {
		const heading = h("h3", { id: `${id}-title` }, title);
		this.element = h("section", { class: "part", id, "aria-labelledby": heading.id, hidden: true }, heading, this.state, this.told, this.body);
	}

	/** busy says what is being found; what was found before stays until it is there. */
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

	/** cancelled ends being busy. What was found until then stays. */
	cancelled(): void {
		if (!this.element.getAttribute("aria-busy")) return;
		this.done();
		const left = this.body.children.length > 0 ? "Cancelled. What was found before is shown." : "Cancelled.";
		replace(this.state, left, " ", this.run && this.button("Start again", this.run.again));
		this.state.querySelector("button")?.focus();
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
		const problem = said(failure);
		const remedy = failure instanceof Failed ? this.remedy(failure.message) : "";
		replace(this.body, h("p", { class: "problem", role: "alert" }, problem), remedy && h("p", { class: "remedy" }, remedy));
	}

	/** hide takes the part off the screen. */
	hide(): void {
		this.element.hidden = true;
		this.done();
		replace(this.body);
	}
}

/** said is what a failure says, in words of the screen. */
export function said(failure: unknown): string {
	return plain(failure instanceof Error ? failure.message : String(failure));
}

/** details are what is there on request. */
export function details(summary: string, ...nodes: (Node | string)[]): HTMLElement {
	return h("details", {}, h("summary", {}, summary), ...nodes);
}

/** folded are settings, on request where there is little room, so that the answer comes first. */
export function folded(id: string, settings: HTMLElement): HTMLElement {
	return matchMedia("(max-width: 40rem)").matches ? h("details", { id }, h("summary", {}, "Settings"), settings) : settings;
}

/** lead are the sentences to act on, if there are any. */
export function lead(...sentences: string[]): HTMLElement[] {
	return sentences.length === 0 ? [] : [h("div", { class: "act" }, ...sentences.map((sentence) => h("p", {}, plain(sentence))))];
}

/** notes say what numbers mean. */
export function notes(sentences: string[]): HTMLElement {
	return details("What these numbers mean", ...sentences.map(plain).filter((sentence) => sentence !== "").map((sentence) => h("p", { class: "note" }, sentence)));
}
