// The parts of the program's JSON that the screen reads; docs/formats.md has all of it.

/** Imported is the output of settle import. */
export interface Imported {
	read: { format: string; tool: string; files: number; attempts: number }[];
	tasks: Task[];
	verdicts?: { file: string; format: string; verdicts: string[] | null }[]; // if one must be chosen first
}

export interface Task {
	task: string;
	models: number;
	questions: number;
	trials: number;
	attempts: number;
	failed: number;
	missing: number;
	by_model: { model: string; outcomes: string }[];
}
