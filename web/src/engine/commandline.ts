// Command lines to paste into a shell.

/** line returns "settle args…", quoted for a POSIX shell. */
export function line(args: string[]): string {
	return ["settle", ...args.map(quoted)].join(" ");
}

// Control characters and direction marks, which would make a line look different.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function quoted(arg: string): string {
	if (unseen.test(arg)) return `$'${[...arg].map(escaped).join("")}'`; // as of POSIX 2024, bash and zsh
	return /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`;
}

/** escaped returns a character for use within $'…'; invisible ones become the bytes of their UTF-8. */
function escaped(character: string): string {
	if (character === "'" || character === "\\") return `\\${character}`;
	if (!unseen.test(character)) return character;
	return [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
