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

/** places are those that a model shares with all that have its competition rank. */
function places(ranks: number[], model: number): { first: number; last: number } {
	const first = ranks[model]!;
	return { first, last: first + ranks.filter((rank) => rank === first).length - 1 };
}
