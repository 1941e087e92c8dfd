// Settings of the screen, and their command lines.

import { type Field, refusal, sound, standards } from "../../ui/controls";
import { count } from "../../ui/numbers";
import type { Values } from "../../ui/state";

const paper = "paper";

/** suggested lists metrics that a field offers: estimators, then ranking methods. */
const suggested = [
	"bayes", "avg", "pass@2", "pass@4", "pass@8", "pass^2", "gpass@4:0.5", "mgpass@4", "maj@3", "moment@4:2", "geom@4", "geomds@4",
	"borda", "copeland", "schulze", "minimax", "kemeny", "majority-judgment", "win-rate", "inverse-difficulty", "bt", "rao-kupper",
];

/** computed rejects metrics that are programs. */
function computed(value: string): string {
	return value.includes("exec:") ? "exec: metrics run a program, which a browser cannot do" : "";
}

/** basic holds the most common settings. */
export const basic: Field[] = [
	{
		kind: "choice", name: "coins", label: "Coins", standard: paper,
		choices: [{ value: paper, label: "the paper's" }, { value: "drawn", label: "as set here" }],
		hint: "the paper has 11 models, two of them equally good, and 30 questions",
	},
	{ kind: "number", name: "models", label: "Models", standard: "11", min: 2, max: 20 },
	{ kind: "number", name: "questions", label: "Questions", standard: "30", min: 5, max: 200 },
	{
		kind: "number", name: "spread", label: "Spread", standard: "2.2", min: 0, max: 6, step: 0.1,
		hint: "logits between the worst and the best model; 2.2 means 25 to 75 % right",
	},
	{ kind: "switch", name: "tie", label: "Two models in the middle are equally good", standard: "" },
	{ kind: "number", name: "trials", label: "Trials", standard: "80", min: 1, max: 128, hint: "per question, N" },
	{ kind: "text", name: "first", label: "Metric", standard: "bayes", hint: "or avg, pass@4, geomds@4, borda, bt, …", refuse: computed, suggested },
	{ kind: "text", name: "second", label: "Second metric", standard: "pass@2", refuse: computed, suggested },
];

/** further holds the other settings. */
export const further: Field[] = [
	{
		kind: "text", name: "more", label: "More metrics for τ", standard: "pass@8",
		hint: "bayes, avg, pass@K, pass^K, gpass@K:TAU, geomds@K, borda, bt, …, separated by commas; paper for all of Fig. 2", refuse: computed,
	},
	{
		kind: "choice", name: "replicates", label: "Runs", standard: "1000", hint: "number of new runs of the same coins, for τ and for settling",
		choices: ["100", "300", "1000", "3000", "10000"].map((value) => ({ value, label: count(Number(value)) })),
	},
	{ kind: "number", name: "board", label: "Run played", standard: "0", min: 0, max: 999, hint: "number of the run, from 0" },
	{ kind: "number", name: "seed", label: "Seed", standard: "1", min: 0, max: 999999, hint: "seed of the coins and of their flips" },
	{
		kind: "switch", name: "exact", label: "Models that are equally good must tie", standard: "",
		hint: "otherwise a ranking is right with either of them ahead",
	},
];

const fields = [...basic, ...further];

/** hidden returns the fields without effect under the current settings. */
export function hidden(set: Values): string[] {
	return set.coins === paper ? ["models", "questions", "spread", "tie"] : [];
}

/** refused returns a note on invalid values in the address. */
export function refused(values: Values): HTMLElement {
	const trials = Number(settings(values).set.trials);
	const n: Field = { kind: "number", name: "n", label: "", standard: "", min: 1, max: trials };
	return refusal([...fields, n], values);
}

// The flags of fields that a message may name.
export const flags: Record<string, string> = {
	coins: "--coins", trials: "--trials", first: "--metrics", second: "--metrics", more: "--metrics", replicates: "--replicates", seed: "--seed",
};

export { fields };

const firstLook = 8; // trials of the run that is played, at first

/** settings returns valid values, and the n that the played run shows. */
export function settings(values: Values): { set: Values; n: number } {
	const set = sound(fields, values);
	const n = Number(values.n ?? firstLook);
	return { set, n: Math.min(Number.isInteger(n) && n >= 1 ? n : firstLook, Number(set.trials)) };
}

/** changed returns the values for the address: those that are not initial. */
export function changed(set: Values, n: number): Values {
	const all = { ...set, n: String(n) };
	const standard = { ...standards(fields), n: String(firstLook) };
	return Object.fromEntries(Object.entries(all).filter(([name, value]) => value !== standard[name as keyof typeof standard]));
}

/** presets are settings under a name; what they leave out is as at first. */
export const presets: { id: string; label: string; values: Values }[] = [
	{ id: "paper", label: "The paper's coins, Fig. 2", values: { more: paper } },
	// Board 225 behaves as in the paper's blog: its ranking by bayes is stable up to
	// trial 8, changes with the 9th and with the 16th, and is not settled at 80.
	{ id: "story", label: "The paper's story", values: { board: "225", n: "8" } },
	{ id: "tie", label: "An exact tie", values: { coins: "drawn", models: "8", tie: "1", exact: "1" } },
	{ id: "close", label: "Twenty close models", values: { coins: "drawn", models: "20", questions: "100", spread: "1" } },
];

/** tells returns whether the played run is that of the story. */
export function tells(set: Values): boolean {
	return set.coins === paper && set.board === "225" && set.seed === "1" && set.first === "bayes" && Number(set.trials) >= 80;
}

/** hopeless returns whether equally good models must tie. */
export function hopeless(set: Values): boolean {
	return set.exact === "1" && (set.coins === paper || set.tie === "1");
}

/** playing returns the command that draws the played run. */
export function playing(set: Values): string[] {
	const board = ["--replicates", String(Number(set.board) + 1), "--trace", set.board!];
	return ["simulate", "converge", ...coins(set), "--metrics", pair(set), ...board, ...gold(set)];
}

/** settling returns the command that measures when rankings settle. */
export function settling(set: Values, replicates: number): string[] {
	const looks = tells(set) ? ["--looks", "8,9,16"] : [];
	return ["simulate", "converge", ...coins(set), "--metrics", pair(set), "--replicates", String(replicates), ...gold(set), ...looks];
}

/** agreeing returns the command that measures τ against n. */
export function agreeing(set: Values, replicates: number): string[] {
	const metrics = listed(pair(set), ...others(set).filter((metric) => !tooLarge(metric, set)));
	return ["simulate", "curves", ...coins(set), "--metrics", metrics, "--replicates", String(replicates)];
}

function coins(set: Values): string[] {
	const spread = set.spread === "2.2" ? "" : `,spread=${set.spread}`;
	const drawn = `${set.models}x${set.questions}${spread}${set.tie ? ",tie" : ""}`;
	return ["--coins", set.coins === paper ? paper : drawn, "--trials", set.trials!, "--seed", set.seed!];
}

function pair(set: Values): string {
	return listed(set.first!, set.second!);
}

/** leftOut returns the metrics for τ that need more trials than set. */
export function leftOut(set: Values): string[] {
	return others(set).filter((metric) => tooLarge(metric, set));
}

function tooLarge(metric: string, set: Values): boolean {
	if (/:(fitted|zero-inflated|new|power-law)$/.test(metric)) return false; // these extrapolate to more trials
	const k = /[@^](\d+)/.exec(metric)?.[1];
	return Number(k ?? 0) > Number(set.trials);
}

/** named returns the names in a list of metrics. */
function named(metrics: string): string[] {
	return metrics.split(",").map((name) => name.trim()).filter((name) => name !== "");
}

// What the program takes "paper" for, of which too large ones may have to be left out.
const figure = "bayes,pass@2,pass@4,pass@8,pass-naive@2,pass-naive@4,pass-naive@8,gpass@2:0.5,gpass@4:0.5,gpass@8:0.5,mgpass@2,mgpass@4,mgpass@8";

/** others returns the metrics for τ only. */
function others(set: Values): string[] {
	return named(set.more!).flatMap((name) => (name === paper && Number(set.trials) < 8 ? named(figure) : [name]));
}

/** listed returns a list of metrics without spaces, for a flag. */
function listed(...metrics: string[]): string {
	return metrics.flatMap(named).join(",");
}

function gold(set: Values): string[] {
	return set.exact ? [] : ["--gold", "ties=any"];
}
