// What a screen of the app is.

import type { Engine } from "../engine/engine";
import type { Values } from "../ui/state";

export interface Context {
	engine: Engine;
	/** remember puts what is set on the screen into the address; after a step the browser's Back leads to what was before. */
	remember(values: Values, step?: boolean): void;
}

export interface Screen {
	id: string; // in the fragment
	title: string;
	heading?: string; // above the screen, where that is not the title
	says: string; // what a reader finds out there
	/** open fills an empty element; close, which it returns, ends what it does. */
	open(root: HTMLElement, values: Values, context: Context): () => void;
}
