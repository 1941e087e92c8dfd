// What the screen reads of the program's JSON; docs/formats.md has all of it.

/** Imported is what settle import found in files. */
export interface Imported {
	read: { format: string; tool: string; files: number; attempts: number }[];
	tasks: Task[];
	verdicts?: { file: string; format: string; verdicts: string[] | null }[]; // where one is to be chosen first
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
