// Flip coins: LLMs whose truth is known.

import { Failed, Superseded } from "../engine/engine";
import { Controls, type Field } from "../ui/controls";
import { h, replace } from "../ui/dom";
import { share } from "../ui/share";
import type { Values } from "../ui/state";
import type { Screen } from "./screen";

const fields: Field[] = [
	{ kind: "number", name: "models", label: "Models", standard: "11", min: 2, max: 20 },
	{ kind: "number", name: "questions", label: "Questions", standard: "30", min: 1, max: 200 },
	{ kind: "number", name: "trials", label: "Trials", standard: "80", min: 1, max: 128 },
	{ kind: "number", name: "seed", label: "Seed", standard: "1", min: 0, max: 1e9 },
];

interface Curves {
	curves: { metric: string; points: { n: number; tau: number }[] }[];
}

export const coins: Screen = {
	id: "coins",
	title: "Flip coins",
	says: "Models whose truth is known are tried again and again: how soon is each metric's ranking right?",
	open(root, values, { engine, remember }) {
		const result = h("div", { class: "result", "aria-live": "polite" });
		const compute = async (set: Values) => {
			const args = ["simulate", "curves", "--coins", `${set.models}x${set.questions}`, "--trials", set.trials!, "--metrics", "bayes,pass@2", "--seed", set.seed!];
			try {
				const curves = await engine.document<Curves>("coins", args);
				replace(result, h("pre", {}, JSON.stringify(curves.curves.map((c) => [c.metric, c.points.at(-1)!.tau]))), share(args));
			} catch (failure) {
				if (failure instanceof Superseded) return;
				replace(result, h("p", { class: "problem" }, failure instanceof Failed ? failure.message : String(failure)));
			}
		};
		const controls = new Controls(fields, values, (set) => {
			remember(set);
			void compute(set);
		});
		root.append(controls.element, result);
		void compute({ ...Object.fromEntries(fields.map((f) => [f.name, f.standard])), ...values });
		return () => engine.cancel("coins");
	},
};
