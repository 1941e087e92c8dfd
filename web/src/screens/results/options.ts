// What a reader chooses, and the flags that say it on a command line.

import { amount, type Field } from "../../ui/controls";
import { visible } from "../../ui/dom";
import type { Values } from "../../ui/state";
import type { Imported, Task } from "./documents";

/** examples need no file. */
export const examples = ["stand-in:aime25", "stand-in:aime24", "stand-in:hmmt25", "stand-in:brumo25", "coins:paper"];

/** exampleField is what an address may say of them; buttons stand for it on the page. */
export const exampleField: Field = {
	kind: "choice", name: "example", label: "Example", standard: "", choices: ["", ...examples].map((value) => ({ value, label: value })),
};

/** all is the --task that pools all of them. */
export const all = "all";

const columns = ["model", "question", "trial", "outcome", "task"] as const;

/** columnFields say what a table calls its columns, and what names mean. */
export const columnFields: Field[] = [
	...columns.map((name): Field => ({ kind: "text", name: `column-${name}`, label: `Column of the ${name}`, standard: "" })),
	{
		kind: "text", name: "name", label: "Names in paths", standard: "",
		hint: "What the ends of paths mean, such as {model}/{task}.csv; or one name for all files.",
	},
];

/** estimators have intervals. */
const estimators = [
	"bayes", "avg", "pass@2", "pass@4", "pass@8", "pass^2", "pass^4", "gpass@4:0.5", "mgpass@4", "geomds@2", "geomds@4",
];

/** rankingMethods rank whole boards, and have no intervals. */
const rankingMethods = ["borda", "copeland", "schulze", "kemeny", "bt", "win-rate"];

/** analysisFields are chosen by whoever likes; nothing waits for them. */
export const analysisFields: Field[] = [
	{
		kind: "choice", name: "metric", label: "Metric", standard: "",
		choices: [
			{ value: "", label: "standard" },
			...estimators.map((value) => ({ value, label: value })),
			...rankingMethods.map((value) => ({ value, label: `${value}, a ranking method` })),
		],
		hint: "By standard, models are ranked by bayes:fitted, and the rest goes by bayes and what each command takes. " +
			"Ranking methods compare models with each other; plans go by bayes then.",
	},
	{
		kind: "choice", name: "estimand", label: "Intervals are about", standard: "",
		choices: [
			{ value: "", label: "these questions" },
			{ value: "population", label: "all questions like these" },
		],
		hint: "Of the leaderboard and the report.",
	},
	{ kind: "number", name: "confidence", label: "Confidence", standard: "0.95", min: 0.8, max: 0.999, step: 0.001 },
	{ kind: "number", name: "power", label: "Chance of a plan", standard: "0.8", min: 0.5, max: 0.99, step: 0.01, hint: "Of separating a pair, if its gap is as measured." },
	{ kind: "text", name: "cost", label: "Cost of a trial", standard: "", hint: "In money, such as 0.02; for plans and the report.", refuse: amount },
	{ kind: "number", name: "seed", label: "Seed", standard: "1", min: 0, max: 1e9 },
];

/** analysisFlags are the flags of these fields. */
export const analysisFlags: Record<string, string> = {
	estimand: "--estimand", confidence: "--confidence", power: "--power", cost: "--cost-per-trial", seed: "--seed",
};

/** tasksOf are the tasks that a choice is of: one, or with all, every one. */
export function tasksOf(imported: Imported, task: string | undefined): Task[] {
	return task === all ? imported.tasks : imported.tasks.filter((one) => one.task === task);
}

/** verdictsOf are the verdicts that files hold, of which --score takes one. */
export function verdictsOf(imported: Imported): string[] {
	return [...new Set((imported.verdicts ?? []).flatMap((log) => log.verdicts ?? []))];
}

/** Asked is what is to be chosen of files, in the order in which a command would ask. */
export interface Asked {
	fields: Field[];
	open: string[]; // labels of what is to be chosen before there is a board
}

/** asked are the choices that files leave to their reader. */
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
				["unequal", "use what is there"],
				["common", "keep what all models have"],
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

// graded asks what outcomes are worth that are more than right and wrong.
function graded(tasks: Task[], values: Values, add: (field: Field, wanted?: boolean) => void): void {
	const kinds = new Set(tasks.flatMap((task) => task.by_model.map((one) => one.outcomes)));
	kinds.delete("0/1");
	kinds.delete("none");
	if (kinds.size === 0) return;
	const grades = [...kinds].map((kind) => /^0\.\.(\d+)$/.exec(kind)?.[1]);
	const top = grades.includes(undefined) ? 0 : Math.max(...grades.map(Number));
	const scores: [string, string] = ["scores", "are worth their numbers"];
	if (top === 0) return add(choice("graded", "Outcomes", [scores], "They are not right or wrong alone."));
	const grading: [string, string][] = [["weights", "are worth weights"], scores];
	add(choice("graded", "Outcomes", grading, `They are grades from 0 to ${top}.`));
	if (values.graded === "weights") {
		const standard = Array.from({ length: top + 1 }, (_, grade) => grade).join(",");
		add({ kind: "text", name: "weights", label: "Weights", standard, hint: "What grades 0, 1, … are worth; 0,0,1 if only the highest of three is right." });
	}
}

function chosenTask(imported: Imported, values: Values): string | undefined {
	const known = values.task === all || imported.tasks.some((one) => one.task === values.task);
	return known ? values.task : imported.tasks[0]?.task;
}

/** Board are the flags of what is read and of the board that it becomes. */
export class Board {
	constructor(
		private readonly names: string[],
		private readonly values: Values,
	) {}

	/** imports is the command that shows what files hold. */
	imports(): string[] {
		const { name, score } = this.values;
		return [...this.names, ...this.columns(), ...flag("--name", name), ...flag("--score", score)];
	}

	/** read are the arguments of every command that reads the board. */
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

	/** next compares by avg or bayes alone. */
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

/** flag is a flag with its value, unless that is empty. A value may begin with a dash. */
function flag(name: string, value: string | undefined): string[] {
	if (!value) return [];
	return value.startsWith("-") ? [`${name}=${value}`] : [name, value];
}
