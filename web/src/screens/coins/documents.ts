// The parts of the commands' JSON (docs/formats.md) that the screen shows.

export interface Trace {
	metric: string;
	settles: number | null;
	changes: number[];
	from: number;
	models: string[];
	ranks: number[][];
	scores: number[][];
	tau: (number | null)[];
	gold_ranks: number[];
	truth?: number[];
}

export interface Settling {
	metric: string;
	never: number;
	restricted_mean: number;
	restricted_mean_se: number | null;
	median?: number;
	p95?: number;
}

export interface Looks {
	metric: string;
	every: number;
	points: { n: number; agrees: number; changed: number | null }[];
}

export interface Converge {
	models: number;
	questions: number;
	trials: number;
	replicates: number;
	metrics: Settling[];
	traces?: Trace[];
	looks?: Looks[];
}

export interface Curves {
	replicates: number;
}
