// Elements. Text is only ever text: nothing here takes HTML.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/** h makes an element. Attributes that are functions are listeners: { onclick: … }. */
export function h<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Attributes = {},
	...children: Child[]
): HTMLElementTagNameMap[K] {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
		else if (value === true) element.setAttribute(name, "");
		else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
	}
	element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
	return element;
}

/** replace puts children in the place of those that an element has. */
export function replace(element: Element, ...children: Child[]): void {
	element.replaceChildren(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
}

/** visible is text from outside with what does not show, or turns what stands around it, spelled out: \u202e. */
export function visible(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (unseen) => `\\u${unseen.codePointAt(0)!.toString(16).padStart(4, "0")}`);
}
