// The choices of a reader, and their flags on a command line.

import { amount, type Field } from "../../ui/controls";
import { visible } from "../../ui/dom";
import type { Values } from "../../ui/state";
import type { Imported, Task } from "./documents";

/** examples need no file. */
export const examples = ["stand-in:aime25", "stand-in:aime24", "stand-in:hmmt25", "stand-in:brumo25", "coins:paper"];

/** exampleField holds the example in the address; the page has buttons for it. */
export const exampleField: Field = {
	kind: "choice", name: "example", label: "Example", standard: "", choices: ["", ...examples].map((value) => ({ value, label: value })),
};

/** all is the --task that pools all tasks. */
export const all = "all";

const columns = ["model", "question", "trial", "outcome", "task"] as const;

/** columnFields hold the names of columns and the meaning of paths. */
export const columnFields: Field[] = [
	...columns.map((name): Field => ({ kind: "text", name: `column-${name}`, label: `Column of the ${name}`, standard: "" })),
	{
		kind: "text", name: "name", label: "Names in paths", standard: "",
		hint: "Pattern for the ends of paths, such as {model}/{task}.csv, or one name for all files.",
	},
];

/** estimators lists metrics with intervals. */
const estimators = [
	"bayes", "avg", "pass@2", "pass@4", "pass@8", "pass^2", "pass^4", "gpass@4:0.5", "mgpass@4", "geomds@2", "geomds@4",
];

/** rankingMethods lists metrics that rank whole boards and have no intervals. */
const rankingMethods = ["borda", "copeland", "schulze", "kemeny", "bt", "win-rate"];

/** analysisFields holds optional choices. */
export const analysisFields: Field[] = [
	{
		kind: "choice", name: "metric", label: "Metric", standard: "",
		choices: [
			{ value: "", label: "default" },
			...estimators.map((value) => ({ value, label: value })),
			...rankingMethods.map((value) => ({ value, label: `${value}, a ranking method` })),
		],
		hint: "By default, bayes:fitted ranks models, and the other parts use bayes or the default of their command. " +
			"Ranking methods compare models with each other; plans then use bayes.",
	},
	{
		kind: "choice", name: "estimand", label: "Intervals are about", standard: "",
		choices: [
			{ value: "", label: "the questions of this benchmark" },
			{ value: "population", label: "similar questions" },
		],
		hint: "For the leaderboard and the report.",
	},
	{ kind: "number", name: "confidence", label: "Confidence", standard: "0.95", min: 0.8, max: 0.999, step: 0.001 },
	{ kind: "number", name: "power", label: "Power", standard: "0.8", min: 0.5, max: 0.99, step: 0.01, hint: "Probability of separating a pair, if its true gap equals the measured one." },
	{ kind: "text", name: "cost", label: "Cost of a trial", standard: "", hint: "In money, such as 0.02, for plans and the report.", refuse: amount },
	{ kind: "number", name: "seed", label: "Seed", standard: "1", min: 0, max: 1e9 },
];

/** analysisFlags holds the flags of these fields. */
export const analysisFlags: Record<string, string> = {
	estimand: "--estimand", confidence: "--confidence", power: "--power", cost: "--cost-per-trial", seed: "--seed",
};

/** tasksOf returns the chosen task, or every task if all is chosen. */
export function tasksOf(imported: Imported, task: string | undefined): Task[] {
	return task === all ? imported.tasks : imported.tasks.filter((one) => one.task === task);
}

/** verdictsOf returns the verdicts in the files; --score takes one of them. */
export function verdictsOf(imported: Imported): string[] {
	return [...new Set((imported.verdicts ?? []).flatMap((log) => log.verdicts ?? []))];
}

/** Asked holds the choices that the files need, in the order in which a command asks. */
export interface Asked {
	fields: Field[];
	open: string[]; // labels of choices that must be made before there is a board
}

/** asked returns the choices that the files leave open. */
export function asked(imported: Imported, verdicts: string[], values: Values): Asked {
	const out: Asked = { fields: [], open: [] };
	const add = (field: Field, wanted = true) => {
		out.fields.push(field);
		if (wanted && (values[field.name] ?? field.standard) === "") out.open.push(field.label);
	};
	if (verdicts.length > 0) add(choice("score", "Score", verdicts.map((name) => [name, visible(name)]), "The logs hold several verdicts."));
	if (imported.tasks.length > 1) {
		const names = imported.tasks.map((one): [string, string] => [one.task, visible(one.task)]);
		add({ ...choice("task", "Task", [...names, [all, "all, pooled"]]), standard: imported.tasks[0]!.task });
	}
	const tasks = tasksOf(imported, chosenTask(imported, values));
	const sum = (of: (task: Task) => number) => tasks.reduce((total, task) => total + of(task), 0);
	const failed = sum((task) => task.failed);
	const missing = sum((task) => task.missing);
	if (failed + missing > 0) {
		add(
			choice("missing", "Missing attempts", [
				["unequal", "use all attempts that were made"],
				["common", "use attempts that all models have"],
				["wrong", "count failed ones as wrong"],
			], `${missing} were never made and ${failed} failed.`),
		);
	}
	graded(tasks, values, add);
	return out;
}

function choice(name: string, label: string, choices: [string, string][], hint = ""): Field {
	return {
		kind: "choice", name, label, hint, standard: "",
		choices: [{ value: "", label: "choose …" }, ...choices.map(([value, text]) => ({ value, label: text }))],
	};
}

// graded asks for the values of outcomes that are not only right or wrong.
function graded(tasks: Task[], values: Values, add: (field: Field, wanted?: boolean) => void): void {
	const kinds = new Set(tasks.flatMap((task) => task.by_model.map((one) => one.outcomes)));
	kinds.delete("0/1");
	kinds.delete("none");
	if (kinds.size === 0) return;
	const grades = [...kinds].map((kind) => /^0\.\.(\d+)$/.exec(kind)?.[1]);
	const top = grades.includes(undefined) ? 0 : Math.max(...grades.map(Number));
	const scores: [string, string] = ["scores", "count as their numbers"];
	if (top === 0) return add(choice("graded", "Outcomes", [scores], "They are not only right or wrong."));
	const grading: [string, string][] = [["weights", "count as weights"], scores];
	add(choice("graded", "Outcomes", grading, `They are grades from 0 to ${top}.`));
	if (values.graded === "weights") {
		const standard = Array.from({ length: top + 1 }, (_, grade) => grade).join(",");
		add({ kind: "text", name: "weights", label: "Weights", standard, hint: "Values of grades 0, 1, …; 0,0,1 if only the highest of three is right." });
	}
}

function chosenTask(imported: Imported, values: Values): string | undefined {
	const known = values.task === all || imported.tasks.some((one) => one.task === values.task);
	return known ? values.task : imported.tasks[0]?.task;
}

/** Board makes the command lines for chosen files. */
export class Board {
	constructor(
		private readonly names: string[],
		private readonly values: Values,
	) {}

	/** imports returns the arguments of the command that shows the content of files. */
	imports(): string[] {
		const { name, score } = this.values;
		return [...this.names, ...this.columns(), ...flag("--name", name), ...flag("--score", score)];
	}

	/** read returns the arguments of every command that reads the board. */
	read(withTask = true): string[] {
		const { task, missing, graded, weights, seed } = this.values;
		return [
			...this.imports(),
			...(withTask ? flag("--task", task) : []),
			...flag("--missing", missing),
			...(graded === "scores" ? ["--weights", "values"] : []),
			...(graded === "weights" ? flag("--weights", weights) : []),
			...flag("--seed", seed === "1" ? "" : seed),
		];
	}

	rank(): string[] {
		return ["rank", ...this.read(), ...flag("--metrics", this.values.metric), ...this.about()];
	}

	converge(replicates: number): string[] {
		return ["converge", ...this.read(), ...flag("--metrics", this.values.metric), "--replicates", String(replicates)];
	}

	budget(): string[] {
		const { power } = this.values;
		const metric = rankingMethods.includes(this.values.metric ?? "") ? "" : this.values.metric;
		return ["budget", ...this.read(), ...flag("--metric", metric), ...this.confidence(), ...flag("--power", power === "0.8" ? "" : power), ...this.cost()];
	}

	/** next compares only by avg or bayes. */
	next(): string[] {
		return ["next", ...this.read(), ...(this.values.metric === "bayes" ? ["--metric", "bayes"] : []), ...this.confidence()];
	}

	report(file: string, withTask: boolean): string[] {
		return ["report", ...this.read(withTask), ...flag("--metrics", this.values.metric), ...this.about(), ...this.cost(), "-o", file];
	}

	private about(): string[] {
		return [...flag("--estimand", this.values.estimand), ...this.confidence()];
	}

	private confidence(): string[] {
		return flag("--confidence", this.values.confidence === "0.95" ? "" : this.values.confidence);
	}

	private cost(): string[] {
		return flag("--cost-per-trial", this.values.cost);
	}

	private columns(): string[] {
		const given = columns.filter((name) => this.values[`column-${name}`]).map((name) => `${name}=${this.values[`column-${name}`]}`);
		return given.length > 0 ? ["--column", given.join(",")] : [];
	}
}

/** flag returns a flag with its value, or nothing if the value is empty. A value can begin with a dash. */
function flag(name: string, value: string | undefined): string[] {
	if (!value) return [];
	return value.startsWith("-") ? [`${name}=${value}`] : [name, value];
}
