// Controls of a screen: each is a field with a label, a value in the state, and limits.

import { h } from "./dom";
import type { Values } from "./state";

interface Labelled {
	name: string; // in the fragment
	label: string;
	hint?: string; // what it means, where the label does not say
	standard: string; // the value at first
}
export interface NumberField extends Labelled {
	kind: "number";
	min: number;
	max: number;
	step?: number;
	whole?: boolean; // default: yes, where step is
}
export interface ChoiceField extends Labelled {
	kind: "choice";
	choices: { value: string; label: string }[];
}
export interface SwitchField extends Labelled {
	kind: "switch"; // "1" or ""
}
export interface TextField extends Labelled {
	kind: "text";
	refuse?: (value: string) => string; // what is wrong with a value, or ""
	suggested?: string[]; // values to choose from; others are as good
}
export type Field = NumberField | ChoiceField | SwitchField | TextField;

/** standards are the values at first. */
export function standards(fields: Field[]): Values {
	return Object.fromEntries(fields.map((field) => [field.name, field.standard]));
}

/** sound are values of which each is one that its field may have; others are as at first. */
export function sound(fields: Field[], values: Values): Values {
	const out = standards(fields);
	for (const field of fields) {
		const value = values[field.name];
		if (value !== undefined && allowed(field, value)) out[field.name] = value;
	}
	return out;
}

function allowed(field: Field, value: string): boolean {
	switch (field.kind) {
		case "number": {
			const number = Number(value);
			const whole = field.whole ?? Number.isInteger(field.step ?? 1);
			return value.trim() !== "" && number >= field.min && number <= field.max && (!whole || Number.isInteger(number));
		}
		case "choice":
			return field.choices.some((choice) => choice.value === value);
		case "switch":
			return value === "" || value === "1";
		case "text":
			return !field.refuse?.(value);
	}
}

/** amount refuses what is no number of zero or more; nothing at all is allowed. */
export function amount(value: string): string {
	return /^(\d+\.?\d*|\.\d+)?$/.test(value.trim()) ? "" : "must be a number such as 0.02, with a point";
}

/** refusal is a note on what an address asks for and no field takes; others are names that mean something, too. */
export function refusal(fields: Field[], values: Values, others: string[] = []): HTMLElement {
	const known = new Map(fields.map((field) => [field.name, field]));
	const bad = Object.entries(values).filter(([name, value]) => {
		const field = known.get(name);
		return field ? !allowed(field, value) : !others.includes(name);
	});
	const said = bad.map(([name, value]) => `${name}=${value}`).join(", ");
	return h("p", { class: "problem", role: "status", hidden: bad.length === 0 }, `The address asks for what cannot be set: ${said}`);
}

/** seen says which fields stand for the flags that a message of the program names. */
export function seen(problem: string, fields: Field[], flags: Record<string, string>): string {
	const named = new Set(problem.match(/--[a-z][a-z-]*/g) ?? []);
	const labels = fields.filter((field) => named.has(flags[field.name] ?? "")).map((field) => field.label);
	return see(labels);
}

/** naming says which text fields hold what a message of the program begins with: metric "x" …, or x has no …. */
export function naming(problem: string, fields: Field[], values: Values): string {
	const name = /^(?:metric )?"?([^\s":]+)/.exec(problem)?.[1];
	const holds = (field: Field) => field.kind === "text" && values[field.name]!.split(",").some((one) => one.trim() === name);
	return see(fields.filter(holds).map((field) => field.label));
}

function see(labels: string[]): string {
	return labels.length > 0 ? `See: ${labels.join(", ")}.` : "";
}

/** Controls are the fields on the page; changed is called when a reader has set one. */
export class Controls {
	readonly element = h("form", { class: "controls", onsubmit: (event) => event.preventDefault() });
	private readonly reports: ((problem: string) => void)[] = [];
	private readonly inputs = new Map<string, (value: string) => void>();

	constructor(
		private readonly fields: Field[],
		private values: Values,
		private readonly changed: (values: Values) => void,
	) {
		this.values = sound(fields, values);
		for (const field of fields) this.element.append(this.draw(field));
	}

	/** show sets what the fields show, and tells nobody; hidden are names of fields that are not to be seen. */
	show(values: Values, hidden?: string[]): void {
		this.values = sound(this.fields, values);
		for (const [name, set] of this.inputs) set(this.values[name]!);
		for (const report of this.reports) report("");
		if (hidden) this.hide(hidden);
	}

	/** hide hides the fields of these names, and shows the others. */
	hide(names: string[]): void {
		for (const field of this.fields) {
			this.element.querySelector(`#field-${field.name}`)!.closest<HTMLElement>(".field")!.hidden = names.includes(field.name);
		}
	}

	private set(field: Field, value: string, report: (problem: string) => void): void {
		if (field.kind === "text" && field.refuse?.(value)) return report(field.refuse(value));
		if (!allowed(field, value)) {
			const limits = field.kind === "number" ? ` from ${field.min} to ${field.max}` : "";
			return report(`must be ${field.kind === "number" ? "a number" : "one of the choices"}${limits}`);
		}
		report("");
		if (this.values[field.name] === value) return;
		this.values = { ...this.values, [field.name]: value };
		this.inputs.get(field.name)!(value);
		this.changed(this.values);
	}

	private draw(field: Field): HTMLElement {
		const id = `field-${field.name}`;
		const problem = h("span", { class: "problem", id: `${id}-problem`, role: "alert" });
		const report = (input: HTMLElement) => {
			const say = (text: string) => {
				problem.textContent = text;
				if (text) input.setAttribute("aria-invalid", "true");
				else input.removeAttribute("aria-invalid");
			};
			this.reports.push(say);
			return say;
		};
		const value = this.values[field.name]!;
		const hint = field.hint ? h("span", { class: "note", id: `${id}-hint` }, field.hint) : null;
		const described = [field.hint ? `${id}-hint` : "", problem.id].join(" ").trim();
		const label = h("label", { for: id }, field.label);
		if (field.kind === "choice") {
			const select = h("select", { id, "aria-describedby": described });
			for (const choice of field.choices) select.append(h("option", { value: choice.value }, choice.label));
			select.value = value;
			const say = report(select);
			select.addEventListener("change", () => this.set(field, select.value, say));
			this.inputs.set(field.name, (now) => (select.value = now));
			return h("div", { class: "field" }, label, select, hint, problem);
		}
		if (field.kind === "switch") {
			const box = h("input", { id, type: "checkbox", "aria-describedby": described });
			box.checked = value === "1";
			const say = report(box);
			box.addEventListener("change", () => this.set(field, box.checked ? "1" : "", say));
			this.inputs.set(field.name, (now) => (box.checked = now === "1"));
			return h("div", { class: "field switch" }, box, label, hint, problem);
		}
		const attributes = { id, "aria-describedby": described, autocomplete: "off" };
		if (field.kind === "text") {
			const input = h("input", { ...attributes, type: "text" });
			input.value = value;
			const say = report(input);
			input.addEventListener("change", () => this.set(field, input.value, say));
			this.inputs.set(field.name, (now) => (input.value = now));
			const offered = field.suggested && h("datalist", { id: `${attributes.id}-offered` }, ...field.suggested.map((value) => h("option", { value })));
			if (offered) input.setAttribute("list", offered.id);
			return h("div", { class: "field" }, label, input, offered ?? "", hint, problem);
		}
		const limits = { min: field.min, max: field.max, step: field.step ?? 1 };
		const number = h("input", { ...attributes, ...limits, type: "number", inputmode: "decimal" });
		const slider = h("input", { ...limits, type: "range", "aria-label": field.label, tabindex: -1 });
		number.value = slider.value = value;
		const say = report(number);
		number.addEventListener("change", () => this.set(field, number.value, say));
		slider.addEventListener("input", () => (number.value = slider.value));
		slider.addEventListener("change", () => this.set(field, slider.value, say));
		this.inputs.set(field.name, (now) => (number.value = slider.value = now));
		return h("div", { class: "field" }, label, number, slider, hint, problem);
	}
}
