// Pictures that fill in: the same command with more and more replicates.

import { drawing } from "../chart/drawn";
import type { Answer, Engine } from "../engine/engine";

/** stages are the replicates that are run one after the other, up to all of them. */
export function stages(replicates: number): number[] {
	return [...[100, 300, 1000, 3000, 10000].filter((stage) => stage < replicates), replicates];
}

/** fill shows what a command prints and draws at each stage; it ends as Engine.run does. */
export async function fill<T>(
	engine: Engine,
	lane: string,
	replicates: number,
	args: (replicates: number) => string[],
	show: (document: T, answer: Answer, args: string[], done: boolean) => void,
): Promise<void> {
	for (const stage of stages(replicates)) {
		const line = args(stage);
		const answer = await drawing((all) => engine.run(lane, all), line, "json");
		show(JSON.parse(answer.stdout) as T, answer, line, stage === replicates);
	}
}
