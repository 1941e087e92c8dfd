// Priors: what results of an older model are worth as a prior, and where they hurt.

import { type Lines, lines } from "../chart/lines";
import type { Field } from "../ui/controls";
import { h } from "../ui/dom";
import { lead, notes } from "../ui/part";
import { type Printed, printed } from "../ui/printed";
import { share } from "../ui/share";
import type { Values } from "../ui/state";
import { stages } from "../ui/streaming";
import { table } from "../ui/table";
import { ask, type Preset } from "./question";
import type { Screen } from "./screen";

/** Priors is what settle simulate priors finds; docs/formats.md says what each number is. */
interface Priors {
	drift: number;
	agreement: number;
	advice: string[];
	curves: Curve[];
}
interface Curve {
	depth: number;
	points: { n: number; error: number; gain: number; gain_se: number | null; break_even: number | null; break_even_se: number | null }[];
}

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
		return ask(root, values, context, {
			id: "priors", title: "What the old results are worth", fields, further, presets, lanes: ["priors", "priors-md"], flags,
			async answer(set, part, alive) {
				const drawn = pictures();
				const all = stages(Number(set.replicates));
				for (const replicates of all) {
					const args = line(set, replicates);
					part.busy(`Drawing ${replicates.toLocaleString("en")} of ${all.at(-1)!.toLocaleString("en")} updates …`);
					const [found, text] = await Promise.all([
						context.engine.document<Priors>("priors", args),
						context.engine.run("priors-md", [...args, "--format", "md"]),
					]);
					if (!alive()) return;
					drawn.update(found);
					part.show([...lead(...found.advice), drawn.element, ...said(printed(text.stdout), found), share(args)]);
				}
			},
		});
	},
};

function said([first]: Printed[], found: Priors): Node[] {
	return [
		h("details", { class: "as-table" }, h("summary", {}, "All of it as a table"), table(first!, { id: "table-priors", caption: first!.title })),
		notes(first!.notes.filter((note) => !found.advice.includes(note))),
	];
}

type Point = Curve["points"][number];

/** pictures are drawn once, and then filled in. */
function pictures(): { element: HTMLElement; update(found: Priors): void } {
	const element = h("div");
	let charts: ReturnType<typeof lines>[] = [];
	const update = (found: Priors) => {
		const data = [errors(found), drifts(found), gains(found)];
		if (charts.length > 0) return charts.forEach((chart, i) => chart.update(data[i]!));
		charts = data.map((one) => lines(one));
		element.append(...charts);
	};
	return { element, update };
}

const trials = { label: "n, new trials of each question", name: "n", log: true };

function curve({ depth, points }: Curve, y: (point: Point) => number | null, se?: (point: Point) => number | null) {
	const of = (point: Point) => ({ x: point.n, y: y(point) ?? Number.NaN, ...(se ? { se: se(point) } : {}) });
	return { name: depth === 0 ? "no prior" : `D = ${depth} old trials`, points: points.map(of) };
}

function errors({ curves }: Priors): Lines {
	return {
		title: "How far scores are off",
		caption: "A prior helps where its line is below that of no prior, and hurts where it is above.",
		x: trials,
		y: { label: "root mean square error of scores", name: "error" },
		lines: curves.map((one) => curve(one, (point) => point.error)),
	};
}

function drifts({ curves, drift }: Priors): Lines {
	return {
		title: "Up to which drift a prior helps",
		caption: "Where its line is above the drift that is set a prior helps, and where it is below it hurts. Bands: a Monte-Carlo standard error to either side.",
		x: trials,
		y: { label: "break-even drift in logits", name: "drift" },
		lines: curves.map((one) => {
			if (one.depth > 0) return curve(one, (point) => point.break_even, (point) => point.break_even_se);
			return { ...curve(one, () => drift), name: "the drift that is set" }; // in the colour of no prior
		}),
	};
}

function gains({ curves, agreement }: Priors): Lines {
	return {
		title: "What it does to the ranking",
		caption: `Kendall τ with the true ranking, less that without a prior. Old and new models' true rankings have a mean τ of ${agreement.toFixed(3)}. Bands: a Monte-Carlo standard error to either side.`,
		x: trials,
		y: { label: "gain of τ", name: "gain" },
		lines: curves.map((one) => curve(one, (point) => point.gain, one.depth > 0 ? (point) => point.gain_se : undefined)),
	};
}
