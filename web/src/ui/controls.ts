// Controls of a screen: fields with a label, a value and limits.

import { h } from "./dom";
import type { Values } from "./state";

interface Labelled {
	name: string; // in the fragment
	label: string;
	hint?: string; // explanation of the label
	standard: string; // initial value
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
	refuse?: (value: string) => string; // the problem of a value, or ""
	suggested?: string[]; // values to choose from; others are allowed
}
export type Field = NumberField | ChoiceField | SwitchField | TextField;

/** standards returns the initial values. */
export function standards(fields: Field[]): Values {
	return Object.fromEntries(fields.map((field) => [field.name, field.standard]));
}

/** sound returns the given values that are valid, and initial values for the other fields. */
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

/** amount returns the problem of a value that is neither empty nor a number of at least zero. */
export function amount(value: string): string {
	return /^(\d+\.?\d*|\.\d+)?$/.test(value.trim()) ? "" : "must be a number with a decimal point, such as 0.02";
}

/** refusal returns a note on values in the address that no field accepts. others are further known names. */
export function refusal(fields: Field[], values: Values, others: string[] = []): HTMLElement {
	const known = new Map(fields.map((field) => [field.name, field]));
	const bad = Object.entries(values).filter(([name, value]) => {
		const field = known.get(name);
		return field ? !allowed(field, value) : !others.includes(name);
	});
	const said = bad.map(([name, value]) => `${name}=${value}`).join(", ");
	return h("p", { class: "problem", role: "status", hidden: bad.length === 0 }, `These values in the address are invalid and were ignored: ${said}`);
}

/** seen names the fields for the flags that a message of the program mentions. */
export function seen(problem: string, fields: Field[], flags: Record<string, string>): string {
	const named = new Set(problem.match(/--[a-z][a-z-]*/g) ?? []);
	const labels = fields.filter((field) => named.has(flags[field.name] ?? "")).map((field) => field.label);
	return see(labels);
}

/** naming names the text fields that hold the value at the start of a message: metric "x" …, or x has no …. */
export function naming(problem: string, fields: Field[], values: Values): string {
	const name = /^(?:metric )?"?([^\s":]+)/.exec(problem)?.[1];
	const holds = (field: Field) => field.kind === "text" && values[field.name]!.split(",").some((one) => one.trim() === name);
	return see(fields.filter(holds).map((field) => field.label));
}

function see(labels: string[]): string {
	return labels.length > 0 ? `See: ${labels.join(", ")}.` : "";
}

/** Controls holds the fields on the page. It calls changed when a reader sets one. */
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

	/** show sets the values without calling changed; hidden names fields to hide. */
	show(values: Values, hidden?: string[]): void {
		this.values = sound(this.fields, values);
		for (const [name, set] of this.inputs) set(this.values[name]!);
		for (const report of this.reports) report("");
		if (hidden) this.hide(hidden);
	}

	/** hide hides the named fields and shows the others. */
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
