// Two models: how many trials, or questions, separate two models of a known gap.

import { Drawings, drawing } from "../chart/drawn";
import { amount, type Field, type NumberField } from "../ui/controls";
import { lead, notes } from "../ui/part";
import { printed } from "../ui/printed";
import { share } from "../ui/share";
import type { Values } from "../ui/state";
import { table } from "../ui/table";
import { ask, type Preset } from "./question";
import type { Screen } from "./screen";

const number = (name: string, label: string, standard: string, [min, max, step]: [number, number, number], hint = ""): NumberField => ({
	kind: "number", name, label, standard, min, max, step, hint,
});

// Standard deviations of success probabilities over questions by name, for --question-sd.
const spreads: Record<string, string> = { real: "0", coins: "0.11" };

const fields: Field[] = [
	number("gap", "Gap", "0.03", [0.001, 0.5, 0.001], "difference of their true means; 0.08 for 80 and 88 %"),
	number("mean", "Mean of both", "0.5", [0.01, 0.99, 0.0001], "0.84 for 80 and 88 %"),
	number("questions", "Questions", "30", [1, 1000, 1]),
	{
		kind: "choice", name: "spread", label: "Spread of questions", standard: "real", hint: "standard deviation of a model's success probabilities over questions: on real benchmarks such that half of a trial's variance is between questions, on the paper's coins 0.11",
		choices: [
			{ value: "real", label: "real benchmarks" },
			{ value: "coins", label: "the paper's coins" },
			{ value: "own", label: "another" },
		],
	},
	number("sd", "Spread, another", "0.35", [0.01, 0.5, 0.01], "0.3 to 0.45 on real benchmarks, 0.11 on the paper's coins"),
	number("power", "Power", "0.8", [0.5, 0.99, 0.01], "probability of separating them, with the better one ahead"),
];

const further: Field[] = [
	number("correlation", "Correlation", "0.5", [0, 1, 0.05], "correlation of the two models' success probabilities over questions; it matters for claims about similar questions"),
	number("confidence", "Confidence", "0.95", [0.8, 0.999, 0.001], "one-sided confidence of the rule that separates models"),
	{ kind: "text" as const, name: "cost", label: "Cost of a trial", standard: "", hint: "in money, such as 0.02", refuse: amount },
];

const presets: Preset[] = [
	{ label: "Like the paper's closest pair", values: { gap: "0.0133", mean: "0.6147", questions: "30", spread: "coins" } },
	{ label: "Is 80 → 88 % noise?", values: { gap: "0.08", mean: "0.84" } },
	{ label: "One point on 500 questions", values: { gap: "0.01", mean: "0.7", questions: "500" } },
];

const standard: Values = Object.fromEntries([...fields, ...further].map((field) => [field.name, field.standard]));
const lanes = ["pair"];

const flags: Record<string, string> = {
	mean: "--mean", questions: "--questions", sd: "--question-sd", correlation: "--correlation", confidence: "--confidence", power: "--power", cost: "--cost-per-trial",
};

/** line returns the command line of the settings. */
function line(set: Values): string[] {
	const given = Object.entries(flags).filter(([name]) => set[name] !== standard[name] && name !== "sd");
	const sd = spreads[set.spread!] ?? set.sd!;
	const spread = sd === spreads.real ? [] : [`${flags.sd}=${sd}`];
	return ["budget", "gap", set.gap!, ...given.map(([name, flag]) => `${flag}=${set[name]}`), ...spread];
}

export const pair: Screen = {
	id: "pair",
	title: "Two models",
	says: "One model is better by a known gap. How many trials separate the two models, and how large can differences by chance be until then?",
	open(root, values, context) {
		const drawings = new Drawings();
		const own: Values = values.sd !== undefined && values.spread === undefined ? { spread: "own" } : {};
		return ask(root, { ...values, ...own }, context, {
			id: "pair", title: "Can it be noise, and how many trials does it take?", fields, further, presets, lanes, flags,
			hidden: (set) => (set.spread === "own" ? [] : ["sd"]),
			async answer(set, part, alive) {
				const args = line(set);
				const answer = await drawing((all) => context.engine.run("pair", all), args, "md");
				if (!alive()) return;
				drawings.show(answer);
				const [first] = printed(answer.stdout);
				part.show([
					...lead(...first!.lead),
					drawings.element,
					table(first!, { id: "table-pair", caption: first!.title }),
					notes(first!.notes),
					share(args),
				]);
			},
		});
	},
};
