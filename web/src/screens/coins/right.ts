// Whether a model stands where it should.

/**
 * right tells whether a model's place is the true one. Those that truly tie share their
 * places: if they must tie (exact) it has to share them all, else to be on one of them.
 */
export function right(ranks: number[], truth: number[], model: number, exact: boolean): boolean {
	const is = places(ranks, model);
	const ought = places(truth, model);
	if (exact) return is.first === ought.first && is.last === ought.last;
	return is.first >= ought.first && is.last <= ought.last;
}

/** overlaps tells whether a model ties, or ought to, for a place that is the true one: then it is neither right nor wrong. */
export function overlaps(ranks: number[], truth: number[], model: number): boolean {
	const is = places(ranks, model);
	const ought = places(truth, model);
	return is.first <= ought.last && is.last >= ought.first;
}

/** placed is a model's rank as it is printed: "3", or "1–2 (tie)". */
export function placed(ranks: number[], model: number): string {
	const { first, last } = places(ranks, model);
	return first === last ? String(first) : `${first}–${last} (tie)`;
}

/** places are those that a model shares with all that have its competition rank. */
function places(ranks: number[], model: number): { first: number; last: number } {
	const first = ranks[model]!;
	return { first, last: first + ranks.filter((rank) => rank === first).length - 1 };
}
