// Priors: what results of an older model are worth as a prior, and where they hurt.

import { Drawings, drawing } from "../chart/drawn";
import type { Field } from "../ui/controls";
import { h } from "../ui/dom";
import { lead, notes } from "../ui/part";
import { printed } from "../ui/printed";
import { share } from "../ui/share";
import type { Values } from "../ui/state";
import { stages } from "../ui/streaming";
import { table } from "../ui/table";
import { ask, type Preset } from "./question";
import type { Screen } from "./screen";

const fields: Field[] = [
	{ kind: "number", name: "drift", label: "Drift", standard: "0.23", min: 0, max: 4, step: 0.01, hint: "in logits: how far an update moves each model, and each of its questions by as much again; 0.23 keeps τ = 0.88 between old and new" },
	{ kind: "text", name: "depth", label: "Old trials", standard: "1,4,16", hint: "of each question in the prior; several with commas" },
	{ kind: "number", name: "trials", label: "New trials", standard: "80", min: 1, max: 200, hint: "of each question, at most" },
	{ kind: "number", name: "weight", label: "Weight of the prior", standard: "1", min: 0.01, max: 1, step: 0.01, hint: "how many outcomes each old trial counts as" },
];

const further: Field[] = [
	{ kind: "number", name: "models", label: "Models", standard: "11", min: 2, max: 20 },
	{ kind: "number", name: "questions", label: "Questions", standard: "30", min: 1, max: 200 },
	{ kind: "number", name: "spread", label: "Spread", standard: "2.2", min: 0, max: 6, step: 0.1, hint: "logits from the worst model to the best" },
	{
		kind: "choice", name: "replicates", label: "Updates", standard: "1000", hint: "that are drawn",
		choices: ["100", "300", "1000", "3000"].map((value) => ({ value, label: Number(value).toLocaleString("en") })),
	},
	{ kind: "number", name: "seed", label: "Seed", standard: "1", min: 0, max: 999999 },
];

const presets: Preset[] = [
	{ label: "A small update", values: { drift: "0.05", weight: "1" } },
	{ label: "A large update", values: { drift: "0.6", weight: "1" } },
	{ label: "A large one, taken at a tenth", values: { drift: "0.6", weight: "0.1" } },
];

// The flags of fields that a message may name.
const flags: Record<string, string> = {
	drift: "--drift", depth: "--depth", trials: "--trials", weight: "--prior-weight", replicates: "--replicates", seed: "--seed",
};

/** line is the command line of what is set. */
function line(set: Values, replicates: number): string[] {
	const coins = `${set.models}x${set.questions}${set.spread === "2.2" ? "" : `,spread=${set.spread}`}`;
	const given: [string, string, string][] = [
		["--coins", coins, "11x30"], ["--depth", set.depth!, "1,4,16"], ["--drift", set.drift!, "0.23"], ["--trials", set.trials!, "80"],
		["--prior-weight", set.weight!, "1"], ["--replicates", String(replicates), "1000"], ["--seed", set.seed!, "1"],
	];
	return ["simulate", "priors", ...given.filter(([, value, standard]) => value !== standard).map(([flag, value]) => `${flag}=${value}`)];
}

export const priors: Screen = {
	id: "priors",
	title: "Priors",
	says: "There are results of an older model. What are they worth as a prior of the new one, and from where on do they hurt?",
	open(root, values, context) {
		const drawings = new Drawings();
		return ask(root, values, context, {
			id: "priors", title: "What the old results are worth", fields, further, presets, lanes: ["priors"], flags,
			async answer(set, part, alive) {
				const all = stages(Number(set.replicates));
				for (const replicates of all) {
					const args = line(set, replicates);
					part.busy(`Drawing ${replicates.toLocaleString("en")} of ${all.at(-1)!.toLocaleString("en")} updates …`);
					const answer = await drawing((all) => context.engine.run("priors", all), args, "md");
					if (!alive()) return;
					drawings.show(answer);
					const [first] = printed(answer.stdout);
					part.show([
						...lead(...first!.lead),
						drawings.element,
						h("details", { class: "as-table" }, h("summary", {}, "All of it as a table"), table(first!, { id: "table-priors", caption: first!.title })),
						notes(first!.notes),
						share(args),
					]);
				}
			},
		});
	},
};
