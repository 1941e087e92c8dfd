// The screens, in the order of their links.

import { coins } from "./coins";
import { results } from "./results";
import type { Screen } from "./screen";

export const screens: Screen[] = [coins, results];
