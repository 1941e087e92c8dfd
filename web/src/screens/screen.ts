// The interface of screens.

import type { Engine } from "../engine/engine";
import type { Values } from "../ui/state";

export interface Context {
	engine: Engine;
	/** remember writes the settings of the screen to the address. With step, the browser's Back restores the earlier settings. */
	remember(values: Values, step?: boolean): void;
}

export interface Screen {
	id: string; // in the fragment
	title: string;
	heading?: string; // heading of the screen, if it is not the title
	says: string; // the question that the screen answers
	/** open fills an empty element. It returns a function that closes the screen. */
	open(root: HTMLElement, values: Values, context: Context): () => void;
}
