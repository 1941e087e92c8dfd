// The screens, in the order of their links.

import { coins } from "./coins";
import { pair } from "./pair";
import { priors } from "./priors";
import { results } from "./results";
import type { Screen } from "./screen";

export const screens: Screen[] = [coins, pair, priors, results];
