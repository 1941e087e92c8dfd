// Figures that commands draw. A screen shows the SVG that the command writes; page.js, the script
// of the pages of settle report, makes it interactive.

import { type Answer, Failed } from "../engine/engine";
import { cells } from "../ui/csv";
import { h, replace } from "../ui/dom";
import { AsTable } from "./figure";

/** figureThemes maps colours of a drawing to those of the page (figures.Themes); web/build defines it. */
declare const figureThemes: Record<string, string>;

/** enhanceFigure comes from page.js. It makes a figure interactive, and keeps the reader's settings when it is drawn again. */
declare function enhanceFigure(figure: HTMLElement): void;

export const folder = "settle-figures"; // of the program's, for what it draws

// Widths of a figure in millimetres: as in pages, at most (report/page/figure.go), and the least that a command takes.
const widest = 210;
const narrowest = 60;
const millimetre = 96 / 25.4; // in pixels

// Screens are narrow below so many pixels (page.css), and a drawing that is wider scrolls there.
const narrow = 640;

/** drawing runs a command that also draws. Figures are as wide as the screen, or wider if they need it. */
export async function drawing(run: (args: string[]) => Promise<Answer>, args: string[], format: string): Promise<Answer> {
	const of = (...width: string[]) => run([...args, "--out", folder, "--figures", "svg", ...width, "--format", format]);
	const room = Math.floor(document.querySelector("main")!.clientWidth / millimetre);
	try {
		return await of("--width", String(Math.min(widest, Math.max(narrowest, room))));
	} catch (failure) {
		if (failure instanceof Failed && failure.message.includes("is too narrow for this figure")) return of();
		throw failure;
	}
}

/** Drawings shows the figures of a command; each run renews them. */
export class Drawings {
	readonly element = h("div", { class: "drawings" });
	private drawn = new Map<string, Drawing>();

	/** show shows all figures that a run has written. */
	show({ files }: Answer): void {
		const text = (file: string) => new TextDecoder().decode(files.get(`${folder}/${file}`));
		const paths = [...files.keys()].filter((path) => path.startsWith(`${folder}/`) && path.endsWith(".svg"));
		const names = paths.map((path) => path.slice(folder.length + 1, -".svg".length));
		this.drawn = new Map(names.map((name) => [name, this.drawn.get(name) ?? new Drawing()]));
		for (const [name, one] of this.drawn) one.show(name, text(`${name}.svg`), text(`${name}.csv`));
		replace(this.element, ...[...this.drawn.values()].map((one) => one.element));
	}
}

/** Drawing shows one figure with its data, laid out as on the pages of settle report. */
class Drawing {
	private readonly place = h("div", {});
	private readonly files = h("p", { class: "links held" });
	private readonly table = new AsTable();
	readonly element = h("figure", {}, this.place, this.files, this.table.element);

	show(name: string, svg: string, csv: string): void {
		const picture = parsed(svg);
		const title = picture.querySelector("title")!.textContent!;
		const focused = this.used().indexOf(document.activeElement as HTMLElement);
		this.place.className = picture.viewBox.baseVal.width * (4 / 3) > narrow ? "any large" : "any";
		replace(this.place, h("div", { class: "plot" }, picture));
		replace(this.files, link("Download data (CSV)", `${name}.csv`, "text/csv", csv), ", ", link("SVG", `${name}.svg`, "image/svg+xml", svg));
		this.table.show(title, () => tableOf(csv));
		enhanceFigure(this.element);
		this.used()[focused]?.focus({ preventScroll: true });
	}

	/** used returns the elements that take the focus. Every drawing has new ones. */
	private used(): HTMLElement[] {
		return [...this.element.querySelectorAll<HTMLElement>(".scrub, .choose > summary, .choose button, .held a")];
	}
}

function link(text: string, name: string, type: string, content: string): HTMLElement {
	const bytes = new TextEncoder().encode(content);
	let packed = "";
	for (let i = 0; i < bytes.length; i += 8192) packed += String.fromCharCode(...bytes.subarray(i, i + 8192));
	return h("a", { href: `data:${type};charset=utf-8;base64,${btoa(packed)}`, download: name }, text);
}

/**
 * parsed returns a drawing as an element in the colours of the page. The page's security policy
 * forbids styles from a parser, so the script sets each of them.
 */
function parsed(svg: string): SVGSVGElement {
	const unstyled = new DOMParser().parseFromString(svg.replaceAll(' style="', ' data-style="'), "image/svg+xml");
	const picture = document.importNode(unstyled.documentElement, true) as Element as SVGSVGElement;
	const themed = picture.dataset.kind !== "heat maps"; // whose ink goes with the colours of the cells
	for (const styled of picture.querySelectorAll<SVGElement>("[data-style]")) {
		const style = styled.dataset.style!;
		styled.style.cssText = themed ? style.replace(/#[0-9a-f]{6}/g, (color) => figureThemes[color] ?? color) : style;
		styled.removeAttribute("data-style");
	}
	return picture;
}

/** tableOf returns the columns of CSV that are not empty. */
function tableOf(csv: string) {
	const [heads = [], ...rows] = cells(csv);
	const filled = heads.map((_, i) => i).filter((i) => rows.some((row) => row[i]));
	const pick = (row: string[]) => filled.map((i) => row[i] ?? "");
	return { columns: pick(heads), rows: rows.map(pick) };
}
