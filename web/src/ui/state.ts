// What is set on a screen lives in the fragment of the address, so that a link brings it back.

export type Values = Record<string, string>;

/** Place is a screen and what is set on it. */
export interface Place {
	screen: string;
	values: Values;
}

/** placeOf reads a fragment such as "#coins?models=11&trials=80". */
export function placeOf(fragment: string): Place {
	const [screen = "", query = ""] = fragment.replace(/^#/, "").split("?", 2);
	return { screen, values: Object.fromEntries(new URLSearchParams(query)) };
}

/** fragmentOf is the fragment of a place, without what is as at first. */
export function fragmentOf(place: Place, defaults: Values = {}): string {
	const set = Object.entries(place.values).filter(([name, value]) => value !== defaults[name]);
	const query = new URLSearchParams(set).toString();
	return `#${place.screen}${query ? `?${query}` : ""}`;
}
