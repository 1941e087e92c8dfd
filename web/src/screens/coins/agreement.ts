// τ with the truth against n.

import { Drawings } from "../../chart/drawn";
import type { Answer } from "../../engine/engine";
import { h, replace } from "../../ui/dom";
import { share } from "../../ui/share";

export class Agreement {
	private readonly drawings = new Drawings();
	private readonly note = h("p", { class: "note", id: "coins-left-out" });
	private readonly command = h("div");
	readonly element = h("div", { id: "coins-tau" }, this.drawings.element, this.note, this.command);

	show(answer: Answer, args: string[], without: string[], trials: string): void {
		this.drawings.show(answer);
		this.note.textContent = without.length > 0 ? `Left out because they need more than the ${trials} trials set here: ${without.join(", ")}.` : "";
		replace(this.command, share(args));
	}
}
