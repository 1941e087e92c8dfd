// Settings of a screen are in the fragment of the address, so that a link restores them.

export type Values = Record<string, string>;

/** Place is a screen with its settings. */
export interface Place {
	screen: string;
	values: Values;
}

/** placeOf reads a fragment such as "#coins?models=11&trials=80". */
export function placeOf(fragment: string): Place {
	const [screen = "", query = ""] = fragment.replace(/^#/, "").split("?", 2);
	return { screen, values: Object.fromEntries(new URLSearchParams(query)) };
}

/** fragmentOf returns the fragment of a place, without initial values. */
export function fragmentOf(place: Place, defaults: Values = {}): string {
	const set = Object.entries(place.values).filter(([name, value]) => value !== defaults[name]);
	const query = new URLSearchParams(set).toString();
	return `#${place.screen}${query ? `?${query}` : ""}`;
}
