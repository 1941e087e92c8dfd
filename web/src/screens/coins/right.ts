// Compares the place of a model with its true place.

/**
 * right returns whether a model's place is the true one. Models that are truly equal share
 * places. With exact, the model must share all of them; otherwise it must be on one of them.
 */
export function right(ranks: number[], truth: number[], model: number, exact: boolean): boolean {
	const is = places(ranks, model);
	const ought = places(truth, model);
	if (exact) return is.first === ought.first && is.last === ought.last;
	return is.first >= ought.first && is.last <= ought.last;
}

/** overlaps returns whether the places of a model, or of its tie, include a true one. If not right, it is then not wrong either. */
export function overlaps(ranks: number[], truth: number[], model: number): boolean {
	const is = places(ranks, model);
	const ought = places(truth, model);
	return is.first <= ought.last && is.last >= ought.first;
}

/** placed returns the printed rank of a model: "3", or "1–2 (tie)". */
export function placed(ranks: number[], model: number): string {
	const { first, last } = places(ranks, model);
	return first === last ? String(first) : `${first}–${last} (tie)`;
}

/** places returns the places that a model shares with all models of its competition rank. */
function places(ranks: number[], model: number): { first: number; last: number } {
	const first = ranks[model]!;
	return { first, last: first + ranks.filter((rank) => rank === first).length - 1 };
}
