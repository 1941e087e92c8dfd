// How lines look: as in the figures that the program draws (figures/style.go).

/** Stroke is a line's look; its colours are those that page.css sets for dark pages, where it does. */
export interface Stroke {
	color: string;
	width: number; // in pixels
	dash: string; // of stroke-dasharray
}

const black = "var(--figure-black,#000)";

// Okabe and Ito's, without yellow, dark colours first.
const palette = [black, "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
const dashes = ["", "7 3", "2 2.5", "10 3 2 3", "15 4", "7 3 2 3 2 3"];

// For many lines that cross: neighbours differ.
const pathPalette = [
	black, "#cc79a7", "var(--figure-brown,#7f4f24)", "var(--figure-indigo,#332288)", "#009e73", "#9b59ff",
	"var(--figure-maroon,#661100)", "#d55e00", "#56b4e9", "#0072b2", "var(--figure-wine,#882255)", "#e69f00",
];

/** strokeOf is the look of the i-th curve, from 0. The first is wide, so that it shows below others. */
export function strokeOf(i: number): Stroke {
	const dash = dashes[Math.floor(i / palette.length) % dashes.length]!;
	return { color: palette[i % palette.length]!, width: i === 0 ? 3 : 1.7, dash };
}

/** pathStrokeOf is the look of the i-th model's path, from 0. */
export function pathStrokeOf(i: number): Stroke {
	const dash = dashes[Math.floor(i / pathPalette.length) % dashes.length]!;
	return { color: pathPalette[i % pathPalette.length]!, width: 2, dash };
}
