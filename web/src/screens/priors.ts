// Priors: how much results of an older model help as a prior, and when they do harm.

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
	{ kind: "number", name: "drift", label: "Drift", standard: "0.23", min: 0, max: 4, step: 0.01, hint: "in logits: how far an update changes each model, and in addition each of its questions; 0.23 gives τ = 0.88 between old and new" },
	{ kind: "text", name: "depth", label: "Old trials", standard: "1,4,16", hint: "per question in the prior; separate several by commas" },
	{ kind: "number", name: "trials", label: "New trials", standard: "80", min: 1, max: 200, hint: "largest number per question" },
	{ kind: "number", name: "weight", label: "Weight of the prior", standard: "1", min: 0.01, max: 1, step: 0.01, hint: "number of new trials that each old trial counts as" },
];

const further: Field[] = [
	{ kind: "number", name: "models", label: "Models", standard: "11", min: 2, max: 20 },
	{ kind: "number", name: "questions", label: "Questions", standard: "30", min: 1, max: 200 },
	{ kind: "number", name: "spread", label: "Spread", standard: "2.2", min: 0, max: 6, step: 0.1, hint: "logits from the worst model to the best" },
	{
		kind: "choice", name: "replicates", label: "Updates", standard: "1000", hint: "number of simulated updates",
		choices: ["100", "300", "1000", "3000"].map((value) => ({ value, label: Number(value).toLocaleString("en") })),
	},
	{ kind: "number", name: "seed", label: "Seed", standard: "1", min: 0, max: 999999 },
];

const presets: Preset[] = [
	{ label: "A small update", values: { drift: "0.05", weight: "1" } },
	{ label: "A large update", values: { drift: "0.6", weight: "1" } },
	{ label: "A large update, old trials weighted 0.1", values: { drift: "0.6", weight: "0.1" } },
];

// The flags of fields that a message may name.
const flags: Record<string, string> = {
	drift: "--drift", depth: "--depth", trials: "--trials", weight: "--prior-weight", replicates: "--replicates", seed: "--seed",
};

/** line returns the command line of the settings. */
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
	says: "You have results of an older model. How much do they help as a prior for a new model, and when do they do harm?",
	open(root, values, context) {
		const drawings = new Drawings();
		return ask(root, values, context, {
			id: "priors", title: "How much the old results help", fields, further, presets, lanes: ["priors"], flags,
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
						h("details", { class: "as-table" }, h("summary", {}, "Show as a table"), table(first!, { id: "table-priors", caption: first!.title })),
						notes(first!.notes),
						share(args),
					]);
				}
			},
		});
	},
};
