// The place to drop or choose files, with a list of chosen files.

import { h, replace, visible } from "../../ui/dom";
import { count, size } from "../../ui/words";
import { bytes, type Chosen, dropped, joined, listed, nothing, only, without } from "./files";
import { examples } from "./options";

export interface Wishes {
	files(chosen: Chosen): void; // empty if all were removed
	example(name: string): void;
	failed(problem: unknown): void;
}

// The largest number of names to list.
const shown = 12;

/** Chooser is the place to drop or choose files. */
export class Chooser {
	readonly element: HTMLElement;
	private chosen = nothing;
	private readonly list = h("div", { class: "chosen", role: "status" });

	constructor(private readonly wishes: Wishes) {
		const files = this.input("results-files", { multiple: true });
		const folder = this.input("results-folder", { webkitdirectory: true });
		const drop = h(
			"div",
			{ class: "drop", id: "results-drop" },
			h("p", {}, "Drop files or folders here, or"),
			h("p", {}, opener(files, "choose-files", "Choose files …"), " ", opener(folder, "choose-folder", "Choose a folder …")),
			h("p", { class: "note" }, "CSV, JSONL, NPZ, Parquet, plain or gzipped; logs of Inspect, lm-eval, HELM, EvalPlus and others. Nothing is uploaded; this page reads the files in your browser."),
			files,
			folder,
		);
		drop.addEventListener("dragover", (event) => {
			event.preventDefault();
			drop.classList.add("over");
		});
		drop.addEventListener("dragleave", () => drop.classList.remove("over"));
		drop.addEventListener("drop", (event) => {
			event.preventDefault();
			drop.classList.remove("over");
			if (event.dataTransfer) dropped(event.dataTransfer).then((now) => this.add(now), wishes.failed);
		});
		const examplesOf = examples.map((name) =>
			h("button", { type: "button", class: "example", "data-example": name, onclick: () => this.example(name) }, name),
		);
		this.element = h(
			"div",
			{},
			drop,
			h("p", { class: "examples" }, "Or take an example: ", ...examplesOf.flatMap((button) => [button, " "])),
			this.list,
		);
	}

	/** show marks the chosen example, if any. */
	show(example: string): void {
		for (const button of this.element.querySelectorAll("button.example")) {
			button.setAttribute("aria-pressed", String((button as HTMLElement).dataset.example === example));
		}
	}

	private input(id: string, attributes: Record<string, boolean>): HTMLInputElement {
		const input = h("input", { id, type: "file", hidden: true, ...attributes });
		input.addEventListener("change", () => {
			this.add(listed(input.files ?? []));
			input.value = ""; // so that the same file can be chosen again
		});
		return input;
	}

	private example(name: string): void {
		this.set(nothing);
		this.wishes.example(name);
	}

	private add(now: Chosen): void {
		if (now.files.size === 0) return;
		this.set(joined(this.chosen, now));
		this.wishes.files(this.chosen);
	}

	private set(chosen: Chosen): void {
		this.chosen = chosen;
		if (chosen.files.size === 0) return replace(this.list);
		const shownNames = chosen.names.slice(0, shown);
		const more = chosen.names.length - shownNames.length;
		replace(
			this.list,
			h("p", {}, `${count(chosen.files.size, "file")}, ${size(bytes(chosen))} `, this.button("Remove all", "results-clear", nothing)),
			h("ul", {}, ...shownNames.map((name) => this.item(name)), more > 0 && h("li", { class: "note" }, `and ${more} more`)),
		);
	}

	/** item returns a file or folder with its size and a button that removes it. */
	private item(name: string): HTMLElement {
		const one = only(this.chosen, name);
		const holds = one.files.has(name) ? "" : `${count(one.files.size, "file")}, `;
		return h("li", {}, visible(name), " ", h("span", { class: "note" }, `${holds}${size(bytes(one))} `), this.button("Remove", "", without(this.chosen, name), name));
	}

	private button(label: string, id: string, left: Chosen, of = ""): HTMLElement {
		const take = () => {
			this.set(left);
			this.wishes.files(left);
			(this.element.querySelector("#choose-files") as HTMLElement).focus(); // the button is gone
		};
		return h("button", { type: "button", id: id || undefined, class: "take", "aria-label": of && `${label}: ${visible(of)}`, onclick: take }, label);
	}
}

function opener(input: HTMLInputElement, id: string, label: string): HTMLElement {
	return h("button", { type: "button", id, onclick: () => input.click() }, label);
}
