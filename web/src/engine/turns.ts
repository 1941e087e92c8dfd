// Limits the number of runs at a time, so that a processor stays free for the page.

import { Superseded } from "./engine";

export class Turns {
	private running = 0;
	private waiting: { go: () => void; drop: (reason: Error) => void }[] = [];

	/** At most this many run at once. */
	constructor(private readonly most = Math.max(1, Math.min(3, navigator.hardwareConcurrency - 1))) {}

	/** take starts a task as soon as fewer than the limit run. */
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

	/** drop cancels all waiting tasks. */
	drop(): void {
		for (const { drop } of this.waiting.splice(0)) drop(new Superseded());
	}
}
