// Messages of the program without remarks on its command line, for which the screen has controls.

// The names of flags in the app.
const words: [RegExp, string][] = [
	[/--estimand population/g, "intervals for similar questions"],
	[/--metrics?\b/g, "“Metric”"],
	[/--column\b/g, "“Columns and names”"],
	[/--name\b/g, "“Names in paths”"],
	[/--missing\b/g, "“Missing attempts”"],
	[/--weights\b/g, "“Outcomes”"],
	[/--(?=[a-z])/g, ""],
];

const command = /--[a-z]|\bsettle [a-z]+\b/;
const begins = /^(or |and )?(--[a-z]|(see |with |say |use |remove |add |from: )?(settle|--))/i;

/** plain returns sentences without clauses on flags and commands. It replaces remaining flags by words. */
export function plain(text: string): string {
	if (text.startsWith("From: ")) return ""; // the command is shown below
	const without = text.replace(/\s*\(([^()]*)\)/g, (whole, inside: string) => {
		if (!command.test(inside)) return whole;
		const left = clauses(inside);
		return left ? ` (${left})` : "";
	});
	const sentences = without.split(/(?<=\.)\s+/).map((sentence) => {
		if (!command.test(sentence)) return sentence;
		const left = clauses(sentence);
		return left && !/[.:!?…]$/.test(left) ? `${left}.` : left;
	});
	const left = sentences.filter((sentence) => sentence !== "").join(" ");
	return words.reduce((said, [flag, name]) => said.replace(flag, name), left);
}

/** clauses returns the clauses between semicolons that are not about the command line. */
function clauses(text: string): string {
	return text.split(/;\s+/).filter((clause) => !begins.test(clause.trim())).join("; ");
}
