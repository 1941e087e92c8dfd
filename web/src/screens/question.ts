// A screen for one command: controls, and below them its output.

import { Superseded } from "../engine/engine";
import { Controls, type Field, refusal, seen, sound, standards } from "../ui/controls";
import { h } from "../ui/dom";
import { folded, Part } from "../ui/part";
import type { Values } from "../ui/state";
import type { Context } from "./screen";

const patience = 150; // milliseconds without a change before anything runs

/** Preset holds the values that a button sets. Other values stay. */
export interface Preset {
	label: string;
	values: Values;
}

export interface Asking {
	id: string;
	title: string; // of the part with the answer
	fields: Field[];
	further: Field[]; // on request
	presets: Preset[];
	lanes: string[];
	flags: Record<string, string>; // of the command line, by field
	/** hidden returns the fields without effect under the current settings. */
	hidden?: (set: Values) => string[];
	/** answer runs the command and shows its output; alive returns false once it is superseded. */
	answer(set: Values, part: Part, alive: () => boolean): Promise<void>;
}

/** ask fills a screen, and returns a function that closes it. */
export function ask(root: HTMLElement, values: Values, { engine, remember }: Context, asking: Asking): () => void {
	const fields = [...asking.fields, ...asking.further];
	let set = sound(fields, values);
	let turn = 0;
	let waiting = 0;
	const part = new Part(`${asking.id}-answer`, asking.title, (problem) => seen(problem, fields, asking.flags), { cancel: () => stop(), again: () => void compute() });
	const stop = () => {
		turn++;
		for (const lane of asking.lanes) engine.cancel(lane);
	};
	const refused = refusal(fields, values);
	const compute = async () => {
		const mine = ++turn;
		part.busy("Computing …");
		try {
			await asking.answer(set, part, () => mine === turn);
		} catch (failure) {
			if (mine === turn && !(failure instanceof Superseded)) part.fail(failure);
		}
	};
	const draw = () => {
		const hidden = asking.hidden?.(set) ?? [];
		for (const one of controls) one.show(set, hidden);
	};
	const change = (to: Values, step = false) => {
		set = { ...set, ...to };
		refused.remove();
		remember(Object.fromEntries(Object.entries(set).filter(([name, value]) => value !== standard[name])), step);
		draw();
		clearTimeout(waiting);
		waiting = setTimeout(compute, patience);
	};
	const standard = standards(fields);
	const controls = [asking.fields, asking.further].map((some) => new Controls(some, set, (to) => change(to)));
	const presets = asking.presets.map((preset, i) =>
		h("button", { type: "button", id: `${asking.id}-preset-${i + 1}`, onclick: () => change(preset.values, true) }, preset.label),
	);
	draw();
	root.append(
		refused,
		h("div", { class: "buttons presets", role: "group", "aria-label": "Presets" }, ...presets),
		folded(`${asking.id}-settings`, controls[0]!.element),
		h("details", { id: `${asking.id}-further` }, h("summary", {}, "More settings"), controls[1]!.element),
		part.element,
	);
	void compute();
	return () => {
		clearTimeout(waiting);
		stop();
	};
}
