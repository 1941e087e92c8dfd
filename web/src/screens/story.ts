// The story: why a few trials are too few. It shows output that web/build recorded, so it needs
// no engine.

import { Drawings, folder } from "../chart/drawn";
import { h } from "../ui/dom";
import { count, percent } from "../ui/numbers";
import { share } from "../ui/share";
import type { Converge } from "./coins/documents";
import { Player } from "./coins/play";
import { moments, Story } from "./coins/story";
import type { Screen } from "./screen";

/** toldStory is a document of simulate converge, with its arguments, and the figure of all runs; web/build defines it. */
declare const toldStory: { document: Converge; args: string[]; wide: string; narrow: string; data: string };

const { looks, models, questions, replicates, traces, trials } = toldStory.document;
const changed = looks![0]!.points.find((point) => point.n === 9)!.changed!;

export const story: Screen = {
	id: "story",
	title: "The story",
	heading: `${percent(changed)} of leaderboards change between trial 8 and trial 9`,
	says: `${models} simulated models answer ${questions} questions, ${trials} times each. Their true ranks are known. This is one of ${count(replicates)} runs:`,
	open(root) {
		const told = new Story((n) => player.seek(n));
		const player = new Player((n) => told.at(n), moments);
		const drawings = new Drawings();
		const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
		told.show(traces![0]!, 1);
		told.often(looks![0], replicates);
		root.append(
			player.element,
			told.element,
			h("div", { class: "buttons" }, link("#coins?board=225", "Change the models, the metric or the run"), link("#results", "Rank your own results")),
			h("h3", {}, `${count(replicates)} runs: when does the ranking settle?`),
			drawings.element,
			share(toldStory.args),
		);
		player.show(traces!, trials, calm ? 9 : 1, false);
		const later = setTimeout(() => drawings.show({ code: 0, stdout: "", stderr: "", files: drawn() }), 100); // after the first picture
		if (!calm) player.play();
		return () => {
			clearTimeout(later);
			player.pause();
		};
	},
};

/** drawn returns the files of the figure, under the paths that a run writes. */
function drawn(): Map<string, Uint8Array> {
	const svg = document.documentElement.clientWidth > 720 ? toldStory.wide : toldStory.narrow;
	const bytes = (text: string) => new TextEncoder().encode(text);
	return new Map([[`${folder}/cdf.svg`, bytes(svg)], [`${folder}/cdf.csv`, bytes(toldStory.data)]]);
}

function link(to: string, text: string): HTMLElement {
	return h("a", { class: "button", href: to }, text);
}
