// The app: one screen at a time, by the fragment of the address.

import { Engine } from "./engine/engine";
import { screens } from "./screens/all";
import type { Screen } from "./screens/screen";
import { h, replace, set } from "./ui/dom";
import { fragmentOf, placeOf } from "./ui/state";

/** engineName is the file name of the program, which contains a hash of it; web/build defines it. */
declare const engineName: string;

const loading = document.querySelector("#loading")!;
const bar = h("progress", { "aria-label": "Loading the engine" });
const engine = new Engine(engineName, "worker.js", ({ came, bytes, ready }) => {
	if (ready) {
		loading.textContent = "";
		void keep();
		return;
	}
	if (bytes) set(bar, { max: bytes, value: came });
	const size = bytes ? ` of ${megabytes(bytes)}` : "";
	replace(loading, bar, ` Loading the engine, once: ${megabytes(came)}${size} MB`);
});
replace(loading, bar, " Loading the engine, once");
const main = document.querySelector("main")!;
const links = document.querySelector("nav ul")!;
let close = () => {};
let shown = "";

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}

/** keep registers the service worker, which caches the files for use without a network, if the browser has one. */
async function keep(): Promise<void> {
	try {
		await navigator.serviceWorker?.register("sw.js");
	} catch {
		// The app works without it while there is a network.
	}
}

function show(): void {
	if (location.hash === shown) return;
	shown = location.hash;
	const place = placeOf(shown);
	const screen = screens.find((one) => one.id === place.screen) ?? screens[0]!;
	close();
	document.title = `${screen.title} – Settle`;
	for (const link of links.querySelectorAll("a")) {
		if (link.hash === `#${screen.id}`) link.setAttribute("aria-current", "page");
		else link.removeAttribute("aria-current");
	}
	const unknown = screen.id === place.screen || place.screen === "" ? null : h("p", { class: "problem", role: "status" }, `This app has no screen “${place.screen}”.`);
	const root = h("div", { class: "screen", id: `screen-${screen.id}` });
	replace(main, h("h2", {}, screen.heading ?? screen.title), h("p", {}, screen.says), unknown, root);
	close = screen.open(root, place.values, {
		engine,
		remember(values, step = false) {
			const next = fragmentOf({ screen: screen.id, values });
			if (next === shown) return;
			shown = next;
			if (step) history.pushState(null, "", shown);
			else history.replaceState(null, "", shown);
		},
	});
}

function link(screen: Screen): HTMLElement {
	return h("li", {}, h("a", { href: `#${screen.id}` }, screen.title));
}

replace(links, ...screens.map(link));
addEventListener("hashchange", show);
shown = "none";
show();
