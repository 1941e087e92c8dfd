// Numbers as they are printed.

/** short returns a number with four significant digits; tables have all digits. */
export function short(value: number | null | undefined): string {
	if (value === null || value === undefined || !Number.isFinite(value)) return "–";
	if (Number.isInteger(value)) return String(value);
	const size = Math.abs(value);
	if (size < 1 && size >= 0.99995) return value < 0 ? "<\u2009−0.9999" : ">\u20090.9999";
	return size >= 1e-4 && size < 1e6 ? value.toPrecision(Math.max(4, Math.ceil(Math.log10(size)))) : value.toExponential(3);
}

/** error returns a standard error with two significant digits. */
export function error(value: number): string {
	return value === 0 ? "0" : value >= 1e-5 && value < 100 ? value.toPrecision(2) : value.toExponential(1);
}

/** count returns a whole number with commas between thousands. (The browser's formatter takes 40 ms on its first use.) */
export function count(value: number): string {
	return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** percent returns a share in [0, 1] with one decimal. Only 0 and 1 are shown as 0 % and 100 %. */
export function percent(share: number): string {
	if (share > 0 && share < 0.0005) return "<\u20090.1\u00a0%";
	if (share < 1 && share >= 0.9995) return ">\u200999.9\u00a0%";
	return `${(100 * share).toFixed(1)}\u00a0%`;
}
