// Numbers as they are printed.

/** short is a number with four significant digits; tables have all of them. */
export function short(value: number | null | undefined): string {
	if (value === null || value === undefined || !Number.isFinite(value)) return "–";
	if (Number.isInteger(value)) return String(value);
	const size = Math.abs(value);
	if (size < 1 && size >= 0.99995) return value < 0 ? "<\u2009−0.9999" : ">\u20090.9999";
	return size >= 1e-4 && size < 1e6 ? value.toPrecision(Math.max(4, Math.ceil(Math.log10(size)))) : value.toExponential(3);
}

/** error is a standard error with two significant digits. */
export function error(value: number): string {
	return value === 0 ? "0" : value >= 1e-5 && value < 100 ? value.toPrecision(2) : value.toExponential(1);
}

/** count is a whole number, its thousands parted. (The browser's own way takes 40 ms when it is first asked.) */
export function count(value: number): string {
	return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** percent is a share in [0, 1] with one digit behind the point; nothing but 0 and 1 is called so. */
export function percent(share: number): string {
	if (share > 0 && share < 0.0005) return "<\u20090.1\u00a0%";
	if (share < 1 && share >= 0.9995) return ">\u200999.9\u00a0%";
	return `${(100 * share).toFixed(1)}\u00a0%`;
}
