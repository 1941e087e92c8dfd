// Numbers in words.

/** count returns a number with a noun in the singular or plural. */
export function count(number: number, noun: string): string {
	return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** size returns a number of bytes with a readable unit. */
export function size(bytes: number): string {
	const units = ["kB", "MB", "GB"];
	if (bytes < 1000) return count(bytes, "byte");
	let unit = -1;
	for (; bytes >= 1000 && unit < units.length - 1; unit++) bytes /= 1000;
	return `${Number(bytes.toPrecision(3))} ${units[unit]}`;
}
