// The block below results: the command that prints the same numbers, and a link to the same screen.

import { line } from "../engine/commandline";
import { h } from "./dom";

/** share returns a block with a command line, and with buttons that copy it and the link. */
export function share(args: string[], files: string[] = []): HTMLElement {
	const command = line(args);
	const said = h("span", { class: "note", role: "status" });
	const copy = (what: string, text: () => string) => async () => {
		try {
			await navigator.clipboard.writeText(text());
			said.textContent = `${what} copied`;
		} catch {
			said.textContent = "The browser does not let this page copy. Select the text instead.";
		}
	};
	return h(
		"div",
		{ class: "share" },
		h("p", { class: "note" }, `The same numbers on the command line${files.length ? ", in the folder of the files" : ""}:`),
		h("pre", { class: "command", tabindex: 0 }, command),
		h(
			"p",
			{},
			h("button", { type: "button", onclick: copy("command", () => command) }, "Copy as command"),
			" ",
			!files.length && h("button", { type: "button", onclick: copy("link", () => location.href) }, "Copy link"),
			" ",
			said,
		),
	);
}
