// The pictures of what is found of a board.

import { bars } from "../../chart/bars";
import { intervals } from "../../chart/intervals";
import { lines } from "../../chart/lines";
import { numeral, type Row } from "../../ui/csv";
import { h } from "../../ui/dom";
import type { Printed } from "../../ui/printed";
import type { Budget } from "./documents";

// How many models, and how many lines, a picture holds.
const models = 60;
const pairs = 6;

// Names are taken from what is printed, where what does not show is spelled out; the rows are the same.
function named(table: Printed, row: number, column: string): string {
	return table.rows[row]?.[table.columns.findIndex(({ name }) => name === column)] ?? "";
}

/** leaderboard shows scores with intervals and the ranks that models may have; null where there are no intervals. */
export function leaderboard(found: Row[], table: Printed, confidence: string): HTMLElement | null {
	const metric = found[0]?.metric ?? "";
	const rows = found.slice(0, models).map((row, i) => ({
		name: named(table, i, "model"), at: numeral(row.mu), lo: numeral(row.lo), hi: numeral(row.hi), says: ranks(row),
	}));
	if (rows.length === 0 || rows.some((row) => !Number.isFinite(row.at + row.lo + row.hi))) return null;
	const more = found.length - rows.length;
	return intervals({
		title: `${metric} with ${confidence} intervals, and the ranks that each model may have`,
		caption: more > 0 ? `The first ${rows.length} of ${found.length} models.` : "",
		label: metric,
		rows,
	});
}

function ranks(row: Row): string {
	return row.set_best === row.set_worst ? row.set_best! : `${row.set_best}–${row.set_worst}`;
}

/** settling is the picture of when rankings settle, which more replicates make finer. */
export function settling(): { element: HTMLElement; update(found: Row[], replicates: number, gold?: string): void } {
	const element = h("div", {});
	let drawn: { share: ReturnType<typeof bars>; by: ReturnType<typeof lines> } | undefined;
	const update = (found: Row[], replicates: number, gold?: string) => {
		const of = (metric: string) => found.filter((row) => row.metric === metric);
		const settled = (metric: string) => numeral(of(metric).at(-1)!.cumulative);
		const all = [...new Set(found.map((row) => row.metric!))];
		const some = all.filter((metric) => settled(metric) > 0);
		const metrics = some.length > 0 ? some : all; // a picture of what never settles says nothing
		const hopeless = all.filter((metric) => !metrics.includes(metric));
		const leftOut = hopeless.length > 0 ? ` Left out, for they never settle: ${hopeless.join(", ")}.` : "";
		const last = Math.max(...found.map((row) => numeral(row.n)));
		const caption = `${replicates.toLocaleString("en")} replicates.`;
		const share = {
			title: "Where rankings settle",
			caption: `${caption} never: the metric's ranking with all trials is not gold's${gold ? `, which is that by ${gold} on the whole board` : ""}.${leftOut}`,
			x: { label: "n, trials of each question", name: "n", domain: [1, last] as [number, number] },
			y: { label: "share of replicates", name: "share" },
			series: metrics.map((metric) => {
				const rows = of(metric);
				const never = Math.max(0, 1 - numeral(rows.at(-1)!.cumulative));
				return { name: metric, bars: [...rows.map((row) => ({ x: numeral(row.n), y: numeral(row.p) })), { x: "never", y: never }] };
			}),
		};
		const by = {
			title: "How many have settled",
			caption: `${caption} Bands: a standard error of the replicates to either side.`,
			x: { label: "n, trials of each question", name: "n" },
			y: { label: "share that has settled by n", name: "settled", domain: [0, 1] as [number, number] },
			lines: metrics.map((metric) => ({
				name: metric,
				points: of(metric).map((row) => {
					const y = numeral(row.cumulative);
					return { x: numeral(row.n), y, se: Math.sqrt((y * (1 - y)) / replicates) };
				}),
			})),
			rules: [{ y: 0.95, label: "95 %" }],
			step: true,
		};
		if (drawn) {
			drawn.share.update(share);
			drawn.by.update(by);
		} else {
			drawn = { share: bars(share), by: lines(by) };
			element.append(drawn.share, drawn.by);
		}
	};
	return { element, update };
}

/** chances shows how likely pairs are told apart with more trials; null where all are, or no number is known. */
export function chances(plan: Budget, table: Printed): HTMLElement | null {
	const all = plan.pairs.map((pair, i) => ({ ...pair, name: `${named(table, i, "above")} > ${named(table, i, "below")}` }));
	const open = all.filter((pair) => !pair.equal && !pair.power.apart_now && pair.points.length > 1);
	if (open.length === 0) return null;
	return lines({
		title: "How likely pairs are told apart with more trials",
		caption: open.length > pairs ? `The first ${pairs} of ${open.length} pairs that are not told apart yet.` : "",
		x: { label: "N, trials of each question in all", name: "N", log: true },
		y: { label: "chance of being told apart", name: "chance", domain: [0, 1] },
		lines: open.slice(0, pairs).map((pair) => ({
			name: pair.name,
			points: pair.points.map((point) => ({ x: point.n, y: point.told_apart ?? Number.NaN })),
		})),
		rules: [{ y: plan.power, label: `${Math.round(100 * plan.power)} %` }],
	});
}
