// Runs that wait for each other, so that the page keeps a processor for itself.

import { Superseded } from "./engine";

export class Turns {
	private running = 0;
	private waiting: { go: () => void; drop: (reason: Error) => void }[] = [];

	/** most run at once. */
	constructor(private readonly most = Math.max(1, Math.min(3, navigator.hardwareConcurrency - 1))) {}

	/** take begins something when it is its turn. */
	async take<T>(begin: () => Promise<T>): Promise<T> {
		if (this.running >= this.most) await new Promise<void>((go, drop) => this.waiting.push({ go, drop }));
		else this.running++;
		try {
			return await begin();
		} finally {
			const next = this.waiting.shift();
			if (next) next.go();
			else this.running--;
		}
	}

	/** drop ends the waiting of all that wait. */
	drop(): void {
		for (const { drop } of this.waiting.splice(0)) drop(new Superseded());
	}
}
