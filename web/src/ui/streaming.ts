// Figures that become more exact: the same command with more and more replicates.

import { drawing } from "../chart/drawn";
import type { Answer, Engine } from "../engine/engine";

/** stages returns the numbers of replicates to run one after the other. */
export function stages(replicates: number): number[] {
	return [...[100, 300, 1000, 3000, 10000].filter((stage) => stage < replicates), replicates];
}

/** fill shows the output and figures of a command at each stage. It fails as Engine.run does. */
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
