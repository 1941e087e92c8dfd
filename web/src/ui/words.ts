// Numbers in words.

/** count is a number of things, given the noun of one; its plural ends in s. */
export function count(number: number, noun: string): string {
	return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** size is a number of bytes for people. */
export function size(bytes: number): string {
	const units = ["kB", "MB", "GB"];
	if (bytes < 1000) return count(bytes, "byte");
	let unit = -1;
	for (; bytes >= 1000 && unit < units.length - 1; unit++) bytes /= 1000;
	return `${Number(bytes.toPrecision(3))} ${units[unit]}`;
}
