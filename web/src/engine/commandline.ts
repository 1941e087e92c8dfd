// The line that a reader can paste into a shell.

/** line is "settle args…", quoted for a POSIX shell. */
export function line(args: string[]): string {
	return ["settle", ...args.map(quoted)].join(" ");
}

// Control characters, and marks that turn the direction of text, which would show a line other than it is.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function quoted(arg: string): string {
	if (unseen.test(arg)) return `$'${[...arg].map(escaped).join("")}'`; // as of POSIX 2024, bash and zsh
	return /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`;
}

/** escaped is a character within $'…': what is unseen by the bytes of its UTF-8. */
function escaped(character: string): string {
	if (character === "'" || character === "\\") return `\\${character}`;
	if (!unseen.test(character)) return character;
	return [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
