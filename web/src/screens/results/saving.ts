// Saves the page of settle report.

import type { Engine } from "../../engine/engine";
import { Superseded } from "../../engine/engine";
import { h, replace } from "../../ui/dom";
import { Part, said } from "../../ui/part";
import { save } from "../../ui/save";
import { share } from "../../ui/share";
import type { Chosen } from "./files";

type Arguments = (file: string, all: boolean) => string[];

const lane = "results-report";

/** Saving runs settle report when a reader wants it. */
export class Saving {
	readonly part: Part;
	private turn = 0; // of what is written; another one supersedes it

	constructor(
		private readonly engine: Engine,
		remedy: (problem: string) => string,
	) {
		this.part = new Part("results-report", "The report", remedy);
	}

	/** offer shows the buttons. */
	offer(of: Arguments, several: boolean, chosen: Chosen): void {
		// A file of the reader with this name is not replaced.
		const file = chosen.files.has("report.html") ? "settle-report.html" : "report.html";
		const place = h("div", {});
		const button = (id: string, label: string, all: boolean) =>
			h("button", { type: "button", id, onclick: () => void this.write(of(file, all), file, chosen, place) }, label);
		this.part.show([
			h("p", {}, "Save all of this on one page that opens without a network and can be printed. It also shows decisive questions, what would change the leader, and the fields of the Leaderboard Reporting Standard."),
			h("p", {}, button("results-save", "Save the report", false), " ", several && button("results-save-all", "Save the report of all tasks", true)),
			place,
			share(of(file, false), chosen.names),
		]);
	}

	private async write(args: string[], file: string, chosen: Chosen, place: HTMLElement): Promise<void> {
		const mine = ++this.turn;
		const begun = performance.now();
		const clock = h("span", {});
		const tick = setInterval(() => (clock.textContent = `${Math.round((performance.now() - begun) / 1000)} s`), 1000);
		const cancel = h("button", { type: "button", id: "results-cancel", onclick: () => this.engine.cancel(lane) }, "Cancel");
		replace(
			place,
			h("p", { class: "state", role: "status" }, h("span", { class: "spinner", "aria-hidden": "true" }), "Writing the report, which takes about ten seconds …"),
			h("p", {}, clock, " ", cancel),
		);
		try {
			const answer = await this.engine.run(lane, [...args, "--format", "md"], chosen.files);
			const page = answer.files.get(file);
			if (!page) throw new Error(`${file} was not written`);
			save(file, "text/html", page as Uint8Array<ArrayBuffer>);
			replace(place, h("p", { role: "status" }, `${file} is saved in your browser's download folder.`));
		} catch (failure) {
			if (mine !== this.turn) return;
			const cancelled = failure instanceof Superseded;
			replace(place, h("p", { class: cancelled ? "note" : "problem", role: "status" }, cancelled ? "Cancelled. Nothing was saved." : said(failure)));
		} finally {
			clearInterval(tick);
		}
	}
}
