// The line that a reader can paste into a shell.

/** line is "settle args…", quoted for a POSIX shell. */
export function line(args: string[]): string {
	return ["settle", ...args.map(quoted)].join(" ");
}

function quoted(arg: string): string {
	return /^[A-Za-z0-9_@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`;
}
