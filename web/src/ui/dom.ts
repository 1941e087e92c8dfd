// Makes elements. Text is always text: no function takes HTML.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/** h makes an HTML element. Attributes that are functions are listeners: { onclick: … }. */
export function h<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Attributes = {},
	...children: Child[]
): HTMLElementTagNameMap[K] {
	return filled(document.createElement(tag), attributes, children);
}

/** s makes an SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
	return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** set sets attributes of an element, and removes those that are undefined or false. */
export function set(element: Element, attributes: Attributes): void {
	for (const [name, value] of Object.entries(attributes)) {
		if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
		else if (value === undefined || value === false) element.removeAttribute(name);
		else element.setAttribute(name, value === true ? "" : String(value));
	}
}

function filled<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
	set(element, attributes);
	element.append(...shown(children));
	return element;
}

function shown(children: Child[]): (Node | string)[] {
	return children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false);
}

/** replace replaces the children of an element. A child that stays keeps the focus. */
export function replace(element: Element, ...children: Child[]): void {
	const focused = document.activeElement;
	element.replaceChildren(...shown(children));
	if (focused instanceof HTMLElement && element.contains(focused)) focused.focus({ preventScroll: true });
}

/** visible returns text with invisible and direction-changing characters as escapes such as \u202e. */
export function visible(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (unseen) => `\\u${unseen.codePointAt(0)!.toString(16).padStart(4, "0")}`);
}
