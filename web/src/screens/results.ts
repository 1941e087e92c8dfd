// Your results: the output of settle for the files of a reader, in parts that appear one by one.

import { Drawings, drawing } from "../chart/drawn";
import { type Answer, Failed, Superseded } from "../engine/engine";
import { Turns } from "../engine/turns";
import { Controls, type Field, refusal, seen, sound, standards } from "../ui/controls";
import { h, replace, visible } from "../ui/dom";
import { details, lead, notes, Part, said } from "../ui/part";
import { plain } from "../ui/plain";
import { type Printed, printed } from "../ui/printed";
import { save } from "../ui/save";
import { share } from "../ui/share";
import type { Values } from "../ui/state";
import { table } from "../ui/table";
import { count } from "../ui/words";
import { Chooser } from "./results/chooser";
import type { Imported } from "./results/documents";
import { argument, type Chosen, nothing, spared } from "./results/files";
import { type Asked, analysisFields, analysisFlags, asked, Board, columnFields, exampleField, examples, verdictsOf } from "./results/options";
import { Saving } from "./results/saving";
import type { Context, Screen } from "./screen";

// Numbers of replicates that are drawn one after the other, while none takes longer than patience.
const steps = [100, 300, 1000, 3000, 10_000];
const patience = 8_000; // milliseconds

const lanes = ["read", "read-md", "rank", "converge", "budget", "next", "save-next", "report"].map((lane) => `results-${lane}`);

export const results: Screen = {
	id: "results",
	title: "Your results",
	says: "See which model leads, with what confidence, and what to run next. Your files stay on this machine.",
	open(root, values, context) {
		const view = new Results(root, values, context);
		return () => view.close();
	},
};

// Errors about columns or paths of unknown meaning.
const names = /--column|--name|header has no column/;

/** remedy says where on the screen a reader can fix an error. */
function remedy(problem: string): string {
	if (names.test(problem)) return "Name the columns under “Columns and names”.";
	if (/--missing/.test(problem)) return "Choose above how to handle missing attempts.";
	if (/--weights/.test(problem)) return "Choose the value of outcomes above.";
	if (/--(task|score)\b/.test(problem)) return "Choose one above.";
	const field = seen(problem, analysisFields, analysisFlags);
	return field && `${field.replace(/\.$/, "")}, under “More choices”.`;
}

/** skipped names the files that cannot be read, each with the error of the program. */
function skipped(problems: Map<string, Failed>): Node[] {
	if (problems.size === 0) return [];
	const rows = [...problems].map(([path, failure]) => h("li", {}, h("strong", {}, visible(path)), plain(failure.message).slice(path.length)));
	const what = problems.size === 1 ? "1 file cannot be read and is skipped:" : `${problems.size} files cannot be read and are skipped:`;
	const other = [...problems.values()].some((failure) => names.test(failure.message));
	const advice = other && h("p", {}, "If columns have other names, enter them under “Columns and names”.");
	return [h("div", { class: "skipped", role: "status" }, h("p", {}, what), h("ul", {}, ...rows), advice)];
}

class Results {
	private chosen = nothing;
	private readable = nothing; // of what was chosen
	private readonly cancelled = new Set<string>(); // lanes, of the job
	private verdicts: string[] = []; // of the files, before one was chosen
	private imported: Imported | undefined;
	private ranked = ""; // the metric of the leaderboard
	private job = {}; // what is being found; another one supersedes it
	private readonly turns = new Turns();
	private readonly took = new Map<string, number>(); // milliseconds of the last run of each lane

	private readonly chooser: Chooser;
	private readonly again = h("p", { class: "note", id: "results-again" });
	private readonly columns = details("Columns and names");
	private readonly named: Controls;
	private readonly choices = h("div", { id: "results-choices" });
	private readonly analysis = details("More choices");
	private readonly read = this.part("results-read", "What was read", ["read", "read-md"], () => this.import());
	private readonly leaderboard = this.part("results-leaderboard", "Leaderboard", ["rank"], () => this.find());
	private readonly settling = this.part("results-settling", "How many trials until it settles", ["converge"], () => this.converge(this.job, this.board()));
	private readonly budget = this.part("results-budget", "How to separate more models", ["budget"], () => this.plan(this.job, this.board()));
	private readonly drawings = { leaderboard: new Drawings(), settling: new Drawings(), budget: new Drawings() };
	private readonly next = this.part("results-next", "What to run next, if the evaluation is still running", ["next"], () => this.more(this.job, this.board()));
	private readonly saving: Saving;

	constructor(
		root: HTMLElement,
		private values: Values,
		private readonly context: Context,
	) {
		this.values = { ...standards([...columnFields, ...analysisFields]), ...values };
		this.chooser = new Chooser({
			files: (chosen) => this.open(chosen, ""),
			example: (name) => this.open(nothing, name),
			failed: (problem) => this.read.fail(problem),
		});
		this.saving = new Saving(context.engine, remedy);
		this.columns.id = "results-columns";
		this.analysis.id = "results-analysis";
		this.named = this.controls(columnFields, () => void this.import());
		this.columns.append(this.named.element);
		this.analysis.append(this.controls(analysisFields, () => void this.find()).element, this.linking());
		const set = h("div", { id: "results-set", hidden: true }, this.choices, this.columns, this.analysis);
		const parts = [this.leaderboard, this.settling, this.budget, this.next, this.saving.part];
		root.append(refusal([...columnFields, ...analysisFields, exampleField], values, Object.keys(unasked)), this.chooser.element, this.again, this.read.element, set, ...parts.map((part) => part.element));
		if (examples.includes(this.values.example ?? "")) this.open(nothing, this.values.example!);
		else if (Object.keys(values).length > 0) {
			this.again.textContent = "The address of this page holds your settings but no files. Choose the files again.";
		}
	}

	close(): void {
		this.begin();
	}

	/** part returns a part that these lanes fill. */
	private part(id: string, title: string, lanes: string[], fill: () => Promise<unknown>): Part {
		const cancel = () => {
			for (const lane of lanes) {
				this.cancelled.add(lane); // it may wait for its turn
				this.context.engine.cancel(`results-${lane}`);
			}
		};
		const again = () => {
			for (const lane of lanes) this.cancelled.delete(lane);
			void fill();
		};
		return new Part(id, title, remedy, { cancel, again });
	}

	/** begin starts a new job and cancels the old one. */
	private begin(): object {
		this.job = {};
		this.cancelled.clear();
		this.turns.drop();
		for (const lane of lanes) this.context.engine.cancel(lane);
		return this.job;
	}

	/** open takes other results: files, an example, or none. */
	private open(chosen: Chosen, example: string): void {
		this.chosen = this.readable = chosen;
		this.imported = undefined;
		this.verdicts = [];
		this.again.textContent = "";
		this.chooser.show(example);
		this.set(chosen.files.size > 0 ? { example } : { ...unasked, example });
		this.named.show(this.values);
		this.close();
		for (const part of this.parts()) part.hide();
		this.columns.hidden = example !== "";
		this.choices.parentElement!.hidden = example === "" && chosen.files.size === 0;
		replace(this.choices);
		if (example !== "") void this.find();
		else if (chosen.files.size > 0) void this.import();
	}

	private parts(): Part[] {
		return [this.read, this.leaderboard, ...this.below()];
	}

	/** below are the parts that want a leaderboard. */
	private below(): Part[] {
		return [this.settling, this.budget, this.next, this.saving.part];
	}

	private set(values: Values): void {
		this.values = { ...this.values, ...values };
		const set = Object.entries(this.values).filter(([, value]) => value !== "");
		this.context.remember(Object.fromEntries(set.filter(([name, value]) => value !== standard[name] && !secret.includes(name))));
	}

	private controls(fields: Field[], then: () => void): Controls {
		const known = sound(fields, this.values);
		return new Controls(fields, known, (values) => {
			this.set(values);
			then();
		});
	}

	private linking(): HTMLElement {
		const said = h("span", { class: "note", role: "status" });
		const copy = async () => {
			try {
				await navigator.clipboard.writeText(location.href);
				said.textContent = this.values.example ? "link copied" : "link copied; it holds what is chosen, not the files";
			} catch {
				said.textContent = "the browser does not let this page copy: take the address";
			}
		};
		return h("p", {}, h("button", { type: "button", id: "results-link", onclick: copy }, "Copy link to these choices"), " ", said);
	}

	private board(): Board {
		const names = this.values.example ? [this.values.example] : this.readable.names.map(argument);
		return new Board(names, this.values);
	}

	/** import reads the files, and asks about open choices. */
	private async import(): Promise<void> {
		const job = this.begin();
		this.imported = undefined;
		for (const part of this.parts().slice(1)) part.hide();
		this.read.busy("Reading …");
		this.readable = this.chosen;
		try {
			const [imported, skipped] = await this.importable();
			const args = ["import", ...this.board().imports()];
			const text = await this.text("read-md", args);
			if (this.job !== job) return;
			if (imported.verdicts) this.verdicts = verdictsOf(imported);
			this.imported = imported;
			this.read.show([...skipped, ...this.inventory(imported, text), this.shared(args)]);
			void this.find();
		} catch (failure) {
			if (this.job !== job) return;
			if (failure instanceof Failed && names.test(failure.message)) (this.columns as HTMLDetailsElement).open = true;
			this.read.fail(failure);
		}
	}

	/** importable imports the readable files, and names the others. It fails if none is readable. */
	private async importable(): Promise<[Imported, Node[]]> {
		const problems = new Map<string, Failed>();
		for (;;) {
			try {
				return [await this.document<Imported>("read", ["import", ...this.board().imports()]), skipped(problems)];
			} catch (failure) {
				const path = failure instanceof Failed ? this.fileOf(failure.message) : undefined;
				if (!path) throw failure;
				problems.set(path, failure as Failed);
				if (problems.size === this.chosen.files.size) {
					this.readable = this.chosen;
					throw problems.values().next().value;
				}
				this.readable = spared(this.chosen, [...problems.keys()]);
				this.read.busy(`Reading; ${count(problems.size, "file")} skipped …`);
			}
		}
	}

	/** fileOf returns the file at the start of a message. */
	private fileOf(problem: string): string | undefined {
		const message = problem.replace(/^\.\//, "");
		return [...this.readable.files.keys()].filter((path) => message.startsWith(`${path}:`)).sort((a, b) => b.length - a.length)[0];
	}

	private inventory(imported: Imported, text: Printed[]): Node[] {
		const total = imported.tasks.reduce((sum, task) => sum + task.attempts, 0);
		const tasks = imported.tasks.length > 1 ? ` of ${count(imported.tasks.length, "task")}` : "";
		const says = imported.verdicts ? "The files hold several verdicts. Choose one below." : `Read: ${count(total, "attempt")}${tasks}.`;
		const tables = text.filter((part) => part.columns.length > 0);
		const [models] = tables.splice(tables.findIndex((part) => part.title === "Models"), imported.verdicts ? 0 : 1);
		const told = text.flatMap((part) => part.notes).map(plain).filter((note) => note !== "");
		return [
			...lead(says),
			...told.map((note) => h("p", { class: "note" }, note)),
			...tables.map((part) => table(part, { id: `table-read-${part.title.toLowerCase()}`, caption: part.title })),
			...(models ? [details("Models", table(models, { id: "table-read-models", caption: "Models", head: "model" }))] : []),
		];
	}

	/** find fills all parts from the board. */
	private async find(): Promise<void> {
		const job = this.begin();
		const questions = this.ask();
		const board = this.board();
		if (questions.open.length > 0) {
			for (const part of this.below()) part.hide();
			const what = questions.open.map((label) => label.toLowerCase()).join(", ");
			if (!this.verdicts.length || this.values.score) return this.explain(job, board, what);
			return this.leaderboard.hide();
		}
		for (const part of this.below()) part.stale();
		const models = await this.rank(job, board);
		if (this.job !== job) return;
		if (models < 2) for (const part of this.below()) part.hide();
		if (models === 0) for (const part of this.below()) part.cancelled();
		if (models === 0) return;
		const several = (this.imported?.tasks.length ?? 1) > 1;
		this.saving.offer((file, all) => board.report(file, !all), several, this.readable);
		if (models < 2) return;
		await Promise.all([this.converge(job, board), this.plan(job, board).then(() => this.more(job, board))]);
	}

	/** ask draws controls for the choices that the files leave open. */
	private ask(): Asked {
		if (!this.imported) return { fields: [], open: [] };
		const questions = asked(this.imported, this.verdicts, this.values);
		for (const { name, standard } of questions.fields) if (!this.values[name]) this.values[name] = standard;
		const id = (document.activeElement as HTMLElement | null)?.id ?? "";
		const then = (before: string | undefined) => () => void (this.values.score === before ? this.find() : this.import());
		replace(this.choices, questions.fields.length > 0 && this.controls(questions.fields, then(this.values.score)).element);
		if (id.startsWith("field-")) document.getElementById(id)?.focus();
		return questions;
	}

	/** explain shows the message of the program while a choice is open. */
	private async explain(job: object, board: Board, what: string): Promise<void> {
		this.leaderboard.busy(`Choose first: ${what} …`);
		try {
			await this.text("rank", board.rank());
		} catch (failure) {
			if (this.job === job) this.leaderboard.fail(failure);
			return;
		}
		if (this.job === job) this.leaderboard.show([...lead(`Choose first: ${what}.`)]);
	}

	/** rank fills the leaderboard and returns its number of models. */
	private async rank(job: object, board: Board): Promise<number> {
		const args = board.rank();
		this.leaderboard.busy("Ranking …");
		try {
			const text = await this.drawn("rank", args, this.drawings.leaderboard, job);
			if (this.job !== job) return 0;
			// With all tasks together, a table for each task comes first, and the table of the pool last.
			const main = text.at(-1)!;
			this.ranked = /ranked by (\S+)$/.exec(main.title)?.[1] ?? "";
			const alone = main.rows.length === 1 ? ["There is only one model; comparisons need two."] : [];
			this.leaderboard.show([
				...lead(...main.lead, ...alone),
				this.drawings.leaderboard.element,
				table(main, { id: "table-rank", caption: main.title, head: "model" }),
				...text.slice(0, -1).map((one, i) =>
					details(one.title, ...lead(...one.lead), table(one, { id: `table-rank-${i + 1}`, caption: one.title, head: "model" })),
				),
				notes(main.notes),
				this.shared(args),
			]);
			return main.rows.length;
		} catch (failure) {
			if (this.job === job) this.leaderboard.fail(failure);
			return 0;
		}
	}

	/** converge draws more and more replicates. */
	private async converge(job: object, board: Board): Promise<void> {
		let took = 0;
		try {
			for (const [i, replicates] of steps.entries()) {
				if (i > 0 && took * (replicates / steps[i - 1]!) > patience) return this.settling.done(this.stopped(steps[i - 1]!));
				const args = board.converge(replicates);
				this.settling.busy(`Drawing ${replicates.toLocaleString("en")} of ${steps.at(-1)!.toLocaleString("en")} replicates …`);
				const [first] = await this.drawn("converge", args, this.drawings.settling, job);
				if (this.job !== job) return;
				took = this.took.get("converge") ?? 0;
				const gold = /Gold: (\S+?)(?:@\d+)? on the whole board/.exec(first!.notes.join(" "))?.[1];
				this.settling.show([
					...this.goesBy(gold, "The gold ranking is"),
					...lead(...first!.lead),
					this.drawings.settling.element,
					table(first!, { id: "table-converge", caption: first!.title, head: "metric" }),
					notes(first!.notes),
					this.shared(args),
				]);
			}
		} catch (failure) {
			if (this.job === job) this.settling.fail(failure);
		}
	}

	private stopped(at: number): string {
		return `${at.toLocaleString("en")} replicates were drawn; more would take too long in the browser.`;
	}

	private async plan(job: object, board: Board): Promise<void> {
		const args = board.budget();
		this.budget.busy("Planning …");
		try {
			const [first] = await this.drawn("budget", args, this.drawings.budget, job);
			if (this.job !== job) return;
			this.budget.show([
				...this.goesBy(/\bz by (\S+?)[.,]?(?:\s|$)/.exec(first!.notes.join(" "))?.[1]),
				...lead(...first!.lead),
				this.drawings.budget.element,
				table(first!, { id: "table-budget", caption: first!.title, head: "above" }),
				notes(first!.notes),
				this.shared(args),
			]);
		} catch (failure) {
			if (this.job === job) this.budget.fail(failure);
		}
	}

	private async more(job: object, board: Board): Promise<void> {
		if (this.job !== job) return;
		const args = board.next();
		this.next.busy("Looking …");
		try {
			const [first] = await this.text("next", args);
			if (this.job !== job) return;
			this.next.show([
				h("p", { class: "note" }, "An evaluation can look at its results after every few trials and stop what is decided, if this was planned from the start."),
				...this.goesBy(/\bz of (\S+?)[.,]?(?:\s|$)/.exec(first!.notes.join(" "))?.[1]),
				...lead(...first!.lead),
				table(first!, { id: "table-next", caption: first!.title, head: "model" }),
				this.runs(args),
				notes(first!.notes),
				this.shared(args),
			]);
		} catch (failure) {
			if (this.job === job) this.next.fail(failure);
		}
	}

	/** runs offers a file with the trials to run, by question. */
	private runs(args: string[]): HTMLElement {
		const told = h("span", { class: "note", role: "status" });
		const write = async () => {
			try {
				save("next.csv", "text/csv", (await this.run("save-next", [...args, "--format", "csv"])).stdout);
			} catch (failure) {
				if (!(failure instanceof Superseded)) told.textContent = said(failure);
			}
		};
		return h("p", {}, h("button", { type: "button", id: "results-runs", onclick: write }, "Save next.csv: trials to run, by question"), " ", told);
	}

	private run(lane: string, args: string[]): Promise<Answer> {
		return this.turns.take(async () => {
			if (this.cancelled.has(lane)) throw new Superseded();
			const begun = performance.now();
			const answer = await this.context.engine.run(`results-${lane}`, args, this.readable.files);
			this.took.set(lane, performance.now() - begun);
			return answer;
		});
	}

	private async document<T>(lane: string, args: string[]): Promise<T> {
		return JSON.parse((await this.run(lane, [...args, "--format", "json"])).stdout) as T;
	}

	private async text(lane: string, args: string[]): Promise<Printed[]> {
		return printed((await this.run(lane, [...args, "--format", "md"])).stdout);
	}

	/** drawn runs a command that also draws. It shows the figures unless another job has begun. */
	private async drawn(lane: string, args: string[], drawings: Drawings, job: object): Promise<Printed[]> {
		const answer = await drawing((all) => this.run(lane, all), args, "md");
		if (this.job === job) drawings.show(answer);
		return printed(answer.stdout);
	}

	/** goesBy returns a note on the metric of a part, if it is not that of the leaderboard. */
	private goesBy(metric: string | undefined, what = "This part is"): HTMLElement[] {
		if (!metric || !this.ranked || metric === this.ranked) return [];
		return [h("p", { class: "note" }, `${what} by ${metric}, but the leaderboard is by ${this.ranked}: the order of models can differ.`)];
	}

	private shared(args: string[]): HTMLElement {
		return share(args, this.readable.names);
	}
}

const standard = standards([...columnFields, ...analysisFields]);

// Names from files stay out of the address.
const secret = [...columnFields.map((field) => field.name), "task", "score"];

// Choices about these files, which mean nothing for other files.
const unasked: Values = { ...standards(columnFields), score: "", task: "", missing: "", graded: "", weights: "", correct: "" };
