// The screens, in the order of their links.

import { coins } from "./coins";
import { pair } from "./pair";
import { priors } from "./priors";
import { results } from "./results";
import { story } from "./story";
import type { Screen } from "./screen";

export const screens: Screen[] = [story, coins, pair, priors, results];
